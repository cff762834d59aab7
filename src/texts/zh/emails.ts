import type { EmailTexts } from "../en/emails.ts";
import { pluralIn } from "../plural.ts";
import { ownTexts } from "./own.ts";

const plural = pluralIn("zh");

export const emails = {
  templates: {
    welcome: {
      subject: "您已成功预订 {cottage}（{reference}）",
      body: `尊敬的{guestName}：

感谢您预订 {cottage}，我们期待您的光临。

预订编号：{reference}
入住：{checkIn} {checkInTime} 之后
退房：{checkOut} {checkOutTime} 之前
{nights}，{guests}，总价 {total}

{payment}

地址：{address}

{directions}

您可以在此查看和管理预订：

{bookingLink}

如有任何问题，请致电 {hostPhone}，或直接回复此邮件。`,
    },
    check_in_reminder: {
      subject: "{checkIn}入住：{cottage}",
      body: `尊敬的{guestName}：

我们期待您的到来。入住时间：{checkIn} {checkInTime} 之后。

地址：{address}

{directions}

入住说明：{arrivalNotes}

Wi-Fi 密码：{wifiPassword}

如果您会晚到或找不到我们，请致电 {hostPhone}，我们很乐意帮忙。

{bookingLink}`,
    },
    check_out_reminder: {
      subject: "今天 {checkOutTime} 前退房",
      body: `{guestName}，早上好！

您在 {cottage} 的住宿今天结束。请在 {checkOutTime} 前退房，并锁好门，关闭燃气和电灯。

如果您需要叫车或想晚一点退房，请致电 {hostPhone}，我们会尽力安排。

感谢您的入住，祝您一路平安。`,
    },
    feedback_request: {
      subject: "您在 {cottage} 住得怎么样？",
      body: `尊敬的{guestName}：

希望您在 {cottage} 住得愉快，并已平安到家。

能否告诉我们您的感受？只需一分钟，对我们和以后的客人都很有帮助。

{ratingLink}

谢谢您！`,
    },
    booking_changed: {
      subject: "您的预订 {reference} 已更改",
      body: `尊敬的{guestName}：

您在 {cottage} 的预订已更改。

{changes}

您目前的预订如下：

入住：{checkIn} {checkInTime} 之后
退房：{checkOut} {checkOutTime} 之前
{nights}，{guests}，总价 {total}

{bookingLink}

如有不符，请致电 {hostPhone}，或直接回复此邮件。`,
    },
    booking_cancelled: {
      subject: "您的预订 {reference} 已取消",
      body: `尊敬的{guestName}：

您在 {cottage} 的预订（{checkIn}至{checkOut}）已取消。

取消费用：{fee}

如果您对此并不知情，请致电 {hostPhone}，或直接回复此邮件。`,
    },
  },
  whatsapp: {
    welcome: "尊敬的{{1}}，您在 {{2}} 的住宿已预订：{{3}}至{{4}}。请打开 {{5}} 查看详情。",
    check_in_reminder: "尊敬的{{1}}，我们在 {{2}} 恭候您：{{3}}入住，{{4}}退房。请打开 {{5}} 查看入住方式。",
    check_out_reminder:
      "早上好，{{1}}！您在 {{2}} 的住宿（{{3}}入住）于今天（{{4}}）结束。请打开 {{5}} 查看详情。谢谢您的光临！",
    feedback_request: "尊敬的{{1}}，您在 {{2}} 的住宿（{{3}}至{{4}}）感觉如何？请打开 {{5}} 告诉我们。",
    booking_changed: "尊敬的{{1}}，您在 {{2}} 的预订现为{{3}}至{{4}}。请打开 {{5}} 查看详情。",
    booking_cancelled: "尊敬的{{1}}，您在 {{2}} 的预订（{{3}}至{{4}}）已取消。请打开 {{5}} 查看详情。",
    custom: "尊敬的{{1}}，关于您在 {{2}} 的住宿（{{3}}至{{4}}），我们给您发送了一条消息。请打开 {{5}} 查看。",
  },
  nights: (count: number) => plural(count, { other: `${count} 晚` }),
  guests: (count: number) => plural(count, { other: `${count} 位客人` }),
  someGuest: "客人",
  noFee: "无",
  noWifiPassword: "请在入住时向我们询问",
  callUs: (phone: string) => `请致电 ${phone}`,
  openLinkFirst: "请通过我们邮件中的链接打开您的预订查看",
  shownFrom: (day: string) => `将于${day}提供给您`,
  restored: "您的预订曾被取消，现已恢复。",
  changedCheckIn: (now: string, was: string) => `入住：${now}（原为${was}）`,
  changedCheckOut: (now: string, was: string) => `退房：${now}（原为${was}）`,
  changedGuests: (now: string, was: string) => `${now}（原为 ${was}）`,
  changedTotal: (now: string, was: string) => `总价：${now}（原为 ${was}）`,
  paid: (amount) => `已付：${amount}`,
  dueNow: (amount) => `现在应付：${amount}`,
  dueOn: (amount, day) => `${day}应付：${amount}`,
  rateStay: "评价您的住宿",
  openBooking: "打开预订",
  openForm: "打开预订表单",
  calendarTitle: (cottage: string) => `入住 ${cottage}`,
  calendarText: (stay: { reference: string; checkInFrom: string; checkOutBy: string; phone: string }) =>
    stay.phone
      ? `预订编号 ${stay.reference}。${stay.checkInFrom} 之后入住，${stay.checkOutBy} 之前退房。如会晚到，请致电 ${stay.phone}。`
      : `预订编号 ${stay.reference}。${stay.checkInFrom} 之后入住，${stay.checkOutBy} 之前退房。`,
  ownLink: {
    subject: (reference: string) => `您的预订 ${reference}`,
    text: "这是您的预订链接。您可以用它查看和管理预订。",
    warning: "任何持有此链接的人都可以进行同样的操作，请勿转发。如果您没有索取此链接，请忽略此邮件。",
  },
  requested: {
    subject: ({ cottage, span }) => `我们已收到您的预订请求：${cottage}，${span}`,
    answer: ownTexts.waiting.host,
    text: "您可以通过此链接查看或撤回请求。",
  },
  confirmStay: {
    subject: ({ cottage, span }) => `请确认您在 ${cottage} 的住宿：${span}`,
    stay: (stay) =>
      `${stay.cottage}：${stay.span}，${stay.nights}，${stay.guests}。总价 ${stay.total}。预订编号 ${stay.reference}。`,
    sendRequest: (until) =>
      `请在${until}前打开此链接，将您的请求发送给房东。在此之前我们会为您保留这些日期，您无需重新填写任何信息。`,
    completeBooking: (until) =>
      `请在${until}前打开此链接以完成预订。在此之前我们会为您保留这些日期，您无需重新填写任何信息。`,
    notYou: "如果这不是您本人的操作，请忽略此邮件。没有任何预订生效，过了上述时间，这些日期将重新开放。",
  },
  proveEmail: {
    subject: "还差一步即可完成预订",
    text: "请在一小时内打开此链接，然后再次点击“立即预订”。目前预订请求异常多，因此请您确认邮箱地址。",
    notYou: "如果这不是您本人的操作，请忽略此邮件。没有任何预订生效。",
  },
  linkPage: {
    complete: {
      title: "确认您的预订",
      text: "请点击按钮，确认您的邮箱地址和预订。",
      button: "确认预订",
    },
    request: {
      title: "发送您的预订请求",
      text: "请点击按钮，确认您的邮箱地址，并将您的请求发送给房东。",
      button: "发送请求",
    },
    verify: {
      title: "您的预订",
      text: "请点击按钮，确认您的邮箱地址并打开预订。",
      button: "打开预订",
    },
    proof: {
      title: "确认您的邮箱地址",
      text: "请点击按钮，确认您的邮箱地址，之后即可预订。",
      button: "确认邮箱地址",
    },
  },
  offer: {
    subject: (cottage: string, span: string) => `我们为您准备的报价：${cottage}，${span}`,
    price: (price: string, span: string) => `我们为您的这次住宿（${span}）报价 ${price}。`,
    until: (until: string) => `我们为您保留这些日期至${until}。`,
    how: "打开链接即可查看详细价格并接受报价。",
  },
  ended: {
    request: {
      subject: "我们无法接受您的预订请求 {reference}",
      body: `尊敬的{guestName}：

很抱歉，我们无法接受您入住 {cottage}（{checkIn}至{checkOut}）的请求。预订未成立，您无需付款。

如果其他日期也合适，您可以在此查看哪些日期空闲：

{bookingLink}

如有疑问，请致电 {hostPhone}，或直接回复此邮件。`,
    },
    offer: {
      subject: "我们的报价 {reference} 已失效",
      body: `尊敬的{guestName}：

我们为您在 {cottage} 的住宿（{checkIn}至{checkOut}）提供的报价已失效，我们不再为您保留这些日期。预订未成立，您无需付款。

如果您仍想入住，可以在此查看哪些日期空闲：

{bookingLink}

如有疑问，请致电 {hostPhone}，或直接回复此邮件。`,
    },
  },
  changeDeclined: {
    subject: (reference: string) => `您的预订 ${reference} 保持不变`,
    text: (requested: string, booked: string) =>
      `很抱歉，我们无法将您的住宿改为${requested}。您原来的预订（${booked}）仍然有效。`,
    otherDates: "如果其他日期也合适，请在预订页面上查看还可以更改什么，或致电我们。",
  },
  changeReplaced: {
    subject: (reference: string) => `您更改预订 ${reference} 的请求已关闭`,
    text: (requested: string, booked: string) => `我们已将您的住宿改为${booked}。您改为${requested}的请求因此已关闭。`,
    otherGuests: (span: string, requested: string, booked: string) =>
      `我们已将您的住宿改为${span}，${booked}。您的请求（${requested}）因此已关闭。`,
    ifUnsuitable: "如果不合适，请在预订页面上查看还可以更改什么，或致电我们。",
  },
} satisfies EmailTexts;

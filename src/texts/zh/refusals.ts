import type { Refusals } from "../en/refusals.ts";
import { formatsOf } from "../formats.ts";
import { pluralIn } from "../plural.ts";
import { nights, priceLines, stayRefusal } from "./stay.ts";

const plural = pluralIn("zh");
const { amount, money } = formatsOf("zh");

export const refusals = {
  "stay-refused": ({ refusal }) => stayRefusal(refusal),
  "code-refused": "此优惠码不适用于本次住宿。",
  "code-held": "您已将此优惠码用于另一笔尚未付款的住宿。如要在此使用，请取消那笔住宿，或等待其付款期限结束。",
  "code-accepted": "优惠码已生效。",
  "larger-discount": "您的优惠码有效，但另一项优惠力度更大，因此已采用该项优惠。",
  "no-such-property": "没有这处房源。",
  "details-expired": "您的信息已过期，请重新提交表单。",
  "check-email": "还差一步：我们已给您发送邮件。请在一小时内打开其中的链接，然后再次点击“立即预订”。",
  "call-for-more-nights": "这些日期仍空闲，但我们无法在线接受此预订。请致电我们预订。",
  "proofs-paused": "目前预订请求异常多，我们暂时无法确认邮箱地址。这些日期仍可预订：请致电我们预订。",
  "dates-just-taken": "抱歉，这些日期刚刚被订走，请选择其他日期。",
  "other-price": ({ cents, currency, lines }) => {
    const sentences = lines.map((line) =>
      line.kind === "nights"
        ? `${nights(line.quantity)} × ${money(line.unitCents, currency)}`
        : `${priceLines.label(line, currency)}：${money(line.amountCents, currency)}`,
    );
    return `这些日期的总价为 ${money(cents, currency)}（${sentences.join(" + ")}），与之前显示的价格不同。请核对新的总价，然后再次点击“立即预订”。`;
  },
  "other-terms": "您打开此页面后，取消政策已更改。请核对新的政策后重试。",
  "other-stay": "您打开此页面后，预订已更改。请核对后重试。",
  "cannot-check-dates": "我们暂时无法与其他日历核对这些日期，请几分钟后再试。",
  "booking-not-found": "找不到您要查看的预订。",
  "link-sent": "如果此预订留有邮箱地址，链接已经发出。",
  "link-sent-if-found": "如果存在与此编号和邮箱相符的预订，我们已将链接发送到该邮箱。",
  "call-for-link": "我们无法通过邮件发送链接。请致电我们处理您的预订。",
  "email-not-corrected": "您无法在此更改邮箱地址。请致电我们，我们会为您更正。",
  "reload-and-try-again": "请刷新此页面后重试。",
  "open-your-link": "请打开您的预订链接，或使用您预订时的浏览器，然后重试。",
  "payment-just-in": "本次住宿刚刚收到一笔付款，请刷新页面。",
  "nothing-to-pay": "目前没有需要支付的款项。",
  "too-late-to-pay": "此预订已无法付款。这些日期很快会重新开放，届时您可以再次预订。",
  "payment-unreachable": "暂时无法使用银行卡付款，请稍后重试。",
  "no-such-receipt": "没有这张收据。",
  "payment-under-way": "本次住宿有一笔付款正在进行，请稍后重试。",
  "payment-page-open": "付款页面仍处于打开状态，而我们暂时无法联系支付服务商将其关闭。请几分钟后重试。",
  "new-nights-taken": "抱歉，其中部分日期已被预订，您的预订没有变化。请选择其他日期。",
  "costs-now": ({ cents, currency }) => `住宿价格现为 ${amount(cents, currency)}，请再次核对价格。`,
  "other-currency": "如需更改日期，请致电我们：自您预订以来，我们的价格已改用另一种货币。",
  "nothing-to-change": "这与您现有预订的日期和人数相同。",
  "asked-for-other-dates": "您已申请更改日期。如需同时更改人数，请以新的人数重新申请这些日期。",
  "open-link-for-longer": "如需延长住宿，请致电我们；如果我们给您发过含预订链接的邮件，也可以先打开该链接。",
  "call-for-so-many-nights": "如需延长住宿，请致电我们，我们很乐意帮忙。",
  "fee-now": ({ cents, currency }) => `取消费用现为 ${amount(cents, currency)}。请核对后重试。`,
  "offer-over": "此报价已更改或已失效。请刷新页面，或致电我们。",
  "already-cancelled": "此预订已取消。",
  "begun-no-cancelling": "入住时间已到，无法再在线取消。请致电我们。",
  "cancel-elsewhere": "请在您预订的网站上取消，我们会收到通知。",
  "cancelled-no-changing": "此预订已取消，请重新预订。",
  "not-confirmed-yet": "此预订尚未确认，确认后即可更改。",
  "begun-no-changing": "入住时间已到，无法再在线更改预订。请致电我们。",
  "change-elsewhere": "请在您预订的网站上更改预订，我们会收到通知。",
  "only-longer": "免费取消期已过，因此在线只能延长住宿或增加入住人数。如需其他更改，请致电我们。",
  "whatsapp-number": "如需使用 WhatsApp，请填写带 + 和国家区号的号码，例如 +94 77 123 4567",
  "unknown-rating-link": "此链接无效，请复制我们消息中的完整链接。",
  "stay-did-not-happen": "本次住宿未成行，因此无法评价。",
  "stay-not-over": "住宿结束后即可评价。",
  "rating-stands": "您的评价提交已超过 14 天，无法再更改。谢谢您的评价！",
  "too-many-messages": "您今天已发送了很多消息。请致电我们，或明天再留言。",
  "picture-not-supported": "无法将此文件作为图片打开。请选择 JPEG、PNG 或 WebP 图片。",
  "picture-heic": "这是 HEIC 照片，许多程序无法打开。请将其另存为 JPEG 后再选择。",
  "picture-too-large": "文件过大。请选择每张不超过 10 MB 的图片，并减少一次发送的数量。",
  "picture-damaged": "此图片已损坏，无法打开。请选择其他图片。",
  "picture-gone": "有一张图片已不存在。请重新选择。",
  "too-many-pictures": "此次住宿已无法再添加图片。请发送不带图片的消息，或致电我们。",
  "pictures-not-stored": "目前无法保存图片。请发送不带图片的消息，或稍后再试。",
  "pictures-busy": "我们正在接收其他图片。请一分钟后再试。",
  "too-many-tries": ({ seconds }) => {
    const minutes = Math.ceil(seconds / 60);
    const wait =
      seconds < 90 ? plural(seconds, { other: ` ${seconds} 秒` }) : plural(minutes, { other: ` ${minutes} 分钟` });
    return `短时间内尝试次数过多。请等待${wait}后重试。`;
  },
  unavailable: "我们暂时无法访问数据。没有丢失任何内容，请几秒钟后重试。",
  "key-reused": "此页面已发送过其他内容，请再次发送。",
  "from-another-site": "此请求来自其他网站，已被拒绝。",
  "nothing-here": "此地址没有内容。",
  "too-large": "请求过大。",
  failed: "我们这边出了点问题，请稍后重试。",
  "check-form": "请检查表单。",
} satisfies Refusals;

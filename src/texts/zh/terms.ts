import type { TermsTexts } from "../en/terms.ts";
import { formatsOf } from "../formats.ts";
import { guests, hoursText, nights } from "./stay.ts";
import { firstNights } from "./house.ts";

const { percent } = formatsOf("zh");

const beforeArrival = (days: number) => (days === 0 ? "入住当天" : `入住前 ${days} 天`);

export const termsTexts = {
  title: "预订条款",
  lead: (cottage) => `您预订 ${cottage} 的住宿时，双方约定的内容。`,
  about: "预订住宿时适用的条款：预订、价格、付款、取消以及入住期间的事项。",

  who: "您的预订对象",
  address: "地址",
  phone: "电话",
  email: "电子邮箱",

  booking: "您的预订",
  booked: {
    instant: "提交预订表单且预订页面予以确认后，您的住宿即预订成功。部分住宿需要您先确认邮箱地址。",
    instantPaid: (whole) =>
      whole
        ? "支付全款后，您的住宿即预订成功。在此之前，我们会短时间为您保留这些日期，具体时间见付款页面。"
        : "支付预付款后，您的住宿即预订成功。在此之前，我们会短时间为您保留这些日期，具体时间见付款页面。",
    verified:
      "提交预订表单后，我们会给您发送邮件。打开邮件中的链接后，您的住宿即预订成功；如果您最近确认过邮箱地址，则立即预订成功。",
    unlessChecked: (answer, paid) =>
      paid
        ? `有时我们需要先核实预订。这时我们会告诉您这是一项请求，为您保留这些日期，并在 ${answer} 小时内答复；我们接受请求后，您再付款。`
        : `有时我们需要先核实预订。这时我们会告诉您这是一项请求，为您保留这些日期，并在 ${answer} 小时内答复；我们接受请求后，您的住宿即预订成功。`,
    request: (answer) =>
      `提交预订表单即向我们发出请求。我们会在 ${answer} 小时内答复，并在此之前为您保留这些日期。我们接受请求后，您的住宿即预订成功。`,
    requestPaid: (answer, whole, pay) =>
      whole
        ? `提交预订表单即向我们发出请求。我们会在 ${answer} 小时内答复，并在此之前为您保留这些日期。我们接受请求且您支付全款后，您的住宿即预订成功；付款期限为 ${pay} 小时。`
        : `提交预订表单即向我们发出请求。我们会在 ${answer} 小时内答复，并在此之前为您保留这些日期。我们接受请求且您支付预付款后，您的住宿即预订成功；付款期限为 ${pay} 小时。`,
  },
  whole: (most) => `您预订的是整栋别墅，最多可入住 ${guests(most)}，包括儿童。`,
  details: "请提供姓名、邮箱和电话号码，以便我们与您联系。",

  payment: "价格与付款",
  price: "您在预订前看到的价格就是整个住宿的价格，已含税费。",
  onArrival: "您可在入住时付款，或按双方约定的方式付款。",
  mayPay: (provider) => `您可以在 ${provider} 的页面上在线刷卡付款。`,
  mustPay: (provider) => `您需在 ${provider} 的页面上在线刷卡付款，我们不会看到您的卡号。`,
  allAtOnce: "预订时支付全款。",
  firstPercent: (part, days) =>
    `预订时支付总价的 ${percent(part)}，余款应在${beforeArrival(days)}支付。如果预订时已过该期限，则需立即支付全款。`,
  firstNights: (count, days) =>
    `预订时支付${firstNights(count)}，余款应在${beforeArrival(days)}支付。如果预订时已过该期限，则需立即支付全款。`,
  cancelUnpaid:
    "如果余款逾期，我们会发送邮件提醒，并给您至少 48 小时的期限。届时仍未付款的，我们将取消您的预订，并按取消政策处理。",

  cancellation: "取消与更改",
  seeCancellation: "取消费用以及如何取消",

  stay: "入住期间",
  times: (from, by) => `${from} 起可以入住，请在 ${by} 前退房。`,
  rules: "<rules>入住须知</>是本条款的一部分。",
  damage: "如有物品损坏或缺失，请告诉我们。超出正常损耗的损坏由您承担费用。",
  problems: "如有任何不妥之处，请在入住期间告诉我们，以便及时处理。",

  data: "您的信息",
  seePrivacy: "我们保存您的哪些信息、原因以及保存多久",

  own: "我们的条款",

  policy: {
    title: "取消政策",
    lead: "现在预订、日后取消需要支付多少费用，以及如何取消。",
    about: "住宿在何时之前可免费取消，之后的取消费用是多少，以及如何退款。",

    costs: "取消费用",
    when: "取消时间",
    fee: "费用",
    free: "免费",
    beforeCheckIn: "入住前",
    fromCheckIn: "入住时间起",
    earlier: (before) => `入住前超过 ${hoursText(before)}`,
    later: (before) => `入住前 ${hoursText(before)}以内`,
    wholePrice: "总价全额",
    percent: (part) => `总价的 ${percent(part)}`,
    nights: (count) => `${nights(count)}的房费`,
    countedFrom: (time) => `从入住当天 ${time} 往前计算，以别墅当地时间为准。`,
    keeps: "每个预订始终适用预订时的条件，预订页面会显示具体日期和金额。",
    keepsUntilChanged:
      "每个预订适用预订时的条件。如果您在仍可免费取消时更改日期，则改为适用更改时的条件。预订页面会显示具体日期和金额。",
    noShow: "如果您未入住，按此表最后一项收费。",

    how: "如何取消或更改预订",
    ownPage:
      "请在您预订时使用的浏览器中打开预订；如果我们已将链接通过邮件发给您，也可以通过该链接打开。您可以在预订页面上取消预订，或更改日期和入住人数，并事先看到所需费用。",
    change: "更改后，已预订的夜晚保持原价，其他夜晚按当前价格计算，您已支付的款项会计入其中。",

    refunds: "如何退款",
    toCard: "您刷卡支付的金额在扣除取消费用后，会退回原卡。到账可能需要 5 至 10 天。",
    byUs: "您支付的金额在扣除取消费用后，我们会按您原来的付款方式退还。",
    weCancel: "如果我们不得不取消您的预订，您支付的全部款项都会退还。",
    weCancelElse: "如果我们因其他原因不得不取消您的预订，您支付的全部款项都会退还。",

    own: "其他说明",
    terms: "全部预订条款",
  },
} satisfies TermsTexts;

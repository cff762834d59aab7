import type { PaymentEmails } from "../en/payments.ts";

const payBelow = "您可以通过下方链接在线付款。如果您已通过其他方式付款，请忽略此邮件。";

export const paymentEmails = {
  pleasePay: ({ cottage, span, amount }, until, paid) => ({
    subject: `请付款以预订您在 ${cottage} 的住宿：${span}`,
    lines: [
      `您的住宿（${span}）尚未预订成功，支付 ${amount} 后即可生效。`,
      `我们会为您保留这些日期至${until}。${paid ? `我们已收到 ${paid}。` : "目前没有扣款。"}`,
    ],
  }),
  accepted: ({ cottage, span, amount }, until) => ({
    subject: `我们已接受您在 ${cottage} 的预订请求，请付款：${span}`,
    lines: [`好消息：别墅已为您留出（${span}）。支付 ${amount} 后预订即可生效。`, `我们会为您保留这些日期至${until}。`],
  }),
  dueOn: ({ span, reference, amount }, day) => ({
    subject: `您的住宿（${span}）须于${day}付款`,
    lines: [`您的预订 ${reference} 须于${day}支付 ${amount}。`, payBelow],
  }),
  dueToday: ({ span, reference, amount }) => ({
    subject: `您的住宿（${span}）今天须付款`,
    lines: [`您的预订 ${reference} 今天须支付 ${amount}。`, payBelow],
  }),
  overdue: ({ span, reference, amount }, day) => ({
    subject: `您的住宿（${span}）付款已逾期`,
    lines: [`您的预订 ${reference} 应于${day}支付 ${amount}，但款项尚未到账。`, payBelow],
  }),
  lastWarning: ({ span, reference, amount }, day, until) => ({
    subject: `请在${until}前付款，否则您的预订（${span}）将被取消`,
    lines: [
      `您的预订 ${reference} 应于${day}支付 ${amount}，但款项尚未到账。`,
      `如果在${until}前仍未付款，我们将不得不取消您的预订，届时按该预订所适用的取消政策处理。`,
      "您可以通过下方链接在线付款。如果您已通过其他方式付款，或需要更多时间，请回复此邮件。",
    ],
  }),
  link: ({ cottage, span, reference, amount }, about, isFee) => ({
    subject: `${cottage} 的付款链接：${amount}`,
    lines: [
      `这是您的住宿（${span}，预订编号 ${reference}）${isFee ? "取消费用" : ""}的付款链接，本次应付 ${amount}。`,
      ...(about ? [about] : []),
    ],
  }),
  received: ({ span, reference, amount }) => ({
    subject: `谢谢，我们已收到 ${amount}`,
    lines: [`我们已收到您为住宿（${span}，预订编号 ${reference}）支付的 ${amount}。`, "收据可在您的预订页面上查看。"],
  }),
  endedUnpaid: ({ cottage, span, amount }) => ({
    subject: `付款期限已过：${cottage}，${span}`,
    lines: [
      `您的住宿付款期限已过，这些日期已重新开放。${amount ? `您已支付的 ${amount} 会退还给您。` : "没有扣款。"}`,
      "如果您仍想入住，可以重新预订。",
    ],
  }),
  lateTaken: ({ span, reference, amount }) => ({
    subject: `您的付款晚到，但已预订成功：${span}`,
    lines: [
      `我们在截止时间之后才收到您支付的 ${amount}，但仍能为您安排这些日期。您已预订成功，预订编号 ${reference}。`,
    ],
  }),
  lateGone: ({ span, amount }) => ({
    subject: `您的付款已超过期限：${span}`,
    lines: [`我们收到您的付款时，这些日期已不再为您保留。我们正将 ${amount} 退回您的银行卡，到账可能需要 5 至 10 天。`],
  }),
  twice: ({ reference, amount }) => ({
    subject: `我们正在退还给您 ${amount}`,
    lines: [
      `您为预订 ${reference} 支付的金额超过了应付金额。我们正将 ${amount} 退回您的银行卡，到账可能需要 5 至 10 天。`,
    ],
  }),
  refunded: ({ reference, amount }) => ({
    subject: `您的退款 ${amount}`,
    lines: [`我们已将预订 ${reference} 的 ${amount} 退回您的银行卡，到账可能需要 5 至 10 天。`],
  }),
  feeWaived: ({ span, reference, amount }, fee) => ({
    subject: `您无需支付 ${fee} 的取消费用`,
    lines: [
      `我们已免除您的住宿（${span}，预订编号 ${reference}）的取消费用 ${fee}。${amount ? `您已支付的 ${amount} 会退还给您。` : "您无需再支付任何费用。"}`,
    ],
  }),
} satisfies PaymentEmails;

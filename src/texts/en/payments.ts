type Email = { subject: string; lines: string[] };
/** Values already formatted in the guest's language. */
type Facts = { cottage: string; span: string; reference: string; amount: string };

/** Emails to guests about their payments. */
export const paymentEmails = {
  /** `paid` is what the guest has paid already; empty if nothing. */
  pleasePay: ({ cottage, span, amount }: Facts, until: string, paid: string): Email => ({
    subject: `Please pay to book your stay at ${cottage}, ${span}`,
    lines: [
      `Your stay (${span}) is not booked yet. It will be booked once you have paid ${amount}.`,
      `We'll hold the nights for you until ${until}. ${paid ? `We have received ${paid} so far.` : "Nothing has been charged so far."}`,
    ],
  }),
  accepted: ({ cottage, span, amount }: Facts, until: string): Email => ({
    subject: `We've accepted your booking request: please pay to book ${cottage}, ${span}`,
    lines: [
      `Good news: you can have the cottage for ${span}. Your stay will be booked once you have paid ${amount}.`,
      `We'll hold the nights for you until ${until}.`,
    ],
  }),
  dueOn: ({ span, reference, amount }: Facts, day: string): Email => ({
    subject: `Payment due on ${day} for your stay (${span})`,
    lines: [
      `The payment of ${amount} for your stay (reference ${reference}) is due on ${day}.`,
      "You can pay online with the link below. If you have already paid another way, you can ignore this email.",
    ],
  }),
  dueToday: ({ span, reference, amount }: Facts): Email => ({
    subject: `Payment due today for your stay (${span})`,
    lines: [
      `The payment of ${amount} for your stay (reference ${reference}) is due today.`,
      "You can pay online with the link below. If you have already paid another way, you can ignore this email.",
    ],
  }),
  overdue: ({ span, reference, amount }: Facts, day: string): Email => ({
    subject: `Payment overdue for your stay (${span})`,
    lines: [
      `The payment of ${amount} for your stay (reference ${reference}) was due on ${day}, but we haven't received it yet.`,
      "You can pay online with the link below. If you have already paid another way, you can ignore this email.",
    ],
  }),
  /** The stay is cancelled at `until` unless the balance is paid. */
  lastWarning: ({ span, reference, amount }: Facts, day: string, until: string): Email => ({
    subject: `Please pay by ${until}, or your stay (${span}) will be cancelled`,
    lines: [
      `The payment of ${amount} for your stay (reference ${reference}) was due on ${day}, but we haven't received it yet.`,
      `If it has not been paid by ${until}, we will have to cancel your stay. Your booking's cancellation policy will apply.`,
      "You can pay online with the link below. If you have paid another way, or need more time, please reply to this email.",
    ],
  }),
  /** `about` is the host's own text. `isFee`: the amount is part of the fee for a cancelled stay. */
  link: ({ cottage, span, reference, amount }: Facts, about: string, isFee: boolean): Email => ({
    subject: `Payment link from ${cottage}: ${amount}`,
    lines: [
      `Here is the link to pay ${amount} ${isFee ? "towards the cancellation fee " : ""}for your stay (${span}, reference ${reference}).`,
      ...(about ? [about] : []),
    ],
  }),
  received: ({ span, reference, amount }: Facts): Email => ({
    subject: `Thank you: we've received ${amount}`,
    lines: [
      `We have received your payment of ${amount} for your stay (${span}, reference ${reference}).`,
      "Your receipt is on your booking page.",
    ],
  }),
  /** `amount` is what the guest has paid; empty if nothing. */
  endedUnpaid: ({ cottage, span, amount }: Facts): Email => ({
    subject: `The payment deadline has passed: ${cottage}, ${span}`,
    lines: [
      `The payment deadline for your stay has passed, and other guests can book the nights again. ${amount ? `We'll refund the ${amount} that you have paid.` : "Nothing was charged."}`,
      "If you still want to come, you can book again.",
    ],
  }),
  lateTaken: ({ span, reference, amount }: Facts): Email => ({
    subject: `Your payment arrived late, but your stay is booked: ${span}`,
    lines: [
      `Your payment of ${amount} reached us after the deadline, but we could still give you the nights. Your stay is booked, reference ${reference}.`,
    ],
  }),
  lateGone: ({ span, amount }: Facts): Email => ({
    subject: `Your payment came too late: ${span}`,
    lines: [
      `When your payment reached us, we were no longer holding the nights for you. We are sending ${amount} back to your card; please allow 5 to 10 days for it to arrive.`,
    ],
  }),
  twice: ({ reference, amount }: Facts): Email => ({
    subject: `We are sending ${amount} back to you`,
    lines: [
      `You have paid more than was due for your stay (reference ${reference}). We are sending ${amount} back to your card; please allow 5 to 10 days for it to arrive.`,
    ],
  }),
  refunded: ({ reference, amount }: Facts): Email => ({
    subject: `Your refund of ${amount}`,
    lines: [
      `We have sent ${amount} back to your card for your stay (reference ${reference}). Please allow 5 to 10 days for it to arrive.`,
    ],
  }),
  /** `fee` is the waived fee. `amount` is what is refunded; empty if nothing. */
  feeWaived: ({ span, reference, amount }: Facts, fee: string): Email => ({
    subject: `You don't have to pay the cancellation fee of ${fee}`,
    lines: [
      `We have waived the cancellation fee of ${fee} for your stay (${span}, reference ${reference}). ${amount ? `We'll refund the ${amount} that you have paid.` : "There is nothing left to pay."}`,
    ],
  }),
};
export type PaymentEmails = typeof paymentEmails;

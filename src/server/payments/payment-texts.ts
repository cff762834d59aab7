import { counted } from "#domain/text/counted.ts";
import type { StoredBooking } from "#domain/booking/booking.ts";
import { spanText } from "#domain/booking/timeline.ts";
import { moneyText } from "#domain/money/currency.ts";
import type { Cents } from "#domain/money/money.ts";

type Stay = Pick<StoredBooking, "checkIn" | "checkOut" | "reference" | "policy">;
type Money = { amountCents: Cents; currency: string };
const money = ({ amountCents, currency }: Money) => moneyText(amountCents, currency);

type HostText = { subject: string; lines: string[] };

export const hostTexts = {
  paidBooking: ({ guest, reference, ...stay }: StoredBooking, amount: Money): HostText => ({
    subject: `New booking, paid: ${spanText(stay)}, ${reference}`,
    lines: [
      `${guest.name}, ${counted(stay.guestCount, "guest")}`,
      [guest.email, guest.phone].filter(Boolean).join(", "),
      `Paid ${money(amount)} of ${moneyText(stay.totalCents, amount.currency)}.`,
    ],
  }),
  paid: (reference: string, amount: Money): HostText => ({
    subject: `Payment of ${money(amount)} received, ${reference}`,
    lines: [`The guest has paid ${money(amount)} online.`],
  }),
  lateTaken: (stay: Stay, amount: Money): HostText => ({
    subject: `A late payment: ${stay.reference} is booked after all`,
    lines: [
      `${money(amount)} for ${spanText(stay)} arrived after the payment deadline. The nights were still free, so the stay is booked.`,
    ],
  }),
  lateGone: (stay: Stay, amount: Money): HostText => ({
    subject: `A late payment is being refunded: ${stay.reference}`,
    lines: [
      `${money(amount)} for ${spanText(stay)} arrived after the booking had ended. We are refunding it in full, and will tell you if you need to do anything.`,
    ],
  }),
  twice: (reference: string, amount: Money): HostText => ({
    subject: `A guest paid too much: ${money(amount)} is being refunded, ${reference}`,
    lines: [`The guest paid ${money(amount)} more than was due for ${reference}. We are refunding it.`],
  }),
  mismatch: (reference: string, received: Money, requested: Money): HostText => ({
    subject: `A payment has the wrong amount, ${reference}`,
    lines: [
      `Requested ${money(requested)}, received ${money(received)}. The payment is recorded, but it does not confirm the booking. Please check it with your payment provider.`,
    ],
  }),
  refundFailed: (reference: string, amount: Money, why: string): HostText => ({
    subject: `A refund of ${money(amount)} failed, ${reference}`,
    lines: [
      `The guest has not received the money. ${why}`,
      "Please pay it back in another way, then close this alert.",
    ],
  }),
  refundNotAllowed: (reference: string, amount: Money, provider: string, reason: string): HostText => ({
    subject: `${provider} does not let us refund ${money(amount)}, ${reference}`,
    lines: [
      `${reason} Guests can still pay, but Latchkey cannot make refunds.`,
      `Allow refunds in ${provider}'s settings, as described in docs/payments.md. We then make the refund within ten minutes, and this alert closes.`,
    ],
  }),
  refundUnknown: (reference: string, amount: Money, provider: string): HostText => ({
    subject: `Was ${money(amount)} refunded? ${reference}`,
    lines: [
      `We do not know whether ${provider} refunded ${money(amount)}. Check there, then close this alert and say what you found.`,
    ],
  }),
  refundByHand: (reference: string, amount: Money, provider: string): HostText => ({
    subject: `Please refund ${money(amount)} yourself, ${reference}`,
    lines: [
      `Latchkey cannot send this refund through ${provider}. Refund ${money(amount)} in ${provider}'s portal or in another way, then close this alert.`,
    ],
  }),
  refundNotOwed: (reference: string, amount: Money): HostText => ({
    subject: `You don't need to refund ${money(amount)}, ${reference}`,
    lines: [
      "The refund was for a stay that has been restored. If the guest has paid too much for it, the dashboard says how much to refund. If you have already made this refund yourself, record it on the booking's page.",
    ],
  }),
  dueAgain: (reference: string, amount: Money): HostText => ({
    subject: `${money(amount)} is due again, ${reference}`,
    lines: [
      `The stay was restored, but the refund of ${money(amount)} for its cancellation had already been requested and has now been made. The guest owes this amount again. You can send them a payment link on the booking's page.`,
    ],
  }),
  testPayment: (reference: string, amount: Money): HostText => ({
    subject: `Nothing to refund: ${money(amount)} was a test payment, ${reference}`,
    lines: ["The guest paid in test mode, so no money was received, and none has to be paid back. Close this alert."],
  }),
  payBack: (reference: string, amount: Money, online: Money): HostText => ({
    subject: `Please pay back ${money(amount)}, ${reference}`,
    lines: [
      online.amountCents > 0
        ? `The stay was cancelled. We are refunding ${money(online)} online. The other ${money(amount)} that you owe the guest cannot be refunded online.`
        : `The stay was cancelled. You owe the guest ${money(amount)}, which cannot be refunded online.`,
      "Pay it back in another way, then record the refund on the booking's page.",
    ],
  }),
  overpaid: (reference: string, amount: Money): HostText => ({
    subject: `Please refund ${money(amount)}, ${reference}`,
    lines: [
      `The guest has paid ${money(amount)} more than is owed. Refund it on the booking's page, or pay it back in another way and record the refund there.`,
    ],
  }),
  compareByHand: (provider: string): HostText => ({
    subject: `Compare your payments with ${provider} after the restore`,
    lines: [
      `${provider} cannot list payments for us. Compare its list of payments since your backup with your bookings here, then close this alert.`,
    ],
  }),
  notCharged: (reference: string, amount: Money, reason: string): HostText => ({
    subject: `A guest cannot pay ${money(amount)}, ${reference}`,
    lines: [
      reason,
      "Take the payment in another way and record it. If only the amount is the problem, you can instead change the price on the booking's page and tell the guest to try again.",
    ],
  }),
  notChargeable: "Stripe cannot charge this amount: in a currency with three decimal places, the last digit must be 0.",
  tooLarge: (provider: string, largest: Money): string =>
    `${provider} accepts at most ${money(largest)} in one payment. Request it in parts.`,
  dispute: (reference: string, amount: Money, reason: string, answerBy: string | null): HostText => ({
    subject: `A guest disputes ${money(amount)}, ${reference}`,
    lines: [
      `Reason: ${reason || "not given"}.`,
      ...(answerBy ? [`Respond by ${answerBy} in your provider's dashboard.`] : []),
    ],
  }),
  unknownMoney: (provider: string, ref: string, reference: string | null): HostText => ({
    subject: reference ? `A payment that is not due, ${reference}` : "A payment for an unknown booking",
    lines: [
      reference
        ? `${provider} has a payment for ${reference} that is missing from the restored backup and is not due: ${ref}. Check there what it is for, then record it or refund it there.`
        : `${provider} has a payment that belongs to no booking here: ${ref}. Please check it there.`,
    ],
  }),
  paidAgain: (reference: string, provider: string, payments: readonly string[]): HostText => ({
    subject: `Has a guest paid twice? ${reference}`,
    lines: [
      `${provider} reports different payments on the same payment page: ${payments.join(", ")}. Only one of them is counted.`,
      `Check in ${provider}'s portal whether the guest has paid more than once. If so, refund all payments but one there, then close this alert.`,
    ],
  }),
  sharedCharge: (reference: string, amount: Money, provider: string, charge: string): HostText => ({
    subject: `${provider} reports one payment for two bookings, ${reference}`,
    lines: [
      `${provider} reports that ${money(amount)} was paid for ${reference} by payment ${charge}. That payment is already recorded for another booking, so it is not counted again. Please check it with ${provider}.`,
    ],
  }),
  releasedUnseen: (reference: string): HostText => ({
    subject: `Nights released, although the guest may have paid: ${reference}`,
    lines: [
      "For two hours, the payment provider could not tell us whether the guest has paid. If a payment turns up later, we will notify you.",
    ],
  }),
  account: (provider: string, reason: string): HostText => ({
    subject: `A problem with your ${provider} account`,
    lines: [
      reason,
      "Guests may be unable to pay until this is fixed. Until then, new bookings that require payment become requests for you to accept or decline.",
    ],
  }),
  overdue: (reference: string, amount: Money, hasEmail: boolean): HostText => ({
    subject: `${money(amount)} is overdue, ${reference}`,
    lines: [
      hasEmail
        ? "We are emailing the guest a reminder. The booking stays as it is."
        : "The guest has no email address, so we could not remind them. The booking stays as it is.",
    ],
  }),
  lastWarning: (reference: string, amount: Money, until: string): HostText => ({
    subject: `${money(amount)} is overdue: ${reference} will be cancelled`,
    lines: [
      `We are emailing the guest a warning. If nothing is paid by ${until}, and the warning was sent at least 48 hours earlier, the stay will be cancelled under its cancellation policy.`,
      "Record any payment that you have received in another way. To keep the stay anyway, close this alert on the booking's page.",
    ],
  }),
  notCancelled: (reference: string, amount: Money): HostText => ({
    subject: `${reference} will not be cancelled automatically`,
    lines: [
      "Stays with an unpaid balance are no longer cancelled automatically. Our warning to the guest said that this stay would be cancelled.",
      `${money(amount)} is still overdue. Please agree with the guest how they pay, or cancel the stay on the booking's page.`,
    ],
  }),
  cancelledUnpaid: (stay: Stay, { due, fee, back }: { due: Money; fee: Money; back: Money }): HostText => ({
    subject: `Cancelled because the balance was not paid: ${spanText(stay)}, ${stay.reference}`,
    lines: [
      `${money(due)} was overdue and was not paid by the deadline in our warning. The nights are free again, and we have emailed the guest.`,
      `Cancellation fee: ${money(fee)}. Refund to the guest: ${money(back)}.`,
    ],
  }),
};

import type { StoredBooking } from "#domain/booking/booking.ts";
import { spanText } from "#domain/booking/timeline.ts";
import { moneyText } from "#domain/money/currency.ts";
import type { Cents } from "#domain/money/money.ts";

type Stay = Pick<StoredBooking, "checkIn" | "checkOut" | "reference" | "policy">;
type Money = { amountCents: Cents; currency: string };
const money = ({ amountCents, currency }: Money) => moneyText(amountCents, currency);

type Notice = { subject: string; lines: string[] };

/** What the host is told, and what the portal's alarms say. */
export const notices = {
  paidBooking: ({ guest, reference, ...stay }: StoredBooking, amount: Money): Notice => ({
    subject: `New booking, paid: ${spanText(stay)}, ${reference}`,
    lines: [
      `${guest.name}, ${stay.guestCount === 1 ? "1 guest" : `${stay.guestCount} guests`}`,
      [guest.email, guest.phone].filter(Boolean).join(", "),
      `Paid ${money(amount)} of ${moneyText(stay.totalCents, amount.currency)}.`,
    ],
  }),
  paid: (reference: string, amount: Money): Notice => ({
    subject: `Payment of ${money(amount)} received, ${reference}`,
    lines: [`The guest has paid ${money(amount)} online.`],
  }),
  lateTaken: (stay: Stay, amount: Money): Notice => ({
    subject: `A late payment: ${stay.reference} is booked after all`,
    lines: [
      `${money(amount)} for ${spanText(stay)} came after the time to pay was over. The nights were still free, so the stay is booked.`,
    ],
  }),
  lateGone: (stay: Stay, amount: Money): Notice => ({
    subject: `A late payment is refunded: ${stay.reference}`,
    lines: [
      `${money(amount)} for ${spanText(stay)} came when the stay had ended. All of it goes back to the guest; you need not do anything.`,
    ],
  }),
  twice: (reference: string, amount: Money): Notice => ({
    subject: `A guest paid twice: ${money(amount)} goes back, ${reference}`,
    lines: [`${money(amount)} more than was due came in for ${reference}, and goes back to the guest.`],
  }),
  mismatch: (reference: string, got: Money, wanted: Money): Notice => ({
    subject: `A payment is not what was asked for, ${reference}`,
    lines: [
      `Asked for ${money(wanted)}, received ${money(got)}. It is written down as it came, and the booking is not confirmed by it. Please look at it with your payment provider.`,
    ],
  }),
  refundFailed: (reference: string, amount: Money, why: string): Notice => ({
    subject: `A refund of ${money(amount)} failed, ${reference}`,
    lines: [`The guest has not got the money. ${why}`, "Please pay it back in another way, then close this alert."],
  }),
  refundUnknown: (reference: string, amount: Money, provider: string): Notice => ({
    subject: `Was ${money(amount)} refunded? ${reference}`,
    lines: [`We do not know whether ${provider} refunded ${money(amount)}. Look there, then say which.`],
  }),
  refundByHand: (reference: string, amount: Money, provider: string): Notice => ({
    subject: `Please refund ${money(amount)} yourself, ${reference}`,
    lines: [
      `Latchkey cannot send this refund through ${provider}. Refund ${money(amount)} in ${provider}'s portal or in another way, then close this alert.`,
    ],
  }),
  compareByHand: (provider: string): Notice => ({
    subject: `Compare your payments with ${provider} after the restore`,
    lines: [
      `${provider} cannot list payments for us. Compare its list of payments since your backup with your bookings here, then close this alert.`,
    ],
  }),
  tooLarge: (provider: string, largest: Money): string =>
    `${provider} takes at most ${money(largest)} in one payment. Ask for it in parts.`,
  dispute: (reference: string, amount: Money, reason: string, answerBy: string | null): Notice => ({
    subject: `A guest disputes ${money(amount)}, ${reference}`,
    lines: [
      `Reason: ${reason || "not given"}.`,
      ...(answerBy ? [`Answer by ${answerBy} in your provider's dashboard.`] : []),
    ],
  }),
  unknownMoney: (provider: string, ref: string): Notice => ({
    subject: "Money for a booking that we do not know",
    lines: [`${provider} has a payment that no booking here asked for: ${ref}. Please look at it there.`],
  }),
  sharedCharge: (reference: string, amount: Money, provider: string, charge: string): Notice => ({
    subject: `${provider} names one payment for two bookings, ${reference}`,
    lines: [
      `${provider} says that ${money(amount)} were paid for ${reference}, by payment ${charge}. That payment is already recorded for another booking, so it is not counted again. Please look at it with ${provider}.`,
    ],
  }),
  freedUnseen: (reference: string, provider: string): Notice => ({
    subject: `Nights are free again without an answer from ${provider}, ${reference}`,
    lines: [`${provider} could not be reached for two hours. If a payment comes to light later, you will hear of it.`],
  }),
  account: (provider: string, reason: string): Notice => ({
    subject: `${provider} refuses our account`,
    lines: [
      reason,
      "Guests cannot pay until this is put right. Where guests pay when they book, new bookings are requests meanwhile, which you accept or decline.",
    ],
  }),
  overdue: (reference: string, amount: Money, reminded: boolean): Notice => ({
    subject: `${money(amount)} is overdue, ${reference}`,
    lines: [
      reminded
        ? "The guest has been reminded. The booking stays as it is."
        : "The guest has no email address, so we could not remind them. The booking stays as it is.",
    ],
  }),
  lastWarning: (reference: string, amount: Money, until: string): Notice => ({
    subject: `${money(amount)} is overdue: ${reference} will be cancelled`,
    lines: [
      `We have warned the guest. If nothing has come by ${until}, the stay is cancelled by its cancellation policy.`,
      "Record what you have received in another way. To keep the stay all the same, close this alert on the booking's page.",
    ],
  }),
  cancelledUnpaid: (stay: Stay, { due, fee, back }: { due: Money; fee: Money; back: Money }): Notice => ({
    subject: `Cancelled because the rest was not paid: ${spanText(stay)}, ${stay.reference}`,
    lines: [
      `${money(due)} was overdue, and did not come within 48 hours of our warning. The nights are free again, and the guest has been told.`,
      `Cancellation fee: ${money(fee)}. Goes back to the guest: ${money(back)}.`,
    ],
  }),
};

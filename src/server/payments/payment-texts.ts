import type { StoredBooking } from "#domain/booking/booking.ts";
import { spanText } from "#domain/booking/timeline.ts";
import { momentText } from "#domain/calendar/moment-text.ts";
import { moneyText } from "#domain/money/currency.ts";
import type { Cents } from "#domain/money/money.ts";

/** Every sentence of payments in letters, as functions of what they name. */

type Stay = Pick<StoredBooking, "checkIn" | "checkOut" | "reference" | "policy">;
type Money = { amountCents: Cents; currency: string };
const money = ({ amountCents, currency }: Money) => moneyText(amountCents, currency);

export const letters = {
  pleasePay: (cottage: string, stay: Stay, amount: Money, until: Date) => ({
    subject: `Please pay to book your stay at ${cottage}, ${spanText(stay)}`,
    lines: [
      `Your stay ${spanText(stay)} is not booked yet: it is booked as soon as you have paid ${money(amount)}.`,
      `We keep the nights for you until ${momentText(until, stay.policy.timeZone)}. Nothing has been charged so far.`,
    ],
  }),
  accepted: (cottage: string, stay: Stay, amount: Money, until: Date) => ({
    subject: `Your stay at ${cottage} is accepted: please pay, ${spanText(stay)}`,
    lines: [
      `Good news: you can have the cottage for ${spanText(stay)}. Your stay is booked as soon as you have paid ${money(amount)}.`,
      `We keep the nights for you until ${momentText(until, stay.policy.timeZone)}.`,
    ],
  }),
  restDue: (stay: Stay, amount: Money, when: "soon" | "today" | "late", day: string) => ({
    subject:
      when === "late"
        ? `Payment overdue for your stay ${spanText(stay)}`
        : `Payment due ${when === "today" ? "today" : `on ${day}`} for your stay ${spanText(stay)}`,
    lines: [
      when === "late"
        ? `${money(amount)} for your stay ${stay.reference} was due on ${day}, and has not arrived yet.`
        : `${money(amount)} for your stay ${stay.reference} is due ${when === "today" ? "today" : `on ${day}`}.`,
      "You can pay online with the link below. If you have paid in another way, you can ignore this email.",
    ],
  }),
  link: (cottage: string, stay: Stay, amount: Money, about: string) => ({
    subject: `Payment link from ${cottage}: ${money(amount)}`,
    lines: [
      `Here is the link to pay ${money(amount)} for your stay ${spanText(stay)}, reference ${stay.reference}.`,
      ...(about ? [about] : []),
    ],
  }),
  received: (stay: Stay, amount: Money) => ({
    subject: `Thank you: we received ${money(amount)}`,
    lines: [
      `We have received your payment of ${money(amount)} for your stay ${spanText(stay)}, reference ${stay.reference}.`,
      "Your receipt is on your booking's page.",
    ],
  }),
  endedUnpaid: (cottage: string, stay: Stay) => ({
    subject: `The time to pay is over: ${cottage}, ${spanText(stay)}`,
    lines: [
      "The time to pay for your stay is over, and the nights are free again. Nothing was charged.",
      "If you still want to come, you can book again.",
    ],
  }),
  lateTaken: (stay: Stay, amount: Money) => ({
    subject: `Your payment came late, and your stay is booked: ${spanText(stay)}`,
    lines: [
      `Your payment of ${money(amount)} came after the time was over; the nights were still free. Your stay is booked, reference ${stay.reference}.`,
    ],
  }),
  lateGone: (stay: Stay, amount: Money) => ({
    subject: `Your payment came too late: ${spanText(stay)}`,
    lines: [
      `Your payment came after the time was over, and you don't have these nights any longer. We are sending ${money(amount)} back to your card; banks take 5 to 10 days.`,
    ],
  }),
  twice: (stay: Stay, amount: Money) => ({
    subject: `We are sending ${money(amount)} back to you`,
    lines: [
      `You have paid more than was due for your stay ${stay.reference}. We are sending ${money(amount)} back to your card; banks take 5 to 10 days.`,
    ],
  }),
  refunded: (stay: Stay, amount: Money) => ({
    subject: `Your refund of ${money(amount)}`,
    lines: [
      `We have sent ${money(amount)} back to your card for your stay ${stay.reference}. Banks take 5 to 10 days.`,
    ],
  }),
};

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
  freedUnseen: (reference: string, provider: string): Notice => ({
    subject: `Nights are free again without an answer from ${provider}, ${reference}`,
    lines: [`${provider} could not be reached for two hours. If a payment comes to light later, you will hear of it.`],
  }),
  account: (provider: string, reason: string): Notice => ({
    subject: `${provider} refuses our account`,
    lines: [reason, "Guests cannot pay until this is put right. New guests send a booking request meanwhile."],
  }),
  overdue: (reference: string, amount: Money): Notice => ({
    subject: `${money(amount)} is overdue, ${reference}`,
    lines: ["The guest has been reminded. The booking stays as it is."],
  }),
};

import type { GuestPayment } from "#contract/payments.ts";
import { moneyText } from "#domain/money/currency.ts";
import { formatDate } from "../lib/format-date.ts";
import { deadlineText } from "./cancellation-policy.ts";

/** Every sentence of the pay page, as functions of what it shows. */

type P = GuestPayment;
const money = (cents: number, { currency }: Pick<P, "currency">) => moneyText(cents, currency);
const until = (payment: P) => (payment.keptUntil ? deadlineText(payment.keptUntil, payment.timeZone) : "");
const lateRefund = (payment: P) =>
  payment.refunds.filter(({ why }) => why === "late").reduce((sum, refund) => sum + refund.amountCents, 0);
const failedRefund = (payment: P) =>
  payment.refunds.filter(({ state }) => state === "failed").reduce((sum, refund) => sum + refund.amountCents, 0);

const rest = (p: P) => {
  if (p.laterCents === 0) return [];
  const amount = money(p.laterCents, p);
  return [p.laterOn ? `The rest, ${amount}, is due on ${formatDate(p.laterOn)}.` : `The rest is ${amount}.`];
};

const cancellation = (p: P) => {
  const [first, ...later] = p.cancellation;
  if (!first) return "Cancellation is free.";
  const steps = later.map((step) => `; from ${deadlineText(step.from, p.timeZone)} ${money(step.amountCents, p)}`);
  const until = deadlineText(p.freeCancellationUntil, p.timeZone);
  return `Free cancellation until ${until}, then ${money(first.amountCents, p)}${steps.join("")}.`;
};

const terms = (p: P) => [
  cancellation(p),
  ...(p.provider ? [`You pay on ${p.provider.label}'s page; we never see your card.`] : []),
];

export const payTexts = {
  headline: {
    open: (p: P) => `Pay ${money(p.amountCents, p)} to book your stay`,
    checking: () => "Checking your payment …",
    "not-charged": () => "Nothing was charged",
    due: (p: P) => `Pay ${money(p.amountCents, p)} for your stay`,
    paid: () => "Paid. Your stay is booked.",
    ended: () => "The time to pay is over",
    "late-taken": () => "Your stay is booked",
    "late-gone": () => "Your payment came too late",
    "refund-failed": () => "We could not send your money back",
    cancelled: () => "This stay is cancelled",
    waits: () => "There is nothing to pay yet",
    nothing: () => "There is nothing to pay",
  } satisfies Record<P["state"], (p: P) => string>,

  stay: (p: P) =>
    `${p.nights === 1 ? "1 night" : `${p.nights} nights`}, ${formatDate(p.checkInDate, "short")} – ${formatDate(p.checkOutDate, "short")}. Reference ${p.reference}.`,

  body: {
    open: (p: P) => [`The nights are kept for you until ${until(p)}.`, ...rest(p), ...terms(p)],
    checking: () => ["It usually takes a few seconds. You can close this page; we will write to you."],
    "not-charged": (p: P) => [
      p.keptUntil ? `The nights are kept until ${until(p)}.` : "Your booking stays as it is.",
      ...rest(p),
      ...terms(p),
    ],
    due: (p: P) => [...(p.about ? [p.about] : []), ...rest(p), ...terms(p)],
    paid: (p: P) => [
      `We have received ${money(p.paidCents, p)}.`,
      ...(p.laterCents > 0 && p.laterOn
        ? [`The rest, ${money(p.laterCents, p)}, is due on ${formatDate(p.laterOn)}.`]
        : []),
    ],
    ended: () => ["The nights are free again. Nothing was charged."],
    "late-taken": () => ["Your payment came after the time was over; the nights were still free. Your stay is booked."],
    "late-gone": (p: P) => [
      `Your payment came after the time was over, and you don't have the nights any longer. We are sending ${money(lateRefund(p), p)} back; banks take 5 to 10 days.`,
    ],
    "refund-failed": (p: P) => [`We could not send ${money(failedRefund(p), p)} back to your card. We will call you.`],
    cancelled: () => ["Nothing more is due for it."],
    waits: () => ["We will write to you as soon as your stay can be paid."],
    nothing: () => ["Nothing is due for this stay at the moment."],
  } satisfies Record<P["state"], (p: P) => string[]>,

  pay: (p: P) => `Pay ${money(p.amountCents, p)}`,
  agreed: "By paying you agree to what is written here:",
  giveBack: "Give the nights back",
  again: "Try again",
  lookAgain: "Look at the dates again",
  booking: "See your booking",
  contact: "Contact us",
  calendarFile: "Add the stay to your calendar",
  receipt: (number: string) => `Receipt ${number}`,
  testMode: "Test mode: no real money moves",
  takesLonger:
    "It takes longer than usual. Your nights are kept, and we keep asking. We will write to you as soon as we know; if anything went wrong, nothing is charged.",
  unreachable: (p: P) =>
    p.keptUntil
      ? `Card payment cannot be reached right now. Your nights are kept until ${until(p)}.`
      : "Card payment cannot be reached right now. Please try again in a few minutes.",
  notYours: {
    headline: "Please open the link in your email",
    body: "Only the person who booked can pay for a stay here. Your booking's link is in the email that we sent you.",
  },
};

export const receiptTexts = {
  title: { payment: "Receipt", refund: "Refund", correction: "Correction" },
  number: (number: string) => `Number ${number}`,
  issued: (day: string) => `Issued on ${formatDate(day)}`,
  test: "Test mode: no real money moved. This is not a receipt.",
  price: "Price of the stay",
  total: "Total",
  contains: (tax: string) => `Contains ${tax}`,
  for: (name: string) => (name ? `For ${name}` : ""),
  stay: (reference: string, checkIn: string, checkOut: string) =>
    `Stay ${formatDate(checkIn)} – ${formatDate(checkOut)}, reference ${reference}`,
  method: {
    online: "Paid online by card",
    cash: "Cash",
    card: "Card",
    "bank-transfer": "Bank transfer",
    dispute: "Disputed with the card's bank",
    "refund-failed": "A refund that did not arrive",
    other: "Other",
  } as Record<string, string>,
};

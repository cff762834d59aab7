import type { Terms } from "#contract/terms.ts";
import { counted, hoursText, percentText } from "#domain/pricing/line-text.ts";

type Payment = NonNullable<Terms["payment"]>;
type Step = Terms["cancellation"][number];

const dueAtOnce = ({ firstPart }: Payment) => (firstPart === "all" ? "the price" : "the first part of the price");

/** The words of /terms and /cancellation. */
export const termsTexts = {
  title: "Terms",
  lead: (name: string) => `What you and we agree on when you book a stay at ${name}.`,
  about: "What applies to a stay when you book it: booking, price, payment, cancellation and the time in the house.",

  who: "Who you book with",
  address: "Address",
  phone: "Phone",
  email: "Email",

  booking: "Your booking",
  bookedBy: {
    instant: (payment: Payment | null) =>
      payment?.required
        ? `Your stay is booked as soon as you have paid ${dueAtOnce(payment)}. Until then we keep the nights for a short time, which the payment page names.`
        : "Your stay is booked as soon as you have sent the booking form and we show you a reference.",
    verified: (payment: Payment | null) =>
      `We send you an email when you have sent the booking form. Your stay is booked when you open the link in it${payment?.required ? ` and have paid ${dueAtOnce(payment)}` : ""}.`,
    request: (hours: number, payment: Payment | null) =>
      `The booking form sends us a request. We answer it within ${counted(hours, "hour")} and hold the nights until then. Your stay is booked when we accept it${payment?.required ? ` and you have paid ${dueAtOnce(payment)}, for which you have ${counted(payment.payHours, "hour")}` : ""}.`,
  },
  whole: (guests: number) => `You book the whole cottage, for up to ${counted(guests, "guest")}, children included.`,
  details: "Please give us a name, an email address and a phone number under which we can reach you.",

  payment: "Price and payment",
  price: "The price that you see before you book is the price of the whole stay. Taxes and fees are included.",
  onArrival: "You pay us when you arrive, or as we agree with you.",
  mayPay: ({ provider }: Payment) => `You may pay online by card, on the page of ${provider}.`,
  mustPay: ({ provider }: Payment) => `You pay online by card, on the page of ${provider}. We never see your card.`,
  firstPart: ({ firstPart, firstPercent, firstNights, balanceDays, required }: Payment) => {
    if (firstPart === "all") return required ? "You pay the whole price when you book." : "";
    const part =
      firstPart === "percent" ? `${firstPercent}% of the price` : `the price of ${counted(firstNights, "night")}`;
    return `When you book, ${part} is due; the rest is due ${counted(balanceDays, "day")} before you arrive. If you book later than that, the whole price is due at once.`;
  },

  cancellation: "Cancelling and changing",
  seeCancellation: "What a cancellation costs, and how to cancel",

  stay: "During your stay",
  times: (from: string, by: string) => `You can check in from ${from}, and please leave by ${by}.`,
  rules: "The house rules are part of these terms.",
  damage: "Please tell us about anything that is broken or missing. You pay for damage that goes beyond normal wear.",
  problems: "If something is not as it should be, please tell us while you are here, so we can put it right.",
  rulesLink: "House rules",

  data: "Your data",
  dataLink: "What we keep about you, why and for how long",

  own: "Our terms",
} as const;

export const cancellationTexts = {
  title: "Cancellation",
  lead: "What it costs to cancel a stay that you book now, and how to do it.",
  about: "Until when a stay can be cancelled free of charge, what it costs afterwards, and how the money comes back.",

  costs: "What it costs",
  when: "When you cancel",
  fee: "Fee",
  free: "Nothing",
  earlier: (step: Step) =>
    step.fromHoursBefore === 0 ? "Before check-in" : `More than ${hoursText(step.fromHoursBefore)} before check-in`,
  from: (step: Step) =>
    step.fromHoursBefore === 0 ? "From check-in on" : `${hoursText(step.fromHoursBefore)} before check-in, or later`,
  feeOf: (step: Step) => {
    if ("percent" in step)
      return step.percent === 10_000 ? "The whole price" : `${percentText(step.percent)} of the price`;
    return step.nights === 1 ? "The price of 1 night" : `The price of ${step.nights} nights`;
  },
  countedFrom: (time: string) => `Counted back from ${time} on the day of your arrival, in the cottage's time zone.`,
  keeps:
    "A booking keeps the conditions of the day on which it was made. Its own page shows them with dates and amounts.",
  noShow: "If you don't come, or leave early, the last fee in this list applies.",

  how: "How to cancel or change your stay",
  ownPage:
    "Open the link in the email that we sent you. The page of your booking has a button to cancel, and one to change dates or guests, with what it costs.",
  find: "Find your booking",
  change: "A change is made at the price of the new dates. What you have paid counts for them.",

  refunds: "How your money comes back",
  toCard: "What you have paid by card beyond the fee goes back to the same card. Banks take 5 to 10 days.",
  byUs: "What you have paid beyond the fee, we give back in the way in which you paid it.",
  weCancel: "If we have to cancel your stay, you get back everything that you have paid.",

  own: "Also",
  terms: "All our terms",
} as const;

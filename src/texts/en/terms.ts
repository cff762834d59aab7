import { counted, hoursText, percentText } from "./stay.ts";

/** The terms and cancellation pages. They have no script, so only the server loads these strings. */
const beforeArrival = (days: number) =>
  days === 0 ? "on the day of arrival" : `${counted(days, "day")} before you arrive`;

export const termsTexts = {
  title: "Terms",
  lead: (cottage: string) => `What you and we agree on when you book a stay at ${cottage}.`,
  about: "What applies when you book a stay: booking, price, payment, cancellation and your time at the cottage.",

  who: "Who you book with",
  address: "Address",
  phone: "Phone",
  email: "Email",

  booking: "Your booking",
  /** When a stay counts as booked. `whole` means that the whole price is due at booking, not just a deposit. */
  booked: {
    instant:
      "Your stay is booked as soon as you have sent the booking form and your booking page confirms it. For some stays, we first ask you to confirm your email address.",
    instantPaid: (whole: boolean): string =>
      whole
        ? "Your stay is booked as soon as you have paid the price. Until then we hold the nights for a short time, shown on the payment page."
        : "Your stay is booked as soon as you have paid the first part of the price. Until then we hold the nights for a short time, shown on the payment page.",
    verified:
      "When you send the booking form, we email you a link. Your stay is booked when you open it, or at once if you have recently confirmed your email address.",
    /** Added to `instant`, `instantPaid` and `verified`. `paid` means that guests have to pay when they book. */
    unlessChecked: (hours: number, paid: boolean): string =>
      paid
        ? `Sometimes we first have to check a booking. We then tell you that it is a request, hold the nights and answer within ${counted(hours, "hour")}; you pay once we have accepted it.`
        : `Sometimes we first have to check a booking. We then tell you that it is a request, hold the nights and answer within ${counted(hours, "hour")}; your stay is booked when we accept it.`,
    request: (hours: number) =>
      `The booking form sends us a request. We answer it within ${counted(hours, "hour")} and hold the nights until then. Your stay is booked when we accept it.`,
    requestPaid: (hours: number, whole: boolean, payHours: number): string =>
      whole
        ? `The booking form sends us a request. We answer it within ${counted(hours, "hour")} and hold the nights until then. Your stay is booked once we have accepted it and you have paid the price. You have ${counted(payHours, "hour")} to pay.`
        : `The booking form sends us a request. We answer it within ${counted(hours, "hour")} and hold the nights until then. Your stay is booked once we have accepted it and you have paid the first part of the price. You have ${counted(payHours, "hour")} to pay.`,
  },
  whole: (guests: number) => `You book the whole cottage, for up to ${counted(guests, "guest")}, children included.`,
  details: "Please give us a name, an email address and a phone number where we can reach you.",

  payment: "Price and payment",
  price: "The price that you see before you book is the price of the whole stay. Taxes and fees are included.",
  onArrival: "You pay us when you arrive, or as we agree with you.",
  mayPay: (provider: string) => `You may pay online by card, on ${provider}'s page.`,
  mustPay: (provider: string) => `You pay online by card, on ${provider}'s page. We never see your card.`,
  allAtOnce: "You pay the whole price when you book.",
  /** Hundredths of a percent. */
  firstPercent: (percent: number, days: number) =>
    `When you book, ${percentText(percent)} of the price is due; the balance is due ${beforeArrival(days)}. If you book after that, the full price is due when you book.`,
  firstNights: (nights: number, days: number) =>
    `When you book, the price of the first ${nights === 1 ? "night" : counted(nights, "night")} is due; the balance is due ${beforeArrival(days)}. If you book after that, the full price is due when you book.`,
  cancelUnpaid:
    "If the balance is overdue, we email you a warning with a deadline of at least 48 hours. If it has not been paid by then, we cancel your stay, and the cancellation policy applies.",

  cancellation: "Cancelling and changing",
  seeCancellation: "What a cancellation costs, and how to cancel",

  stay: "During your stay",
  times: (from: string, by: string) => `You can check in from ${from}; please leave by ${by}.`,
  rules: "The <rules>house rules</> are part of these terms.",
  damage:
    "Please tell us about anything that is broken or missing. You pay for damage that goes beyond normal wear and tear.",
  problems: "If something is not as it should be, please tell us while you are here, so we can put it right.",

  data: "Your data",
  seePrivacy: "What we keep about you, why and for how long",

  own: "Our terms",

  policy: {
    title: "Cancellation",
    lead: "What it costs to cancel a stay that you book now, and how to do it.",
    about: "When you can cancel a stay free of charge, what it costs afterwards, and how refunds work.",

    costs: "What it costs",
    when: "When you cancel",
    fee: "Fee",
    free: "Nothing",
    beforeCheckIn: "Before check-in",
    fromCheckIn: "From check-in on",
    earlier: (hours: number) => `More than ${hoursText(hours)} before check-in`,
    later: (hours: number) => `${hoursText(hours)} before check-in, or later`,
    wholePrice: "The whole price",
    /** Hundredths of a percent. */
    percent: (percent: number) => `${percentText(percent)} of the price`,
    nights: (nights: number) => `The price of ${counted(nights, "night")}`,
    countedFrom: (time: string) => `Counted back from ${time} on the day of your arrival, in the cottage's time zone.`,
    keeps:
      "A booking keeps the conditions that applied when it was made. Your booking page shows them with dates and amounts.",
    keepsUntilChanged:
      "A booking keeps the conditions that applied when it was made. If you change its dates while cancelling is still free, the conditions that apply at that time replace them. Your booking page shows them with dates and amounts.",
    noShow: "If you don't come, the last fee in this list applies.",

    how: "How to cancel or change your stay",
    ownPage:
      "Open your booking in the browser you booked with, or with the link if we've emailed it to you. Your booking page has a button to cancel and one to change dates or guests, and shows what each costs.",
    change:
      "Nights that you have already booked keep their price; for other nights, you pay the current price. What you have already paid counts towards the new price.",

    refunds: "Refunds",
    toCard:
      "If you have paid more than the fee by card, we refund the difference to the same card. Please allow 5 to 10 days for it to arrive.",
    byUs: "Anything that you have paid beyond the fee is refunded to you the same way you paid.",
    weCancel: "If we have to cancel your stay, we refund everything that you have paid.",
    weCancelElse: "If we have to cancel your stay for any other reason, we refund everything that you have paid.",

    own: "Additional conditions",
    terms: "All our terms",
  },
};
export type TermsTexts = typeof termsTexts;

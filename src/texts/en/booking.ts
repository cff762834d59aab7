import type { CancellationStep } from "#domain/pricing/price-document.ts";
import { counted, hoursText, percentText } from "./stay.ts";

type Charge = { step: CancellationStep; amount: string };
/** `from` is the time when the fee starts to apply. */
type LaterCharge = Charge & { from: string };

function chargeLabel(step: CancellationStep): string {
  if ("percent" in step) {
    return step.percent === 10_000 ? "the whole price" : `${percentText(step.percent)} of the price`;
  }
  return step.nights === 1 ? "one night" : counted(step.nights, "night");
}

const charge = ({ step, amount }: Charge) => `${amount} (${chargeLabel(step)})`;

/** The two booking forms. */
export const bookingTexts = {
  title: "Book your stay",
  loading: "Loading the booking form...",
  notFound: {
    title: "Property Not Found",
    text: "We couldn't load the cottage just now. Please try again in a moment.",
    back: "Back to Properties",
  },
  yourStay: "Your stay",
  yourDetails: "Your details",
  terms: "Our terms and cancellation policy apply",
  leaveEmpty: "Leave this empty",
  updatePrice: "Update price",
  chooseDates: "Choose your dates",
  nightsIncluded: (nights: string, payNote: string) =>
    payNote ? `${nights}, taxes and fees included. ${payNote}` : `${nights}, taxes and fees included`,
  bookNow: "Book Now",
  processing: "Processing...",
  option: {
    legend: "Booking option",
    entire: "Entire cottage",
    rooms: (bedrooms: string, bathrooms: string) => `${bedrooms} and ${bathrooms}, just for your group`,
  },
  chosen: {
    checkIn: "Choose your check-in day, then your check-out day.",
    checkOut: (day: string) => `Check-in ${day}. Now choose your check-out day.`,
    stay: (total: string, nights: string, dates: string) => `${total} total, ${nights}, ${dates}`,
    clear: "Clear dates",
  },
  code: {
    have: "Have a discount code?",
    label: "Discount code",
    use: "Use code",
    unknown: "We couldn't check the code just now. Please try again in a moment.",
  },
  fields: {
    guests: "Guests",
    guestCount: "Number of guests",
    guestRange: (most: number) => `Up to ${most}, children included`,
    guestName: "Guest name",
    email: "Email",
    phone: "Phone",
    phoneOptional: "Phone (optional)",
    whatsapp: "Also send me messages about this stay on WhatsApp",
    whatsappHint: "To the number above, with its country code. Reply STOP at any time to opt out.",
    requests: "Special requests (optional)",
    requestsHint: "For example a cot, a late arrival or an allergy.",
  },
  problem: "There is a problem",
  offline: {
    title: "We couldn't connect",
    text: "You may be offline. Everything you typed is saved. When you're back online, reload this page and press Book Now again: you won't be booked twice.",
  },
  /** SPEC 8, on the main form; both forms also show it for a pending booking. */
  created: { title: "Booking Created", description: "Your booking has been successfully created!" },
  hints: {
    unreadable: "We couldn't read the dates in your link, so please choose them below.",
    refused: (refusal: string) => `The dates in your link can't be booked. ${refusal}.`,
    sleeps: (guests: string, start: number) => `The cottage sleeps up to ${guests}, so we've started with ${start}.`,
  },
  notice: {
    unsettled: "We're not sure your booking went through. Press Book Now again: you won't be booked twice.",
    free: "The cottage is free for these dates.",
    refused: (refusal: string) => `${refusal}.`,
    offer: (dates: string, total: string) => `${dates}, ${total} total`,
    nearest: (offer: string) => `Use the nearest free dates: ${offer}`,
    or: (offer: string) => `Or ${offer}`,
    booked: "You've booked these dates.",
    see: "See your booking",
  },
  summary: {
    ofWhich: (tax: string, amount: string) => `of which ${tax}: ${amount}`,
    nights: "Nights",
    rate: "Rate",
    cancellation: "Cancellation",
    noDates: (extras: string) => `${extras}. Choose your dates to see the total.`,
    noPicture: "No picture yet",
    nightsTimes: (nights: string, price: string) => `${nights} × ${price}`,
  },
  cancellation: {
    free: "Free",
    until: (until: string, first: Charge, later: readonly LaterCharge[]) =>
      `Free until ${until}; afterwards ${charge(first)}${later.map((step) => `; from ${step.from} ${charge(step)}`).join("")}`,
    /**
     * Shown when free cancellation is no longer possible for these dates: the highest fee, and the first arrival date
     * for which cancelling is still free.
     */
    over: (most: Charge, freeFrom: string, hours: number) =>
      `You pay at most ${charge(most)}. Arrive on ${freeFrom} or later, and cancellation is free up to ${hoursText(hours)} before check-in`,
  },
};
export type BookingTexts = typeof bookingTexts;

import { STARTING_TEMPLATES } from "#domain/messaging/starting-templates.ts";
import type { TemplateType } from "#domain/messaging/message.ts";
import type { Template } from "#domain/messaging/template.ts";
import { WHATSAPP_TEXTS } from "#domain/messaging/whatsapp-template.ts";
import { pluralIn } from "../plural.ts";
import { ownTexts } from "./own.ts";

const plural = pluralIn("en");
const { host_notice: _host, ...whatsapp } = WHATSAPP_TEXTS;

const templates: Record<TemplateType, Template> = STARTING_TEMPLATES;

/** The details of a stay, already formatted. */
type StayFacts = {
  cottage: string;
  span: string;
  nights: string;
  guests: string;
  total: string;
  reference: string;
};

/** Strings for emails, calendar entries and WhatsApp messages to guests. */
export const emails = {
  templates,
  whatsapp,
  nights: (count: number) => plural(count, { one: `${count} night`, other: `${count} nights` }),
  guests: (count: number) => plural(count, { one: `${count} guest`, other: `${count} guests` }),
  /** Used instead of the guest's name if the name must not be quoted. */
  someGuest: "guest",
  noFee: "none",
  noWifiPassword: "please ask us when you arrive",
  /** Shown instead of key codes and the WiFi password. */
  callUs: (phone: string) => `please call us at ${phone}`,
  openLinkFirst: "open your booking with the link in our email to see it",
  shownFrom: (day: string) => `you'll get this on ${day}`,
  /** Used instead of a list of changes if the host has restored a cancelled stay. */
  restored: "Your stay had been cancelled. It is now booked again.",
  changedCheckIn: (now: string, was: string) => `Check-in: ${now} (was ${was})`,
  changedCheckOut: (now: string, was: string) => `Check-out: ${now} (was ${was})`,
  changedGuests: (now: string, was: string) => `${now} (was ${was})`,
  changedTotal: (now: string, was: string) => `Total: ${now} (was ${was})`,
  /** The payments for a stay that is paid online. */
  paid: (amount: string) => `Paid: ${amount}`,
  dueNow: (amount: string) => `To pay now: ${amount}`,
  dueOn: (amount: string, day: string) => `Due on ${day}: ${amount}`,
  /** Labels of buttons. */
  rateStay: "Rate your stay",
  openBooking: "Open your booking",
  openForm: "Open the booking form",
  calendarTitle: (cottage: string) => `Stay at ${cottage}`,
  calendarText: (stay: { reference: string; checkInFrom: string; checkOutBy: string; phone: string }) =>
    stay.phone
      ? `Booking ${stay.reference}. Check-in from ${stay.checkInFrom}, check-out by ${stay.checkOutBy}. Call ${stay.phone} if you are late.`
      : `Booking ${stay.reference}. Check-in from ${stay.checkInFrom}, check-out by ${stay.checkOutBy}.`,
  ownLink: {
    subject: (reference: string) => `Your booking ${reference}`,
    text: "Here is the link to your booking. You can use it to see and manage your stay.",
    warning:
      "Anyone with this link can do the same, so please keep it private. If you didn't ask for it, just ignore this email.",
  },
  /** For a guest whose request the host has to answer. */
  requested: {
    subject: ({ cottage, span }: StayFacts) => `We've received your booking request: ${cottage}, ${span}`,
    answer: ownTexts.waiting.host,
    text: "You can use this link to see your request or withdraw it.",
  },
  confirmStay: {
    subject: ({ cottage, span }: StayFacts) => `Please confirm your stay at ${cottage}, ${span}`,
    stay: (stay: StayFacts) =>
      `${stay.cottage}: ${stay.span}, ${stay.nights}, ${stay.guests}. Total ${stay.total}. Reference ${stay.reference}.`,
    sendRequest: (until: string) =>
      `Open this link by ${until} to send your request to the host. We'll hold the nights for you until then; you don't have to fill in anything again.`,
    completeBooking: (until: string) =>
      `Open this link by ${until} to complete your booking. We'll hold the nights for you until then; you don't have to fill in anything again.`,
    notYou:
      "If this wasn't you, just ignore this email. Nothing has been booked, and the nights will be free again after that time.",
  },
  proveEmail: {
    subject: "One more step to book your stay",
    text: "Please open this link within an hour, then press Book Now again. We've had an unusual number of booking requests, so please confirm your email address.",
    notYou: "If this wasn't you, just ignore this email. Nothing has been booked.",
  },
  /** The page to which the link in an email leads; a browser with JavaScript sends its form without a click. */
  linkPage: {
    complete: {
      title: "Confirm your booking",
      text: "Press the button to confirm your email address and your booking.",
      button: "Confirm my booking",
    },
    request: {
      title: "Send your booking request",
      text: "Press the button to confirm your email address and send your request to the host.",
      button: "Send my request",
    },
    verify: {
      title: "Your booking",
      text: "Press the button to confirm your email address and open your booking.",
      button: "Open my booking",
    },
    proof: {
      title: "Confirm your email address",
      text: "Press the button to confirm your email address. You can then book your stay.",
      button: "Confirm my email address",
    },
  },
  offer: {
    subject: (cottage: string, span: string) => `Our offer for you: ${cottage}, ${span}`,
    price: (price: string, span: string) => `We'd like to offer you this stay (${span}) for ${price}.`,
    until: (until: string) => `We'll hold these nights for you until ${until}.`,
    how: "Open the link to see the price details and to accept the offer.",
  },
  /** For a guest whose request was declined or not answered in time, or who did not accept an offer in time. */
  ended: {
    request: {
      subject: "We couldn't accept your booking request {reference}",
      body: `Dear {guestName},

We're sorry, but we couldn't accept your request to stay at {cottage} from {checkIn} to {checkOut}. Nothing has been booked, and there is nothing to pay.

If other dates would suit you, you can see here which are free:

{bookingLink}

If you have any questions, call us at {hostPhone} or reply to this email.`,
    },
    offer: {
      subject: "Our offer {reference} has ended",
      body: `Dear {guestName},

Our offer for your stay at {cottage} from {checkIn} to {checkOut} has ended, and we're no longer holding these nights for you. Nothing has been booked, and there is nothing to pay.

If you would still like to come, you can see here which dates are free:

{bookingLink}

If you have any questions, call us at {hostPhone} or reply to this email.`,
    },
  },
  changeDeclined: {
    subject: (reference: string) => `Your stay ${reference} hasn't changed`,
    text: (requested: string, booked: string) =>
      `We could not change your stay to ${requested}. Your booking for ${booked} hasn't changed.`,
    otherDates:
      "If other dates would suit you, please look on your booking page for what you can still change, or call us.",
  },
  /** For a guest whose host moves the stay instead of answering the request to change it. */
  changeReplaced: {
    subject: (reference: string) => `Your request to change stay ${reference} is closed`,
    text: (requested: string, booked: string) =>
      `We have changed your stay to ${booked}. This closes your request to change it to ${requested}.`,
    /** If the host moves the stay to the requested dates, but for another number of guests. */
    otherGuests: (span: string, requested: string, booked: string) =>
      `We have changed your stay to ${span} with ${booked}. This closes your request for ${requested}.`,
    ifUnsuitable:
      "If this doesn't suit you, please look on your booking page for what you can still change, or call us.",
  },
};
export type EmailTexts = typeof emails;

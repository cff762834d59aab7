import type { BookingMode } from "../settings/settings.ts";
import type { Waiting } from "./booking.ts";
import type { PUBLIC_STATUSES } from "./status.ts";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/*
 * No payment stands behind a booking, so these numbers are what one program can take (decision 17, S28). Nights count while
 * they are ahead and not cancelled; those of a booking that the host has confirmed, changed or entered do not count.
 */

/** Nights booked at once before the email is proven: of one mailbox or phone in 30 days, and of all guests in a day. */
export const UNPROVEN_NIGHTS = { each: 7, all: 14 } as const;
export const UNPROVEN_EACH_MS = 30 * DAY_MS;
export const UNPROVEN_ALL_MS = DAY_MS;
/** More unproven bookings than this from one network in an hour are a program's: a phone company's guests share an address. */
export const NETWORK_BURST = { bookings: 3, ms: HOUR_MS } as const;
/** Nights that unproven bookings may take in a day in all, with those that were held for an hour and never confirmed. */
export const UNPROVEN_NIGHTS_A_DAY = 44;
/** A booking that waits for the link in the email to be opened gives its nights back after this. */
export const PROOF_WAIT_MS = HOUR_MS;
/** What one guest (the same mailbox or phone, or the same network within an hour) may hold at once, proven or not; then the host decides. */
export const ALLOWANCE = { nights: 30, stays: 3 } as const;
/** What the host may be asked for beyond that before the guest has to call. */
export const REQUEST_ALLOWANCE = { nights: 30, stays: 1 } as const;
/** Nights that all guests together may book in a day; the request allowance comes on top. */
export const NIGHTS_A_DAY = 60;
/** People need longer than this from seeing the form to sending it. */
export const QUICKEST_FORM_MS = 1000;

/** What is held already, and by whom. A booking that is about to change is not part of `guest` and `today`. */
export type HeldNights = {
  /** Unproven nights of the same mailbox and of the same phone. */
  byEmail: number;
  byPhone: number;
  /** Unproven bookings of the same network in the last hour and in the last day. */
  networkHour: number;
  networkDay: number;
  /** Unproven nights of all guests in a day: booked outright, and with all that was held for an hour or given back. */
  all: number;
  allTaken: number;
  /** All that this guest holds. */
  guest: { nights: number; stays: number };
  /** Nights that all guests have booked or asked the host for in a day. */
  today: number;
};

export type AdmissionFacts = {
  asked: (typeof PUBLIC_STATUSES)[number];
  nights: number;
  held: HeldNights;
  mode: BookingMode;
  requestHours: number;
  /** Whether an email with a link can be sent. */
  canMail: boolean;
  /** Whether this email was shown to be real a short time ago. */
  proven: boolean;
  /** Whether the form was filled in as programs do it. */
  suspicious: boolean;
  now: Date;
};

/**
 * What becomes of a booking request: a booking, one that waits for the guest or the host, or nothing until the email is
 * proven or the guest has called. `aboveAllowance` marks a request that only the guest's allowance has made one.
 */
export type Admission =
  | { status: "upcoming" | "confirmed" | "pending"; waiting: Waiting | null; aboveAllowance?: true }
  | "prove-first"
  | "phone-required";

export function admitBooking(facts: AdmissionFacts): Admission {
  const { asked, nights, held, mode, canMail, proven, now } = facts;
  const wait = (who: Waiting["for"], ms: number): Exclude<Admission, string> => ({
    status: "pending",
    // Where the host decides, the guest's proof leads to the host and not to a booking.
    waiting: { for: who, until: new Date(now.getTime() + ms), requestedStatus: toHost(who, mode) ? "pending" : asked },
  });
  const request = wait("host", facts.requestHours * HOUR_MS);
  const room = allowance(held, nights);
  if (room === "none") return "phone-required";
  const askForProof = () => (mayHoldForProof(held, nights) ? wait("guest", PROOF_WAIT_MS) : "prove-first");
  const tooMany = !proven && !mayHoldUnproven(held, nights);
  if (tooMany && canMail) return askForProof();
  // Without email nobody can prove anything: the host decides, but only once for each guest and network.
  if (tooMany && Math.max(held.byEmail, held.byPhone, held.networkDay) > 0) return "phone-required";
  if (room === "request") return { ...request, aboveAllowance: true };
  if (mode === "request" || tooMany) return request;
  const needsProof = !proven && (mode === "verified" || facts.suspicious);
  if (needsProof) return canMail ? askForProof() : request;
  return { status: asked, waiting: null };
}

function toHost(waitsFor: Waiting["for"], mode: BookingMode): boolean {
  return waitsFor === "guest" && mode === "request";
}

/** Whether so many more nights may be booked at once without proof. */
export function mayHoldUnproven(held: HeldNights, nights: number): boolean {
  return (
    Math.max(held.byEmail, held.byPhone) + nights <= UNPROVEN_NIGHTS.each &&
    held.all + nights <= UNPROVEN_NIGHTS.all &&
    held.networkHour < NETWORK_BURST.bookings
  );
}

/** Whether more nights than that may be held for an hour, until the link in the email is opened. */
function mayHoldForProof(held: HeldNights, nights: number): boolean {
  return held.networkHour < NETWORK_BURST.bookings && held.allTaken + nights <= UNPROVEN_NIGHTS_A_DAY;
}

/** What this guest may still do with so many more nights in one more stay: book them, ask the host for them, or neither. */
export function allowance({ guest, today }: HeldNights, nights: number, stays = 1): "book" | "request" | "none" {
  const within = (moreNights: number, moreStays: number) =>
    guest.nights + nights <= ALLOWANCE.nights + moreNights &&
    guest.stays + stays <= ALLOWANCE.stays + moreStays &&
    today + nights <= NIGHTS_A_DAY + moreNights;
  if (within(0, 0)) return "book";
  return within(REQUEST_ALLOWANCE.nights, REQUEST_ALLOWANCE.stays) ? "request" : "none";
}

/** Google delivers to these whatever dots the name has. */
const DOTS_DO_NOT_COUNT = ["gmail.com", "googlemail.com"];

/** The same mailbox however it is written: case, what follows a plus, and Gmail's dots do not count. */
export function mailboxOf(email: string): string {
  const [name = "", host = ""] = email.toLowerCase().split("@");
  const plain = name.replace(/\+.*/, "");
  return DOTS_DO_NOT_COUNT.includes(host) ? `${plain.replaceAll(".", "")}@gmail.com` : `${plain}@${host}`;
}

/** The last nine digits: with country code or without, with brackets or blanks, a number is the same. */
export function phoneDigits(phone: string): string {
  return phone.replace(/\D/g, "").slice(-9);
}

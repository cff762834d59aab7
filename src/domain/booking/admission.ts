import type { BookingMode } from "../settings/settings.ts";
import type { Waiting } from "./booking.ts";
import type { PUBLIC_STATUSES } from "./status.ts";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/*
 * Booking costs nothing, so these numbers limit what one bot can take (decision 17, S28). A booking from the website
 * counts until the host confirms or changes it, or a payment vouches for its guest. Cancelled bookings count only in
 * `networkHour` and `allTaken`.
 */

/**
 * Nights that may be booked outright before the email address is verified: per mailbox or phone in 30 days, and for all
 * guests per day.
 */
export const UNPROVEN_NIGHTS = { each: 7, all: 14 } as const;
export const UNPROVEN_EACH_MS = 30 * DAY_MS;
export const UNPROVEN_ALL_MS = DAY_MS;
/**
 * More unverified bookings than this from one network in an hour indicate a bot. The limit is not lower, because all
 * customers of a mobile network may share an IP address.
 */
export const NETWORK_BURST = { bookings: 3, ms: HOUR_MS } as const;
/**
 * Nights that all unverified bookings together may take per day, including those held for an hour and never confirmed.
 */
export const UNPROVEN_NIGHTS_PER_DAY = 44;
/** A booking that is waiting for the guest to open the emailed link releases its nights after this time. */
export const PROOF_WAIT_MS = HOUR_MS;
/**
 * What one guest (the same mailbox or phone, or the same network within an hour) may hold at once, verified or not;
 * beyond this allowance, the host decides.
 */
export const ALLOWANCE = { nights: 30, stays: 3 } as const;
/** What a guest may request from the host beyond `ALLOWANCE`; for more, the guest has to call. */
export const REQUEST_ALLOWANCE = { nights: 30, stays: 1 } as const;
/**
 * Nights that all guests together may book or request per day. A request may exceed this by up to
 * `REQUEST_ALLOWANCE.nights`.
 */
export const NIGHTS_PER_DAY = 60;
/** People need longer than this to fill in the form. */
export const QUICKEST_FORM_MS = 1000;

/** What is already held, and by whom. A booking that is being changed is not counted. */
export type HeldNights = {
  /** Nights in unverified bookings from the same mailbox and from the same phone. */
  byEmail: number;
  byPhone: number;
  /** The number of unverified bookings from the same network in the last hour and in the last day. */
  networkHour: number;
  networkDay: number;
  /**
   * Nights in unverified bookings that all guests made in the last day: `all` counts the nights that were booked or
   * requested, `allTaken` also those that were held for an hour or have since been released.
   */
  all: number;
  allTaken: number;
  /** All nights that this guest holds. */
  guest: { nights: number; stays: number };
  /** Nights that all guests have booked or requested in the last day. */
  today: number;
};

export type AdmissionFacts = {
  requestedStatus: (typeof PUBLIC_STATUSES)[number];
  nights: number;
  held: HeldNights;
  mode: BookingMode;
  requestHours: number;
  canMail: boolean;
  /** Whether this email address was verified recently. */
  proven: boolean;
  /** Whether the form was filled in as a bot would fill it in. */
  suspicious: boolean;
  now: Date;
};

/**
 * What is decided about a new booking: booked, waiting for the guest or the host, or refused until the email address is
 * verified or the guest has called. `aboveAllowance` marks a request that the host has to decide on because it exceeds
 * the guest's allowance or the daily limit for all guests.
 */
export type Admission =
  | { status: "upcoming" | "confirmed" | "pending"; waiting: Waiting | null; aboveAllowance?: true }
  | "prove-first"
  | "phone-required";

export function admitBooking(facts: AdmissionFacts): Admission {
  const { requestedStatus, nights, held, mode, canMail, proven, now } = facts;
  const wait = (who: Waiting["for"], ms: number): Exclude<Admission, string> => ({
    status: "pending",
    // If the host decides, verifying the email address leads to a request to the host and not to a booking.
    waiting: {
      for: who,
      until: new Date(now.getTime() + ms),
      requestedStatus: who === "guest" && mode === "request" ? "pending" : requestedStatus,
    },
  });
  const request = wait("host", facts.requestHours * HOUR_MS);
  const room = allowance(held, nights);
  if (room === "none") return "phone-required";
  const requestProof = () => (mayHoldForProof(held, nights) ? wait("guest", PROOF_WAIT_MS) : "prove-first");
  const tooMany = !proven && !mayHoldUnproven(held, nights);
  if (tooMany && canMail) return requestProof();
  // If no email can be sent, no address can be verified, so the host decides, but only if the guest holds no other
  // unverified booking, and the network holds none from the last day.
  if (tooMany && Math.max(held.byEmail, held.byPhone, held.networkDay) > 0) return "phone-required";
  if (room === "request") return { ...request, aboveAllowance: true };
  if (mode === "request" || tooMany) return request;
  const needsProof = !proven && (mode === "verified" || facts.suspicious);
  if (needsProof) return canMail ? requestProof() : request;
  return { status: requestedStatus, waiting: null };
}

/** Whether this many more nights may be booked outright without a verified email address. */
export function mayHoldUnproven(held: HeldNights, nights: number): boolean {
  return (
    Math.max(held.byEmail, held.byPhone) + nights <= UNPROVEN_NIGHTS.each &&
    held.all + nights <= UNPROVEN_NIGHTS.all &&
    mayHoldForProof(held, nights)
  );
}

/** Whether this many more nights may be held for an hour, until the link in the email is opened. */
function mayHoldForProof(held: HeldNights, nights: number): boolean {
  return held.networkHour < NETWORK_BURST.bookings && held.allTaken + nights <= UNPROVEN_NIGHTS_PER_DAY;
}

/** Whether this guest may book this many more nights, only request them, or neither. */
export function allowance({ guest, today }: HeldNights, nights: number): "book" | "request" | "none" {
  const within = (moreNights: number, moreStays: number) =>
    guest.nights + nights <= ALLOWANCE.nights + moreNights &&
    guest.stays + 1 <= ALLOWANCE.stays + moreStays &&
    today + nights <= NIGHTS_PER_DAY + moreNights;
  if (within(0, 0)) return "book";
  return within(REQUEST_ALLOWANCE.nights, REQUEST_ALLOWANCE.stays) ? "request" : "none";
}

/** Google ignores dots in these addresses. */
const DOTS_DO_NOT_COUNT = ["gmail.com", "googlemail.com"];

/** Normalises an address: ignores letter case, "+tag" suffixes, and dots in Gmail addresses. */
export function mailboxOf(email: string): string {
  const [name = "", host = ""] = email.toLowerCase().split("@");
  const plain = name.replace(/\+.*/, "");
  return DOTS_DO_NOT_COUNT.includes(host) ? `${plain.replaceAll(".", "")}@gmail.com` : `${plain}@${host}`;
}

/** The last seven digits, which are usually the same with and without a country code. Few countries have fewer. */
export function phoneDigits(phone: string): string {
  return phone.replace(/\D/g, "").slice(-7);
}

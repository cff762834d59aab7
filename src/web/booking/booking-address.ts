import { DEFAULT_GUESTS, MIN_GUESTS } from "#domain/booking/limits.ts";
import { defaultStay, type Stay } from "#domain/booking/stay.ts";
import { isLocalDate } from "#domain/calendar/local-date.ts";
import { isMonth, type Month } from "#domain/calendar/month.ts";
import { type ChosenDays, refuseArrival } from "#domain/pricing/day-choices.ts";
import { nearestStays } from "#domain/pricing/nearest-stays.ts";
import type { SellingCalendar } from "#domain/pricing/selling-calendar.ts";
import { refuseStay } from "#domain/pricing/stay-check.ts";
import { say } from "../lib/say.ts";
import { refusalSentence } from "./refusal-sentence.ts";

/** From a URL such as `/book?in=2026-12-05&out=2026-12-08&guests=2`. */
export type RequestedStay = {
  /** The check-out is null if only an arrival was chosen. */
  stay: ChosenDays;
  /** The month that the calendar shows first; null if the URL names none. */
  month: Month | null;
  guestCount: number;
  hints: string[];
};

/** The result of opening the link in the email that asks guests to confirm their email address. */
function proofHints(result: string | null): string[] {
  return result === "proven" || result === "unproven" ? [say.problems[result]] : [];
}

/**
 * Never throws. Without dates, returns a bookable stay if there is one. It does the same, with a hint, if the dates are
 * invalid or cannot be booked, unless they are a complete stay refused by a rule in `NEAR_OTHERS`.
 */
export function readBookingAddress(search: string, calendar: SellingCalendar): RequestedStay {
  const params = new URLSearchParams(search);
  const hints = proofHints(params.get("email"));
  const month = params.get("month");
  return {
    month: isMonth(month) ? month : null,
    stay: readStay(params, calendar, hints),
    guestCount: readGuests(params, calendar.document.guests.sleeps, hints),
    hints,
  };
}

function readStay(params: URLSearchParams, calendar: SellingCalendar, hints: string[]): ChosenDays {
  const [checkIn, checkOut] = [params.get("in"), params.get("out")];
  if (checkIn === null && checkOut === null) return firstStay(calendar);
  if (!isLocalDate(checkIn) || (checkOut !== null && !isLocalDate(checkOut))) {
    hints.push(say.booking.hints.unreadable);
    return firstStay(calendar);
  }
  const refused = checkOut ? refuseStay(calendar, { checkIn, checkOut }) : refuseArrival(calendar, checkIn);
  // A complete stay refused by one of these rules is kept: the form says what is wrong and suggests other stays.
  if (!refused || (checkOut && NEAR_OTHERS.has(refused.rule))) return { checkIn, checkOut };
  hints.push(say.booking.hints.refused(refusalSentence(refused)));
  return firstStay(calendar);
}

const NEAR_OTHERS: ReadonlySet<string> = new Set(["taken", "notice", "minimum", "arrival-day", "departure-day"]);

/** The default stay from SPEC 4 if it can be booked; otherwise the nearest stay that can, if any. */
function firstStay(calendar: SellingCalendar): Stay {
  const usual = defaultStay(calendar.today);
  return refuseStay(calendar, usual) ? (nearestStays(calendar, usual, 1)[0] ?? usual) : usual;
}

function readGuests(params: URLSearchParams, sleeps: number, hints: string[]): number {
  const text = params.get("guests");
  const usual = Math.min(DEFAULT_GUESTS, sleeps);
  if (text === null) return usual;
  if (isGuestCount(text, sleeps)) return Number(text);
  hints.push(say.booking.hints.sleeps(say.stay.guests(sleeps), usual));
  return usual;
}

export function isGuestCount(text: string, sleeps: number): boolean {
  return /^\d{1,3}$/.test(text) && Number(text) >= MIN_GUESTS && Number(text) <= sleeps;
}

/** Can be saved and shared. */
export function bookingAddress(path: string, stay: Stay, guestCount: string): string {
  return `${path}?${new URLSearchParams({ in: stay.checkIn, out: stay.checkOut, guests: guestCount }).toString()}`;
}

import type { BookingStatus } from "#domain/booking/status.ts";
import { nightsOf, type Stay } from "#domain/booking/stay.ts";
import { addDays, type LocalDate, toLocalDate } from "#domain/calendar/local-date.ts";

export const RATE = 15_000;
const HOUR_MS = 3_600_000;
export const REQUEST_HOURS = 24;

export type ModelBooking = Stay & {
  label: string;
  status: BookingStatus;
  guests: number;
  total: number;
  /** The price of each night. Null after the host has kept the total for a different number of nights (two or more). */
  prices: number[] | null;
  version: number;
  paid: number;
  fee: number | null;
  waits: { for: "guest" | "host"; until: number; as: BookingStatus } | null;
};
export type ModelBlock = Stay & { label: string; version: number };
/** The expected state in its simplest form. Times are in milliseconds; days are in the property's time zone. */
export type ModelState = { now: number; bookings: ModelBooking[]; blocks: ModelBlock[] };

/** The allowed status changes. They are written independently of the product's table, which is under test. */
const STEPS: Record<BookingStatus, string> = {
  pending: "upcoming confirmed cancelled",
  upcoming: "confirmed checked-in cancelled",
  confirmed: "upcoming checked-in cancelled",
  "checked-in": "checked-out confirmed cancelled",
  "checked-out": "completed checked-in",
  completed: "checked-out",
  cancelled: "confirmed",
};
export function isStep(from: BookingStatus, to: BookingStatus): boolean {
  return STEPS[from].split(" ").includes(to);
}

/** Guests may be checked in from the day before the check-in date. A check-out can always be undone. */
export function mayCheckIn({ status, checkIn }: ModelBooking, now: number): boolean {
  return status === "checked-out" || dayOf(now + 24 * HOUR_MS) >= checkIn;
}

/** The property is in Kandy, which is 5:30 ahead of UTC all year. */
export function dayOf(now: number): LocalDate {
  return toLocalDate(new Date(now + 5.5 * HOUR_MS).toISOString().slice(0, 10));
}
export function arrival({ checkIn }: Stay): number {
  return Date.parse(`${checkIn}T14:00:00+05:30`);
}
/** Midnight after the arrival day: from then on, a request or an offer can no longer be accepted. */
export function arrivalDayEnd({ checkIn }: Stay): number {
  return Date.parse(`${checkIn}T24:00:00+05:30`);
}
export function isFree(stay: Stay, now: number): boolean {
  return now <= arrival(stay) - 48 * HOUR_MS;
}
export function hasBegun(booking: ModelBooking, now: number): boolean {
  return !["pending", "upcoming", "confirmed"].includes(booking.status) || now >= arrival(booking);
}
export function feeOf(booking: ModelBooking, now: number): number {
  if (booking.status === "pending" || isFree(booking, now)) return 0;
  // The rate never changes in scenarios, so it is the price of every first night.
  return Math.min(booking.total, RATE);
}
/** Nights that were already sold keep their price; new nights have today's price. */
export function ownPrice(booking: ModelBooking, newStay: Stay): Pick<ModelBooking, "total" | "prices"> {
  const { prices, total } = booking;
  if (sameDates(booking, newStay)) return { total, prices };
  const had = nightsOf(booking);
  const nights = nightsOf(newStay);
  if (prices) return priced(nights.map((night) => prices[had.indexOf(night)] ?? RATE));
  const added = nights.filter((night) => !had.includes(night)).length;
  if (nights.length - added < had.length) return priced(nights.map(() => RATE));
  return { total: total + added * RATE, prices: null };
}
export function priced(prices: number[]): Pick<ModelBooking, "total" | "prices"> {
  return { total: prices.reduce((sum, cents) => sum + cents, 0), prices };
}
/** The price after the host moves a stay: the agreed total, or today's rate. */
export function movedPrice(
  booking: ModelBooking,
  newStay: Stay,
  keep: boolean,
): Pick<ModelBooking, "total" | "prices"> {
  const count = nightsOf(newStay).length;
  if (!keep) return priced(nightsOf(newStay).map(() => RATE));
  const { total, prices } = booking;
  if (count === nightsOf(booking).length) return { total, prices };
  return { total, prices: count === 1 ? [total] : null };
}
export function sameDates(a: Stay, b: Stay): boolean {
  return a.checkIn === b.checkIn && a.checkOut === b.checkOut;
}

export function stayFrom(first: LocalDate, at: number, nights: number): Stay {
  const checkIn = addDays(first, at);
  return { checkIn, checkOut: addDays(checkIn, nights) };
}

/** The owner of each night. */
export function owners({ bookings, blocks }: ModelState): Map<LocalDate, string> {
  const found = new Map<LocalDate, string>();
  for (const one of [...bookings.filter((booking) => booking.status !== "cancelled"), ...blocks]) {
    for (const night of nightsOf(one)) {
      if (found.has(night)) throw new Error(`the model itself sold ${night} twice`);
      found.set(night, one.label);
    }
  }
  return found;
}

/** Returns "ok", or the nights of the stay that belong to somebody other than `label`. */
export function free(state: ModelState, stay: Stay, label: string): string {
  const all = owners(state);
  const taken = nightsOf(stay).filter((night) => (all.get(night) ?? label) !== label);
  return taken.length > 0 ? `nights-taken ${taken.join(" ")}` : "ok";
}

import { nightCount, type Stay } from "../booking/stay.ts";
import type { BookingSource } from "../booking/booking.ts";
import { addDays, daysBetween, type LocalDate } from "../calendar/local-date.ts";
import type { Cents } from "../money/money.ts";
import type { Span } from "./days.ts";

/** Totals for a month, a source or a whole range. */
export type Sums = {
  bookings: number;
  nights: number;
  /** Nights of stays with a known amount; `cents` is their revenue. */
  pricedNights: number;
  cents: Cents;
};

export const NOTHING: Sums = { bookings: 0, nights: 0, pricedNights: 0, cents: 0 };

export function add(a: Sums, b: Partial<Sums>): Sums {
  return {
    bookings: a.bookings + (b.bookings ?? 0),
    nights: a.nights + (b.nights ?? 0),
    pricedNights: a.pricedNights + (b.pricedNights ?? 0),
    cents: a.cents + (b.cents ?? 0),
  };
}

/** A stay imported from a platform's calendar without an amount has an unknown price, not a price of zero. */
export function isAmountKnown(booking: { source: BookingSource; totalCents: Cents }): boolean {
  return booking.source === "direct" || booking.totalCents > 0;
}

/** Percentage of available nights that were sold, to one decimal place; null when no nights were available. */
export function occupancyRate(nightsSold: number, nightsAvailable: number): number | null {
  return nightsAvailable > 0 ? Math.round((nightsSold / nightsAvailable) * 1000) / 10 : null;
}

/** Cents per night, over the nights with a known amount; null if there are no such nights. */
export function averageDailyRate({ cents, pricedNights }: Pick<Sums, "cents" | "pricedNights">): Cents | null {
  return pricedNights > 0 ? Math.round(cents / pricedNights) : null;
}

export function nightsWithin(stay: Stay, span: Span): number {
  const from = stay.checkIn > span.from ? stay.checkIn : span.from;
  const to = stay.checkOut < span.to ? stay.checkOut : span.to;
  return from < to ? daysBetween(from, to) : 0;
}

/**
 * The share of a stay's total that belongs to its nights within the span. The total is divided into whole cents, and
 * the shares of adjacent spans add up to the total exactly.
 */
export function centsWithin(stay: Stay & { totalCents: Cents }, span: Span): Cents {
  const nights = nightCount(stay);
  const upTo = (night: number) => Math.floor((stay.totalCents * night) / nights);
  const first = span.from > stay.checkIn ? Math.min(nights, daysBetween(stay.checkIn, span.from)) : 0;
  return upTo(first + nightsWithin(stay, span)) - upTo(first);
}

/** The share of a stay's total that belongs to the given nights. */
export function centsOfNights(stay: Stay & { totalCents: Cents }, nights: readonly LocalDate[]): Cents {
  return nights.reduce((sum, night) => sum + centsWithin(stay, { from: night, to: addDays(night, 1) }), 0);
}

/** SPEC 9: used when a figure is missing from the response. A figure that is null shows "No data yet" instead. */
const FALLBACK = { occupancyRate: 75, averageDailyRate: 150, revenuePerBooking: 150 } as const;

/** A figure to display; `estimate` marks a fallback, and `value` is null when there is no data yet. */
export type Shown = { value: number | null; estimate: boolean };

type Result = {
  totalBookings: number;
  totalRevenue?: number | null;
  occupancyRate?: number | null;
  averageDailyRate?: number | null;
};

export function shownFigures(result: Result): Record<"revenue" | "occupancy" | "rate", Shown> {
  return {
    revenue: shown(result.totalRevenue, result.totalBookings * FALLBACK.revenuePerBooking),
    occupancy: shown(result.occupancyRate, FALLBACK.occupancyRate),
    rate: shown(result.averageDailyRate, FALLBACK.averageDailyRate),
  };
}

function shown(measured: number | null | undefined, fallback: number): Shown {
  return measured === undefined ? { value: fallback, estimate: true } : { value: measured, estimate: false };
}

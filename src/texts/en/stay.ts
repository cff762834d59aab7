import { BOOKING_WINDOW_DAYS } from "#domain/booking/limits.ts";
import { lineLabel, lineText } from "#domain/pricing/line-text.ts";
import { counted } from "#domain/text/counted.ts";
import { refusalText } from "#domain/pricing/refusal-text.ts";
import type { StayRefusal } from "#domain/pricing/stay-check.ts";

export { hoursText, percentText } from "#domain/pricing/line-text.ts";
export { counted };

/** A price line in words: `label` is shown beside its quantity and unit price, `text` on its own. */
export const priceLines = { label: lineLabel, text: lineText };
export type PriceLines = typeof priceLines;

/** A formatted list of nights, and the number of nights. */
export type NamedNights = { days: string; count: number };

const small = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1);

/** A time at the cottage, and the city of its time zone. Used on pages and in emails. */
export const localTime = (moment: string, city: string) => `${moment} ${city} time`;

/**
 * Strings for calendars: dates, prices and rules for stays. Days, amounts and times are already formatted, except in
 * refusals and in `line`.
 */
export const stayTexts = {
  refusal: refusalText,
  line: lineText,
  nights: (count: number) => counted(count, "night"),
  guests: (count: number) => counted(count, "guest"),
  bedrooms: (count: number) => counted(count, "bedroom"),
  bathrooms: (count: number) => counted(count, "bathroom"),
  span: (from: string, to: string) => `${from} to ${to}`,
  total: (amount: string) => `${amount} total`,
  taxesIncluded: "Taxes and fees included",
  alreadyBooked: ({ days, count }: NamedNights) =>
    count === 1 ? `Already booked: the night of ${days}` : `Already booked: the nights of ${days}`,
  checkIn: "Check-in",
  checkOut: "Check-out",
  from: (day: string, time: string) => `${day}, from ${time}`,
  by: (day: string, time: string) => `${day}, by ${time}`,
  localTime,
  calendar: {
    label: "Calendar",
    previous: "Previous month",
    next: "Next month",
    crossedOut: "Crossed out: already booked.",
    local: "Dates are in the cottage's time zone.",
    howTo: "Choose a grayed-out date to see why it isn't available.",
    horizon: (days: number) =>
      `Past dates, and dates more than ${days === BOOKING_WINDOW_DAYS ? "two years" : `${days} days`} away, can't be booked.`,
    /**
     * Parts of a day's accessible name: the date, followed by the day's role in the stay, its price or the reason why
     * it cannot be chosen.
     */
    today: (day: string) => `Today, ${day}`,
    start: "check-in",
    inside: "part of your stay",
    end: "check-out",
    booked: "already booked",
    onlyCheckOut: "already booked; you can check out on this day, but not check in",
    between: "there are booked nights in between",
    refused: (refusal: StayRefusal, afterCheckIn: boolean) =>
      refusal.rule === "minimum" && afterCheckIn
        ? `at least ${counted(refusal.nights, "night")} from your check-in${refusal.from ? ` (${refusal.from.name})` : ""}`
        : small(refusalText(refusal)),
    why: (day: string, reason: string) => `${day}: ${reason}.`,
  },
};
export type StayTexts = typeof stayTexts;

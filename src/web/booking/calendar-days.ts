import { addDays, daysBetween, type LocalDate } from "#domain/calendar/local-date.ts";
import { daysOf, type Month, monthOf, weeksOf } from "#domain/calendar/month.ts";
import { currencyDigits } from "#domain/money/currency.ts";
import { type ChosenDays, openArrival, refuseDay } from "#domain/pricing/day-choices.ts";
import type { SellingCalendar } from "#domain/pricing/selling-calendar.ts";
import { departuresFrom, type StayRefusal } from "#domain/pricing/stay-check.ts";
import { formatDay, formatFullDay } from "../lib/format-date.ts";
import { formatCents } from "../lib/format-money.ts";
import { say } from "../lib/say.ts";

export type CalendarCell = {
  date: LocalDate;
  /**
   * The accessible name: the date, its role in the stay, and why it cannot be chosen or, if prices differ within the
   * month, the price of the night.
   */
  label: string;
  /** The price of the night in whole currency units, if prices differ within the month. */
  note: string | null;
  /** An "out" day is in the past or beyond the booking window; a "closed" day is free but still cannot be chosen. */
  state: "open" | "taken" | "closed" | "out";
  place: "start" | "inside" | "end" | null;
};

/** By week; null for days in adjacent months. */
export function calendarMonth(selling: SellingCalendar, chosen: ChosenDays, month: Month): (CalendarCell | null)[][] {
  const arrival = openArrival(selling, chosen);
  const noteOf = priceNotes(selling, month);
  const refusalOf = refusals(selling, arrival);
  return weeksOf(month, say.frame.firstWeekday).map((week) =>
    week.map((date) =>
      monthOf(date) === month ? drawDay(selling, chosen, arrival, date, noteOf(date), refusalOf(date)) : null,
    ),
  );
}

type Note = { text: string; label: string } | null;

function drawDay(
  selling: SellingCalendar,
  chosen: ChosenDays,
  arrival: LocalDate | null,
  date: LocalDate,
  note: Note,
  refusal: StayRefusal | null,
): CalendarCell {
  const { today, end } = selling;
  const out = date < today || date > addDays(today, end);
  const place = placeOf(date, chosen);
  const { calendar } = say.stay;
  const parts = [
    date === today ? calendar.today(formatFullDay(date)) : formatFullDay(date),
    place ? calendar[place] : [],
    refusal && place === null ? reason(selling, refusal, date, arrival) : (note?.label ?? []),
  ];
  return {
    date,
    label: parts.flat().join(", "),
    note: out ? null : (note?.text ?? null),
    state: out ? "out" : refusal === null ? "open" : isTaken(selling, date) ? "taken" : "closed",
    place,
  };
}

/** Like `refuseDay`, but computes the departures only once. */
function refusals(selling: SellingCalendar, arrival: LocalDate | null): (date: LocalDate) => StayRefusal | null {
  const departures = new Map<LocalDate, StayRefusal | null>();
  if (arrival) {
    for (const { nights, refusal } of departuresFrom(selling, daysBetween(selling.today, arrival))) {
      departures.set(addDays(arrival, nights), refusal);
    }
  }
  return (date) => {
    const known = departures.get(date);
    return known === undefined ? refuseDay(selling, date, arrival) : known;
  };
}

function placeOf(date: LocalDate, { checkIn, checkOut }: ChosenDays): CalendarCell["place"] {
  if (checkIn === null || date < checkIn) return null;
  if (date === checkIn) return "start";
  if (checkOut === null || date > checkOut) return null;
  return date === checkOut ? "end" : "inside";
}

/** A sentence; null if the day can be chosen. */
export function whyRefused(selling: SellingCalendar, chosen: ChosenDays, day: LocalDate): string | null {
  const arrival = openArrival(selling, chosen);
  const refusal = refuseDay(selling, day, arrival);
  return refusal && say.stay.calendar.why(formatDay(day, "short"), reason(selling, refusal, day, arrival));
}

function reason(selling: SellingCalendar, refusal: StayRefusal, day: LocalDate, arrival: LocalDate | null): string {
  const { between, booked, onlyCheckOut, refused } = say.stay.calendar;
  if (refusal.rule !== "taken") return refused(refusal, arrival !== null && day > arrival);
  if (!isTaken(selling, day)) return between;
  const othersArrive = !isTaken(selling, addDays(day, -1));
  return othersArrive ? onlyCheckOut : booked;
}

function isTaken({ day, today }: SellingCalendar, date: LocalDate): boolean {
  return day(daysBetween(today, date)).taken;
}

/** Null if all prices in the month are the same. */
function priceNotes({ document, today, end, day }: SellingCalendar, month: Month): (date: LocalDate) => Note {
  const priceOf = (date: LocalDate) => {
    const index = daysBetween(today, date);
    return index >= 0 && index < end && !day(index).taken ? day(index).priceCents : null;
  };
  if (new Set(daysOf(month).flatMap((date) => priceOf(date) ?? [])).size < 2) return () => null;
  const unit = 10 ** currencyDigits(document.currency);
  const whole = new Intl.NumberFormat(say.locale, { maximumFractionDigits: 0 });
  return (date) => {
    const cents = priceOf(date);
    // The note is in whole currency units; the label for screen readers and the summary contain the exact price.
    return cents === null ? null : { text: whole.format(cents / unit), label: formatCents(cents, document.currency) };
  };
}

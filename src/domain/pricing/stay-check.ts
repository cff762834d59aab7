import { addDays, daysBetween, type LocalDate } from "../calendar/local-date.ts";
import type { StayRules } from "../booking/limits.ts";
import { nightCount, type Stay, sameDates } from "../booking/stay.ts";
import type { Origin } from "./night.ts";
import type { Weekday } from "../calendar/month.ts";
import type { AgreedStay, CalendarDay, SellingCalendar } from "./selling-calendar.ts";

/** The rule that a stay breaks. The English messages are in `refusal-text.ts`. */
export type StayRefusal =
  | { rule: "past" }
  | { rule: "order" }
  | { rule: "notice"; earliestArrival: LocalDate }
  | { rule: "longest-stay"; nights: number }
  | { rule: "horizon"; lastCheckOut: LocalDate; days: number }
  | { rule: "taken"; nights: LocalDate[] }
  | { rule: "minimum"; nights: number; from: Origin }
  | { rule: "arrival-day" | "departure-day"; days: readonly Weekday[]; from: Origin }
  | { rule: "guests"; sleeps: number };

/** Consecutive free nights from an arrival date on, with what the rules need to know about them. */
type Run = { length: number; first: CalendarDay; last: CalendarDay; strictest: CalendarDay };

/**
 * The rule on dates that a stay breaks, regardless of prices and other bookings; null if it breaks none. `today` is the
 * current date at the property. These are the rules on dates from SPEC 5, and the limits that keep one request from
 * closing the calendar. `refuseStay` applies them before all other rules.
 */
export function refuseDates(stay: Stay, today: LocalDate, { longestStay, windowDays }: StayRules): StayRefusal | null {
  if (stay.checkIn < today) return { rule: "past" };
  if (stay.checkOut <= stay.checkIn) return { rule: "order" };
  if (nightCount(stay) > longestStay) return { rule: "longest-stay", nights: longestStay };
  const lastCheckOut = addDays(today, windowDays);
  return stay.checkOut > lastCheckOut ? { rule: "horizon", lastCheckOut, days: windowDays } : null;
}

/** Why a stay cannot be booked; null if it can. */
export function refuseStay(calendar: SellingCalendar, stay: Stay, agreed = calendar.agreed): StayRefusal | null {
  const { document, today, day } = calendar;
  if (agreed && sameDates(stay, agreed.stay)) return null;
  const refusal = refuseDates(stay, today, document);
  if (refusal) return refusal;
  const arrival = daysBetween(today, stay.checkIn);
  if (arrival < calendar.start && stay.checkIn !== agreed?.stay.checkIn) {
    return { rule: "notice", earliestArrival: addDays(today, calendar.start) };
  }
  const nights = Array.from({ length: nightCount(stay) }, (_unused, place) => day(arrival + place));
  const taken = nights.filter((night) => night.taken).map((night) => night.date);
  if (taken.length > 0) return { rule: "taken", nights: taken };
  const run = nights.slice(1).reduce(longer, startRun(calendar, arrival));
  return refuseRun(calendar, arrival, run, agreed);
}

export type Departure = { nights: number; refusal: StayRefusal | null };

/**
 * Every length that the calendar allows for a stay that begins on `arrival` (in days from today), with the result of
 * `refuseStay` for each. The sequence ends before the first taken night, so it is empty if the night of arrival is
 * taken.
 */
export function* departuresFrom(calendar: SellingCalendar, arrival: number): Generator<Departure> {
  const { document, end, day, agreed } = calendar;
  const longest = Math.min(document.longestStay, end - arrival);
  const first = day(arrival);
  if (longest < 1 || first.taken || (arrival < calendar.start && first.date !== agreed?.stay.checkIn)) return;
  let run = startRun(calendar, arrival);
  for (;;) {
    yield { nights: run.length, refusal: refuseRun(calendar, arrival, run) };
    const next = arrival + run.length;
    if (run.length === longest || day(next).taken) return;
    run = longer(run, day(next));
  }
}

function startRun({ day }: SellingCalendar, arrival: number): Run {
  const first = day(arrival);
  return { length: 1, first, last: first, strictest: first };
}

function longer({ length, first, strictest }: Run, next: CalendarDay): Run {
  return {
    length: length + 1,
    first,
    last: next,
    strictest: next.minimumNights > strictest.minimumNights ? next : strictest,
  };
}

/** Minimum stay and changeover days, which do not apply to a stay that fills a gap. */
function refuseRun(calendar: SellingCalendar, arrival: number, run: Run, agreed = calendar.agreed): StayRefusal | null {
  const refusal = refuseLength(run, agreed) ?? refuseEnds(run, agreed);
  return refusal && fillsGap(calendar, arrival, run.length) ? null : refusal;
}

function refuseLength({ length, first, last, strictest }: Run, agreed: AgreedStay | undefined): StayRefusal | null {
  const keepsAgreed = agreed && first.date <= agreed.stay.checkIn && agreed.stay.checkOut <= addDays(last.date, 1);
  const nights = keepsAgreed ? Math.min(strictest.minimumNights, agreed.minimumNights) : strictest.minimumNights;
  return length < nights ? { rule: "minimum", nights, from: strictest.minimumFrom } : null;
}

/** A check-in or check-out date that the change keeps was already agreed. */
function refuseEnds({ first, last }: Run, agreed: AgreedStay | undefined): StayRefusal | null {
  if (!first.mayArrive && first.date !== agreed?.stay.checkIn) {
    return { rule: "arrival-day", days: first.changeoverDays, from: first.changeoverFrom };
  }
  if (!last.mayLeaveAfter && addDays(last.date, 1) !== agreed?.stay.checkOut) {
    return { rule: "departure-day", days: last.changeoverDays, from: last.changeoverFrom };
  }
  return null;
}

/**
 * The stay must fill a whole gap, so that no smaller gap is left over. The night before the earliest arrival counts as
 * taken.
 */
function fillsGap({ document, start, day }: SellingCalendar, arrival: number, length: number): boolean {
  const { smallestGap } = document;
  if (smallestGap === null || length < smallestGap) return false;
  return (arrival <= start || day(arrival - 1).taken) && day(arrival + length).taken;
}

import { addDays, daysBetween, type LocalDate } from "../calendar/local-date.ts";
import type { SellingCalendar } from "./selling-calendar.ts";
import { departuresFrom, refuseStay, type StayRefusal } from "./stay-check.ts";

/** Null if at least one stay can begin on the day; otherwise, the refusal of the longest stay that fits. */
export function refuseArrival(calendar: SellingCalendar, day: LocalDate): StayRefusal | null {
  const arrival = daysBetween(calendar.today, day);
  if (arrival < 0) return { rule: "past" };
  let refusal: StayRefusal | null = refuseStay(calendar, { checkIn: day, checkOut: addDays(day, 1) });
  for (const departure of departuresFrom(calendar, arrival)) {
    refusal = departure.refusal;
    if (!refusal) break;
  }
  return refusal;
}

/** What has been chosen in a calendar so far. */
export type ChosenDays = { checkIn: LocalDate | null; checkOut: LocalDate | null };

/** The arrival that still needs a departure; null if the next day chosen is an arrival. */
export function openArrival(calendar: SellingCalendar, { checkIn, checkOut }: ChosenDays): LocalDate | null {
  if (checkIn === null || checkOut !== null) return null;
  return refuseArrival(calendar, checkIn) ? null : checkIn;
}

/**
 * The rule that forbids choosing a day in a calendar; null if the day can be chosen. `arrival` is the day that was
 * chosen before, or null. A day that is not after the arrival is a new arrival.
 */
export function refuseDay(calendar: SellingCalendar, day: LocalDate, arrival: LocalDate | null): StayRefusal | null {
  if (arrival === null || day <= arrival) return refuseArrival(calendar, day);
  return refuseStay(calendar, { checkIn: arrival, checkOut: day });
}

type ChosenDay = { ok: true; chosen: ChosenDays } | { ok: false; refusal: StayRefusal };

/** Handles the next day chosen: an arrival, or the departure that completes the stay. */
export function chooseDay(calendar: SellingCalendar, before: ChosenDays, day: LocalDate): ChosenDay {
  const arrival = openArrival(calendar, before);
  const refusal = refuseDay(calendar, day, arrival);
  if (refusal) return { ok: false, refusal };
  return {
    ok: true,
    chosen: arrival === null || day <= arrival ? { checkIn: day, checkOut: null } : { checkIn: arrival, checkOut: day },
  };
}

import { addDays, daysBetween, type LocalDate } from "../calendar/local-date.ts";
import type { SellingCalendar } from "./selling-calendar.ts";
import { departuresFrom, refuseStay, type StayRefusal } from "./stay-check.ts";

/** Whether a day can be chosen in a calendar, and the rule that forbids it otherwise. */
export type DayChoice = { day: LocalDate; refusal: StayRefusal | null };

/** Whether some stay can begin on the day. The reason is that of the longest stay there is room for. */
export function arrivalChoice(calendar: SellingCalendar, day: LocalDate): DayChoice {
  const arrival = daysBetween(calendar.today, day);
  if (arrival < 0) return { day, refusal: { rule: "past" } };
  let refusal: StayRefusal | null = refuseStay(calendar, { checkIn: day, checkOut: addDays(day, 1) });
  for (const departure of departuresFrom(calendar, arrival)) {
    refusal = departure.refusal;
    if (!refusal) break;
  }
  return { day, refusal };
}

/** Whether a stay from `arrival` can end on the day. */
export function departureChoice(calendar: SellingCalendar, arrival: LocalDate, day: LocalDate): DayChoice {
  return { day, refusal: refuseStay(calendar, { checkIn: arrival, checkOut: day }) };
}

/**
 * Whether a day can be chosen in a calendar in which `first` has been chosen before it, or nothing (null). The two days
 * may be chosen in either order; `first` itself can be chosen again, which makes no stay.
 */
export function dayChoice(calendar: SellingCalendar, day: LocalDate, first: LocalDate | null): DayChoice {
  if (first === null) return arrivalChoice(calendar, day);
  if (day === first) return { day, refusal: null };
  return day > first
    ? departureChoice(calendar, first, day)
    : { day, refusal: departureChoice(calendar, day, first).refusal };
}

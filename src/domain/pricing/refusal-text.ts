import { dayText } from "../calendar/day-text.ts";
import { BOOKING_WINDOW_DAYS } from "../booking/limits.ts";
import { counted } from "../text/counted.ts";
import type { Origin } from "./night.ts";
import type { Weekday } from "../calendar/month.ts";
import type { StayRefusal } from "./stay-check.ts";

/** The same message for unknown, expired, used-up and unsuitable codes, so that guessing does not reveal anything. */
export const CODE_REFUSED = "This code cannot be used for this stay.";

/** Why a stay cannot be booked, as guests read it. */
export function refusalText(refusal: StayRefusal): string {
  switch (refusal.rule) {
    case "past":
      return "Past dates can't be booked";
    case "order":
      return "Check-out date must be after check-in date";
    case "notice":
      return `The earliest arrival is ${dayText(refusal.earliestArrival)}`;
    case "longest-stay":
      return `The longest stay is ${counted(refusal.nights, "night")}`;
    case "horizon":
      return `Dates more than ${refusal.days === BOOKING_WINDOW_DAYS ? "two years" : counted(refusal.days, "day")} away can't be booked`;
    case "taken":
      return "Some of these nights are already booked";
    case "minimum":
      return `At least ${counted(refusal.nights, "night")}${originText(refusal.from)}`;
    case "arrival-day":
      return `Arrival is only possible on ${weekdaysText(refusal.days)}${originText(refusal.from)}`;
    case "departure-day":
      return `Departure is only possible on ${weekdaysText(refusal.days)}${originText(refusal.from)}`;
    case "guests":
      return `Maximum ${counted(refusal.sleeps, "guest")} allowed for cottage booking`;
  }
}

function originText(from: Origin): string {
  return from ? ` (${from.name})` : "";
}

export const WEEKDAY_NAMES = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

const EITHER = new Intl.ListFormat("en-US", { type: "disjunction" });

export function weekdaysText(days: readonly Weekday[]): string {
  return EITHER.format(days.map((day) => WEEKDAY_NAMES[day]));
}

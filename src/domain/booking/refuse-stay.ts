import { addDays, type LocalDate } from "../calendar/local-date.ts";
import { BOOKING_WINDOW_DAYS } from "./limits.ts";
import { nightCount, type Stay } from "./stay.ts";
import { DEFAULT_STAY_RULES, type StayRules } from "./stay-rules.ts";

export type StayRefusal = { field: "checkInDate" | "checkOutDate"; message: string };

/**
 * Why a stay cannot be booked on the cottage's day `today`, whoever else is there; null when it can. SPEC 5 on dates, plus
 * the limits that keep one request from closing the calendar (reliability 3.1). Form and server ask the same question.
 */
export function refuseStay(stay: Stay, today: LocalDate, rules: StayRules = DEFAULT_STAY_RULES): StayRefusal | null {
  if (stay.checkIn < today) return { field: "checkInDate", message: "Past dates can't be booked" };
  if (stay.checkOut <= stay.checkIn) {
    return { field: "checkOutDate", message: "Check-out date must be after check-in date" };
  }
  if (nightCount(stay) > rules.longestStay) {
    return {
      field: "checkOutDate",
      message: `The longest stay is ${rules.longestStay} ${rules.longestStay === 1 ? "night" : "nights"}`,
    };
  }
  if (stay.checkOut > lastCheckOut(today, rules)) {
    return { field: "checkOutDate", message: `Dates more than ${ahead(rules.windowDays)} away can't be booked` };
  }
  return null;
}

/** The last day on which a stay booked today may end. */
export function lastCheckOut(today: LocalDate, { windowDays }: StayRules = DEFAULT_STAY_RULES): LocalDate {
  return addDays(today, windowDays);
}

function ahead(days: number): string {
  return days === BOOKING_WINDOW_DAYS ? "two years" : `${days} days`;
}

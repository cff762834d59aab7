import type { BookingStatus } from "../booking/status.ts";
import type { Stay } from "../booking/stay.ts";
import { addDays, type LocalDate } from "../calendar/local-date.ts";
import { type LocalTime, momentOf, type TimeZone } from "../calendar/time-zone.ts";
import type { ScheduledType } from "./message.ts";

/** When the cottage's day has its hours. */
export type StayHours = { timeZone: TimeZone; checkInFrom: LocalTime; checkOutBy: LocalTime };

/** One message that a stay asks for. After `usefulUntil` it would only puzzle its reader. */
export type Planned = { type: ScheduledType; anchor: LocalDate; due: Date; usefulUntil: Date };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** SPEC 4: "morning of check-out day". */
const MORNING: LocalTime = "08:00";
/** Who has not rated a stay after that long is not asked any more. */
const FEEDBACK_OPEN_MS = 14 * DAY_MS;

/** SPEC 4's four messages with their moments; `now` is when the booking became certain, or changed. */
export function scheduleOf(stay: Stay, hours: StayHours, now: Date): Planned[] {
  const arrival = momentOf(stay.checkIn, hours.checkInFrom, hours.timeZone);
  const departure = momentOf(stay.checkOut, hours.checkOutBy, hours.timeZone);
  const feedback = new Date(departure.getTime() + DAY_MS);
  return [
    { type: "welcome", anchor: stay.checkIn, due: now, usefulUntil: departure },
    {
      type: "check_in_reminder",
      anchor: stay.checkIn,
      due: new Date(arrival.getTime() - DAY_MS),
      usefulUntil: momentOf(addDays(stay.checkIn, 1), "00:00", hours.timeZone),
    },
    {
      type: "check_out_reminder",
      anchor: stay.checkOut,
      due: momentOf(stay.checkOut, MORNING, hours.timeZone),
      usefulUntil: departure,
    },
    {
      type: "feedback_request",
      anchor: stay.checkOut,
      due: feedback,
      usefulUntil: new Date(feedback.getTime() + FEEDBACK_OPEN_MS),
    },
  ];
}

/** Which of the four a booking still calls for, by how far it has come. */
const CALLED_FOR: Record<BookingStatus, readonly ScheduledType[]> = {
  pending: [],
  upcoming: ["welcome", "check_in_reminder", "check_out_reminder", "feedback_request"],
  confirmed: ["welcome", "check_in_reminder", "check_out_reminder", "feedback_request"],
  "checked-in": ["welcome", "check_out_reminder", "feedback_request"],
  "checked-out": ["feedback_request"],
  completed: ["feedback_request"],
  cancelled: [],
};

export function calledFor(status: BookingStatus, planned: readonly Planned[]): Planned[] {
  return planned.filter(({ type }) => CALLED_FOR[status].includes(type));
}

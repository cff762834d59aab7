import type { BookingStatus } from "../booking/status.ts";
import type { Stay } from "../booking/stay.ts";
import { addDays, type LocalDate } from "../calendar/local-date.ts";
import { type LocalTime, momentOf, type TimeZone } from "../calendar/time-zone.ts";
import { type PlannedType, SCHEDULED_TYPES, type ScheduledType } from "./message.ts";

/** When the cottage's day has its hours. */
export type StayHours = { timeZone: TimeZone; checkInFrom: LocalTime; checkOutBy: LocalTime };

/** One message that a stay asks for. After `usefulUntil` it would only puzzle its reader. */
export type Planned = {
  type: PlannedType;
  /** Which of the host's own messages it is; null for ours. */
  customId: string | null;
  /** What it is timed by: for ours a day of the stay. */
  anchor: string;
  /** Whether a guest who was sent it for that anchor has been told. */
  toldBy: (anchor: string) => boolean;
  due: Date;
  usefulUntil: Date;
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** SPEC 4: "morning of check-out day". */
const MORNING: LocalTime = "08:00";
/** Who has not rated a stay after that long is not asked any more. */
const FEEDBACK_OPEN_MS = 14 * DAY_MS;

/** Each scheduled message with its moment (SPEC 4); `now` is when the booking became certain, or changed. */
export function scheduleOf(stay: Stay, hours: StayHours, now: Date): (Planned & { type: ScheduledType })[] {
  const arrival = momentOf(stay.checkIn, hours.checkInFrom, hours.timeZone);
  const departure = endsAt(stay, hours);
  const feedback = new Date(departure.getTime() + DAY_MS);
  const times = {
    welcome: {
      customId: null,
      anchor: stay.checkIn,
      toldBy: () => true,
      due: now,
      usefulUntil: departure,
    },
    check_in_reminder: {
      ...ofDay(stay.checkIn),
      due: new Date(arrival.getTime() - DAY_MS),
      usefulUntil: momentOf(addDays(stay.checkIn, 1), "00:00", hours.timeZone),
    },
    check_out_reminder: {
      ...ofDay(stay.checkOut),
      due: momentOf(stay.checkOut, MORNING, hours.timeZone),
      usefulUntil: departure,
    },
    feedback_request: {
      ...ofDay(stay.checkOut),
      due: feedback,
      usefulUntil: new Date(feedback.getTime() + FEEDBACK_OPEN_MS),
    },
  } satisfies Record<ScheduledType, Omit<Planned, "type">>;
  return SCHEDULED_TYPES.map((type) => ({ type, ...times[type] }));
}

/** When guests leave. */
export function endsAt(stay: Stay, hours: StayHours): Date {
  return momentOf(stay.checkOut, hours.checkOutBy, hours.timeZone);
}

function ofDay(anchor: LocalDate) {
  return { customId: null, anchor, toldBy: (other: string) => other === anchor };
}

/** In which states a booking still calls for a message. */
const CALLED_FOR: Record<ScheduledType, readonly BookingStatus[]> = {
  welcome: ["upcoming", "confirmed", "checked-in"],
  check_in_reminder: ["upcoming", "confirmed"],
  check_out_reminder: ["upcoming", "confirmed", "checked-in"],
  feedback_request: ["upcoming", "confirmed", "checked-in", "checked-out", "completed"],
};

export function calledFor<P extends { type: ScheduledType }>(status: BookingStatus, planned: readonly P[]): P[] {
  return planned.filter(({ type }) => CALLED_FOR[type].includes(status));
}

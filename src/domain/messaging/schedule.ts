import type { BookingStatus } from "../booking/status.ts";
import type { Stay } from "../booking/stay.ts";
import { addDays, type LocalDate } from "../calendar/local-date.ts";
import { type LocalTime, momentOf, type TimeZone } from "../calendar/time-zone.ts";
import { type PlannedType, SCHEDULED_TYPES, type ScheduledType } from "./message.ts";

/** The check-in and check-out times, and the zone in which they apply. */
export type StayHours = { timeZone: TimeZone; checkInFrom: LocalTime; checkOutBy: LocalTime };

/** One message that a stay needs. After `usefulUntil` the message would only confuse the guest. */
export type Planned = {
  type: PlannedType;
  /** The id of a custom message; null for our own messages. */
  customId: string | null;
  /**
   * The event that the message belongs to: for our own messages, the check-in or check-out day (the check-in day for
   * the welcome message, although it is sent at once); for custom messages, `in:` or `out:` and a day, or `booked:` and
   * a time.
   */
  anchor: string;
  /** Whether a guest who has already received this message for `anchor` does not need it again. */
  coveredBy: (anchor: string) => boolean;
  due: Date;
  usefulUntil: Date;
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** SPEC 4: "on the morning of the last day". */
export const MORNING: LocalTime = "08:00";
/** How long after its time the feedback request may still be sent. */
const FEEDBACK_OPEN_MS = 14 * DAY_MS;

/** Each scheduled message with its time (SPEC 4); a welcome message that is still needed is due `now`. */
export function scheduleOf(stay: Stay, hours: StayHours, now: Date): (Planned & { type: ScheduledType })[] {
  const arrival = momentOf(stay.checkIn, hours.checkInFrom, hours.timeZone);
  const departure = endsAt(stay, hours);
  const feedback = new Date(departure.getTime() + DAY_MS);
  const times = {
    welcome: {
      customId: null,
      anchor: stay.checkIn,
      coveredBy: () => true,
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

export function endsAt(stay: Stay, hours: StayHours): Date {
  return momentOf(stay.checkOut, hours.checkOutBy, hours.timeZone);
}

function ofDay(anchor: LocalDate) {
  return { customId: null, anchor, coveredBy: (other: string) => other === anchor };
}

/** For each message, the booking statuses with which it is still needed. */
const NEEDED_WHILE: Record<ScheduledType, readonly BookingStatus[]> = {
  welcome: ["upcoming", "confirmed", "checked-in"],
  check_in_reminder: ["upcoming", "confirmed"],
  check_out_reminder: ["upcoming", "confirmed", "checked-in"],
  feedback_request: ["upcoming", "confirmed", "checked-in", "checked-out", "completed"],
};

export function stillNeeded<P extends { type: ScheduledType }>(status: BookingStatus, planned: readonly P[]): P[] {
  return planned.filter(({ type }) => NEEDED_WHILE[type].includes(status));
}

import type { BookingStatus } from "../booking/status.ts";
import type { Stay } from "../booking/stay.ts";
import { addDays } from "../calendar/local-date.ts";
import { type LocalTime, dayAt, momentOf } from "../calendar/time-zone.ts";
import { DEFAULT_LANGUAGE, type Language } from "../language/language.ts";
import { CUSTOM_TYPE } from "./message.ts";
import { endsAt, type Planned, type StayHours } from "./schedule.ts";
import { TEMPLATE_FIELDS, type Template } from "./template.ts";

export const TIMING_EVENTS = ["booking", "check-in", "check-out"] as const;
export type TimingEvent = (typeof TIMING_EVENTS)[number];
export const TIMING_UNITS = ["minutes", "hours", "days"] as const;
export type TimingUnit = (typeof TIMING_UNITS)[number];

/**
 * When a message is sent: a number of minutes or hours from the event, or a number of days from it (0: on that day) at
 * a time of day. Nothing can be sent before a booking is made.
 */
export type Timing =
  | { event: TimingEvent; side: "before" | "after"; amount: number; unit: "minutes" | "hours" }
  | { event: TimingEvent; side: "before" | "after"; amount: number; unit: "days"; time: LocalTime };

export const MAX_OF = { minutes: 1440, hours: 168, days: 365 } satisfies Record<TimingUnit, number>;
export const MAX_CUSTOM_MESSAGES = 30;

/** The host's text: always in English, and in any other languages in which the host has written it. */
export type CustomTexts = { en: Template } & Partial<Record<Language, Template>>;

export type CustomTiming = { id: string; timing: Timing };

/**
 * The fields allowed in a custom message: all except `changes`, because such a message is not about a change to the
 * stay.
 */
export const { changes: _changes, ...CUSTOM_FIELDS } = TEMPLATE_FIELDS;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** How long after its time a message about a past stay is still worth sending. */
const AFTER_STAY_MS = 14 * DAY_MS;

/**
 * The host's text in the guest's language if it exists, otherwise in English, together with the language of that text.
 */
export function textFor(texts: CustomTexts, language: Language): { language: Language; template: Template } {
  const own = texts[language];
  return own ? { language, template: own } : { language: DEFAULT_LANGUAGE, template: texts.en };
}

export function isAfterStay({ event, side }: Timing): boolean {
  return event === "check-out" && side === "after";
}

function isBeforeArrival({ event, side }: Timing): boolean {
  return event === "check-in" && side === "before";
}

/** When a message is sent for one stay. `bookedAt` is the time when the booking was confirmed. */
export function dueOf(timing: Timing, stay: Stay, hours: StayHours, bookedAt: Date): Date {
  const sign = timing.side === "before" ? -1 : 1;
  if (timing.unit === "days") {
    const day = { booking: dayAt(bookedAt, hours.timeZone), "check-in": stay.checkIn, "check-out": stay.checkOut };
    return momentOf(addDays(day[timing.event], sign * timing.amount), timing.time, hours.timeZone);
  }
  const arrival = momentOf(stay.checkIn, hours.checkInFrom, hours.timeZone);
  const from = { booking: bookedAt, "check-in": arrival, "check-out": endsAt(stay, hours) }[timing.event];
  const ms = timing.unit === "minutes" ? MINUTE_MS : 60 * MINUTE_MS;
  return new Date(from.getTime() + sign * timing.amount * ms);
}

/** A custom message for one stay; null if it would come too late to help. */
export function customPlanned(
  { id, timing }: CustomTiming,
  stay: Stay,
  hours: StayHours,
  bookedAt: Date,
): Planned | null {
  const due = dueOf(timing, stay, hours, bookedAt);
  const usefulUntil = usefulUntilOf(timing, due, stay, hours);
  if (due >= usefulUntil) return null;
  const days = { "check-in": `in:${stay.checkIn}`, "check-out": `out:${stay.checkOut}` };
  const planned = { type: CUSTOM_TYPE, customId: id, due, usefulUntil } as const;
  if (timing.event === "booking") return { ...planned, anchor: BOOKED + bookedAt.toISOString(), coveredBy: () => true };
  // A guest who received the message before the host changed its event does not receive it again.
  const coveredBy = (other: string) => other.startsWith(BOOKED) || Object.values(days).includes(other);
  return { ...planned, anchor: days[timing.event], coveredBy };
}

const BOOKED = "booked:";

/**
 * When a booking was confirmed, according to the anchors of its messages; send times relative to the booking are
 * counted from this time. Null if none of the anchors contains it.
 */
export function bookedAtOf(anchors: readonly string[]): Date | null {
  const [last] = anchors.filter((anchor) => anchor.startsWith(BOOKED)).toSorted((a, b) => b.localeCompare(a));
  return last === undefined ? null : new Date(last.slice(BOOKED.length));
}

export function stillNeeds(status: BookingStatus, timing: Timing): boolean {
  switch (status) {
    case "pending":
    case "cancelled":
      return false;
    case "upcoming":
    case "confirmed":
      return true;
    case "checked-in":
      return !isBeforeArrival(timing);
    case "checked-out":
    case "completed":
      return isAfterStay(timing);
  }
}

function usefulUntilOf(timing: Timing, due: Date, stay: Stay, hours: StayHours): Date {
  if (isAfterStay(timing)) return new Date(due.getTime() + AFTER_STAY_MS);
  if (isBeforeArrival(timing)) {
    return momentOf(addDays(stay.checkIn, 1), "00:00", hours.timeZone);
  }
  return endsAt(stay, hours);
}

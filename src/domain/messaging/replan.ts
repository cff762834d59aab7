import type { DeliveryMethod, PlannedType } from "./message.ts";
import { type Planned, stillNeeded, scheduleOf, type StayHours } from "./schedule.ts";
import type { BookingStatus } from "../booking/status.ts";
import type { Stay } from "../booking/stay.ts";
import { stillNeeds, customPlanned, type CustomTiming } from "./custom-message.ts";

/**
 * A booking's stored message: `open` is still waiting, `sending` is being sent and may have to be sent again,
 * `withdrawn` was withdrawn because the booking no longer needed it, and `closed` can no longer change.
 */
export type ExistingMessage = {
  id: string;
  type: PlannedType;
  customId: string | null;
  channel: DeliveryMethod;
  anchor: string;
  due: Date;
  state: "open" | "sending" | "withdrawn" | "closed";
  /** Null once the host has chosen "send now": the message is then never too late. */
  usefulUntil: Date | null;
};

export type PlannedMessage = Planned & { channel: DeliveryMethod };

export type Replan = { add: PlannedMessage[]; move: { id: string; to: PlannedMessage }[]; withdraw: string[] };

/** Whether messages whose time has passed are still sent if they would help the guest. */
export type Late = "send" | "skip";

/** Long enough for a guest who has just booked to open the link in the welcome message, which verifies the address. */
const AFTER_WELCOME_MS = 10 * 60_000;

/**
 * Compares a booking's stored messages with the messages that the booking should have now. A waiting message keeps its
 * row, including the host's edits. A message whose time has passed is not added, except the welcome message, which is
 * due at once, and the check-in reminder, which follows it. With `late: "skip"`, no such reminder is added either, and
 * a waiting message whose new time has passed is withdrawn.
 */
export function replan(
  existing: readonly ExistingMessage[],
  planned: readonly PlannedMessage[],
  now: Date,
  late: Late = "send",
): Replan {
  const plan: Replan = { add: [], move: [], withdraw: [] };
  const inUse = new Set<string>();
  for (const one of planned) {
    const inSlot = existing.filter(
      (row) => row.type === one.type && row.customId === one.customId && row.channel === one.channel,
    );
    const isWelcome = one.type === "welcome";
    // A welcome message belongs to the booking, and most other messages to a day: once that day has moved, a message
    // that was sent no longer counts.
    const sent = inSlot.find(
      ({ state, anchor }) => (state === "closed" || state === "sending") && one.coveredBy(anchor),
    );
    if (sent) {
      inUse.add(sent.id);
      continue;
    }
    const waiting = inSlot.filter(({ state }) => state === "open" || state === "withdrawn");
    // A stored message for the same day comes first, because it has the key that the planned message needs.
    const row =
      waiting.find(({ anchor }) => anchor === one.anchor) ??
      waiting.find(({ state }) => state === "open") ??
      waiting[0];
    if (row?.state === "open" && (isWelcome || row.anchor === one.anchor)) {
      const to = isWelcome ? { ...one, due: row.due } : withReminderAfterWelcome(one, now, row.due);
      const moves = differs(row, to);
      if (moves && late === "skip" && to.due < now) continue;
      inUse.add(row.id);
      if (moves) plan.move.push({ id: row.id, to });
      continue;
    }
    const to = late === "send" ? withReminderAfterWelcome(one, now) : one;
    const isUseful = isWelcome ? now < to.usefulUntil : to.due >= now;
    if (!isUseful) continue;
    if (row) {
      inUse.add(row.id);
      plan.move.push({ id: row.id, to });
    } else plan.add.push(to);
  }
  plan.withdraw = existing
    .filter(({ id, state }) => (state === "open" || state === "sending") && !inUse.has(id))
    .map(({ id }) => id);
  return plan;
}

/**
 * Guests need to know how to get in, however late they book. `planned` is the time at which a waiting message is due.
 */
function withReminderAfterWelcome(one: PlannedMessage, now: Date, planned = one.usefulUntil): PlannedMessage {
  if (one.type !== "check_in_reminder" || one.due >= now) return one;
  const due = new Date(Math.min(now.getTime() + AFTER_WELCOME_MS, planned.getTime()));
  return due < one.usefulUntil ? { ...one, due } : one;
}

function differs({ due, usefulUntil }: ExistingMessage, to: PlannedMessage): boolean {
  if (usefulUntil === null) return false;
  return due.getTime() !== to.due.getTime() || usefulUntil.getTime() !== to.usefulUntil.getTime();
}

type PlanFacts = {
  hours: StayHours;
  /** The custom messages that are switched on. */
  customs: readonly CustomTiming[];
  /** When the booking was confirmed, that is, no longer pending or on hold. */
  bookedAt: Date;
  now: Date;
};

/** The messages that a booking needs in its current state, out of the four in SPEC 4 and the custom ones. */
export function plannedMessages(
  booking: Stay & { status: BookingStatus },
  { hours, customs, bookedAt, now }: PlanFacts,
): Planned[] {
  const own = customs
    .filter(({ timing }) => stillNeeds(booking.status, timing))
    .flatMap((custom) => customPlanned(custom, booking, hours, bookedAt) ?? []);
  return [...stillNeeded(booking.status, scheduleOf(booking, hours, now)), ...own];
}

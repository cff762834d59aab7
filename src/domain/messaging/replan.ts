import type { DeliveryMethod, PlannedType } from "./message.ts";
import { type Planned, stillNeeded, scheduleOf, type StayHours } from "./schedule.ts";
import type { BookingStatus } from "../booking/status.ts";
import type { Stay } from "../booking/stay.ts";
import { stillNeeds, customPlanned, type CustomTiming } from "./custom-message.ts";

/**
 * A stored message of a booking: `open` is still waiting, `sending` is being sent and may have to be sent again,
 * `withdrawn` was withdrawn together with its booking, and `closed` can no longer change.
 */
export type ExistingMessage = {
  id: string;
  type: PlannedType;
  customId: string | null;
  channel: DeliveryMethod;
  anchor: string;
  due: Date;
  state: "open" | "sending" | "withdrawn" | "closed";
  /** Null once the host has chosen "send now": the message is then always sent. */
  usefulUntil: Date | null;
};

export type PlannedMessage = Planned & { channel: DeliveryMethod };

export type Replan = { add: PlannedMessage[]; move: { id: string; to: PlannedMessage }[]; withdraw: string[] };

/**
 * Compares a booking's stored messages with the messages that the booking should have now. A waiting message keeps its
 * row, including the host's edits. A message whose time has passed is not added (except the welcome message, which is
 * due at once). `late` decides what happens to a waiting message whose new time has passed.
 */
export function replan(
  existing: readonly ExistingMessage[],
  planned: readonly PlannedMessage[],
  now: Date,
  late: "send" | "skip" = "send",
): Replan {
  const plan: Replan = { add: [], move: [], withdraw: [] };
  const inUse = new Set<string>();
  for (const to of planned) {
    const inSlot = existing.filter(
      (row) => row.type === to.type && row.customId === to.customId && row.channel === to.channel,
    );
    const isWelcome = to.type === "welcome";
    // A welcome message belongs to the booking, and the other messages to a day: once that day has moved, a message
    // that was sent no longer counts.
    const sent = inSlot.find(
      ({ state, anchor }) => (state === "closed" || state === "sending") && to.coveredBy(anchor),
    );
    if (sent) {
      inUse.add(sent.id);
      continue;
    }
    const waiting = inSlot.filter(({ state }) => state === "open" || state === "withdrawn");
    // A message for the same day comes first, because it has the key that the message needs.
    const row =
      waiting.find(({ anchor }) => anchor === to.anchor) ?? waiting.find(({ state }) => state === "open") ?? waiting[0];
    if (row?.state === "open" && (isWelcome || row.anchor === to.anchor)) {
      const moves = !isWelcome && differs(row, to);
      if (moves && late === "skip" && to.due < now) continue;
      inUse.add(row.id);
      if (moves) plan.move.push({ id: row.id, to });
      continue;
    }
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

/** Every message that a booking needs in its current state: the four messages of SPEC 4 and the custom ones. */
export function plannedMessages(
  booking: Stay & { status: BookingStatus },
  { hours, customs, bookedAt, now }: PlanFacts,
): Planned[] {
  const own = customs
    .filter(({ timing }) => stillNeeds(booking.status, timing))
    .flatMap((custom) => customPlanned(custom, booking, hours, bookedAt) ?? []);
  return [...stillNeeded(booking.status, scheduleOf(booking, hours, now)), ...own];
}

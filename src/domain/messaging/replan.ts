import type { MessageChannel, PlannedType } from "./message.ts";
import type { Planned } from "./schedule.ts";

/**
 * A message of a booking as it is now: `open` waits, `withdrawn` was withdrawn with its booking, `closed` can no longer
 * change.
 */
export type Kept = {
  id: string;
  type: PlannedType;
  customId: string | null;
  channel: MessageChannel;
  anchor: string;
  due: Date;
  state: "open" | "withdrawn" | "closed";
  /** Null once the host has chosen "send now": it is then sent whatever its day. */
  usefulUntil: Date | null;
};

export type Wanted = Planned & { channel: MessageChannel };

export type Replan = { add: Wanted[]; move: { id: string; to: Wanted }[]; withdraw: string[] };

/**
 * What has to change so that the messages of a booking match it as it is now. A waiting message keeps its row,
 * including the host's edits. Past messages are not sent late (except the welcome, which is due at once and never
 * late). `late` decides about a waiting message whose new time has passed.
 */
export function replan(
  kept: readonly Kept[],
  wanted: readonly Wanted[],
  now: Date,
  late: "send" | "skip" = "send",
): Replan {
  const plan: Replan = { add: [], move: [], withdraw: [] };
  const inUse = new Set<string>();
  for (const to of wanted) {
    const inSlot = kept.filter(
      (row) => row.type === to.type && row.customId === to.customId && row.channel === to.channel,
    );
    const isWelcome = to.type === "welcome";
    // A welcome belongs to the booking, the others to a day: once the day has moved, what was sent no longer counts.
    const told = inSlot.some(({ state, anchor }) => state === "closed" && to.coveredBy(anchor));
    if (told) continue;
    const row = inSlot.find(({ state }) => state !== "closed");
    if (row?.state === "open" && (isWelcome || row.anchor === to.anchor)) {
      const moves = !isWelcome && differs(row, to);
      if (moves && late === "skip" && to.due < now) continue;
      inUse.add(row.id);
      if (moves) plan.move.push({ id: row.id, to });
      continue;
    }
    const isNews = isWelcome ? now < to.usefulUntil : to.due >= now;
    if (!isNews) continue;
    if (row) {
      inUse.add(row.id);
      plan.move.push({ id: row.id, to });
    } else plan.add.push(to);
  }
  plan.withdraw = kept.filter(({ id, state }) => state === "open" && !inUse.has(id)).map(({ id }) => id);
  return plan;
}

function differs({ due, usefulUntil }: Kept, to: Wanted): boolean {
  if (usefulUntil === null) return false;
  return due.getTime() !== to.due.getTime() || usefulUntil.getTime() !== to.usefulUntil.getTime();
}

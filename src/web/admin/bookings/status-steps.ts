import type { BookingStatus } from "#domain/booking/status.ts";
import { nextStatuses } from "#domain/booking/status.ts";

export type StatusStep = { to: Exclude<BookingStatus, "cancelled">; label: string; done: string; main: boolean };

/** The steps that a booking may take now, in the host's words; the one that usually comes next is the main one. */
export function statusSteps(from: BookingStatus): StatusStep[] {
  return nextStatuses(from).flatMap((to) => (to === "cancelled" ? [] : [stepOf(from, to)]));
}

function stepOf(from: BookingStatus, to: StatusStep["to"]): StatusStep {
  if (from === "cancelled") return { to, label: "Restore booking", done: "Booking restored", main: true };
  if (from === "confirmed" && to === "upcoming") return step(to, "Undo confirmation", "Confirmation taken back", false);
  if (from === "checked-out" && to === "checked-in") return step(to, "Undo check-out", "Check-out taken back", false);
  if (from === "completed" && to === "checked-out") return step(to, "Undo completion", "Completion taken back", false);
  const [label, done] = WORDS[to];
  return step(to, label, done, MAIN_NEXT[from] === to);
}

function step(to: StatusStep["to"], label: string, done: string, main: boolean): StatusStep {
  return { to, label, done, main };
}

const WORDS = {
  pending: ["Set to pending", "Booking pending"],
  upcoming: ["Accept as upcoming", "Booking accepted"],
  confirmed: ["Confirm", "Booking confirmed"],
  "checked-in": ["Check in", "Guest checked in"],
  "checked-out": ["Check out", "Guest checked out"],
  completed: ["Complete", "Booking completed"],
} as const satisfies Record<StatusStep["to"], readonly [string, string]>;

const MAIN_NEXT: Partial<Record<BookingStatus, BookingStatus>> = {
  pending: "confirmed",
  upcoming: "confirmed",
  confirmed: "checked-in",
  "checked-in": "checked-out",
  "checked-out": "completed",
};

import type { BookingDetail } from "#contract/admin-bookings.ts";
import type { BookingStatus } from "#domain/booking/status.ts";
import { nextStatuses } from "#domain/booking/status.ts";
import { toLocalDate } from "#domain/calendar/local-date.ts";

export type StatusStep = { to: Exclude<BookingStatus, "cancelled">; label: string; done: string; main: boolean };

type Stay = Pick<BookingDetail, "status" | "checkIn" | "checkOut" | "today">;

/** The steps that a booking may take today, in the host's words; the one that usually comes next is the main one. */
export function statusSteps(stay: Stay): StatusStep[] {
  const booking = { status: stay.status, checkIn: toLocalDate(stay.checkIn) };
  const steps = nextStatuses(booking, toLocalDate(stay.today)).filter((to) => to !== "cancelled");
  const likely = likelyNext(stay, steps);
  return steps.map((to) => stepOf(stay.status, to, to === likely));
}

/** Once guests may arrive, checking in comes before everything else; guests rarely leave before their last day. */
function likelyNext({ status, checkOut, today }: Stay, steps: readonly BookingStatus[]): BookingStatus | undefined {
  if ((status === "upcoming" || status === "confirmed") && steps.includes("checked-in")) return "checked-in";
  if (status === "checked-in" && today < checkOut) return undefined;
  return MAIN_NEXT[status];
}

function stepOf(from: BookingStatus, to: StatusStep["to"], main: boolean): StatusStep {
  if (from === "cancelled") return { to, label: "Restore booking", done: "Booking restored", main: true };
  if (from === "confirmed" && to === "upcoming") return step(to, "Undo confirmation", "Confirmation undone", false);
  if (from === "checked-in" && to === "confirmed") return step(to, "Undo check-in", "Check-in undone", false);
  if (from === "checked-out" && to === "checked-in") return step(to, "Undo check-out", "Check-out undone", false);
  if (from === "completed" && to === "checked-out") return step(to, "Undo completion", "Completion undone", false);
  const [label, done] = WORDS[to];
  return step(to, label, done, main);
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
  "checked-in": "checked-out",
  "checked-out": "completed",
};

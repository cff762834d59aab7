import type { BookingDetail } from "#contract/admin-bookings.ts";
import { type BookingStatus, nextStatuses } from "#domain/booking/status.ts";
import { toLocalDate } from "#domain/calendar/local-date.ts";
import { formatMoment } from "../../lib/format-date.ts";

export type StatusStep = {
  to: Exclude<BookingStatus, "cancelled">;
  label: string;
  done: string;
  main: boolean;
  undo: boolean;
};

/** An accepted booking may still be waiting for the guest's payment. */
export function doneText(
  { to, done }: StatusStep,
  after: Pick<BookingDetail, "status" | "waiting" | "timeZone">,
): string {
  if (after.status === to || after.waiting?.for !== "payment") return done;
  return `Accepted. The guest has until ${formatMoment(after.waiting.until, after.timeZone, "short")} to pay.`;
}

type Stay = Pick<BookingDetail, "status" | "checkIn" | "checkOut" | "today">;

/** The status changes that are possible today, except cancelling. The most likely one gets the main button. */
export function statusSteps(stay: Stay): StatusStep[] {
  const booking = { status: stay.status, checkIn: toLocalDate(stay.checkIn) };
  const steps = nextStatuses(booking, toLocalDate(stay.today)).filter((to) => to !== "cancelled");
  const likely = likelyNext(stay, steps);
  return steps.map((to) => stepOf(stay.status, to, to === likely));
}

/**
 * Once guests may arrive, check-in is the likely next step. Check-out is likely only on the last day or later, because
 * guests rarely leave earlier.
 */
function likelyNext({ status, checkOut, today }: Stay, steps: readonly BookingStatus[]): BookingStatus | undefined {
  if ((status === "upcoming" || status === "confirmed") && steps.includes("checked-in")) return "checked-in";
  if (status === "checked-in" && today < checkOut) return undefined;
  return MAIN_NEXT[status];
}

function stepOf(from: BookingStatus, to: StatusStep["to"], main: boolean): StatusStep {
  if (from === "cancelled") return { to, label: "Restore booking", done: "Booking restored", main: true, undo: false };
  if (from === "confirmed" && to === "upcoming") return undoing(to, "Undo confirmation", "Confirmation undone");
  if (from === "checked-in" && to === "confirmed") return undoing(to, "Undo check-in", "Check-in undone");
  if (from === "checked-out" && to === "checked-in") return undoing(to, "Undo check-out", "Check-out undone");
  if (from === "completed" && to === "checked-out") return undoing(to, "Undo completion", "Completion undone");
  const [label, done] = WORDS[to];
  return { to, label, done, main, undo: false };
}

function undoing(to: StatusStep["to"], label: string, done: string): StatusStep {
  return { to, label, done, main: false, undo: true };
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

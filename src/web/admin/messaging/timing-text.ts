import type { Timing, TimingEvent } from "#domain/messaging/custom-message.ts";
import { formatTime } from "../../lib/format-date.ts";

export const EVENT_LABELS = {
  booking: "the booking",
  "check-in": "check-in",
  "check-out": "check-out",
} satisfies Record<TimingEvent, string>;

/** `2 days before check-in, at 9:00 AM`. */
export function timingInWords(timing: Timing): string {
  const { amount, unit, side, event } = timing;
  const what = EVENT_LABELS[event];
  const many = `${amount} ${amount === 1 ? unit.slice(0, -1) : unit} ${side} ${what}`;
  if (timing.unit === "days") {
    return `${amount === 0 ? `On the day of ${what}` : many}, at ${formatTime(timing.time)}`;
  }
  if (amount > 0) return many;
  return event === "booking" ? "Right after the booking" : `At ${what} time`;
}

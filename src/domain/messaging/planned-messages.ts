import type { BookingStatus } from "../booking/status.ts";
import type { Stay } from "../booking/stay.ts";
import { stillNeeds, customPlanned, type CustomTiming } from "./custom-message.ts";
import { stillNeeded, type Planned, scheduleOf, type StayHours } from "./schedule.ts";

export type PlanFacts = {
  hours: StayHours;
  /** The custom messages that are switched on. */
  customs: readonly CustomTiming[];
  /** When the booking became certain. */
  bookedAt: Date;
  now: Date;
};

/** Every message that a booking needs as it is now: SPEC 4's four and the custom ones. */
export function plannedMessages(
  booking: Stay & { status: BookingStatus },
  { hours, customs, bookedAt, now }: PlanFacts,
): Planned[] {
  const own = customs
    .filter(({ timing }) => stillNeeds(booking.status, timing))
    .flatMap((custom) => customPlanned(custom, booking, hours, bookedAt) ?? []);
  return [...stillNeeded(booking.status, scheduleOf(booking, hours, now)), ...own];
}

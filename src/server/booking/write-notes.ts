import type { Clock } from "../runtime/clock.ts";
import type { ActResult, BookingStore, HostOrder } from "./ports.ts";

type Input = HostOrder & { notes: string };

/** Stores the host's notes about a booking; guests never see them. */
export function writeNotes(
  { bookings, clock }: { bookings: BookingStore; clock: Clock },
  { notes, ...order }: Input,
): Promise<ActResult> {
  return bookings.act({
    ...order,
    at: clock(),
    decide: () => ({
      ok: true,
      act: "booking.notes",
      event: notes === "" ? "Notes removed" : "Notes changed",
      next: { hostNotes: notes },
    }),
  });
}

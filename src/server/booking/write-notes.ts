import type { ActResult, BookingNeeds, HostOrder } from "./ports.ts";

type Input = HostOrder & { notes: string };

/** Stores the host's notes about a booking. They are not shown to guests, but a guest's data export contains them. */
export function writeNotes({ bookings, clock }: BookingNeeds, { notes, ...order }: Input): Promise<ActResult> {
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

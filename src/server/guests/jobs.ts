import { PROVISIONAL_GUEST_MS } from "#domain/guests/guest.ts";
import type { Job } from "../jobs/job.ts";
import type { Clock } from "../runtime/clock.ts";
import type { GuestStore } from "./ports.ts";

/** Deletes people who never booked. Any instance may do it at any time: it is idempotent. */
export function forgetAbandonedGuests({ guests, clock }: { guests: GuestStore; clock: Clock }): Job {
  return {
    name: "forget abandoned guests",
    everyMs: 5 * 60 * 1000,
    irreversible: true,
    run: async () => {
      await guests.removeUnclaimed(new Date(clock().getTime() - PROVISIONAL_GUEST_MS));
    },
  };
}

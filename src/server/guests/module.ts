import type { Database } from "../database/connect.ts";
import type { Job } from "../jobs/job.ts";
import type { Mount } from "../http/mount.ts";
import type { RateLimit } from "../http/rate-limit.ts";
import type { Clock } from "../runtime/clock.ts";
import { mountGuests } from "./routes.ts";
import { createGuestStore, type GuestStore } from "./store.ts";
import { PROVISIONAL_GUEST_MS } from "#domain/guests/guest.ts";

type Needs = { database: Database; clock: Clock; limit: RateLimit };

export function createGuestModule({ database, clock, limit }: Needs): { mount: (mount: Mount) => void; jobs: Job[] } {
  const guests = createGuestStore(database);
  return {
    mount: (mount) => mountGuests(mount, { guests, clock, limit }),
    jobs: [forgetAbandonedGuests({ guests, clock })],
  };
}

/** Deletes guests who did not book within an hour. The job is idempotent, so any instance may run it at any time. */
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

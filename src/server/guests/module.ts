import type { Database } from "../database/connect.ts";
import type { Job } from "../jobs/job.ts";
import type { Mount } from "../http/mount.ts";
import type { RateLimit } from "../http/rate-limit.ts";
import type { Clock } from "../runtime/clock.ts";
import { forgetAbandonedGuests } from "./jobs.ts";
import { mountGuests } from "./routes.ts";
import { createGuestStore } from "./store.ts";

type Needs = { database: Database; clock: Clock; limit: RateLimit };

export function createGuestModule({ database, clock, limit }: Needs): { mount: (mount: Mount) => void; jobs: Job[] } {
  const guests = createGuestStore(database);
  return {
    mount: (mount) => mountGuests(mount, { guests, clock, limit }),
    jobs: [forgetAbandonedGuests({ guests, clock })],
  };
}

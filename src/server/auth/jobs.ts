import { SESSION_ABSOLUTE_MS, SESSION_IDLE_MS } from "#domain/auth/session.ts";
import type { Job } from "../jobs/job.ts";
import type { Clock } from "../runtime/clock.ts";
import type { AuthStore } from "./ports.ts";

/** Sessions that are over open nothing; this only keeps the table small. */
export function removeDeadSessions({ store, clock }: { store: AuthStore; clock: Clock }): Job {
  return {
    name: "remove dead sessions",
    everyMs: 60 * 60 * 1000,
    run: () => {
      const now = clock().getTime();
      return store.removeSessionsBefore({
        createdBefore: new Date(now - SESSION_ABSOLUTE_MS),
        seenBefore: new Date(now - SESSION_IDLE_MS),
      });
    },
  };
}

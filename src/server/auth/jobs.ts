import { KNOWN_NETWORK_MS } from "#domain/auth/lockout.ts";
import { CODE_WAIT_MS, SESSION_ABSOLUTE_MS } from "#domain/auth/session.ts";
import type { Job } from "../jobs/job.ts";
import type { Clock } from "../runtime/clock.ts";
import type { AuthStore, SignInTallies } from "./ports.ts";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Counts of wrong tries for names without an account are kept this long; an account's own until it signs in. */
const FAILURES_KEPT_MS = 30 * DAY_MS;

/** Sessions that are over open nothing; this only keeps the table small. */
export function removeDeadSessions(needs: { store: AuthStore; clock: Clock; idleMs: () => Promise<number> }): Job {
  return {
    name: "remove dead sessions",
    everyMs: HOUR_MS,
    irreversible: true,
    run: async () => {
      const now = needs.clock().getTime();
      await needs.store.removeSessionsBefore({
        createdBefore: new Date(now - SESSION_ABSOLUTE_MS),
        seenBefore: new Date(now - (await needs.idleMs())),
      });
    },
  };
}

/** Old tries limit nobody any more. */
export function forgetOldTries({ tallies, clock }: { tallies: SignInTallies; clock: Clock }): Job {
  return {
    name: "forget old sign-in tries",
    everyMs: HOUR_MS,
    irreversible: true,
    run: () => {
      const ago = (ms: number) => new Date(clock().getTime() - ms);
      return tallies.forget({
        tries: ago(DAY_MS),
        failures: ago(FAILURES_KEPT_MS),
        networks: ago(KNOWN_NETWORK_MS),
        pending: ago(CODE_WAIT_MS),
      });
    },
  };
}

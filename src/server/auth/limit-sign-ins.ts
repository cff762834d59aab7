import { allowedFailures, KNOWN_NETWORK_MS } from "#domain/auth/lockout.ts";
import { admit } from "#domain/auth/sliding-window.ts";
import { Unavailable } from "../database/dialect.ts";
import type { Clock } from "../runtime/clock.ts";
import { hashToken } from "../runtime/ids.ts";
import type { SignInTallies } from "./ports.ts";

/** How many sign-ins of one network are looked at, within how long. */
export type NetworkLimit = { calls: number; seconds: number };
export type LimitNeeds = { tallies: SignInTallies; clock: Clock; networkLimit: NetworkLimit };

export type Account = { id: string | null; username: string };

/**
 * Limits that hold for all processes together, since the counts are in the database. Who cannot be counted is not let
 * in: every failure to count is `Unavailable`.
 */
export function createSignInLimits({ tallies, clock, networkLimit }: LimitNeeds) {
  const { calls, seconds } = networkLimit;

  return {
    /** Null lets the network try; else how long it waits, in milliseconds. */
    enter: (networkHash: string): Promise<number | null> =>
      failClosed(() => {
        const now = clock();
        return tallies.changeTries<number | null>(networkHash, now, (tries) => {
          const admission = admit(tries, now.getTime(), calls, seconds * 1000);
          return admission.ok ? { tries: admission.tries, result: null } : { tries: null, result: admission.waitMs };
        });
      }),

    /** Counts a failure for the account before the password is looked at; false when it has had its hundred. */
    reserve: ({ id, username }: Account, networkHash: string): Promise<boolean> =>
      failClosed(async () => {
        const now = clock();
        const since = new Date(now.getTime() - KNOWN_NETWORK_MS);
        const known = await tallies.isKnownNetwork(id ?? "", networkHash, since);
        return tallies.reserveFailure(hashToken(username), allowedFailures(known), now);
      }),

    /** It was no failure after all. */
    release: ({ username }: Account) => tallies.releaseFailure(hashToken(username)),

    /** Signed in: the count starts anew, and the network is one of the owner's. */
    succeeded: async ({ id, username }: { id: string; username: string }, networkHash: string): Promise<void> => {
      await tallies.clearFailures(hashToken(username));
      await tallies.rememberNetwork(id, networkHash, clock());
    },
  };
}
export type SignInLimits = ReturnType<typeof createSignInLimits>;

async function failClosed<T>(count: () => Promise<T>): Promise<T> {
  try {
    return await count();
  } catch (error) {
    throw new Unavailable("sign-ins cannot be counted", { cause: error });
  }
}

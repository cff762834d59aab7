import { allowedFailures, KNOWN_NETWORK_MS } from "#domain/auth/lockout.ts";
import { admit } from "#domain/auth/sliding-window.ts";
import { Unavailable } from "../database/dialect.ts";
import type { Clock } from "../runtime/clock.ts";
import { hashToken } from "../runtime/ids.ts";
import type { SignInTallies } from "./ports.ts";

/** How many sign-ins of one network are looked at, within how long. */
export type NetworkLimit = { calls: number; seconds: number };
export type LimitNeeds = { tallies: SignInTallies; clock: Clock; networkLimit: NetworkLimit };

/** How many refused networks are remembered at most: some megabytes. */
const MAX_REMEMBERED = 20_000;

export type Account = { id: string | null; username: string };

/**
 * Limits that hold for all processes together, since the counts are in the database. Who cannot be counted is not let
 * in: every failure to count is `Unavailable`.
 */
export function createSignInLimits({ tallies, clock, networkLimit }: LimitNeeds) {
  const { calls, seconds } = networkLimit;
  const inTurn = createTurns();
  /** Networks that have had their tries, until when: a flood is refused without asking the database. */
  const blockedUntil = new Map<string, number>();

  function countTry(networkHash: string, now: Date): Promise<number | null> {
    return failClosed(() =>
      tallies.changeTries<number | null>(networkHash, now, (tries) => {
        const admission = admit(tries, now.getTime(), calls, seconds * 1000);
        return admission.ok ? { tries: admission.tries, result: null } : { tries: null, result: admission.waitMs };
      }),
    );
  }

  function stillBlocked(networkHash: string, now: number): number | null {
    const until = blockedUntil.get(networkHash) ?? 0;
    if (until > now && until <= now + 2 * seconds * 1000) return until - now;
    blockedUntil.delete(networkHash);
    return null;
  }

  function block(networkHash: string, until: number): void {
    if (blockedUntil.size >= MAX_REMEMBERED) blockedUntil.clear();
    blockedUntil.set(networkHash, until);
  }

  return {
    /** Null lets the network try; else how long it waits, in milliseconds. */
    enter: (networkHash: string): Promise<number | null> =>
      inTurn(networkHash, async () => {
        const now = clock();
        const blockedFor = stillBlocked(networkHash, now.getTime());
        if (blockedFor !== null) return blockedFor;
        const waitMs = await countTry(networkHash, now);
        if (waitMs !== null) block(networkHash, now.getTime() + waitMs);
        return waitMs;
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

/** The tries of one network are counted one after the other, so that a flood holds one database connection and not all. */
function createTurns() {
  const last = new Map<string, Promise<unknown>>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}

async function failClosed<T>(count: () => Promise<T>): Promise<T> {
  try {
    return await count();
  } catch (error) {
    throw new Unavailable("sign-ins cannot be counted", { cause: error });
  }
}

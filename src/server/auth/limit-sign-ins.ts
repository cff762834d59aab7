import {
  ACCOUNT_ATTEMPTS,
  CODE_ATTEMPTS_AFTER_PASSWORD,
  CODE_ATTEMPTS_WITH_PASSWORD,
  DEVICE_ATTEMPTS,
  KNOWN_NETWORK_MS,
  ATTEMPTS_WITH_CODE,
  SESSION_ATTEMPTS,
  ATTEMPTS_WINDOW_MS,
  countAttempt,
  type Tries,
} from "#domain/auth/lockout.ts";
import { Unavailable } from "../database/dialect.ts";
import type { Clock } from "../runtime/clock.ts";
import { hashToken } from "../runtime/ids.ts";
import type { SignInTallies } from "./tallies-queries.ts";

/** How many sign-ins from one network are checked per period. */
export type NetworkLimit = { calls: number; seconds: number };
export type LimitNeeds = { tallies: SignInTallies; clock: Clock; networkLimit: NetworkLimit };

/** The maximum number of refused networks that are remembered; they take up a few megabytes. */
const MAX_REMEMBERED = 20_000;

/** The name under which failed attempts are counted, and how many are allowed within 24 hours. */
export type Counter = { name: string; allowed: number };
/** An attempt that counts as failed until it is withdrawn. */
export type CountedAttempt = { release: () => Promise<void> };

/** Each counter has its own limit: reaching one limit does not affect the others. */
export const COUNTERS = {
  device: (deviceHash: string): Counter => ({ name: `device ${deviceHash}`, allowed: DEVICE_ATTEMPTS }),
  session: (adminId: string): Counter => ({ name: `session ${adminId}`, allowed: SESSION_ATTEMPTS }),
  withCode: (username: string): Counter => ({ name: `proven ${hashToken(username)}`, allowed: ATTEMPTS_WITH_CODE }),
  codeWithPassword: (username: string): Counter => ({
    name: `code ${hashToken(username)}`,
    allowed: CODE_ATTEMPTS_WITH_PASSWORD,
  }),
  codeAfterPassword: (adminId: string): Counter => ({ name: `step ${adminId}`, allowed: CODE_ATTEMPTS_AFTER_PASSWORD }),
  account: (username: string, { knownNetwork }: { knownNetwork: boolean }): Counter => ({
    name: `account ${hashToken(username)}`,
    allowed: knownNetwork ? ACCOUNT_ATTEMPTS.fromKnownNetwork : ACCOUNT_ATTEMPTS.fromAnywhere,
  }),
};

/**
 * Limits that apply across all processes, because the counts are in the database. If counting an attempt fails, sign-in
 * is refused: every such failure is reported as `Unavailable`.
 */
export function createSignInLimits({ tallies, clock, networkLimit }: LimitNeeds) {
  const { calls, seconds } = networkLimit;
  const inTurn = createTurns();
  /**
   * Networks that have used up their attempts, and until when they are blocked: a flood is refused without a database
   * query.
   */
  const blockedUntil = new Map<string, number>();

  function countTry(networkHash: string, now: Date): Promise<number | null> {
    return failClosed(() =>
      tallies.changeTries<number | null>(networkHash, now, (tries) => {
        const attempt = countAttempt(tries, now.getTime(), calls, seconds * 1000);
        return attempt.ok ? { tries: attempt.tries, result: null } : { tries: null, result: attempt.waitMs };
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
    /** Null if the network may try now; otherwise how long it has to wait, in milliseconds. */
    enter: (networkHash: string): Promise<number | null> =>
      inTurn(networkHash, async () => {
        const now = clock();
        const blockedFor = stillBlocked(networkHash, now.getTime());
        if (blockedFor !== null) return blockedFor;
        const waitMs = await countTry(networkHash, now);
        if (waitMs !== null) block(networkHash, now.getTime() + waitMs);
        return waitMs;
      }),

    /**
     * Counts an attempt as failed before checking it. If there have been too many attempts already, returns null and
     * does not count this one.
     */
    reserve: ({ name, allowed }: Counter): Promise<CountedAttempt | null> =>
      failClosed(async () => {
        const now = clock();
        const at = now.getTime();
        const admitted = await tallies.changeTries(name, now, (tries) => {
          const attempt = countAttempt(tries, at, allowed, ATTEMPTS_WINDOW_MS);
          return { tries: attempt.ok ? attempt.tries : null, result: attempt.ok };
        });
        return admitted ? { release: () => tallies.changeTries(name, now, (tries) => without(tries, at)) } : null;
      }),

    /** How long it takes until an attempt is allowed again, in milliseconds. */
    waitFor: ({ name, allowed }: Counter): Promise<number> =>
      failClosed(() => {
        const now = clock();
        return tallies.changeTries<number>(name, now, (tries) => {
          const attempt = countAttempt(tries, now.getTime(), allowed, ATTEMPTS_WINDOW_MS);
          return { tries: null, result: attempt.ok ? 0 : attempt.waitMs };
        });
      }),

    isKnownNetwork: (adminId: string, networkHash: string): Promise<boolean> =>
      failClosed(() => tallies.isKnownNetwork(adminId, networkHash, new Date(clock().getTime() - KNOWN_NETWORK_MS))),

    /** Call this after a successful sign-in: the network now counts as one of the owner's. */
    succeeded: (adminId: string, networkHash: string): Promise<void> =>
      tallies.rememberNetwork(adminId, networkHash, clock()),
  };
}
export type SignInLimits = ReturnType<typeof createSignInLimits>;

/** Removes one attempt made at the given moment. Attempts made at the same moment are interchangeable. */
function without(tries: Tries, at: number): { tries: Tries; result: void } {
  const index = tries.indexOf(at);
  return { tries: tries.filter((_, n) => n !== index), result: undefined };
}

/** Counts each network's attempts one at a time, so that a flood from one network uses one database connection. */
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

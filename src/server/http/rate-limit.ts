import { sql } from "kysely";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { Database, Db } from "../database/connect.ts";
import { isDatabaseUnavailable } from "../database/dialect.ts";
import type { Job } from "../jobs/job.ts";
import type { Clock } from "../runtime/clock.ts";
import { keyedHash } from "../runtime/ids.ts";
import { network } from "./network.ts";
import { Problem } from "./problem.ts";

/** Null if the request may proceed; otherwise a problem (429) that says how long to wait. */
export type RateLimit = (address: string) => Promise<Problem | null>;

/**
 * Makes an attempt that may be a guess, subject to a limit on wrong guesses. Every attempt is counted before it is
 * made, so that simultaneous guesses cannot exceed the limit; the count for a correct guess is undone afterwards.
 */
export type GuessLimit = <T>(
  address: string,
  attempt: () => Promise<T>,
  isRight: (result: T) => boolean,
) => Promise<T | Problem>;

/** The result of counting a call: a problem if the limit is exceeded, otherwise a function that undoes the count. */
type Counted = { refused: Problem } | { refused: null; uncount: () => Promise<void> };
type Count = (address: string) => Promise<Counted>;

/** How many requests of a kind are allowed per network. */
export type Limits = Record<
  | "guests"
  | "bookings"
  | "confirmation"
  | "availability"
  | "link"
  | "signInLink"
  | "openLink"
  | "signIn"
  | "setUp"
  | "passkey"
  | "quotes"
  | "codes"
  | "messages"
  | "pictures"
  | "pictureFiles"
  | "webhook"
  | "whatsappWebhook"
  | "mailWebhook",
  Limit
>;
type Limit = { calls: number; seconds: number };

export const DEFAULT_LIMITS: Limits = {
  guests: { calls: 20, seconds: 600 },
  bookings: { calls: 20, seconds: 600 },
  confirmation: { calls: 60, seconds: 60 },
  availability: { calls: 600, seconds: 60 },
  /** Emails with a guest's own link. */
  link: { calls: 5, seconds: 3600 },
  /** Emails with a host's sign-in link, which guests on the cottage's WiFi must not be able to use up. */
  signInLink: { calls: 5, seconds: 3600 },
  openLink: { calls: 60, seconds: 60 },
  /** Counted in the database, across all processes. */
  signIn: { calls: 10, seconds: 900 },
  setUp: { calls: 60, seconds: 900 },
  /** Passkeys cannot be guessed; this limits the work of checking them. */
  passkey: { calls: 60, seconds: 60 },
  quotes: { calls: 300, seconds: 60 },
  /** Discount codes that are unknown, expired or used up, in quotes and bookings, so that nobody can guess codes. */
  codes: { calls: 20, seconds: 900 },
  /** Messages from guests to the host. */
  messages: { calls: 30, seconds: 600 },
  /** Pictures in conversations, and forms with pictures. */
  pictures: { calls: 60, seconds: 600 },
  /** Requests for the pictures in conversations. A page may show many of them. */
  pictureFiles: { calls: 600, seconds: 60 },
  /** Webhooks from the payment provider. */
  webhook: { calls: 120, seconds: 60 },
  whatsappWebhook: { calls: 120, seconds: 60 },
  /** Emails delivered by the mail provider. */
  mailWebhook: { calls: 120, seconds: 60 },
};

/**
 * The limits by name. Features that use the same name share its counts. On PostgreSQL, all instances share them too;
 * with a SQLite file, only one instance serves requests.
 */
export function createLimits(needs: CountNeeds, limits: Limits) {
  const counts = new Map<keyof Limits, Count>();
  const countOf = (name: keyof Limits): Count => {
    const count = counts.get(name) ?? createCount(needs, name, limits[name]);
    counts.set(name, count);
    return count;
  };
  return {
    limited: (name: keyof Limits): RateLimit => {
      const count = countOf(name);
      return async (address) => (await count(address)).refused;
    },
    guessLimit: (name: keyof Limits): GuessLimit => {
      const count = countOf(name);
      return async (address, attempt, isRight) => {
        const counted = await count(address);
        if (counted.refused) return counted.refused;
        const result = await attempt();
        if (isRight(result)) await counted.uncount();
        return result;
      };
    },
  };
}

type CountNeeds = { database: Pick<Database, "db" | "engine">; clock: Clock; hashKey: () => Promise<string> };

function createCount({ database, clock, hashKey }: CountNeeds, name: string, limit: Limit): Count {
  const { db, engine } = database;
  const here = countHere(limit);
  if (engine === "sqlite" || limit.calls > WORTH_COUNTING) return here;
  return async (address) => {
    try {
      return await countTogether(db, clock(), `${name} ${keyedHash(await hashKey(), network(address))}`, limit);
    } catch (error) {
      // If the database is unavailable, a count per instance is better than none.
      if (isDatabaseUnavailable(error)) return here(address);
      throw error;
    }
  };
}

/** Limits above this are set only for load tests, whose requests are counted in memory. */
const WORTH_COUNTING = 100_000;

async function countTogether(db: Db, now: Date, name: string, limit: Limit): Promise<Counted> {
  const { calls, endsAt } = await countCalls(db, now, name, limit);
  if (calls > limit.calls) return { refused: tooManyAttempts(endsAt.getTime() - now.getTime()) };
  const uncount = async () => {
    await db
      .updateTable("rate_count")
      .set((eb) => ({ calls: eb("calls", "-", 1) }))
      .where("name", "=", name)
      // A later window has not counted this call.
      .where("ends_at", "=", endsAt.toISOString())
      .execute();
  };
  return { refused: null, uncount };
}

/**
 * Increments the count in the database. This is a single statement, so simultaneous callers wait for the row and
 * continue the count.
 */
export async function countCalls(
  db: Db,
  now: Date,
  name: string,
  { seconds }: Pick<Limit, "seconds">,
): Promise<{ calls: number; endsAt: Date }> {
  const ends_at = new Date(now.getTime() + seconds * 1000).toISOString();
  // If a window ends much later than one starting now would, it was opened while the clock was ahead.
  const wrong = new Date(now.getTime() + 2 * seconds * 1000).toISOString();
  const isOver = sql<boolean>`(rate_count.ends_at <= ${now.toISOString()} or rate_count.ends_at > ${wrong})`;
  const counted = await db
    .insertInto("rate_count")
    .values({ name, calls: 1, ends_at })
    .onConflict((conflict) =>
      conflict.column("name").doUpdateSet({
        calls: sql<number>`case when ${isOver} then 1 else rate_count.calls + 1 end`,
        ends_at: sql<string>`case when ${isOver} then ${ends_at} else rate_count.ends_at end`,
      }),
    )
    .returning(["calls", "ends_at"])
    .executeTakeFirstOrThrow();
  return { calls: counted.calls, endsAt: new Date(counted.ends_at) };
}

export function deleteOldCounts(db: Db, clock: Clock): Job {
  return {
    name: "delete old call counts",
    everyMs: 60 * 60 * 1000,
    run: async () => {
      await db.deleteFrom("rate_count").where("ends_at", "<=", clock().toISOString()).execute();
    },
  };
}

function countHere({ calls, seconds }: Limit): Count {
  const limiter = new RateLimiterMemory({ points: calls, duration: seconds });
  return async (address) => {
    const key = network(address);
    const endsAt = (left: RateLimiterRes) => Date.now() + left.msBeforeNext;
    try {
      const end = endsAt(await limiter.consume(key));
      const uncount = async () => {
        const left = await limiter.get(key);
        // A later window has not counted this call.
        if (left && endsAt(left) < end + 1000) await limiter.reward(key);
      };
      return { refused: null, uncount };
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      return { refused: tooManyAttempts(refused.msBeforeNext) };
    }
  };
}

export function tooManyAttempts(waitMilliseconds: number): Problem {
  const wait = Math.max(1, Math.ceil(waitMilliseconds / 1000));
  return new Problem(429, { kind: "too-many-tries", seconds: wait }, { "retry-after": String(wait) });
}

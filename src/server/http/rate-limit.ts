import { RateLimiterMemory } from "rate-limiter-flexible";
import { network } from "./network.ts";
import { Problem } from "./problem.ts";

/** Null lets the call pass; a problem (429) says how long to wait. */
export type RateLimit = (address: string) => Promise<Problem | null>;

/** How many calls of a kind one network address may make, counted in this process. */
export type Limits = Record<
  "guests" | "bookings" | "confirmation" | "availability" | "link" | "openLink" | "signIn" | "setUp",
  Limit
>;
type Limit = { calls: number; seconds: number };

export const DEFAULT_LIMITS: Limits = {
  guests: { calls: 20, seconds: 600 },
  bookings: { calls: 20, seconds: 600 },
  confirmation: { calls: 60, seconds: 60 },
  availability: { calls: 600, seconds: 60 },
  /** Letters with a guest's own link that one network may ask for. */
  link: { calls: 5, seconds: 3600 },
  openLink: { calls: 60, seconds: 60 },
  /** Counted in the database, for all processes together. */
  signIn: { calls: 10, seconds: 900 },
  setUp: { calls: 60, seconds: 900 },
};

export function createLimit({ calls, seconds }: Limit): RateLimit {
  const limiter = new RateLimiterMemory({ points: calls, duration: seconds });
  return async (address) => {
    const outcome = await limiter.consume(network(address)).then(
      () => null,
      (refused: unknown) => refused,
    );
    if (!outcome) return null;
    if (outcome instanceof Error) throw outcome;
    return tooManyTries(waitMs(outcome));
  };
}

export function tooManyTries(waitMilliseconds: number): Problem {
  const wait = Math.max(1, Math.ceil(waitMilliseconds / 1000));
  const words = wait < 90 ? `${wait} seconds` : `${Math.ceil(wait / 60)} minutes`;
  return new Problem(429, `Too many tries in a short time. Please wait ${words} and try again.`, {
    "retry-after": String(wait),
  });
}

function waitMs(refused: unknown): number {
  const known = typeof refused === "object" && refused !== null && "msBeforeNext" in refused;
  return known ? Number(refused.msBeforeNext) : 60_000;
}

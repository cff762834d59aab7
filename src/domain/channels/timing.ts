const MINUTE_MS = 60_000;

/**
 * S-60: varies the interval by up to 20% in either direction, so that channels are not all read at once. `chance` is
 * in [0, 1).
 */
export function nextReading(now: Date, pollMinutes: number, chance: number): Date {
  return new Date(now.getTime() + pollMinutes * MINUTE_MS * (0.8 + 0.4 * chance));
}

/** S-61: waits 15, 30, then 60 minutes after consecutive failures; `Retry-After` is respected up to a day. */
export function nextTry(now: Date, failures: number, retryAfter: string): Date {
  const minutes = Math.min(60, 15 * 2 ** Math.max(0, failures - 1));
  const own = now.getTime() + minutes * MINUTE_MS;
  return new Date(Math.min(Math.max(own, retryMoment(now, retryAfter)), now.getTime() + 24 * 60 * MINUTE_MS));
}

/** `Retry-After` in seconds or as a date (RFC 9110 10.2.3). */
function retryMoment(now: Date, retryAfter: string): number {
  if (/^\d{1,9}$/.test(retryAfter)) return now.getTime() + Number(retryAfter) * 1000;
  const moment = Date.parse(retryAfter);
  return Number.isNaN(moment) ? 0 : moment;
}

/** Status codes that mean the calendar no longer exists or is closed to us (S-63). */
const GONE = [401, 403, 404, 410];
export function isGone(state: string | null, status: number | null): boolean {
  return state === "http_error" && status !== null && GONE.includes(status);
}

/** S-63: how long a channel must have been failing before the first email about it, and before the daily emails. */
export const MAIL_AFTER_MS = 6 * 60 * MINUTE_MS;
export const DAILY_AFTER_MS = 24 * 60 * MINUTE_MS;
/** S-42: the host gets one reminder of an open conflict after this time. */
export const REMIND_AFTER_MS = 6 * 60 * MINUTE_MS;
/** S-66: a calendar last read successfully longer ago than this is read again before a sale, within `SALE_BUDGET_MS`. */
export const FRESH_MS = 2 * MINUTE_MS;
export const SALE_BUDGET_MS = 5000;
/** S-65: "Sync now" reads a channel at most once within this time. */
export const SYNC_NOW_EVERY_MS = MINUTE_MS;
/** S-60: after this time we assume that the process reading the calendar has died. */
export const LEASE_MS = 2 * MINUTE_MS;

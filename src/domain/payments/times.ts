const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long Stripe's page stays open; the minimum is 30 minutes. PayHere's form does not expire. */
export const PAGE_OPEN_MS = 31 * MINUTE_MS;
/** How much longer the nights are held, to allow for a payment made at the last second. */
export const AFTER_PAGE_MS = 3 * MINUTE_MS;
export const PAYMENT_HOLD_MS = PAGE_OPEN_MS + AFTER_PAGE_MS;
/**
 * If the provider's page for a checkout was not created within this time, a new checkout is made, because Stripe
 * rejects a page that expires too soon.
 */
export const OPEN_WITHIN_MS = 45 * SECOND_MS;
/** How long after the end of a hold its nights are released even if the payment page cannot be checked. */
export const GIVE_UP_MS = 2 * HOUR_MS;
/** How long hosts have, after a restore, to check what may have happened since the backup was made. */
export const CHECK_RESTORED_MS = 48 * HOUR_MS;
/** An interrupted refund request may still be running for this long. */
export const REFUND_AGAIN_MS = 10 * MINUTE_MS;
/** The time after which a guest who has not paid is reminded. */
export const REMIND_AFTER_MS = 10 * MINUTE_MS;
/**
 * How often a guest's page reloads itself while it waits for the provider's response: every five seconds, for two
 * minutes.
 */
export const RELOAD_EVERY_S = 5;
export const MAX_RELOADS = 24;

const AFTER_END_MS = [HOUR_MS, 24 * HOUR_MS, 72 * HOUR_MS];
const DAYS_WITHOUT_END = 14;

/**
 * When to check a payment page next, in case no webhook arrives. `endless`: the page never expires at the provider, so
 * a payment may arrive on any later day. Null means that no further check is scheduled.
 */
export function nextSync(page: { createdAt: Date; endsAt: Date }, now: Date, endless: boolean): Date | null {
  const [created, ends, at] = [page.createdAt.getTime(), page.endsAt.getTime(), now.getTime()];
  if (at < ends) {
    const stepMs = at - created < 3 * MINUTE_MS ? 20 * SECOND_MS : 40 * SECOND_MS;
    return new Date(Math.min(at + stepMs, ends + SECOND_MS));
  }
  const daily = endless ? Array.from({ length: DAYS_WITHOUT_END }, (_, day) => (day + 1) * DAY_MS) : [];
  const later = [...AFTER_END_MS, ...daily].map((ms) => ends + ms).filter((time) => time > at);
  return later.length > 0 ? new Date(Math.min(...later)) : null;
}

import type { Stay } from "../booking/stay.ts";

/**
 * What a channel learned about a record when it read our calendar. `stay` is null if the record was not in the
 * calendar. Lists of these are in chronological order.
 */
export type Given = { at: Date; stay: Stay | null };

/**
 * Whether a channel knows the current state of a record (S-71). The last calendar that the channel read has to match
 * the record; clocks are not compared. `at` is the time of the first read in the latest unbroken series of matching
 * reads.
 */
export type Delivery = { state: "waiting" } | { state: "delivered"; at: Date } | { state: "never-told" };

/** `now` is the record's current stay; null when it no longer occupies nights. */
export function deliveryOf(now: Stay | null, given: readonly Given[]): Delivery {
  if (now === null && given.every(({ stay }) => stay === null)) return { state: "never-told" };
  const before = given.findLastIndex(({ stay }) => !same(stay, now));
  const since = given[before + 1];
  return since ? { state: "delivered", at: since.at } : { state: "waiting" };
}

function same(a: Stay | null, b: Stay | null): boolean {
  return a?.checkIn === b?.checkIn && a?.checkOut === b?.checkOut;
}

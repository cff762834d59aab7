import type { Stay } from "../booking/stay.ts";

/** What a channel was given of one record at a read; null when our calendar did not have it. In order of time. */
export type Given = { at: Date; stay: Stay | null };

/**
 * Whether a channel knows how a record stands (S-71). It is told by what the channel was given, not by clocks: the
 * last calendar that it read has to agree. `at` is the first read from which on all agree.
 */
export type Delivery = { state: "waiting" } | { state: "delivered"; at: Date } | { state: "never-told" };

/** `now` is the record as it stands; null when it holds no nights any more. */
export function deliveryOf(now: Stay | null, given: readonly Given[]): Delivery {
  if (now === null && given.every(({ stay }) => stay === null)) return { state: "never-told" };
  const before = given.findLastIndex(({ stay }) => !same(stay, now));
  const since = given[before + 1];
  return since ? { state: "delivered", at: since.at } : { state: "waiting" };
}

function same(a: Stay | null, b: Stay | null): boolean {
  return a?.checkIn === b?.checkIn && a?.checkOut === b?.checkOut;
}

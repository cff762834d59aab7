import { overlaps, type Stay, sameDates } from "../booking/stay.ts";

/** A record that occupies nights: our booking, a host's block, or an event in a platform's calendar. */
export type Holder = Stay & {
  kind: "booking" | "block" | "channel-stay";
  id: string;
  /**
   * The channel id, or the empty string for our own records. Records from the same origin conflict only if one of them
   * is `kept`.
   */
  origin: string;
  /** When, by our clock, the record took its nights. This decides which record was first (S-42). */
  knownSince: Date;
  /** Closed nights without a guest, as far as we know. */
  closure: boolean;
  /** Whether these nights may have been sold. A calendar from an unknown platform does not say. */
  mayBeSale: boolean;
  /** Whether the calendar or the host has confirmed that the record is a booking; true for all our own records. */
  sure: boolean;
  /** Whether this is a long span that stays on sale until the host answers (S-23). */
  onSale: boolean;
  /** The id of our booking, if the host has said that this record is the same booking. */
  sameAs: string | null;
  /** Whether the host keeps the nights closed although the platform no longer shows the stay (S-37). */
  kept: boolean;
  /** The id of the record that this record seems to replace (S-25). */
  movedFrom: string | null;
};
export type Collision = { pair: string; first: Holder; second: Holder; from: Stay["checkIn"]; to: Stay["checkOut"] };

/**
 * S-41: the pairs of records with different origins, or with kept nights (S-37), that share a night. Pairs of closures
 * do not conflict, nor do records of the same stay (S-27, S-44), nor a long span with sales that came before it (S-23).
 */
export function collisions(holders: readonly Holder[]): Collision[] {
  const found = new Map<string, Collision>();
  const bookings = Map.groupBy(
    holders.filter(({ kind }) => kind === "booking"),
    ({ id }) => id,
  );
  /** S-27: the host said that a record is the same stay as a booking; the conflict is then with the booking alone. */
  const isBookingsConflict = ({ sameAs }: Holder, other: Holder) =>
    sameAs !== null && bookings.get(sameAs)?.some((booking) => overlaps(booking, other)) === true;
  for (const [a, b] of overlapping(holders)) {
    if (!collide(a, b) || isBookingsConflict(a, b) || isBookingsConflict(b, a)) continue;
    const collision = collisionOf(a, b);
    const known = found.get(collision.pair);
    found.set(
      collision.pair,
      known ? { ...known, from: earlier(known, collision), to: later(known, collision) } : collision,
    );
  }
  return [...found.values()];
}

function* overlapping(holders: readonly Holder[]): Generator<[Holder, Holder]> {
  const sorted = holders.toSorted((a, b) => (a.checkIn < b.checkIn ? -1 : 1));
  for (const [n, a] of sorted.entries()) {
    for (let m = n + 1; m < sorted.length; m++) {
      const b = sorted[m];
      if (!b || b.checkIn >= a.checkOut) break;
      if (overlaps(a, b)) yield [a, b];
    }
  }
}

/**
 * S-44: two platforms show a stay on exactly the same nights, and at least one of the two does not say what its event
 * is. Either both sold the nights, or one copied the other's event. An echo of our own calendar is not a holder, so it
 * is never a duplicate. `copy` is the record with less information, or the later one.
 *
 * Entries from two unknown platforms are duplicates wherever they overlap: both may have sold the nights, but a private
 * calendar may also overlap another on purpose, so the host is asked before there is a conflict.
 */
export function duplicateStays(holders: readonly Holder[]): { first: Holder; copy: Holder }[] {
  const stays = holders.filter(({ kind, closure, onSale }) => kind === "channel-stay" && !closure && !onSale);
  const sameNights = Map.groupBy(stays, ({ checkIn, checkOut }) => `${checkIn}/${checkOut}`);
  const same = [...sameNights.values()].flatMap((group) => {
    const [first, ...others] = group.toSorted((a, b) => Number(b.sure) - Number(a.sure) || inOrder(a, b));
    if (!first) return [];
    return others.filter((other) => isMirror(first, other)).map((copy) => ({ first, copy }));
  });
  const unknown = holders.filter(({ closure, mayBeSale, onSale }) => closure && mayBeSale && !onSale);
  const shared = [...overlapping(unknown)].filter(([a, b]) => a.origin !== b.origin).map((pair) => pair.sort(inOrder));
  return [...same, ...shared.map(([first, copy]) => ({ first, copy }))];
}

/**
 * A booking with a requested change of dates holds several spans. If a stay overlaps more than one of them, that is a
 * single conflict, from the first shared night to the last.
 */
const earlier = (a: Collision, b: Collision) => (a.from < b.from ? a.from : b.from);
const later = (a: Collision, b: Collision) => (a.to > b.to ? a.to : b.to);

function collide(a: Holder, b: Holder): boolean {
  if (a.closure && b.closure) return false;
  if (a.origin === b.origin && !isSaleOfKept(a, b) && !isSaleOfKept(b, a)) return false;
  if (a.onSale || b.onSale) return isSaleIntoLongSpan(a, b) || isSaleIntoLongSpan(b, a);
  if (isSame(a, b) || isSame(b, a)) return false;
  return !isMirror(a, b);
}

/** S-37: a platform may sell the nights of a kept stay again. The kept stay's own new dates are not such a sale. */
function isSaleOfKept(kept: Holder, sale: Holder): boolean {
  return kept.kept && sale.movedFrom !== kept.id;
}

/** S-23: counts only sales made after the long span appeared; the host knew of earlier sales when asked. */
function isSaleIntoLongSpan(span: Holder, sale: Holder): boolean {
  return span.onSale && !sale.onSale && !sale.closure && sale.knownSince > span.knownSince;
}

function isSame(a: Holder, b: Holder): boolean {
  return b.kind === "booking" && a.sameAs === b.id;
}

type Shown = Pick<Holder, "kind" | "sure" | "origin"> & Stay;

/** S-44: the same nights on two platforms, where one record may be a copy of the other. */
export function isMirror(a: Shown, b: Shown): boolean {
  if (a.kind !== "channel-stay" || b.kind !== "channel-stay" || a.origin === b.origin) return false;
  return !(a.sure && b.sure) && sameDates(a, b);
}

function inOrder(a: Holder, b: Holder): number {
  return a.knownSince.getTime() - b.knownSince.getTime() || (a.id < b.id ? -1 : 1);
}

export function collisionOf(a: Holder, b: Holder): Collision {
  const [first, second] = [a, b].sort(inOrder);
  const pair = [a, b]
    .map(({ kind, id }) => `${kind} ${id}`)
    .sort()
    .join(" | ");
  return {
    pair,
    first: first ?? a,
    second: second ?? b,
    from: a.checkIn > b.checkIn ? a.checkIn : b.checkIn,
    to: a.checkOut < b.checkOut ? a.checkOut : b.checkOut,
  };
}

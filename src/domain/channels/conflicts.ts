import { overlaps, type Stay } from "../booking/stay.ts";

/** Who holds nights: a booking of ours, a block of the owner, or what a platform's calendar shows. */
export type Holder = Stay & {
  kind: "booking" | "block" | "channel-stay";
  id: string;
  /** The channel, or the empty text for what is our own: one origin cannot collide with itself. */
  origin: string;
  /** When it was booked here, or first seen there: our clock decides who was first (S-42). */
  knownSince: Date;
  /** Nobody is expected. */
  closure: boolean;
  /** Somebody has said that it is a booking: the calendar itself, or the host. */
  sure: boolean;
  /** A long span that closes nothing until the host answers (S-23). */
  onSale: boolean;
  /** The booking of ours that the host has said it is the same as. */
  sameAs: string | null;
};
export type Collision = { pair: string; first: Holder; second: Holder; from: Stay["checkIn"]; to: Stay["checkOut"] };

/** S-41: every two of different origin that hold one night. Back to back is none, and neither are two closures. */
export function collisions(holders: readonly Holder[]): Collision[] {
  const sorted = holders.toSorted((a, b) => (a.checkIn < b.checkIn ? -1 : 1));
  const found: Collision[] = [];
  for (const [n, a] of sorted.entries()) {
    for (let m = n + 1; m < sorted.length; m++) {
      const b = sorted[m];
      if (!b || b.checkIn >= a.checkOut) break;
      if (overlaps(a, b) && collide(a, b)) found.push(collisionOf(a, b));
    }
  }
  return found;
}

/**
 * S-44: two platforms that both show a stay on exactly the same nights, where at least one does not say what it shows.
 * Both may have sold, or one has copied the other. Our own calendar that comes back is no holder, and so no twin.
 * `copy` is the one that says less, or came later.
 */
export function twins(holders: readonly Holder[]): { first: Holder; copy: Holder }[] {
  const stays = holders.filter(({ kind, closure, onSale }) => kind === "channel-stay" && !closure && !onSale);
  const sameNights = Map.groupBy(stays, ({ checkIn, checkOut }) => `${checkIn}/${checkOut}`);
  return [...sameNights.values()].flatMap((group) => {
    const [first, ...others] = group.toSorted((a, b) => Number(b.sure) - Number(a.sure) || inOrder(a, b));
    if (!first) return [];
    return others.filter((other) => isMirror(first, other)).map((copy) => ({ first, copy }));
  });
}

function collide(a: Holder, b: Holder): boolean {
  if (a.origin === b.origin || (a.closure && b.closure)) return false;
  if (a.onSale || b.onSale) return soldInto(a, b) || soldInto(b, a);
  if (isSame(a, b) || isSame(b, a)) return false;
  return !isMirror(a, b);
}

/** S-23: what was sold before the long span came up was known when the host was asked. */
function soldInto(span: Holder, sale: Holder): boolean {
  return span.onSale && !sale.onSale && !sale.closure && sale.knownSince > span.knownSince;
}

function isSame(a: Holder, b: Holder): boolean {
  return b.kind === "booking" && a.sameAs === b.id;
}

type Shown = Pick<Holder, "kind" | "sure" | "origin"> & Stay;

/** S-44: the same nights on two platforms, and one of the two may be only a copy of the other. */
export function isMirror(a: Shown, b: Shown): boolean {
  if (a.kind !== "channel-stay" || b.kind !== "channel-stay" || a.origin === b.origin) return false;
  return !(a.sure && b.sure) && a.checkIn === b.checkIn && a.checkOut === b.checkOut;
}

function inOrder(a: Holder, b: Holder): number {
  return a.knownSince.getTime() - b.knownSince.getTime() || (a.id < b.id ? -1 : 1);
}

function collisionOf(a: Holder, b: Holder): Collision {
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

import { overlaps, type Stay } from "../booking/stay.ts";
import type { EventKind } from "./imported-stay.ts";

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
  /** What a calendar says that it is. */
  eventKind: EventKind | null;
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

function collide(a: Holder, b: Holder): boolean {
  if (a.origin === b.origin || (a.closure && b.closure)) return false;
  if (isSame(a, b) || isSame(b, a)) return false;
  return !isMirror(a, b);
}

function isSame(a: Holder, b: Holder): boolean {
  return b.kind === "booking" && a.sameAs === b.id;
}

type Shown = Pick<Holder, "kind" | "eventKind"> & Stay;

/** S-44: the same nights twice, and one of the two may be only the other's shadow. */
export function isMirror(a: Shown, b: Shown): boolean {
  if (a.kind !== "channel-stay" || b.kind !== "channel-stay") return false;
  const unsure = a.eventKind !== "reservation" || b.eventKind !== "reservation";
  return unsure && a.checkIn === b.checkIn && a.checkOut === b.checkOut;
}

function collisionOf(a: Holder, b: Holder): Collision {
  const [first, second] = [a, b].sort(
    (one, other) => one.knownSince.getTime() - other.knownSince.getTime() || (one.id < other.id ? -1 : 1),
  );
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

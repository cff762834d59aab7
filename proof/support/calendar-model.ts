/** A small model of the calendar, on which each recorded API call is an operation. */
import { holdsNights, mayBecome, type BookingStatus } from "#domain/booking/status.ts";
import { nightsOf, type Stay } from "#domain/booking/stay.ts";
import { cancelledEvent, statusEvent, stayEvent } from "#domain/booking/timeline.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { Operation } from "./one-order.ts";

export type Booked = Stay & { guestCount: number; totalCents: number; status: BookingStatus; version: number };
export type Kept = Stay & { reason: string; version: number };
export type World = {
  nights: Map<LocalDate, string>;
  bookings: Map<string, Booked>;
  blocks: Map<string, Kept>;
  /** The final records: each booking's history by version, and the actions on blocks. */
  recorded: { history: Map<string, string[]>; blockActs: Set<string> };
  rateCents: number;
  /**
   * A hash of the ids and versions of all bookings and blocks, which almost certainly differs if the same operations
   * have led to different states.
   */
  mark: number;
};

/** From the client's point of view. `id` is that of the booking or block. */
export type Call = { called: number; answered: number; maybe: boolean } & (
  | { kind: "book"; id: string; stay: Stay; guestCount: number; status: BookingStatus; event: string }
  /** If `stay` is null, the call tried to restore the booking. */
  | { kind: "taken"; id: string | null; stay: Stay | null; nights: string[] }
  | { kind: "host-status"; id: string; version: number; to: BookingStatus }
  | { kind: "host-stay"; id: string; version: number; stay: Stay; guestCount: number }
  | { kind: "guest-cancel"; id: string }
  | { kind: "guest-stay"; id: string; stay: Stay; guestCount: number; becomes: string | null }
  | { kind: "refused"; id: string; because: "stale" | "status"; version: number | null; to: BookingStatus | null }
  | { kind: "see-booking"; id: string; seen: Booked }
  | { kind: "see-nights"; from: LocalDate; to: LocalDate; unavailable: string[] }
  | { kind: "block"; id: string; stay: Stay; reason: string }
  | { kind: "block-change"; id: string; version: number; stay: Stay; reason: string }
  | { kind: "block-free"; id: string; version: number }
  | { kind: "block-refused"; id: string; version: number }
);

const LOOKS: Call["kind"][] = ["taken", "refused", "see-booking", "see-nights", "block-refused"];
const nothing = () => {};
type Undo = () => void;

export function operationOf(call: Call): Operation<World> {
  const { called, answered, maybe } = call;
  const label = `${call.kind} ${JSON.stringify(call)}`;
  return { called, answered, label, maybe, looks: LOOKS.includes(call.kind), happen: (world) => happen(world, call) };
}

function happen(world: World, call: Call): Undo | null {
  const allow = (right: boolean) => (right ? nothing : null);
  switch (call.kind) {
    case "see-nights": {
      const taken = [...world.nights.keys()].filter((night) => night >= call.from && night < call.to).toSorted();
      return allow(taken.join() === call.unavailable.join());
    }
    case "taken": {
      const booked = call.stay ?? world.bookings.get(call.id ?? "");
      if (!booked) return null;
      const others = nightsOf(booked).filter((night) => (world.nights.get(night) ?? call.id) !== call.id);
      return allow(others.length > 0 && others.join() === call.nights.join());
    }
    case "book": {
      if (world.bookings.has(call.id) || world.recorded.history.get(call.id)?.[0] !== call.event) return null;
      const { stay, guestCount, status } = call;
      const booked = { ...stay, guestCount, status, totalCents: nightsOf(stay).length * world.rateCents, version: 1 };
      return putBooking(world, call.id, null, booked);
    }
    case "block": {
      if (!world.recorded.blockActs.has(`Blocked nights/${call.reason}`)) return null;
      return putBlock(world, call.id, { ...call.stay, reason: call.reason, version: 1 });
    }
    case "block-change":
    case "block-free":
    case "block-refused": {
      const before = world.blocks.get(call.id);
      const current = before?.version === call.version;
      if (call.kind === "block-refused") return allow(!current);
      if (!before || !current) return null;
      const act =
        call.kind === "block-free" ? `Freed blocked nights/${before.reason}` : `Changed a block/${call.reason}`;
      if (!world.recorded.blockActs.has(act)) return null;
      if (call.kind === "block-free") return putBlock(world, call.id, null);
      return putBlock(world, call.id, { ...call.stay, reason: call.reason, version: before.version + 1 });
    }
    default: {
      const before = world.bookings.get(call.id);
      return before ? act(world, call, before) : null;
    }
  }
}

type Act = Extract<
  Call,
  { kind: "host-status" | "host-stay" | "guest-cancel" | "guest-stay" | "refused" | "see-booking" }
>;

const IN_DOLLARS = { sold: { terms: { currency: "USD" } } };

function act(world: World, call: Act, before: Booked): Undo | null {
  const allow = (right: boolean) => (right ? nothing : null);
  const change = (next: Partial<Booked>, event: string): Undo | null => {
    const recorded = world.recorded.history.get(call.id)?.[before.version];
    if (recorded !== event) return null;
    return putBooking(world, call.id, before, { ...before, ...next, version: before.version + 1 });
  };
  const moved = (stay: Stay, guestCount: number) => {
    const next = { ...stay, guestCount, totalCents: nightsOf(stay).length * world.rateCents };
    const event = stayEvent({ ...before, ...IN_DOLLARS }, { ...next, ...IN_DOLLARS });
    return before.status === "cancelled" || event === "" ? null : change(next, event);
  };
  switch (call.kind) {
    case "see-booking":
      return allow(sameBooking(before, call.seen));
    case "refused":
      if (call.because === "stale") return allow(before.version !== call.version);
      if (call.to === null) return allow(before.status === "cancelled");
      // "Too early" depends on the date, which this model does not know.
      return allow(call.to === "checked-in" || !mayBecome(before.status, call.to));
    case "host-status":
      if (before.version !== call.version || !mayBecome(before.status, call.to)) return null;
      return change(
        { status: call.to },
        call.to === "cancelled" ? cancelledEvent(0, 0, "USD") : statusEvent(before.status, call.to),
      );
    case "host-stay":
      return before.version === call.version ? moved(call.stay, call.guestCount) : null;
    case "guest-cancel":
      // Repeating a cancellation has no effect.
      return before.status === "cancelled"
        ? allow(!call.maybe)
        : change({ status: "cancelled" }, cancelledEvent(0, 0, "USD"));
    case "guest-stay": {
      const { checkIn, checkOut } = call.stay;
      const already =
        before.checkIn === checkIn && before.checkOut === checkOut && before.guestCount === call.guestCount;
      if (already) return allow(call.becomes === before.status);
      return call.becomes !== null && call.becomes !== before.status ? null : moved(call.stay, call.guestCount);
    }
  }
}

export const sameBooking = (a: Booked, b: Booked) =>
  [a.checkIn, a.checkOut, a.guestCount, a.totalCents, a.status, a.version].join() ===
  [b.checkIn, b.checkOut, b.guestCount, b.totalCents, b.status, b.version].join();

function putBooking(world: World, id: string, before: Booked | null, after: Booked): Undo | null {
  const undoNights = putNights(world, id, holdsNights(after.status) ? after : null);
  if (!undoNights) return null;
  world.bookings.set(id, after);
  const undoMark = putHash(world, id, before, after);
  return () => {
    undoMark();
    if (before) world.bookings.set(id, before);
    else world.bookings.delete(id);
    undoNights();
  };
}

function putBlock(world: World, id: string, after: Kept | null): Undo | null {
  const before = world.blocks.get(id);
  const undoNights = putNights(world, id, after);
  if (!undoNights) return null;
  if (after) world.blocks.set(id, after);
  else world.blocks.delete(id);
  const undoMark = putHash(world, id, before ?? null, after);
  return () => {
    undoMark();
    if (before) world.blocks.set(id, before);
    else world.blocks.delete(id);
    undoNights();
  };
}

function putHash(
  world: World,
  id: string,
  before: { version: number } | null,
  after: { version: number } | null,
): Undo {
  let name = 7;
  for (const character of id) name = (name * 31 + character.charCodeAt(0)) % 1_000_003;
  const moved = name * ((after?.version ?? 0) - (before?.version ?? 0));
  world.mark += moved;
  return () => {
    world.mark -= moved;
  };
}

/** Gives `owner` exactly these nights; null if another owner has one of them. */
function putNights({ nights }: World, owner: string, stay: Stay | null): Undo | null {
  const expected = stay ? nightsOf(stay) : [];
  if (expected.some((night) => (nights.get(night) ?? owner) !== owner)) return null;
  const had = [...nights].flatMap(([night, who]) => (who === owner ? [night] : []));
  for (const night of had) nights.delete(night);
  for (const night of expected) nights.set(night, owner);
  return () => {
    for (const night of expected) nights.delete(night);
    for (const night of had) nights.set(night, owner);
  };
}

import type { BookingStatus } from "#domain/booking/status.ts";
import { nightsOf, type Stay } from "#domain/booking/stay.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { Command } from "./commands.ts";
import {
  arrivalDayEnd,
  dayOf,
  type ModelState,
  feeOf,
  free,
  hasBegun,
  isFree,
  isStep,
  mayCheckIn,
  type ModelBooking,
  movedPrice,
  ownPrice,
  priced,
  RATE,
  REQUEST_HOURS,
  sameDates,
  stayFrom,
} from "./model.ts";

type Of<K extends Command["kind"]> = Extract<Command, { kind: K }>;
type Known = { label: string; version: number };
/** A command with the data that the person issuing it saw: the booking, its version, the fee and the price. */
export type Order =
  | (Of<"ask" | "enter" | "block"> & { label: string; stay: Stay })
  | (Of<"open"> & Known)
  | (Of<"ownCancel"> & Known & { fee: number })
  | (Of<"ownChange"> & Known & { stay: Stay; total: number })
  | (Of<"cancel"> & Known & { fee: number })
  | (Of<"move"> & Known & { stay: Stay; guestCount: number; total: number })
  | (Of<"status" | "pay" | "free"> & Known)
  | (Of<"moveBlock"> & Known & { stay: Stay })
  | Of<"end">;

let labels = 0;
/** What the person issuing a command sees before acting; null if there is nothing to act on. */
export function resolve(state: ModelState, first: LocalDate, command: Command): Order | null {
  switch (command.kind) {
    case "end":
      return command;
    case "ask":
    case "enter":
    case "block":
      return { ...command, label: `new ${++labels}`, stay: stayFrom(first, command.at, command.nights) };
    case "moveBlock":
    case "free": {
      const block = state.blocks[command.who % state.blocks.length];
      if (!block) return null;
      const known = { label: block.label, version: block.version - (command.stale ? 1 : 0) };
      if (command.kind === "free") return { ...command, ...known };
      return { ...command, ...known, stay: stayFrom(first, command.at, command.nights) };
    }
    default:
      return resolveOnBooking(state, first, command);
  }
}

type OnBooking = Exclude<Command, { kind: "end" | "ask" | "enter" | "block" | "moveBlock" | "free" }>;

function resolveOnBooking(state: ModelState, first: LocalDate, command: OnBooking): Order | null {
  const booking = state.bookings[command.who % state.bookings.length];
  if (!booking) return null;
  const isStale = command.kind !== "open" && command.stale;
  const known = { label: booking.label, version: booking.version - (isStale ? 1 : 0) };
  switch (command.kind) {
    case "ownCancel":
      return { ...command, ...known, fee: feeOf(booking, state.now) + (isStale ? 1 : 0) };
    case "cancel":
      return { ...command, ...known, fee: feeOf(booking, state.now) };
    case "ownChange": {
      const elsewhere = stayFrom(first, command.at, command.nights);
      // About half of the changes keep the check-in date, because a longer stay and more guests remain possible after
      // the free cancellation period.
      const longer = { checkIn: booking.checkIn, checkOut: command.at % 2 ? booking.checkOut : elsewhere.checkOut };
      const stay = command.here && longer.checkIn < longer.checkOut ? longer : elsewhere;
      return { ...command, ...known, stay, total: ownPrice(booking, stay).total + (isStale ? 1 : 0) };
    }
    case "move": {
      const stay = stayFrom(first, command.at, command.nights);
      // On the same dates, the booking's own terms apply (docs/pricing.md PR-31).
      const agreed = command.keep || sameDates(booking, stay);
      const total = agreed ? booking.total : command.nights * RATE;
      return { ...command, ...known, stay, guestCount: booking.guests, total };
    }
    default:
      return { ...command, ...known };
  }
}

/** The expected result and the expected state afterwards. Does not change `before`. */
export function predict(before: ModelState, order: Order): { outcome: string; state: ModelState } {
  const state = structuredClone(before);
  return { outcome: apply(state, order), state };
}

function apply(state: ModelState, order: Order): string {
  switch (order.kind) {
    case "end":
      for (const one of state.bookings) {
        if (one.waits && one.waits.until <= state.now) change(one, { status: "cancelled", fee: 0, waits: null });
      }
      return "ok";
    case "ask": {
      if (order.stay.checkIn < dayOf(state.now)) return "stay-refused";
      return add(state, order, order.guests, askedFor(order, state.now));
    }
    case "enter":
      return add(state, order, 2, { status: order.as, waits: null });
    case "block": {
      const outcome = free(state, order.stay, order.label);
      if (outcome === "ok") state.blocks.push({ label: order.label, ...order.stay, version: 1 });
      return outcome;
    }
    case "moveBlock":
    case "free":
      return applyToBlock(state, order);
    default: {
      const booking = state.bookings.find((one) => one.label === order.label);
      if (!booking) throw new Error(`unknown booking ${order.label}`);
      return applyToBooking(state, booking, order);
    }
  }
}

function askedFor(
  { mode, as, stay }: Of<"ask"> & Pick<Adding, "stay">,
  now: number,
): Pick<ModelBooking, "status" | "waits"> {
  if (mode === "instant") return { status: as, waits: null };
  const [waitsFor, hours] = mode === "verified" ? (["guest", 1] as const) : (["host", REQUEST_HOURS] as const);
  const until = Math.min(now + hours * 3_600_000, arrivalDayEnd(stay));
  return { status: "pending", waits: { for: waitsFor, until, as } };
}

type Adding = { label: string; stay: Stay };
type Begun = Pick<ModelBooking, "status" | "waits">;
function add(state: ModelState, { label, stay }: Adding, guests: number, begun: Begun): string {
  const outcome = free(state, stay, label);
  const price = priced(nightsOf(stay).map(() => RATE));
  if (outcome === "ok") {
    state.bookings.push({ label, ...stay, ...begun, guests, ...price, version: 1, paid: 0, fee: null });
  }
  return outcome;
}

function applyToBlock(state: ModelState, order: Extract<Order, { kind: "moveBlock" | "free" }>): string {
  const block = state.blocks.find((one) => one.label === order.label);
  if (!block) return "unknown";
  if (block.version !== order.version) return "stale";
  if (order.kind === "free") {
    state.blocks.splice(state.blocks.indexOf(block), 1);
    return "ok";
  }
  const outcome = free(state, order.stay, order.label);
  if (outcome === "ok") Object.assign(block, order.stay, { version: block.version + 1 });
  return outcome;
}

function change(booking: ModelBooking, next: Partial<ModelBooking>): "ok" {
  Object.assign(booking, next, { version: booking.version + 1 });
  if (booking.status !== "pending") booking.waits = null;
  if (booking.waits) booking.waits.until = Math.min(booking.waits.until, arrivalDayEnd(booking));
  return "ok";
}

type OnKnown = Extract<Order, { kind: "open" | "ownCancel" | "ownChange" | "status" | "cancel" | "move" | "pay" }>;

function applyToBooking(state: ModelState, booking: ModelBooking, order: OnKnown): string {
  const { now } = state;
  switch (order.kind) {
    case "open":
      if (!order.right) return "refused";
      if (booking.waits?.for === "guest" && booking.waits.until > now) change(booking, { status: booking.waits.as });
      return "ok";
    case "ownCancel":
      // Cancelling twice has the same effect as cancelling once.
      if (booking.status === "cancelled") return "ok";
      if ((booking.status !== "pending" && hasBegun(booking, now)) || feeOf(booking, now) !== order.fee)
        return "refused";
      return change(booking, { status: "cancelled", fee: order.fee });
    case "ownChange":
      return ownChange(state, booking, order);
  }
  if (booking.version !== order.version) return "stale";
  switch (order.kind) {
    case "status": {
      if (!isStep(booking.status, order.to)) return "refused";
      if (order.to === "checked-in" && !mayCheckIn(booking, now)) return "refused";
      if (booking.waits && now >= arrivalDayEnd(booking)) return "refused";
      const outcome = booking.status === "cancelled" ? free(state, booking, booking.label) : "ok";
      return outcome === "ok" ? change(booking, { status: order.to, fee: null }) : outcome;
    }
    case "cancel":
      if (!isStep(booking.status, "cancelled") || feeOf(booking, now) !== order.fee) return "refused";
      return change(booking, { status: "cancelled", fee: order.waive ? 0 : order.fee });
    case "move": {
      const { stay, total, guestCount: guests } = order;
      const nothing = sameDates(booking, stay) && booking.total === total && booking.guests === guests;
      if (booking.status === "cancelled" || nothing) return "refused";
      const outcome = free(state, stay, booking.label);
      return outcome === "ok"
        ? change(booking, { ...movedPrice(booking, stay, order.keep), ...stay, guests })
        : outcome;
    }
    case "pay":
      if (order.back && order.cents > booking.paid) return "refused";
      return change(booking, { paid: booking.paid + (order.back ? -order.cents : order.cents) });
  }
}

const OPEN: readonly BookingStatus[] = ["upcoming", "confirmed"];

function ownChange(state: ModelState, booking: ModelBooking, order: Extract<Order, { kind: "ownChange" }>): string {
  const { stay, guests, total } = order;
  const { now } = state;
  // If the booking already has these dates, guests and total, this is a second tap, and nothing is left to change.
  const done = sameDates(booking, stay) && booking.guests === guests && booking.total === total;
  if (done && booking.status !== "cancelled") return "ok";
  if (!OPEN.includes(booking.status) || hasBegun(booking, now)) return "refused";
  const onlyLonger = stay.checkIn === booking.checkIn && stay.checkOut >= booking.checkOut && guests >= booking.guests;
  if (!isFree(booking, now) && !onlyLonger) return "refused";
  if (!sameDates(booking, stay) && stay.checkIn < dayOf(now)) return "refused";
  const price = ownPrice(booking, stay);
  if (price.total !== total) return "refused";
  const outcome = free(state, stay, booking.label);
  return outcome === "ok" ? change(booking, { ...price, ...stay, guests }) : outcome;
}

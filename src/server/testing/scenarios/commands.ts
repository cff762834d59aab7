import fc from "fast-check";
import {
  BOOKING_STATUSES,
  type BookingStatus,
  MANUAL_BOOKING_STATUSES,
  PUBLIC_STATUSES,
} from "#domain/booking/status.ts";
import { BOOKING_MODES, type BookingMode } from "#domain/settings/settings.ts";

/**
 * People's actions, and the passage of time. `who` is the index of a booking or block, modulo the number of bookings or
 * blocks; `at` is a day in the scenario.
 */
export type Command =
  | { kind: "ask"; at: number; nights: number; guests: number; mode: BookingMode; as: (typeof PUBLIC_STATUSES)[number] }
  | { kind: "open"; who: number; right: boolean }
  | { kind: "ownCancel"; who: number; stale: boolean }
  | { kind: "ownChange"; who: number; at: number; nights: number; guests: number; here: boolean; stale: boolean }
  | { kind: "enter"; at: number; nights: number; as: (typeof MANUAL_BOOKING_STATUSES)[number] }
  | { kind: "status"; who: number; to: Exclude<BookingStatus, "cancelled">; stale: boolean }
  | { kind: "cancel"; who: number; waive: boolean; stale: boolean }
  | { kind: "move"; who: number; at: number; nights: number; keep: boolean; stale: boolean }
  | { kind: "pay"; who: number; cents: number; back: boolean; stale: boolean }
  | { kind: "block"; at: number; nights: number }
  | { kind: "moveBlock"; who: number; at: number; nights: number; stale: boolean }
  | { kind: "free"; who: number; stale: boolean }
  | { kind: "end" };
export type Step = { kind: "one"; act: Command } | { kind: "both"; acts: [Command, Command] } | Tick;
type Tick = { kind: "tick"; seconds: number };

/** Each scenario uses its own range of days. */
export const DAYS_PER_SCENARIO = 16;

const is = <K extends Command["kind"]>(kind: K) => fc.constant(kind);
const who = fc.nat({ max: 7 });
const span = { at: fc.nat({ max: DAYS_PER_SCENARIO - 5 }), nights: fc.integer({ min: 1, max: 4 }) };
const guests = fc.integer({ min: 1, max: 6 });
/** Now and then an action uses outdated data: an old version, fee or price. */
const stale = fc.nat({ max: 7 }).map((n) => n === 0);
const statuses = BOOKING_STATUSES.filter((one) => one !== "cancelled");

const act: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: is("ask"),
      ...span,
      guests,
      mode: fc.constantFrom(...BOOKING_MODES),
      as: fc.constantFrom(...PUBLIC_STATUSES),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: is("open"), who, right: stale.map((wrong) => !wrong) }) },
  { weight: 4, arbitrary: fc.record({ kind: is("ownCancel"), who, stale }) },
  {
    weight: 6,
    arbitrary: fc.record({ kind: is("ownChange"), who, ...span, guests, here: fc.boolean(), stale }),
  },
  { weight: 2, arbitrary: fc.record({ kind: is("enter"), ...span, as: fc.constantFrom(...MANUAL_BOOKING_STATUSES) }) },
  { weight: 5, arbitrary: fc.record({ kind: is("status"), who, to: fc.constantFrom(...statuses), stale }) },
  { weight: 2, arbitrary: fc.record({ kind: is("cancel"), who, waive: fc.boolean(), stale }) },
  { weight: 3, arbitrary: fc.record({ kind: is("move"), who, ...span, keep: fc.boolean(), stale }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: is("pay"), who, cents: fc.integer({ min: 1, max: 9 }), back: fc.boolean(), stale }),
  },
  { weight: 2, arbitrary: fc.record({ kind: is("block"), ...span }) },
  { weight: 2, arbitrary: fc.record({ kind: is("moveBlock"), who, ...span, stale }) },
  { weight: 1, arbitrary: fc.record({ kind: is("free"), who, stale }) },
  { weight: 2, arbitrary: fc.record({ kind: is("end") }) },
);

/** Either minutes, as when waiting for a link, or hours and days, during which stays come and go. */
const seconds = fc.oneof(fc.integer({ min: 1, max: 5400 }), fc.integer({ min: 3600, max: 150_000 }));

export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: act.map((one): Step => ({ kind: "one", act: one })) },
  // The guest and the host, or two windows, act at the same time.
  { weight: 2, arbitrary: fc.tuple(act, act).map((acts): Step => ({ kind: "both", acts })) },
  { weight: 2, arbitrary: seconds.map((n): Step => ({ kind: "tick", seconds: n })) },
);

import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HOUSE_CANCELLATION } from "#domain/booking/cancellation.ts";
import { BOOKING_STATUSES, type BookingStatus, mayBecome } from "#domain/booking/status.ts";
import { nightsOf, type Stay } from "#domain/booking/stay.ts";
import { addDays, type LocalDate, toLocalDate } from "#domain/calendar/local-date.ts";
import { toDollarString } from "#domain/money/money.ts";
import { createBlockStore } from "../blocks/store.ts";
import { connectDatabase, type Database } from "../database/connect.ts";
import { migrate } from "../database/migrate.ts";
import { createPropertyModule } from "../property/module.ts";
import { createLogger } from "../runtime/logger.ts";
import { randomId } from "../runtime/ids.ts";
import { engines, type ScratchDatabase, scratchDatabase } from "../testing/engines.ts";
import { cancelBooking } from "./cancel-booking.ts";
import { changeStatus } from "./change-status.ts";
import { changeStay } from "./change-stay.ts";
import { enterBooking } from "./enter-booking.ts";
import type { BookingStore, HouseTerms } from "./ports.ts";
import { recordPayment } from "./record-payment.ts";
import { createBookingStore } from "./store.ts";

const RUNS = { sqlite: 1000, postgres: 20 };
const COMMANDS = 50;
/** Each run plays on days of its own, so that what earlier runs left behind takes part in the last check. */
const DAYS_A_RUN = 16;
const RATE = 15_000;

/** Late enough for every run's days to lie in the past: the host may write them down, and each cancellation costs a night. */
const NOW = new Date("2190-06-01T06:00:00Z");
const TODAY = toLocalDate("2190-06-01");
const clock = () => NOW;
const terms: HouseTerms = {
  rateCents: RATE,
  timeZone: "Asia/Colombo",
  policy: { ...HOUSE_CANCELLATION, checkInTime: "14:00", timeZone: "Asia/Colombo" },
};

type Command =
  | { kind: "enter"; at: number; nights: number }
  | { kind: "status"; who: number; to: BookingStatus; stale: boolean }
  | { kind: "cancel"; who: number; waive: boolean; stale: boolean }
  | { kind: "move"; who: number; at: number; nights: number; keep: boolean; stale: boolean }
  | { kind: "pay"; who: number; cents: number; back: boolean; stale: boolean }
  | { kind: "block"; at: number; nights: number }
  | { kind: "moveBlock"; who: number; at: number; nights: number; stale: boolean }
  | { kind: "free"; who: number; stale: boolean };

const who = fc.nat({ max: 5 });
const span = { at: fc.nat({ max: DAYS_A_RUN - 5 }), nights: fc.integer({ min: 1, max: 4 }) };
/** Now and then an act on a version that is gone. */
const stale = fc.nat({ max: 7 }).map((n) => n === 0);
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("enter" as const), ...span }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("status" as const),
      who,
      to: fc.constantFrom(...BOOKING_STATUSES.filter((one) => one !== "cancelled")),
      stale,
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("cancel" as const), who, waive: fc.boolean(), stale }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("move" as const), who, ...span, keep: fc.boolean(), stale }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("pay" as const),
      who,
      cents: fc.integer({ min: 1, max: 9 }),
      back: fc.boolean(),
      stale,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("block" as const), ...span }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("moveBlock" as const), who, ...span, stale }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("free" as const), who, stale }) },
);

/** What the desk should be, kept in the simplest way there is. */
class Model {
  readonly bookings: ModelBooking[] = [];
  readonly blocks: (Stay & { id: string; version: number })[] = [];
  readonly #first: LocalDate;

  constructor(first: LocalDate) {
    this.#first = first;
  }

  stay(at: number, nights: number): Stay {
    const checkIn = addDays(this.#first, at);
    return { checkIn, checkOut: addDays(checkIn, nights) };
  }

  owners(): Map<LocalDate, string> {
    const owners = new Map<LocalDate, string>();
    for (const one of [...this.bookings.filter((booking) => booking.status !== "cancelled"), ...this.blocks]) {
      for (const night of nightsOf(one)) {
        if (owners.has(night)) throw new Error(`the model itself sold ${night} twice`);
        owners.set(night, one.id);
      }
    }
    return owners;
  }

  /** The nights of a stay that somebody other than `id` has. */
  taken(stay: Stay, id: string): LocalDate[] {
    const owners = this.owners();
    return nightsOf(stay).filter((night) => (owners.get(night) ?? id) !== id);
  }
}
type ModelBooking = Stay & {
  id: string;
  status: BookingStatus;
  version: number;
  totalCents: number;
  paidCents: number;
};

describe.each(engines)("the life of bookings on %s", (engine) => {
  let scratch: ScratchDatabase;
  let database: Database;
  let bookings: BookingStore;
  let blocks: ReturnType<typeof createBlockStore>;
  /** What listeners heard, to be compared with what happened. */
  let heard = 0;
  beforeAll(async () => {
    scratch = await scratchDatabase(engine);
    database = connectDatabase(scratch, createLogger("silent"));
    await migrate(database.db, engine);
    await createPropertyModule({ database, clock }).addStartingContent();
    // Not the durability is tested here, and a thousand runs need not wait for the disk.
    if (engine === "sqlite") await sql`pragma synchronous = off`.execute(database.db);
    const listener = { bookingChanged: async () => void heard++ };
    bookings = createBookingStore(database, { listeners: [listener], record: null });
    blocks = createBlockStore(database, { listeners: [], record: null });
  });
  afterAll(async () => {
    await database.close();
    await scratch.remove();
  });

  const needs = () => ({ bookings, clock, houseTerms: async () => terms, today: async () => TODAY });

  /** Carries out one command on the product and on the model; both must say the same. Answers whether a booking changed. */
  async function play(model: Model, one: Command): Promise<boolean> {
    const order = (target: { id: string; version: number }) => ({
      id: target.id,
      version: "stale" in one && one.stale ? target.version - 1 : target.version,
      actor: "host",
    });
    const isStale = "stale" in one && one.stale;

    switch (one.kind) {
      case "enter": {
        const stay = model.stay(one.at, one.nights);
        const guest = { name: "Ann", email: "a@example.com", phone: "" };
        const input = { guest, stay, guestCount: 2, status: "upcoming", specialRequests: null, actor: "host" } as const;
        const result = await enterBooking(needs(), input, null);
        const taken = model.taken(stay, "new");
        if (taken.length > 0) return clashed(result, taken);
        if (!result.ok) throw new Error(`refused: ${result.reason}`);
        const totalCents = one.nights * RATE;
        model.bookings.push({ ...stay, id: result.id, status: "upcoming", version: 1, totalCents, paidCents: 0 });
        return true;
      }
      case "status": {
        const booking = model.bookings[one.who];
        if (!booking || one.to === "cancelled") return false;
        const result = await changeStatus(needs(), { ...order(booking), to: one.to });
        if (isStale) return refused(result, "stale");
        if (!mayBecome(booking.status, one.to)) return refused(result, "refused");
        const taken = booking.status === "cancelled" ? model.taken(booking, booking.id) : [];
        if (taken.length > 0) return clashed(result, taken);
        expect(result.ok).toBe(true);
        booking.status = one.to;
        booking.version++;
        return true;
      }
      case "cancel": {
        const booking = model.bookings[one.who];
        if (!booking) return false;
        const fee = Math.min(booking.totalCents, Math.round(booking.totalCents / nightsOf(booking).length));
        const input = { ...order(booking), waiveFee: one.waive, expectedFee: toDollarString(fee) };
        const result = await cancelBooking(needs(), input);
        if (isStale) return refused(result, "stale");
        if (!mayBecome(booking.status, "cancelled")) return refused(result, "refused");
        expect(result.ok && result.booking.cancellationFeeCents).toBe(one.waive ? 0 : fee);
        booking.status = "cancelled";
        booking.version++;
        return true;
      }
      case "move": {
        const booking = model.bookings[one.who];
        if (!booking) return false;
        const stay = model.stay(one.at, one.nights);
        const totalCents = one.keep ? booking.totalCents : one.nights * RATE;
        const wanted = { stay, guestCount: 2, price: one.keep ? "keep" : "new" } as const;
        const input = { ...order(booking), ...wanted, expectedTotal: toDollarString(totalCents) };
        const result = await changeStay(needs(), input);
        if (isStale) return refused(result, "stale");
        const same = stay.checkIn === booking.checkIn && stay.checkOut === booking.checkOut;
        const nothing = same && totalCents === booking.totalCents;
        if (booking.status === "cancelled" || nothing) return refused(result, "refused");
        const taken = model.taken(stay, booking.id);
        if (taken.length > 0) return clashed(result, taken);
        expect(result.ok).toBe(true);
        Object.assign(booking, stay, { totalCents, version: booking.version + 1 });
        return true;
      }
      case "pay": {
        const booking = model.bookings[one.who];
        if (!booking) return false;
        const kind = one.back ? "refund" : "payment";
        const payment = { kind, amountCents: one.cents, method: "cash", paidOn: TODAY } as const;
        const result = await recordPayment(needs(), { ...order(booking), payment });
        if (isStale) return refused(result, "stale");
        if (one.back && one.cents > booking.paidCents) return refused(result, "refused");
        expect(result.ok).toBe(true);
        booking.paidCents += one.back ? -one.cents : one.cents;
        booking.version++;
        return true;
      }
      case "block": {
        const stay = model.stay(one.at, one.nights);
        const id = randomId();
        const nights = { startsOn: stay.checkIn, endsOn: stay.checkOut };
        const block = { id, ...nights, reason: "Painting", createdAt: NOW, createdBy: "host", version: 1 };
        const result = await blocks.add(block, { actor: "host", at: NOW });
        const taken = model.taken(stay, id);
        expect(result).toEqual(
          taken.length > 0 ? { ok: false, reason: "nights-taken", nights: taken } : { ok: true, block },
        );
        if (taken.length === 0) model.blocks.push({ ...stay, id, version: 1 });
        return false;
      }
      case "moveBlock": {
        const block = model.blocks[one.who];
        if (!block) return false;
        const stay = model.stay(one.at, one.nights);
        const { id, version } = order(block);
        const nights = { startsOn: stay.checkIn, endsOn: stay.checkOut };
        const result = await blocks.change(
          { id, version, ...nights, reason: "Guests of ours" },
          { actor: "host", at: NOW },
        );
        if (isStale) return refused(result, "stale");
        const taken = model.taken(stay, id);
        if (taken.length > 0) return clashed(result, taken);
        expect(result.ok).toBe(true);
        Object.assign(block, stay, { version: block.version + 1 });
        return false;
      }
      case "free": {
        const block = model.blocks[one.who];
        if (!block) return false;
        const { id, version } = order(block);
        const result = await blocks.free(id, version, { actor: "host", at: NOW });
        if (isStale) return refused(result, "stale");
        expect(result).toEqual({ ok: true });
        model.blocks.splice(one.who, 1);
        return false;
      }
    }
  }

  function refused(result: { ok: boolean; reason?: string }, reason: string): false {
    expect(result).toMatchObject({ ok: false, reason });
    return false;
  }

  function clashed(result: object, nights: LocalDate[]): false {
    expect(result).toEqual({ ok: false, reason: "nights-taken", nights });
    return false;
  }

  /** The database, read with its own words, is what the model says. */
  async function expectSame(model: Model, first: LocalDate): Promise<void> {
    const rows = await database.db
      .selectFrom("occupied_night")
      .selectAll()
      .where("night", ">=", first)
      .where("night", "<", addDays(first, DAYS_A_RUN))
      .execute();
    const owned = new Map(rows.map((row) => [row.night, row.booking_id ?? row.block_id]));
    expect(owned).toEqual(model.owners());
    for (const booking of model.bookings) {
      const { checkIn, checkOut, status, version, totalCents } = booking;
      expect(await bookings.find(booking.id)).toMatchObject({ checkIn, checkOut, status, version, totalCents });
      expect(await bookings.history(booking.id)).toHaveLength(version);
      const paid = (await bookings.payments(booking.id)).reduce(
        (sum, one) => sum + (one.kind === "payment" ? one.amountCents : -one.amountCents),
        0,
      );
      expect(paid).toBe(booking.paidCents);
    }
  }

  test(
    `${RUNS[engine]} lives of ${COMMANDS} acts: no step outside the table, no lost act, no night owned twice`,
    { timeout: 300_000 },
    async () => {
      let first = toLocalDate("2030-01-01");
      const met = new Set<string>();
      await fc.assert(
        fc.asyncProperty(fc.array(command, { minLength: COMMANDS, maxLength: COMMANDS }), async (commands) => {
          first = addDays(first, DAYS_A_RUN);
          const model = new Model(first);
          for (const one of commands) {
            const before = heard;
            const changed = await play(model, one);
            expect(heard - before).toBe(changed ? 1 : 0);
            if (changed) met.add(one.kind);
          }
          await expectSame(model, first);
        }),
        { numRuns: RUNS[engine], endOnFailure: true },
      );
      // A test in which nothing could happen would prove nothing.
      expect([...met].toSorted()).toEqual(["cancel", "enter", "move", "pay", "status"]);
      await expectNoNightAmiss();
    },
  );

  /** Over all that the runs left behind, in SQL of its own. */
  async function expectNoNightAmiss(): Promise<void> {
    const ofCancelled = await database.db
      .selectFrom("occupied_night")
      .innerJoin("booking", "booking.id", "occupied_night.booking_id")
      .select("night")
      .where("booking.status", "=", "cancelled")
      .execute();
    expect(ofCancelled).toEqual([]);
    const overlapping = await database.db
      .selectFrom("booking as a")
      .innerJoin("booking as b", (join) =>
        join.onRef("a.id", "<", "b.id").onRef("a.check_in", "<", "b.check_out").onRef("b.check_in", "<", "a.check_out"),
      )
      .select(["a.id", "b.id as other"])
      .where("a.status", "!=", "cancelled")
      .where("b.status", "!=", "cancelled")
      .limit(1)
      .execute();
    expect(overlapping).toEqual([]);
  }
});

import { deepStrictEqual } from "node:assert/strict";
import fc from "fast-check";
import { addDays, type LocalDate, toLocalDate } from "#domain/calendar/local-date.ts";
import type { Database } from "../../database/connect.ts";
import { DAYS_PER_SCENARIO, type Step, step } from "./commands.ts";
import { type ModelState, type ModelBooking, owners } from "./model.ts";
import { predict, resolve } from "./predict.ts";
import type { World } from "./world.ts";

const DAY_MS = 86_400_000;
export const COMMANDS = 50;

export type ScenarioCounts = {
  runs: number;
  commands: number;
  accepted: number;
  refused: number;
  atOnce: number;
  kinds: string[];
};

/**
 * Runs `count` random scenarios on the product and on the model. Every result must be the same in both, and so must
 * every booking and the owner of every night after each scenario. Throws at the first difference.
 */
export async function runScenarios(world: World, count: number): Promise<ScenarioCounts> {
  let first = await firstFreeDay(world.database);
  // Expires everything that is still waiting from earlier scenarios, which may have been interrupted.
  world.setNow(Date.parse(first) + 365 * DAY_MS);
  await world.carryOut({ kind: "end" });
  const lived: ScenarioCounts = { runs: 0, commands: 0, accepted: 0, refused: 0, atOnce: 0, kinds: [] };
  const kinds = new Set<string>();
  const record = (kind: string, answer: string) => {
    lived.commands += 1;
    lived[answer === "ok" ? "accepted" : "refused"] += 1;
    if (answer === "ok") kinds.add(kind);
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: COMMANDS, maxLength: COMMANDS }), async (steps) => {
      first = addDays(first, DAYS_PER_SCENARIO);
      // Starts three days before the first night, so that, as time passes, stays are in the future, in progress and in
      // the past.
      let state: ModelState = { now: Date.parse(`${first}T03:00:00Z`) - 3 * DAY_MS, bookings: [], blocks: [] };
      const heardBefore = world.heard.acts;
      for (const one of steps) state = await take(world, state, first, one, { record, both: () => lived.atOnce++ });
      // Expires everything that is still waiting, so that nothing in this scenario changes during the next scenario.
      state = { ...state, now: state.now + 3 * DAY_MS };
      state = await take(world, state, first, { kind: "one", act: { kind: "end" } }, { record, both: () => {} });
      deepStrictEqual(await stored(world, state), withoutPrices(state));
      deepStrictEqual(await nights(world, first), labelled(world, state));
      deepStrictEqual(world.heard.acts - heardBefore, sum(state.bookings.map((booking) => booking.version)));
      lived.runs += 1;
    }),
    { numRuns: count, endOnFailure: true },
  );
  return { ...lived, kinds: [...kinds].toSorted() };
}

/** Earlier scenarios on the same database leave their rows behind. */
async function firstFreeDay({ db }: Database): Promise<LocalDate> {
  const { last } = await db
    .selectFrom("occupied_night")
    .select((eb) => eb.fn.max("night").as("last"))
    .executeTakeFirstOrThrow();
  return toLocalDate(last && last > "2030-01-01" ? last : "2030-01-01");
}

type Tell = { record: (kind: string, answer: string) => void; both: () => void };

async function take(world: World, state: ModelState, first: LocalDate, one: Step, tell: Tell): Promise<ModelState> {
  world.setNow(state.now);
  if (one.kind === "tick") {
    tell.record("time passes", "ok");
    return { ...state, now: state.now + one.seconds * 1000 };
  }
  const acts = one.kind === "one" ? [one.act] : one.acts;
  const orders = acts.flatMap((act) => resolve(state, first, act) ?? []);
  const results = await Promise.all(orders.map((order) => world.carryOut(order)));
  orders.forEach((order, i) => tell.record(order.kind, results[i] ?? ""));
  const [a, b] = orders;
  if (!a) return state;
  if (!b) {
    const right = predict(state, a);
    deepStrictEqual({ order: a, outcomes: results }, { order: a, outcomes: [right.outcome] });
    return right.state;
  }
  tell.both();
  // The results of two simultaneous actions, and all bookings afterwards, must be those of one of the two sequences.
  const ab = predict(state, a);
  const thenB = predict(ab.state, b);
  const ba = predict(state, b);
  const thenA = predict(ba.state, a);
  const ways = [
    { outcomes: [ab.outcome, thenB.outcome], state: thenB.state },
    { outcomes: [thenA.outcome, ba.outcome], state: thenA.state },
  ].filter((way) => JSON.stringify(way.outcomes) === JSON.stringify(results));
  for (const way of ways) if (same(await stored(world, way.state), withoutPrices(way.state))) return way.state;
  throw new Error(
    `simultaneously: ${JSON.stringify({
      a,
      b,
      answers: results,
      possible: [
        [ab.outcome, thenB.outcome],
        [thenA.outcome, ba.outcome],
      ],
    })}`,
  );
}

/** Leaves out the price of each night, because only the totals are compared with the database. */
function withoutPrices({ bookings }: ModelState): Omit<ModelBooking, "prices">[] {
  return bookings.map(({ prices: _prices, ...booking }) => booking);
}

/** The model's bookings as stored in the database. */
async function stored(world: World, state: ModelState): Promise<Omit<ModelBooking, "prices">[]> {
  return Promise.all(
    state.bookings.map(async ({ label }) => {
      const id = world.idOf(label);
      const booking = await world.bookings.find(id);
      if (!booking) throw new Error(`${label} is not stored`);
      const { checkIn, checkOut, status, version, waiting } = booking;
      const history = await world.bookings.history(id);
      if (history.length !== version)
        throw new Error(`${label} has ${history.length} history entries instead of ${version}`);
      const payments = await world.bookings.payments(id);
      return {
        label,
        checkIn,
        checkOut,
        status,
        // Nothing is paid online in these scenarios, and no offers are made.
        waits: waiting && {
          for: waiting.for === "guest" ? "guest" : "host",
          until: waiting.until.getTime(),
          as: waiting.requestedStatus,
        },
        guests: booking.guestCount,
        total: booking.totalCents,
        version,
        paid: sum(payments.map((one) => (one.kind === "payment" ? one.amountCents : -one.amountCents))),
        fee: booking.cancellationFeeCents,
      };
    }),
  );
}

function same(a: unknown, b: unknown): boolean {
  try {
    deepStrictEqual(a, b);
    return true;
  } catch {
    return false;
  }
}

async function nights(world: World, first: LocalDate): Promise<[string, string][]> {
  const rows = await world.database.db
    .selectFrom("occupied_night")
    .selectAll()
    .where("night", ">=", first)
    .where("night", "<", addDays(first, DAYS_PER_SCENARIO))
    .orderBy("night")
    .execute();
  return rows.map((row) => [row.night, row.booking_id ?? row.block_id ?? ""]);
}

function labelled(world: World, state: ModelState): [string, string][] {
  const all = [...owners(state)].map(([night, label]): [string, string] => [night, world.idOf(label)]);
  return all.toSorted(([a], [b]) => (a < b ? -1 : 1));
}

const sum = (numbers: number[]) => numbers.reduce((total, n) => total + n, 0);

/** Checks all rows with separate SQL: counts the nights of cancelled stays, and the pairs of stays that overlap. */
export async function nightsAmiss({ db }: Database): Promise<number> {
  const ofCancelled = await db
    .selectFrom("occupied_night")
    .innerJoin("booking", "booking.id", "occupied_night.booking_id")
    .select("night")
    .where("booking.status", "=", "cancelled")
    .execute();
  const overlapping = await db
    .selectFrom("booking as a")
    .innerJoin("booking as b", (join) =>
      join.onRef("a.id", "<", "b.id").onRef("a.check_in", "<", "b.check_out").onRef("b.check_in", "<", "a.check_out"),
    )
    .select(["a.id", "b.id as other"])
    .where("a.status", "!=", "cancelled")
    .where("b.status", "!=", "cancelled")
    .execute();
  return ofCancelled.length + overlapping.length;
}

import { sql } from "kysely";
import { connectDatabase } from "../database/connect.ts";
import { createLogger } from "../runtime/logger.ts";
import { bookStay, GUEST } from "./given.ts";
import { startPayBank } from "./pay-bank.ts";
import { cookieOf, type Sent, startTestApp, type TestApp } from "./test-app.ts";
import type { Engine } from "../database/dialect.ts";

/** Random histories of guests, the bank, time and faults, through the real server; then a healthy day, and the books. */

const MINUTE = 60_000;
type Guest = { sent: Sent; cookie: string; session: string | null };
export type Broken = { seed: number; found: string[] };

/** The same numbers for the same seed (mulberry32). */
function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export type Histories = { engine: Engine; count: number; firstSeed: number; instances: 1 | 2; steps?: number };

/** Plays histories one after the other on one server, or two at the same database. Answers those that broke a promise. */
export async function playHistories({ engine, count, firstSeed, instances, steps = 24 }: Histories): Promise<Broken[]> {
  let roll = dice(firstSeed);
  let clock = () => new Date();
  const bank = await startPayBank(
    () => clock(),
    () => roll(),
  );
  const first = await startTestApp(engine, { config: { stripe: bank.account } });
  clock = first.clock;
  const second =
    instances === 2
      ? await startTestApp(engine, { clock: first.clock, config: { stripe: bank.account, ...first.sameDatabase } })
      : null;
  bank.tells(`${first.url}/api/webhooks/stripe`);
  const { db, close } = connectDatabase(first.sameDatabase, createLogger("silent"));
  const servers = second ? [first, second] : [first];
  const broken: Broken[] = [];
  for (let n = 0; n < count; n++) {
    const seed = firstSeed + n;
    roll = dice(seed);
    const found = await playOne({ servers, bank, roll, n, steps, db });
    if (found.length > 0) broken.push({ seed, found });
  }
  await close();
  await second?.close();
  await first.close();
  await bank.close();
  return broken;
}

type Play = {
  servers: TestApp[];
  bank: Awaited<ReturnType<typeof startPayBank>>;
  roll: () => number;
  n: number;
  steps: number;
  db: ReturnType<typeof connectDatabase>["db"];
};

async function playOne({ servers, bank, roll, n, steps, db }: Play): Promise<string[]> {
  const [main] = servers;
  if (!main) throw new Error("no server");
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(roll() * from.length)];
  const server = () => pick(servers) ?? main;
  const day = (k: number) => {
    const start =
      Date.parse(`${main.clock().toISOString().slice(0, 10)}T00:00:00Z`) + (30 + (n % 60) * 5 + k) * 86_400_000;
    return new Date(start).toISOString().slice(0, 10);
  };
  /** Two stays that share a night. */
  const stays = [
    { checkInDate: day(0), checkOutDate: day(2) },
    { checkInDate: day(1), checkOutDate: day(3) },
  ];
  const guests: Guest[] = [];
  const jobs = (which = /payment|unpaid|refund/) => server().app.runJobs(which);

  const acts: Record<string, () => Promise<unknown>> = {
    book: async () => {
      const sent = await bookStay(server(), pick(stays), { ...GUEST, email: `g${n}.${guests.length}@example.com` });
      if (sent.status === 201) guests.push({ sent, cookie: cookieOf(sent), session: null });
    },
    open: async () => {
      const guest = pick(guests);
      if (!guest) return;
      const payLink = await server().send(
        "POST",
        `/api/bookings/${guest.sent.json.id}/pay`,
        {},
        { cookie: guest.cookie },
      );
      if (payLink.status === 200) guest.session = bank.sessionOf(payLink.json.url);
    },
    pay: async () => {
      const guest = pick(guests);
      if (guest?.session) bank.pay(guest.session);
    },
    notice: async () => {
      const guest = pick(guests);
      if (guest?.session) await bank.tell(guest.session, `evt_${Math.floor(roll() * 3)}_${n}`);
    },
    back: async () => {
      const guest = pick(guests);
      const path = guest && `/api/bookings/${guest.sent.json.id}/payment?back=paid`;
      if (guest && path) await server().send("GET", path, undefined, { cookie: guest.cookie });
    },
    cancel: async () => {
      const guest = pick(guests);
      if (!guest || roll() > 0.4) return;
      const path = `/api/bookings/${guest.sent.json.id}/cancel`;
      await server().send("POST", path, { expectedFee: "0.00" }, { cookie: guest.cookie });
    },
    refundByHand: async () => {
      const guest = pick(guests);
      if (guest?.session && roll() < 0.15 && bank.holds(guest.session) >= 1000) bank.refundByHand(guest.session, 1000);
    },
    settle: async () => {
      for (const id of bank.refunds.keys()) bank.settleRefund(id, roll() < 0.8 ? "succeeded" : "failed");
    },
    wait: async () => main.clock.advance(Math.floor(roll() * 20 * MINUTE)),
    away: async () => {
      bank.away = roll() < 0.3;
    },
    look: () => jobs(/look/),
    end: () => jobs(/unpaid/),
    refund: () => jobs(/refunds/),
    together: () => Promise.all(servers.map((one) => one.app.runJobs(/look|unpaid|refunds/))),
  };
  bank.faultsAtRandom(0.2, 0.3);
  const names = Object.keys(acts);
  for (let step = 0; step < steps; step++)
    await acts[step === 0 ? "book" : (pick([...names, "pay", "open", "wait"]) ?? "wait")]?.();

  // A healthy day without any notice: only time and the jobs.
  bank.away = false;
  bank.noFaults();
  for (let hours = 0; hours < 30; hours++) {
    main.clock.advance(hours < 20 ? 11 * MINUTE : 6 * 60 * MINUTE);
    await jobs();
    if (hours > 12) for (const id of bank.refunds.keys()) bank.settleRefund(id, "succeeded");
  }
  await jobs();
  return problems(guests, bank, db);
}

/** What must hold at rest, for every booking of the history. */
export async function problems(
  guests: readonly Pick<Guest, "sent">[],
  bank: Play["bank"],
  db: Play["db"],
): Promise<string[]> {
  const found: string[] = [];
  for (const { sent } of guests) {
    const id: string = sent.json.id;
    const booking = await db.selectFrom("booking").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    const rows = await db.selectFrom("payment").selectAll().where("booking_id", "=", id).execute();
    const checkouts = await db.selectFrom("checkout").select("provider_ref").where("booking_id", "=", id).execute();
    const refunds = await db.selectFrom("refund").selectAll().where("booking_id", "=", id).execute();
    const ledger = rows.reduce((sum, one) => sum + (one.kind === "payment" ? one.amount_cents : -one.amount_cents), 0);
    const truth = checkouts.reduce((sum, { provider_ref: ref }) => sum + (ref ? bank.holds(ref) : 0), 0);
    const say = (words: string) => found.push(`${booking.reference} (${booking.status}): ${words}`);
    if (ledger !== truth) say(`the ledger has ${ledger}, the bank ${truth}`);
    if (truth < 0) say("more was refunded than charged");
    if (booking.status === "pending") say("a hold is left");
    if (refunds.some(({ state }) => state === "wanted" || state === "asked")) say("a refund was never sent");
    const failed = refunds.filter(({ state }) => state === "failed" || state === "by-hand");
    const open = failed.reduce((sum, refund) => sum + refund.amount_minor, 0);
    const alarms = await db.selectFrom("payment_alarm").select("id").where("booking_id", "=", id).execute();
    if (failed.length > 0 && alarms.length === 0) say("a refund failed without an alarm");
    if (booking.status === "cancelled" && truth > open) say(`${truth} were kept for a stay that is cancelled`);
    const byHand = refunds.filter(({ why }) => why === "host").reduce((sum, refund) => sum + refund.amount_minor, 0);
    if (booking.status !== "cancelled" && truth + byHand < booking.total_cents) say("it stands and is not paid");
    if (booking.status !== "cancelled" && truth > booking.total_cents + open) say("more was kept than the stay costs");
    const nights = await sql<{ n: number }>`select count(*) as n from occupied_night where booking_id = ${id}`.execute(
      db,
    );
    const held = Number(nights.rows[0]?.n ?? 0);
    if (booking.status === "cancelled" ? held > 0 : held !== 2) say(`it holds ${held} nights`);
  }
  const gaps = await sql<{ n: number }>`select count(*) as n from (select year from receipt group by year
    having max(number) <> count(*)) as year_with_a_gap`.execute(db);
  if (Number(gaps.rows[0]?.n ?? 0) > 0) found.push("receipts have a gap");
  return found;
}

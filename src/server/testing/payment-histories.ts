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

export type Histories = {
  engine: Engine;
  count: number;
  firstSeed: number;
  instances: 1 | 2;
  steps?: number;
  /** False ends it before `count`. */
  goOn?: () => boolean;
};

/** Histories that run side by side, each for nights of its own. */
const AT_ONCE = 10;
/** Each history has three nights and one between it and the next. */
const DAYS_EACH = 4;
const AHEAD_DAYS = 30;

/** Plays histories on one server, or on two at the same database. Answers those that broke a promise, with their seed. */
export async function playHistories({
  engine,
  count,
  firstSeed,
  instances,
  steps = 24,
  goOn = () => true,
}: Histories): Promise<{ played: number; broken: Broken[] }> {
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
  let played = 0;
  while (played < count && goOn()) {
    const seed = firstSeed + played;
    roll = dice(seed);
    const atOnce = Math.min(AT_ONCE, count - played);
    const found = await playTogether({ servers, main: first, bank, roll, seed, atOnce, steps, db });
    if (found.length > 0) broken.push({ seed, found });
    played += atOnce;
    // The next ones get nights that nobody has had, and nobody looks at the pages of these any more.
    first.clock.advance(atOnce * DAYS_EACH * 24 * 60 * MINUTE);
    await first.app.runJobs(/look at payments$/);
    bank.forget();
  }
  await close();
  await second?.close();
  await first.close();
  await bank.close();
  return { played, broken };
}

type Play = {
  servers: TestApp[];
  main: TestApp;
  bank: Awaited<ReturnType<typeof startPayBank>>;
  roll: () => number;
  seed: number;
  atOnce: number;
  steps: number;
  db: ReturnType<typeof connectDatabase>["db"];
};

async function playTogether(play: Play): Promise<string[]> {
  const { main, bank, roll, atOnce, steps, db } = play;
  const today = Date.parse(`${main.clock().toISOString().slice(0, 10)}T00:00:00Z`);
  bank.away = false;
  bank.faultsAtRandom(0.2, 0.3);
  const histories = Array.from({ length: atOnce }, (_unused, n) => history(play, n, today));
  for (let step = 0; step < steps; step++) for (const { act } of histories) await act(step === 0 ? "book" : null);

  // A healthy day without any notice: only time and the jobs.
  bank.away = false;
  bank.noFaults();
  const jobs = (which: RegExp) => pick(roll, play.servers, main).app.runJobs(which);
  for (let times = 0; times < 20; times++) {
    main.clock.advance(11 * MINUTE);
    await jobs(/look|open|unpaid|refund|remind/);
    if (times > 12) for (const id of bank.refunds.keys()) bank.settleRefund(id, "succeeded");
  }
  for (let times = 0; times < 10; times++) {
    main.clock.advance(6 * 60 * MINUTE);
    await jobs(/payment|unpaid|refund/);
    for (const id of bank.refunds.keys()) bank.settleRefund(id, "succeeded");
  }
  await jobs(/payment|unpaid|refund/);
  return problems(
    histories.flatMap(({ guests }) => guests),
    bank,
    db,
  );
}

const pick = <T>(roll: () => number, from: readonly T[], otherwise: T): T =>
  from[Math.floor(roll() * from.length)] ?? otherwise;

/** What two guests, the bank and time do about two stays that share a night. */
function history({ servers, main, bank, roll, seed, atOnce }: Play, n: number, today: number) {
  const server = () => pick(roll, servers, main);
  const day = (k: number) => new Date(today + (AHEAD_DAYS + n * DAYS_EACH + k) * 86_400_000).toISOString().slice(0, 10);
  const stays = [
    { checkInDate: day(0), checkOutDate: day(2) },
    { checkInDate: day(1), checkOutDate: day(3) },
  ];
  const guests: Guest[] = [];
  const guestOf = () => pick(roll, guests, undefined);
  const jobs = (which: RegExp) => server().app.runJobs(which);

  const acts: Record<string, () => Promise<unknown>> = {
    book: async () => {
      const email = `g${seed}.${n}.${guests.length}@example.com`;
      const sent = await bookStay(server(), pick(roll, stays, undefined), { ...GUEST, email });
      if (sent.status === 201) guests.push({ sent, cookie: cookieOf(sent), session: null });
    },
    open: async () => {
      const guest = guestOf();
      if (!guest) return;
      const path = `/api/bookings/${guest.sent.json.id}/pay`;
      const payLink = await server().send("POST", path, {}, { cookie: guest.cookie });
      if (payLink.status === 200) guest.session = bank.sessionOf(payLink.json.url);
    },
    pay: async () => {
      const guest = guestOf();
      if (guest?.session) bank.pay(guest.session);
    },
    notice: async () => {
      const guest = guestOf();
      if (guest?.session) await bank.tell(guest.session, `evt_${Math.floor(roll() * 3)}_${seed}_${n}`);
    },
    back: async () => {
      const guest = guestOf();
      const path = guest && `/api/bookings/${guest.sent.json.id}/payment?back=paid`;
      if (guest && path) await server().send("GET", path, undefined, { cookie: guest.cookie });
    },
    cancel: async () => {
      const guest = guestOf();
      if (!guest || roll() > 0.4) return;
      const path = `/api/bookings/${guest.sent.json.id}/cancel`;
      await server().send("POST", path, { expectedFee: "0.00" }, { cookie: guest.cookie });
    },
    refundByHand: async () => {
      const guest = guestOf();
      if (guest?.session && roll() < 0.15 && bank.holds(guest.session) >= 1000) bank.refundByHand(guest.session, 1000);
    },
    settle: async () => {
      for (const id of bank.refunds.keys()) bank.settleRefund(id, roll() < 0.8 ? "succeeded" : "failed");
    },
    // Time is the same for all.
    wait: async () => main.clock.advance(Math.floor((roll() * 20 * MINUTE) / atOnce)),
    away: async () => {
      bank.away = roll() < 0.3;
    },
    look: () => jobs(/look/),
    end: () => jobs(/unpaid/),
    refund: () => jobs(/refunds/),
    together: () => Promise.all(servers.map((one) => one.app.runJobs(/look|unpaid|refunds/))),
  };
  const names = Object.keys(acts);
  const act = async (name: string | null) => acts[name ?? pick(roll, [...names, "pay", "open", "wait"], "wait")]?.();
  return { guests, act };
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
  // Each refund at the bank is the one that a row of ours asked for, once.
  for (const { id, metadata } of bank.refunds.values()) {
    const ours = metadata["refund"];
    if (ours === undefined) continue;
    const row = await db.selectFrom("refund").select("provider_ref").where("id", "=", ours).executeTakeFirst();
    if (row?.provider_ref !== id) found.push("the bank made a refund that no row asked for");
  }
  const gaps = await sql<{ n: number }>`select count(*) as n from (select year from receipt group by year
    having max(number) <> count(*)) as year_with_a_gap`.execute(db);
  if (Number(gaps.rows[0]?.n ?? 0) > 0) found.push("receipts have a gap");
  return found;
}

import { sql } from "kysely";
import type { Db } from "../database/connect.ts";
import { bookStay, GUEST } from "./given.ts";
import { type Books, type HistoryBank, type HistoryProvider, startHistoryBank } from "./history-bank.ts";
import { ended, type ServerProcess, startServerProcess } from "./processes.ts";
import { cookieOf, sendTo, startTestApp, type TestApp } from "./test-app.ts";
import type { Engine } from "../database/dialect.ts";

/**
 * Runs random histories of guests, a payment provider, the passage of time and faults against the real server.
 * Afterwards, more than two days pass without faults, and then the ledger is checked.
 */

const MINUTE = 60_000;
type Guest = { id: string; cookie: string; pages: string[] };
export type Broken = { seed: number; found: string[] };

/** Returns the same numbers for the same seed (mulberry32). */
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
  provider?: HistoryProvider;
  count: number;
  firstSeed: number;
  instances: 1 | 2;
  /** If true, another server in a separate process is killed with SIGKILL in the middle of each group of histories. */
  kills?: boolean;
  steps?: number;
  /** If this returns false, the run ends before `count` is reached. */
  goOn?: () => boolean;
  onProgress?: (played: number, broken: number) => void;
};

/** How many histories run side by side, each with its own nights. */
const AT_ONCE = 10;
/** More histories run side by side if a server is started for each group. */
const AT_ONCE_WITH_KILLS = 25;
/** Each history has three nights, followed by a free night. */
const DAYS_EACH = 4;
const AHEAD_DAYS = 30;
/** A server is killed at a random moment within this time, while the other servers continue. */
const KILL_WITHIN_MS = 3000;

/**
 * Accepts guests' requests and runs jobs on demand. For a separate process, `runJobs` does nothing, because that
 * process runs its own jobs.
 */
type Server = Pick<TestApp, "send"> & { runJobs: (which: RegExp) => Promise<void> };

/**
 * Runs histories on one server, or on two servers with the same database. Returns the groups of histories that violated
 * an invariant, with their seeds.
 */
export async function playHistories({
  engine,
  provider = "stripe",
  count,
  firstSeed,
  instances,
  kills = false,
  steps = 24,
  goOn = () => true,
  onProgress = () => undefined,
}: Histories): Promise<{ played: number; broken: Broken[]; kills: number }> {
  let roll = dice(firstSeed);
  let clock = () => new Date();
  const bank = await startHistoryBank(
    provider,
    () => clock(),
    () => roll(),
  );
  const first = await startTestApp(engine, { config: bank.config });
  clock = first.clock;
  const second =
    instances === 2
      ? await startTestApp(engine, { clock: first.clock, config: { ...bank.config, ...first.sameDatabase } })
      : null;
  bank.serves(first.url);
  const main = serverOf(first);
  const servers = [main, ...(second ? [serverOf(second)] : [])];
  const victim = kills ? createVictim(first, bank.config) : null;
  const advance = (ms: number) => {
    first.clock.advance(ms);
    victim?.advance(ms);
  };
  const broken: Broken[] = [];
  let played = 0;
  while (played < count && goOn()) {
    const seed = firstSeed + played;
    roll = dice(seed);
    const atOnce = Math.min(kills ? AT_ONCE_WITH_KILLS : AT_ONCE, count - played);
    const play = { servers, main, victim, bank, roll, seed, atOnce, steps, db: first.db, clock, advance };
    const found = await playTogether(play);
    if (found.length > 0) broken.push({ seed, found });
    played += atOnce;
    onProgress(played, broken.length);
    // The next histories use new nights, and the pages of the finished histories are no longer checked.
    advance(atOnce * DAYS_EACH * 24 * 60 * MINUTE);
    await first.app.runJobs(/sync payments$/);
    bank.forget();
  }
  await victim?.kill();
  await second?.close();
  await first.close();
  await bank.close();
  return { played, broken, kills: victim?.kills() ?? 0 };
}

const serverOf = ({ send, app }: TestApp): Server => ({ send, runJobs: app.runJobs });

type Victim = ReturnType<typeof createVictim>;

/** A server in a separate process, which is killed and restarted. */
function createVictim(first: TestApp, config: Parameters<typeof startServerProcess>[1]) {
  let alive: ServerProcess | null = null;
  let kills = 0;
  return {
    kills: () => kills,
    advance: (ms: number) => void alive?.child.send(ms),
    start: async (): Promise<Server> => {
      const clockAt = first.clock().toISOString();
      const { child, url } = await startServerProcess(first.sameDatabase, { ...config, settledClock: true, clockAt });
      alive = { child, url };
      return { send: sendTo(url), runJobs: async () => undefined };
    },
    kill: async () => {
      if (!alive) return;
      const { child } = alive;
      alive = null;
      kills += 1;
      child.kill("SIGKILL");
      await ended(child);
    },
  };
}

type Play = {
  servers: Server[];
  main: Server;
  victim: Victim | null;
  bank: HistoryBank;
  roll: () => number;
  seed: number;
  atOnce: number;
  steps: number;
  db: Db;
  clock: () => Date;
  advance: (ms: number) => void;
};

async function playTogether(given: Play): Promise<string[]> {
  const { main, victim, bank, roll, atOnce, steps, db, seed, advance } = given;
  const today = Date.parse(`${given.clock().toISOString().slice(0, 10)}T00:00:00Z`);
  bank.setAway(false);
  bank.setFaults(0.2);
  const running = [...given.servers];
  const play = { ...given, servers: running };
  let killed = Promise.resolve();
  let soon: NodeJS.Timeout | undefined;
  const kill = () => {
    killed = victim?.kill() ?? killed;
    running.length = given.servers.length;
  };
  if (victim) {
    running.push(await victim.start());
    soon = setTimeout(kill, Math.random() * KILL_WITHIN_MS);
  }
  const histories = Array.from({ length: atOnce }, (_unused, n) => history(play, n, today));
  for (let step = 0; step < steps; step++) {
    for (const { act } of histories) {
      // An API call to a killed server gets no response; the effect is checked at the end.
      if (victim) await act(step === 0 ? "book" : null).catch(() => undefined);
      else await act(step === 0 ? "book" : null);
    }
  }
  clearTimeout(soon);
  kill();
  await killed;

  // More than two days pass without faults or webhooks: only the clock moves, and the jobs run.
  bank.setAway(false);
  bank.setFaults(0);
  const jobs = (which: RegExp) => pick(roll, given.servers, main).runJobs(which);
  for (let times = 0; times < 20; times++) {
    advance(11 * MINUTE);
    await jobs(/sync|account|open|unpaid|refund|remind/);
    if (times > 12) bank.settle(() => true);
  }
  for (let times = 0; times < 10; times++) {
    advance(6 * 60 * MINUTE);
    await jobs(/payment|unpaid|refund/);
    bank.settle(() => true);
  }
  await jobs(/payment|unpaid|refund/);
  const ids = await db
    .selectFrom("booking")
    .innerJoin("guest", "guest.id", "booking.guest_id")
    .select("booking.id")
    .where("guest.email", "like", `g${seed}.%`)
    .execute();
  const found = await problems(
    ids.map(({ id }) => id),
    bank,
    db,
  );
  const lost = histories.flatMap(({ guests }) => guests).filter(({ id }) => !ids.some((row) => row.id === id));
  return [...found, ...lost.map(({ id }) => `a booking that was acknowledged is lost: ${id}`)];
}

const pick = <T>(roll: () => number, from: readonly T[], otherwise: T): T =>
  from[Math.floor(roll() * from.length)] ?? otherwise;

/** What guests, the provider and the passage of time do to two stays that share a night. */
function history({ servers, main, bank, roll, seed, atOnce, advance }: Play, n: number, today: number) {
  const server = () => pick(roll, servers, main);
  const day = (k: number) => new Date(today + (AHEAD_DAYS + n * DAYS_EACH + k) * 86_400_000).toISOString().slice(0, 10);
  const stays = [
    { checkInDate: day(0), checkOutDate: day(2) },
    { checkInDate: day(1), checkOutDate: day(3) },
  ];
  const guests: Guest[] = [];
  const guestOf = () => pick(roll, guests, undefined);
  /** A page that a guest has opened at some point. An old page may still be in the browser's history. */
  const pageOf = () => {
    const pages = guestOf()?.pages ?? [];
    return roll() < 0.8 ? pages.at(-1) : pick(roll, pages, undefined);
  };
  const jobs = (which: RegExp) => server().runJobs(which);

  const acts: Record<string, () => Promise<unknown>> = {
    book: async () => {
      const email = `g${seed}.${n}.${guests.length}@example.com`;
      const sent = await bookStay(server(), pick(roll, stays, undefined), { ...GUEST, email });
      if (sent.status === 201) guests.push({ id: sent.json.id, cookie: cookieOf(sent), pages: [] });
    },
    open: async () => {
      const guest = guestOf();
      if (!guest) return;
      const payLink = await server().send("POST", `/api/bookings/${guest.id}/pay`, {}, { cookie: guest.cookie });
      if (payLink.status === 200) guest.pages.push(await bank.enter(payLink.json));
    },
    pay: async () => {
      const page = pageOf();
      if (!page) return;
      if (roll() < 0.03) bank.payWrongly(page);
      else bank.pay(page);
    },
    webhook: async () => {
      const page = pageOf();
      if (page) await bank.sendWebhook(page, roll, `${seed}_${n}`);
    },
    back: async () => {
      const guest = guestOf();
      const path = guest && `/api/bookings/${guest.id}/payment?back=paid`;
      if (guest && path) await server().send("GET", path, undefined, { cookie: guest.cookie });
    },
    cancel: async () => {
      const guest = guestOf();
      if (!guest || roll() > 0.4) return;
      const path = `/api/bookings/${guest.id}/cancel`;
      await server().send("POST", path, { expectedFee: "0.00" }, { cookie: guest.cookie });
    },
    inDashboard: async () => {
      const page = pageOf();
      const chance = roll();
      if (page && chance < 0.15) bank.refundByHand(page);
      else if (page && chance < 0.22) bank.dispute(page);
    },
    settle: async () => bank.settle(() => roll() < 0.8),
    // All histories in a group share one clock, so each history advances the clock less.
    wait: async () => advance(Math.floor((roll() * 20 * MINUTE) / atOnce)),
    away: async () => bank.setAway(roll() < 0.3),
    sync: () => jobs(/sync|account/),
    end: () => jobs(/unpaid/),
    refund: () => jobs(/refunds/),
    together: () => Promise.all(servers.map((one) => one.runJobs(/sync|account|unpaid|refunds/))),
  };
  const names = Object.keys(acts);
  const act = async (name: string | null) => acts[name ?? pick(roll, [...names, "pay", "open", "wait"], "wait")]?.();
  return { guests, act };
}

/** Returns what is wrong with these bookings. Call this only when nothing is in progress. */
export async function problems(bookingIds: readonly string[], bank: Books, db: Db): Promise<string[]> {
  const found: string[] = [];
  for (const id of bookingIds) {
    const booking = await db.selectFrom("booking").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    const rows = await db.selectFrom("payment").selectAll().where("booking_id", "=", id).execute();
    const checkouts = await db.selectFrom("checkout").select("provider_ref").where("booking_id", "=", id).execute();
    const refunds = await db.selectFrom("refund").selectAll().where("booking_id", "=", id).execute();
    const ledger = rows.reduce((sum, one) => sum + (one.kind === "payment" ? one.amount_cents : -one.amount_cents), 0);
    const truth = checkouts.reduce((sum, { provider_ref: ref }) => sum + (ref ? bank.holds(ref) : 0), 0);
    const say = (words: string) => found.push(`${booking.reference} (${booking.status}): ${words}`);
    if (ledger !== truth) say(`the ledger has ${ledger}, the bank ${truth}`);
    if (truth < 0) say("more was refunded than charged");
    const alerts = await db.selectFrom("payment_alarm").select("kind").where("booking_id", "=", id).execute();
    // In these cases, the host decides, so the status and the money need not match.
    const asksHost = alerts.some(({ kind }) => kind === "mismatch" || kind === "dispute");
    if (booking.status === "pending" && !asksHost)
      say(`a hold is left, which waits for ${booking.pay_by ? "payment" : (booking.waits_for ?? "nobody")}`);
    if (refunds.some(({ state }) => state === "wanted" || state === "asked")) say("a refund was never sent");
    const failed = refunds.filter(({ state }) => state === "failed" || state === "by-hand");
    const open = failed.reduce((sum, refund) => sum + refund.amount_minor, 0);
    if (failed.length > 0 && alerts.length === 0) say("a refund failed without an alert");
    if (!asksHost && booking.status === "cancelled" && truth > open)
      say(`${truth} was kept for a stay that is cancelled`);
    const byHand = refunds.filter(({ why }) => why === "host").reduce((sum, refund) => sum + refund.amount_minor, 0);
    if (!asksHost && booking.status !== "cancelled" && truth + byHand < booking.total_cents)
      say("the stay is booked but not paid");
    if (!asksHost && booking.status !== "cancelled" && truth > booking.total_cents + open)
      say("more was kept than the stay costs");
    const nights = await sql<{ n: number }>`select count(*) as n from occupied_night where booking_id = ${id}`.execute(
      db,
    );
    const held = Number(nights.rows[0]?.n ?? 0);
    if (booking.status === "cancelled" ? held > 0 : held !== 2) say(`it holds ${held} nights`);
  }
  // Each refund made through the provider's API must have been requested exactly once, by one of our rows.
  const strays = await bank.strayRefunds(db);
  for (let n = 0; n < strays; n++) found.push("the bank made a refund that no row asked for");
  const gaps = await sql<{ n: number }>`select count(*) as n from (select year from receipt group by year
    having max(number) <> count(*)) as year_with_a_gap`.execute(db);
  if (Number(gaps.rows[0]?.n ?? 0) > 0) found.push("receipts have a gap");
  return found;
}

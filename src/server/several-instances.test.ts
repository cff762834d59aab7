import { resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Writable } from "node:stream";
import { sql } from "kysely";
import { afterEach, describe, expect, test } from "vitest";
import { CHANGE_EVENT, LIVE_PATH } from "#contract/live.ts";
import { connectDatabase } from "./database/connect.ts";
import { loadBuiltSite } from "./http/built-site.ts";
import { createLogger } from "./runtime/logger.ts";
import { createLeases } from "./jobs/lease.ts";
import { engines } from "./testing/engines.ts";
import { bookStay, GUEST } from "./testing/given.ts";
import { startTestApp, type TestApp } from "./testing/test-app.ts";

/** Built by `npm start`, or by `npm test` before the tests. */
const site = await loadBuiltSite(resolve("dist"));
const open: TestApp[] = [];
afterEach(async () => {
  for (const app of open.splice(0).toReversed()) await app.close();
});
async function instances(engine: "sqlite" | "postgres", overrides: Parameters<typeof startTestApp>[1] = {}) {
  const first = await startTestApp(engine, { site, ...overrides });
  open.push(first);
  const second = await startTestApp(engine, {
    site,
    ...overrides,
    config: { ...first.sameDatabase, ...overrides.config },
  });
  open.push(second);
  await first.app.start();
  await second.app.start();
  return [first, second] as const;
}

/** The event stream of an open portal; counts the change events. */
async function openPortal(server: TestApp, cookie: string) {
  const ended = new AbortController();
  const response = await fetch(`${server.url}${LIVE_PATH}`, { headers: { cookie }, signal: ended.signal });
  let text = "";
  const read = async () => {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString();
  };
  void read().catch(() => undefined);
  return { events: () => text.split(`event: ${CHANGE_EVENT}`).length - 1, close: () => ended.abort() };
}

describe.each(engines)("two instances on %s", (engine) => {
  test("a change made on one instance, or by SQL, appears on the other instance's cached pages", async () => {
    const [first, second] = await instances(engine);
    const title = async (server: TestApp) => (await server.send("GET", "/")).text;
    const cookie = await first.signIn();
    const {
      missing: _m,
      debugUntil: _d,
      ...settings
    } = (await first.send("GET", "/api/admin/settings", undefined, { cookie })).json;
    expect(await title(second)).not.toContain("Tea Ridge House");
    const saved = await first.send(
      "PUT",
      "/api/admin/settings",
      { ...settings, propertyName: "Tea Ridge House", sessionTimeout: 99 },
      { cookie },
    );
    expect(saved.status).toBe(200);
    await expect.poll(() => title(second)).toContain("Tea Ridge House");
    const there = await second.send("GET", "/api/admin/settings", undefined, { cookie });
    expect(there.json).toMatchObject({ propertyName: "Tea Ridge House", sessionTimeout: 99 });

    await sql`update property set name = 'Kite House'`.execute(first.db);
    await expect.poll(() => title(second)).toContain("Kite House");
    expect(await title(first)).toContain("Kite House");
  });

  test("an exclusive job runs on one instance at a time; another takes it over once the lease is released", async () => {
    const [first] = await instances(engine);
    const [a, b] = [createLeases(first.db, first.clock), createLeases(first.db, first.clock)];
    expect(
      await Promise.all([a.take("night", 60_000), b.take("night", 60_000)]).then((all) => all.filter(Boolean)),
    ).toHaveLength(1);
    first.clock.advance(60_001);
    await a.take("night", 60_000);
    expect(await b.take("night", 60_000)).toBe(false);
    await a.release("night");
    expect(await b.take("night", 60_000)).toBe(true);
    expect(await a.isHeld("night", 60_000)).toBe(true);
  });

  test("a lease taken while the clock was a year ahead does not block the job once the clock is right", async () => {
    const [first] = await instances(engine);
    const [a, b] = [createLeases(first.db, first.clock), createLeases(first.db, first.clock)];
    const right = first.clock().toISOString();
    first.clock.advance(365 * 24 * 60 * 60_000);
    expect(await a.take("ahead", 60_000)).toBe(true);
    first.clock.set(right);
    expect(await b.isHeld("ahead", 60_000)).toBe(false);
    expect(await b.take("ahead", 60_000)).toBe(true);
    expect(await a.take("ahead", 60_000)).toBe(false);
  });

  test("metrics require the token and contain no addresses or guest data", async () => {
    const [server] = await instances(engine, { config: { metricsToken: "a token that is long enough" } });
    await server.send("POST", "/api/guests", GUEST);
    await server.send("GET", "/api/bookings/abcdefghijklmnopqrstuv/confirmation");
    expect((await server.send("GET", "/api/metrics")).status).toBe(401);
    expect((await server.send("GET", "/api/metrics", undefined, { authorization: "Bearer no" })).status).toBe(401);
    const { status, text } = await server.send("GET", "/api/metrics", undefined, {
      authorization: "Bearer a token that is long enough",
    });
    expect(status).toBe(200);
    expect(text).toContain('latchkey_answers_total{method="POST",route="/api/guests",status="201"} 1');
    expect(text).toMatch(/latchkey_answer_seconds_bucket\{le="\+Inf"\} \d+/);
    for (const secret of ["abcdefghijklmnopqrstuv", GUEST.name, GUEST.email, GUEST.phone, "127.0.0.1"])
      expect(text).not.toContain(secret);
    for (const line of text.trim().split("\n"))
      expect(line).toMatch(/^# (HELP|TYPE) latchkey_\w+ .+$|^latchkey_\w+(\{[^}]+\})? [\d.e+-]+$/);
  });
});

test.runIf(engines.includes("postgres"))(
  "on PostgreSQL, all instances share the rate-limit counts for a network",
  async () => {
    const limits = { guests: { calls: 6, seconds: 600 } };
    const [first, second] = await instances("postgres", { limits });
    const statuses = await Promise.all(
      Array.from(
        { length: 12 },
        async (_, i) => (await (i % 2 ? first : second).send("POST", "/api/guests", GUEST)).status,
      ),
    );
    expect(statuses.filter((status) => status === 201)).toHaveLength(6);
    expect(statuses.filter((status) => status === 429)).toHaveLength(6);
    first.clock.advance(601_000);
    expect((await first.send("POST", "/api/guests", GUEST)).status).toBe(201);
  },
);

test.runIf(engines.includes("postgres"))(
  "an open portal on one instance receives changes made on another, even after the database connection was lost",
  async () => {
    const [first, second] = await instances("postgres");
    const cookie = await second.signIn();
    const portal = await openPortal(second, cookie);
    const hearsOfABooking = async (checkInDate: string, checkOutDate: string) => {
      const heard = portal.events();
      expect((await bookStay(first, { checkInDate, checkOutDate })).status).toBe(201);
      await expect.poll(portal.events).toBeGreaterThan(heard);
    };
    await hearsOfABooking("2027-03-01", "2027-03-02");

    // Closes the connections on which the instances listen for notifications. Changes made in the meantime are
    // reported after the instances reconnect.
    const listeners = async () => {
      const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
        where datname = current_database() and query = 'listen latchkey'`.execute(first.db);
      return rows.map(({ pid }) => pid);
    };
    const lost = await listeners();
    expect(lost).toHaveLength(2);
    await sql`select pg_terminate_backend(pid) from unnest(${lost}::int[]) as pid`.execute(first.db);
    // Compares the connections, not their number: the instances may have reconnected already.
    await expect.poll(async () => (await listeners()).filter((pid) => lost.includes(pid))).toEqual([]);
    await hearsOfABooking("2027-02-03", "2027-02-04");
    await expect.poll(listeners).toHaveLength(2);
    await hearsOfABooking("2027-02-05", "2027-02-06");
    portal.close();
  },
);

test("a slow query is logged with its SQL but without its values", async () => {
  let log = "";
  const lines = new Writable({
    write: (chunk, _encoding, done) => {
      log += String(chunk);
      done();
    },
  });
  const server = await startTestApp("sqlite");
  open.push(server);
  const { db, close } = connectDatabase(server.config, createLogger("info", lines));
  await sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 3000000)
    select count(*) from n where ${"Perera"} <> ''`.execute(db);
  await close();
  await wait(10);
  expect(log).toContain("slow query");
  expect(log).toContain("with recursive");
  expect(log).not.toContain("Perera");
});

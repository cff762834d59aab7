import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createClockGuard } from "../runtime/clock-guard.ts";
import { engines } from "../testing/engines.ts";
import { fakeClock } from "../testing/fake-clock.ts";
import { bookStay } from "../testing/given.ts";
import { type PayBank, startPayBank } from "../testing/pay-bank.ts";
import { cookieOf, type TestResponse, startTestApp, type TestApp } from "../testing/test-app.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The machine restarts with its clock ahead, and the clock is corrected soon afterwards. */
describe.each(engines)("payments while the clock is ahead, on %s", (engine) => {
  let bank: PayBank;
  let server: TestApp;
  let restarted: TestApp | null = null;
  beforeEach(async () => {
    bank = await startPayBank(() => server.clock());
    server = await startTestApp(engine, { config: { stripe: bank.account, localMailbox: true } });
    restarted = null;
  });
  afterEach(async () => {
    await restarted?.close();
    await server.close();
    await bank.close();
  });

  const admin = async (method: string, address: string, body?: unknown) =>
    server.send(method, `/api/admin${address}`, body, { cookie: await server.signIn() });
  async function settings(change: object) {
    const { version } = (await admin("GET", "/settings")).json;
    const saved = await admin("PUT", "/settings", { ...change, version });
    expect(saved.status, saved.text).toBe(200);
  }
  async function openPage(booked: TestResponse): Promise<string> {
    const path = `/api/bookings/${booked.json.id}/pay`;
    const link = await server.send("POST", path, {}, { cookie: cookieOf(booked) });
    expect(link.status, link.text).toBe(200);
    return bank.sessionOf(link.json.url);
  }
  const detail = async (booked: TestResponse) => (await admin("GET", `/bookings/${booked.json.id}`)).json;
  const warningsTo = (booked: TestResponse) =>
    server.db
      .selectFrom("scheduled_message")
      .select("subject")
      .where("message_key", "like", `note/last-warning:${booked.json.id}:%`)
      .execute();
  const nights = (ahead: number) => {
    const at = (n: number) => new Date(server.clock().getTime() + (ahead + n) * DAY_MS).toISOString().slice(0, 10);
    return { checkInDate: at(0), checkOutDate: at(3) };
  };
  /** Starts a server with its clock this far ahead, lets it run the jobs that run on startup, and stops it. */
  async function restartAhead(aheadMs: number) {
    const ahead = fakeClock(new Date(server.clock().getTime() + aheadMs).toISOString());
    restarted = await startTestApp(engine, {
      clock: ahead,
      clockGuard: createClockGuard(ahead, () => 0),
      config: { stripe: bank.account, localMailbox: true, ...server.sameDatabase, firstAdmin: null },
    });
    const before = bank.calls.length;
    await restarted.app.start();
    await expect.poll(() => bank.calls.length).toBeGreaterThan(before);
    await restarted.close();
    restarted = null;
  }

  test("a payment made after the clock was corrected confirms the booking", async () => {
    await settings({ paymentMode: "required", firstPart: "all", bookingMode: "instant" });
    const booked = await bookStay(server, nights(60));
    const session = await openPage(booked);
    server.clock.advance(MINUTE_MS);
    await restartAhead(5.5 * HOUR_MS);
    bank.pay(session);
    server.clock.advance(40 * MINUTE_MS);
    await server.app.runJobs(/sync payments|end unpaid/);
    expect(await detail(booked)).toMatchObject({ status: "upcoming", dueAmount: "0.00" });
  });

  test("a payment is found within a minute although the clock has been set back an hour since the page was opened", async () => {
    await settings({ paymentMode: "required", firstPart: "all", bookingMode: "instant" });
    const booked = await bookStay(server, nights(60));
    const session = await openPage(booked);
    server.clock.advance(MINUTE_MS);
    await server.app.runJobs(/sync payments/);
    const before = bank.calls.length;
    // The clock of another server may be a little behind.
    server.clock.advance(-2000);
    await server.app.runJobs(/sync payments/);
    expect(bank.calls.length).toBe(before);
    // A webhook is acted on all the same, within seconds.
    bank.sendWebhooksTo(`${server.url}/api/webhooks/stripe`);
    expect(await bank.sendWebhook(session, "evt_behind")).toBe(200);
    server.clock.advance(2000);
    await server.app.runJobs(/sync payments/);
    expect(bank.calls.length).toBeGreaterThan(before);
    server.clock.advance(-HOUR_MS);
    for (let seconds = 0; seconds < 60; seconds += 5) {
      await server.app.runJobs(/sync payments/);
      server.clock.advance(5000);
    }
    // The page is not checked at every run of the job.
    expect(bank.calls.length - before).toBeLessThan(10);
    bank.pay(session);
    server.clock.advance(MINUTE_MS);
    await server.app.runJobs(/sync payments/);
    expect(await detail(booked)).toMatchObject({ status: "upcoming", dueAmount: "0.00" });
  });

  test("a checkout that ended by mistake is synced before the nights are released", async () => {
    await settings({ paymentMode: "required", firstPart: "all", bookingMode: "instant" });
    const booked = await bookStay(server, nights(60));
    const session = await openPage(booked);
    await server.db.updateTable("checkout").set({ state: "ended", next_check_at: null }).execute();
    bank.pay(session);
    server.clock.advance(40 * MINUTE_MS);
    await server.app.runJobs(/end unpaid/);
    expect(await detail(booked)).toMatchObject({ status: "upcoming", dueAmount: "0.00" });
  });

  test("a guest is not warned of a cancellation before the balance is really due", async () => {
    await settings({
      paymentMode: "required",
      firstPart: "percent",
      firstPercent: 20,
      balanceDays: 30,
      cancelUnpaid: true,
    });
    const booked = await bookStay(server, nights(90));
    bank.pay(await openPage(booked));
    server.clock.advance(MINUTE_MS);
    await server.app.runJobs(/sync payments/);
    expect(await detail(booked)).toMatchObject({ status: "upcoming", paidAmount: "90.00" });
    await restartAhead(62 * DAY_MS);
    expect(await warningsTo(booked)).toEqual([]);
  });
});

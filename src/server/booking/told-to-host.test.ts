import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connectDatabase, type Database } from "../database/connect.ts";
import { createLogger } from "../runtime/logger.ts";
import { engines } from "../testing/engines.ts";
import { bookStay } from "../testing/given.ts";
import { ownLinkOf } from "../testing/own-link.ts";
import { type PayBank, startPayBank } from "../testing/pay-bank.ts";
import { cookieOf, startTestApp, type TestApp } from "../testing/test-app.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe.each(engines)("what the host learns about pending bookings, on %s", (engine) => {
  let server: TestApp;
  let bank: PayBank;
  let database: Database;
  let cookie: string;
  beforeAll(async () => {
    bank = await startPayBank(() => server.clock());
    server = await startTestApp(engine, {
      config: { stripe: bank.account, guardBookings: true, localMailbox: true },
      sampleContact: false,
    });
    database = connectDatabase(server.sameDatabase, createLogger("silent"));
  });
  beforeEach(async () => {
    // Ends what other tests have left waiting.
    await expire(2 * DAY);
    await settings({ paymentMode: "off", bookingMode: "instant", requestHours: 24 });
  });
  afterAll(async () => {
    await database.close();
    await server.close();
    await bank.close();
  });

  async function host(method: string, path: string, body?: unknown) {
    cookie = await server.signIn();
    return server.send(method, `/api/admin${path}`, body, { cookie });
  }
  async function settings(changed: object) {
    const { version } = (await host("GET", "/settings")).json;
    const saved = await host("PUT", "/settings", { ...changed, version });
    expect(saved.status, saved.text).toBe(200);
  }
  let people = 0;
  async function book(nights: number) {
    const n = ++people;
    const at = (days: number) => new Date(server.clock().getTime() + days * DAY).toISOString().slice(0, 10);
    const first = 30 + n * 20;
    const stay = { checkInDate: at(first), checkOutDate: at(first + nights) };
    const guest = { name: "Ann Perera", email: `p${n}@example.com`, phone: `+9477${100_000 + n}` };
    const booked = await bookStay(server, stay, guest);
    expect(booked.status, booked.text).toBe(201);
    return { id: String(booked.json.id), guest: { cookie: cookieOf(booked) } };
  }
  const detail = async (id: string) => (await host("GET", `/bookings/${id}`)).json;
  const accept = async (id: string) => {
    const { version } = await detail(id);
    const accepted = await host("POST", `/bookings/${id}/status`, { version, status: "confirmed" });
    expect(accepted.status, accepted.text).toBe(200);
    return accepted.json;
  };
  const open = async (id: string) => server.send("GET", await ownLinkOf(server, id));
  const expire = (ms: number) => {
    server.clock.advance(ms);
    return server.app.runJobs(/expire pending|unpaid/);
  };
  const notices = async (id: string) =>
    database.db
      .selectFrom("scheduled_message")
      .select(["subject", "body"])
      .where("type", "=", "host_notice")
      .where("channel", "=", "email")
      .where("link", "like", `/admin/bookings/${id}%`)
      .orderBy("created_at")
      .execute();
  const subjects = async (id: string) => (await notices(id)).map(({ subject }) => subject?.split(":")[0]);
  const alerts = async (): Promise<{ id: string; title: string; detail: string; href: string }[]> =>
    (await host("GET", "/dashboard")).json.alerts;

  test("a stay held until the guest opens the link is no request; the host learns of it once the link is opened", async () => {
    const { id } = await book(12);
    expect(await detail(id)).toMatchObject({
      status: "pending",
      waiting: { for: "guest", until: new Date(server.clock().getTime() + HOUR).toISOString() },
    });
    expect(await subjects(id)).toEqual([]);
    expect((await alerts()).map((one) => one.id)).not.toContain("pending");
    await open(id);
    expect(await detail(id)).toMatchObject({ status: "upcoming", waiting: null });
    expect(await subjects(id)).toEqual(["New booking"]);
    await open(id);
    expect(await subjects(id)).toEqual(["New booking"]);
  });

  test("a held stay that becomes a request once the link is opened is announced as a request; one that ends is not mentioned", async () => {
    await settings({ bookingMode: "request" });
    const { id } = await book(12);
    expect(await subjects(id)).toEqual([]);
    await open(id);
    expect(await detail(id)).toMatchObject({ status: "pending", waiting: { for: "host" } });
    expect(await subjects(id)).toEqual(["New booking request"]);
    const never = await book(12);
    await expire(61 * MINUTE);
    expect(await detail(never.id)).toMatchObject({ status: "cancelled" });
    expect(await subjects(never.id)).toEqual([]);
  });

  test("a host who confirms a held stay before the guest opens the link still asks for the deposit", async () => {
    await settings({ paymentMode: "required" });
    const { id, guest } = await book(12);
    expect(await accept(id)).toMatchObject({ status: "pending", waiting: { for: "payment" } });
    const emails = await database.db
      .selectFrom("scheduled_message")
      .select("subject")
      .where("booking_id", "=", id)
      .where("type", "=", "guest_note")
      .execute();
    expect(emails.map(({ subject }) => subject)).toContainEqual(expect.stringContaining("please pay"));
    // The link in the first email still shows the booking, and no longer decides anything.
    await open(id);
    expect(await detail(id)).toMatchObject({ status: "pending", waiting: { for: "payment" } });
    const link = await server.send("POST", `/api/bookings/${id}/pay`, {}, guest);
    bank.pay(bank.sessionOf(link.json.url));
    await server.send("GET", `/api/bookings/${id}/payment?back=paid`, undefined, guest);
    expect(await detail(id)).toMatchObject({ status: "confirmed", paidAmount: "1800.00" });
  });

  test("without payments, a host who knows the guest can confirm a held stay at once", async () => {
    const { id } = await book(12);
    expect(await accept(id)).toMatchObject({ status: "confirmed", waiting: null });
    await open(id);
    expect(await detail(id)).toMatchObject({ status: "confirmed" });
    expect(await subjects(id)).toEqual([]);
  });

  test("P-14: an accepted offer that waits for the host, because the provider rejects our key, is announced as a request", async () => {
    await settings({ paymentMode: "required", bookingMode: "request" });
    const { id } = await book(3);
    const { version } = await detail(id);
    expect((await host("POST", `/bookings/${id}/offer`, { version, hours: 48 })).status).toBe(200);
    const guest = { cookie: cookieOf(await open(id)) };
    await settings({ bookingMode: "instant" });
    bank.refuseKey(true);
    const other = await book(3);
    await server.send("POST", `/api/bookings/${other.id}/pay`, {}, other.guest);
    const accepted = await server.send("POST", `/api/bookings/${id}/accept`, { expectedTotal: "450.00" }, guest);
    bank.refuseKey(false);
    await server.app.runJobs(/payment account/);
    expect(accepted.status, accepted.text).toBe(200);
    expect(await detail(id)).toMatchObject({ status: "pending", waiting: { for: "host" } });
    expect(await subjects(id)).toEqual(["New booking request", "Offer accepted"]);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { bookStay } from "../testing/given.ts";
import { type PayBank, startPayBank } from "../testing/pay-bank.ts";
import { cookieOf, startTestApp, type TestApp } from "../testing/test-app.ts";

const HOUR = 3_600_000;

/** A site that took online payments for a while, and whose payment provider was then removed from the settings. */
describe.each(engines)("without a payment provider, on %s", (engine) => {
  let paying: TestApp;
  let server: TestApp;
  let bank: PayBank;
  let host: string;
  beforeAll(async () => {
    bank = await startPayBank(
      () => paying.clock(),
      () => 1,
      true,
    );
    paying = await startTestApp(engine, { config: { stripe: bank.account } });
    server = await startTestApp(engine, { clock: paying.clock, config: paying.sameDatabase });
  });
  beforeEach(async () => {
    host = await server.signIn();
  });
  afterAll(async () => {
    await server.close();
    await paying.close();
    await bank.close();
  });

  let month = 0;
  const nights = () => {
    month += 1;
    const at = `2027-${String(month).padStart(2, "0")}`;
    return { checkInDate: `${at}-01`, checkOutDate: `${at}-04` };
  };
  const admin = (method: string, address: string, body?: unknown) =>
    server.send(method, `/api/admin${address}`, body, { cookie: host });
  const detail = async (id: string) => (await admin("GET", `/bookings/${id}`)).json;
  const jobs = () => server.app.runJobs(/payment|unpaid|refund/);
  /** A stay that a guest began to pay for online before the provider was removed. */
  async function begun() {
    const booked = await bookStay(paying, nights());
    const headers = { cookie: cookieOf(booked) };
    const id: string = booked.json.id;
    const link = await paying.send("POST", `/api/bookings/${id}/pay`, {}, headers);
    return { id, headers, session: bank.sessionOf(link.json.url) };
  }
  async function record(id: string, kind: "payment" | "refund", amount: string): Promise<void> {
    const { version, today } = await detail(id);
    const payment = { kind, amount, method: "cash", paidOn: today, version };
    const recorded = await admin("POST", `/bookings/${id}/payments`, payment);
    expect(recorded.status, recorded.text).toBe(201);
  }
  async function cancel(id: string): Promise<void> {
    const { version } = await detail(id);
    const cancelled = await admin("POST", `/bookings/${id}/cancel`, { version, waiveFee: false, expectedFee: "0.00" });
    expect(cancelled.status, cancelled.text).toBe(200);
    await jobs();
  }
  const titles = async () =>
    (await admin("GET", "/dashboard")).json.alerts.map(({ title }: { title: string }) => title);
  const alertsOf = async (id: string) => (await admin("GET", `/bookings/${id}/online-payments`)).json.alerts;
  const emailsToHost = async (id: string) => {
    const rows = await server.db
      .selectFrom("scheduled_message")
      .select("subject")
      .where("type", "=", "host_notice")
      .where("link", "=", `/admin/bookings/${id}`)
      .execute();
    return rows.map(({ subject }) => subject);
  };

  test("P-10: after a cancellation, the host is asked to pay back a payment recorded by hand, until the refund is recorded", async () => {
    const { json } = await bookStay(server, nights());
    await record(json.id, "payment", "100");
    await cancel(json.id);
    const title = `Please pay back $100, ${json.reference}`;
    expect(await titles()).toContain(title);
    expect(await emailsToHost(json.id)).toContain(title);
    expect((await alertsOf(json.id)).map(({ kind }: { kind: string }) => kind)).toEqual(["pay-back"]);
    await record(json.id, "refund", "100");
    expect([await titles(), await alertsOf(json.id)]).toEqual([expect.not.arrayContaining([title]), []]);
  });

  test("P-10: the host is asked to refund what was paid online, and can close the alert", async () => {
    const { id, headers, session } = await begun();
    bank.pay(session);
    await paying.send("GET", `/api/bookings/${id}/payment?back=paid`, undefined, headers);
    await cancel(id);
    const { reference } = await detail(id);
    const title = `Please refund $450 yourself, ${reference}`;
    expect([await titles(), await emailsToHost(id)]).toEqual([
      expect.arrayContaining([title]),
      expect.arrayContaining([title]),
    ]);
    const [alert] = await alertsOf(id);
    const closing = { id: alert.id, words: "By bank transfer", refund: "refunded" };
    expect((await admin("POST", "/payment-alerts/close", closing)).json).toEqual({ closed: true });
    expect([await titles(), await alertsOf(id)]).toEqual([expect.not.arrayContaining([title]), []]);
    expect(await detail(id)).toMatchObject({ paidAmount: "0.00", dueAmount: "0.00" });
  });

  test("P-43: after a restore, an unpaid stay is released once there has been time to set up the provider", async () => {
    const { holdAfterRestore } = await import("../backups/hold-after-restore.ts");
    const { id } = await begun();
    await holdAfterRestore(server.db, { madeAt: paying.clock().toISOString(), now: paying.clock() });
    // Otherwise, bookings that other tests make on this server would be requests.
    await server.db.deleteFrom("feed_hold").execute();
    const statusAfter = async (hours: number) => {
      paying.clock.advance(hours * HOUR);
      host = await server.signIn();
      await jobs();
      return (await detail(id)).status;
    };
    expect([await statusAfter(47), await statusAfter(2)]).toEqual(["pending", "cancelled"]);
  });
});

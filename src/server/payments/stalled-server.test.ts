import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { bookStay, GUEST } from "../testing/given.ts";
import { type FaultKind, type PayBank, startPayBank } from "../testing/pay-bank.ts";
import { cookieOf, type TestResponse, startTestApp, type TestApp } from "../testing/test-app.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * P-44: one of two servers stalls for an hour in the middle of an API call to the bank. Meanwhile, the other server
 * takes over the lease and does the work. When the first server resumes, it must not change any row.
 */
describe.each(engines)("a server that stalls for an hour, on %s", (engine) => {
  let first: TestApp;
  let second: TestApp;
  let bank: PayBank;
  let host: string;
  beforeAll(async () => {
    bank = await startPayBank(() => first.clock());
    first = await startTestApp(engine, { config: { stripe: bank.account } });
    second = await startTestApp(engine, {
      clock: first.clock,
      config: { stripe: bank.account, ...first.sameDatabase },
    });
  });
  beforeEach(async () => {
    host = await second.signIn();
    await settings({ firstPart: "all", cancelUnpaid: false });
  });
  afterAll(async () => {
    await second.close();
    await first.close();
    await bank.close();
  });

  async function settings(change: object): Promise<void> {
    const { version } = (await second.send("GET", "/api/admin/settings", undefined, { cookie: host })).json;
    const saved = await second.send("PUT", "/api/admin/settings", { ...change, version }, { cookie: host });
    expect(saved.status, saved.text).toBe(200);
  }
  let day = 45;
  async function booked(): Promise<TestResponse> {
    day += 4;
    const at = (n: number) => new Date(second.clock().getTime() + (day + n) * 24 * HOUR).toISOString().slice(0, 10);
    return bookStay(second, { checkInDate: at(0), checkOutDate: at(3) });
  }
  const own = (sent: TestResponse) => [`/api/bookings/${sent.json.id}`, { cookie: cookieOf(sent) }] as const;
  async function openPage(sent: TestResponse): Promise<string> {
    const [path, headers] = own(sent);
    return bank.sessionOf((await second.send("POST", `${path}/pay`, {}, headers)).json.url);
  }
  async function payPage(sent: TestResponse): Promise<string> {
    const [path, headers] = own(sent);
    const session = await openPage(sent);
    bank.pay(session);
    await second.send("GET", `${path}/payment?back=paid`, undefined, headers);
    return session;
  }
  const detail = async ({ json }: TestResponse) =>
    (await second.send("GET", `/api/admin/bookings/${json.id}`, undefined, { cookie: host })).json;
  const wantRefund = async ({ json }: TestResponse, amountCents: number) => {
    const path = `/api/admin/bookings/${json.id}/refunds`;
    expect(
      (await second.send("POST", path, { amountCents, expectedRefundableCents: 45_000 }, { cookie: host })).status,
    ).toBe(200);
  };

  /**
   * Rows that the payment jobs change, without the checkouts of other bookings and the times and counts of syncs.
   */
  async function rows({ json }: TestResponse): Promise<string> {
    const { db } = first;
    const all = {
      checkouts: await db
        .selectFrom("checkout")
        .select(["id", "state", "provider_ref", "next_check_at", "failing_since"])
        .where("booking_id", "=", json.id)
        .orderBy("id")
        .execute(),
      refunds: await db.selectFrom("refund").selectAll().orderBy("id").execute(),
      payments: await db.selectFrom("payment").selectAll().orderBy("id").execute(),
      bookings: await db.selectFrom("booking").selectAll().orderBy("id").execute(),
      nights: await db.selectFrom("occupied_night").selectAll().orderBy("night").execute(),
      events: await db.selectFrom("booking_event").selectAll().orderBy("id").execute(),
      receipts: await db.selectFrom("receipt").selectAll().orderBy("number").execute(),
      alerts: await db.selectFrom("payment_alarm").selectAll().orderBy("id").execute(),
      emails: await db.selectFrom("scheduled_message").select(["id", "message_key"]).orderBy("id").execute(),
    };
    return JSON.stringify(all, null, 1);
  }

  /** Makes the first server's job stall for an hour in its next API call of the given kind, while `meanwhile` runs. */
  async function stall(
    sent: TestResponse,
    [job, kind]: [RegExp, FaultKind],
    meanwhile: () => Promise<void>,
  ): Promise<void> {
    // No other checkout may be due, because the first server would take a new lease and continue with that checkout.
    await first.db
      .updateTable("checkout")
      .set({ next_check_at: null })
      .where("booking_id", "!=", sent.json.id)
      .execute();
    const { reached, respond } = bank.holdNext(kind);
    const stalled = first.app.runJobs(job);
    await reached;
    first.clock.advance(HOUR);
    host = await second.signIn();
    await meanwhile();
    const before = await rows(sent);
    respond();
    await stalled;
    expect(await rows(sent)).toBe(before);
  }

  test("during a refund that the other server then sends: the refund is made once, and the other server's rows are unchanged", async () => {
    const sent = await booked();
    const session = await payPage(sent);
    await wantRefund(sent, 10_000);
    await stall(sent, [/refunds/, "refund"], async () => {
      await second.app.runJobs(/refunds/);
    });
    expect([bank.refunded(session), bank.refundCount(session), (await detail(sent)).paidAmount]).toEqual([
      10_000,
      1,
      "350.00",
    ]);
  });

  test("a refund whose response was lost still counts as requested if the provider then rejects the stalled request as busy", async () => {
    const sent = await booked();
    const session = await payPage(sent);
    await wantRefund(sent, 10_000);
    bank.failNext("refund", "busy", 1);
    await stall(sent, [/refunds/, "refund"], async () => {
      bank.failNext("refund", "after", 1);
      await second.app.runJobs(/refunds/);
      const [refund] = await first.db.selectFrom("refund").selectAll().where("state", "=", "asked").execute();
      expect(refund?.asked_at).not.toBeNull();
    });
    first.clock.advance(11 * MINUTE);
    await second.app.runJobs(/refunds/);
    expect([bank.refunded(session), bank.refundCount(session)]).toEqual([10_000, 1]);
  });

  test("P-07: a refund requested again while it is in progress at the provider is made once, because the key is the same", async () => {
    const sent = await booked();
    const session = await payPage(sent);
    await wantRefund(sent, 10_000);
    bank.failNext("refund", "in-flight", 1);
    await first.app.runJobs(/refunds/);
    expect(bank.refundCount(session)).toBe(0);
    // A sync does not show the refund yet.
    first.clock.advance(11 * MINUTE);
    await second.app.runJobs(/refunds/);
    bank.finishInFlight();
    expect([bank.refunded(session), bank.refundCount(session)]).toEqual([10_000, 1]);
  });

  test("during a sync that found no payment: a payment that the other server records in the meantime is kept", async () => {
    const sent = await booked();
    const session = await openPage(sent);
    first.clock.advance(MINUTE);
    await stall(sent, [/sync payments$/, "retrieve"], async () => {
      // The guest pays three minutes after the first server stalled, by which time its lease has expired.
      first.clock.advance(-57 * MINUTE);
      bank.pay(session);
      await second.app.runJobs(/sync payments$/);
      first.clock.advance(57 * MINUTE);
      expect(await detail(sent)).toMatchObject({ status: "upcoming", paidAmount: "450.00" });
    });
  });

  test("while closing a payment page: if the other server ends the hold and the nights are booked again, neither booking is changed", async () => {
    const sent = await booked();
    await openPage(sent);
    const { checkIn, checkOut } = await detail(sent);
    first.clock.advance(35 * MINUTE);
    await stall(sent, [/unpaid holds/, "retrieve"], async () => {
      await second.app.runJobs(/unpaid holds/);
      expect((await detail(sent)).status).toBe("cancelled");
      const next = await bookStay(second, { checkInDate: checkIn, checkOutDate: checkOut }, { ...GUEST, name: "Next" });
      expect(next.status, next.text).toBe(201);
      await payPage(next);
    });
  });

  test("while opening a payment page: if the other server ends the hold, the page is closed, so nobody can pay on it", async () => {
    const sent = await booked();
    const [path, headers] = own(sent);
    bank.failNext("open", "busy", 1);
    expect((await second.send("POST", `${path}/pay`, {}, headers)).status).toBe(503);
    await stall(sent, [/open payment pages/, "open"], async () => {
      await second.app.runJobs(/unpaid holds/);
      expect((await detail(sent)).status).toBe("cancelled");
    });
    const last = [...bank.sessions.keys()].at(-1) ?? "";
    expect(bank.statusOf(last)).toBe("expired");
  });

  test("before cancelling a stay whose balance is then paid by hand: the stay is not cancelled", async () => {
    await settings({ firstPart: "percent", firstPercent: 20, balanceDays: 30, cancelUnpaid: true });
    const sent = await booked();
    await payPage(sent);
    const { checkIn } = await detail(sent);
    first.clock.set(new Date(Date.parse(`${checkIn}T06:00:00Z`) - 29 * 24 * HOUR).toISOString());
    await second.app.runJobs(/remind/);
    await first.db
      .updateTable("scheduled_message")
      .set({ status: "sent", sent_at: first.clock().toISOString() })
      .where("message_key", "like", "note/last-warning:%")
      .execute();
    first.clock.advance(48 * HOUR + 50 * MINUTE);
    await openPage(sent);
    first.clock.advance(15 * MINUTE);
    host = await second.signIn();
    await stall(sent, [/unpaid stays/, "expire"], async () => {
      const { version, today } = await detail(sent);
      const payment = { kind: "payment", amount: "360", method: "cash", paidOn: today, version };
      const path = `/api/admin/bookings/${sent.json.id}/payments`;
      expect((await second.send("POST", path, payment, { cookie: host })).status).toBe(201);
      await second.app.runJobs(/unpaid stays|sync|account/);
    });
    expect((await detail(sent)).status).toBe("upcoming");
  });
});

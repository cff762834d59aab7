import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { bookStay } from "../testing/given.ts";
import { type Mailbox, openMailbox } from "../testing/mailbox.ts";
import { type PayBank, startPayBank } from "../testing/pay-bank.ts";
import { cookieOf, startTestApp, type TestApp } from "../testing/test-app.ts";

const CODE = "key-box code 4711";

describe.each(engines)("the key code for a guest who pays online, on %s", (engine) => {
  let server: TestApp;
  let bank: PayBank;
  let box: Mailbox;
  let host: string;
  beforeAll(async () => {
    box = await openMailbox();
    bank = await startPayBank(() => server.clock(), undefined, true);
    server = await startTestApp(engine, {
      outbox: { everyMs: 15, leaseMs: 2000, slots: 4 },
      config: {
        publicUrl: "https://cottage.example",
        mail: { smtpUrl: box.url, from: { address: "mail@cottage.example" } },
        stripe: bank.account,
      },
    });
    server.clock.set("2026-11-23T12:00:00Z");
    host = await server.signIn();
    expect((await admin("PUT", "/content/property", { checkInInstructions: `The ${CODE}.` })).status).toBe(200);
    bank.sendWebhooksTo(`${server.url}/api/webhooks/stripe`);
    await server.app.start();
  });
  afterAll(async () => {
    await server.close();
    await bank.close();
    await box.close();
  });

  const admin = (method: string, path: string, body?: unknown) =>
    server.send(method, `/api/admin${path}`, body, { cookie: host });
  const settings = async (change: object) => {
    const { version } = (await admin("GET", "/settings")).json;
    expect((await admin("PUT", "/settings", { ...change, version })).status).toBe(200);
  };
  async function paid(day: number) {
    const booked = await bookStay(server, { checkInDate: `2026-11-${day}`, checkOutDate: `2026-11-${day + 1}` });
    expect(booked.status, booked.text).toBe(201);
    const id = String(booked.json.id);
    const own = { cookie: cookieOf(booked) };
    const path = `/api/bookings/${id}`;
    const session = bank.sessionOf((await server.send("POST", `${path}/pay`, {}, own)).json.url);
    bank.pay(session);
    const page = async (headers: Record<string, string> = own) =>
      (await server.send("GET", `${path}/confirmation`, undefined, headers)).json;
    const isShown = async () => JSON.stringify((await page()).arrival).includes(CODE);
    await server.send("GET", `${path}/payment?back=paid`, undefined, own);
    expect((await page()).status).toBe("upcoming");
    return { id, session, own, path, page, isShown };
  }
  test("is on the page once the stay is paid for, but in no message, and is not shown to strangers", async () => {
    const { id, own, path, page, isShown } = await paid(25);
    expect(await isShown()).toBe(true);
    expect((await page({})).arrival).toBeNull();
    const file = await server.send("GET", `${path}/stay.ics`, undefined, own);
    const conversation = await server.send("GET", `${path}/conversation`, undefined, own);
    const [reminder] = (await admin("GET", "/scheduled-messages")).json.filter(
      (one: { bookingId: string; messageType: string }) =>
        one.bookingId === id && one.messageType === "check_in_reminder",
    );
    const { version } = reminder;
    expect((await admin("POST", `/scheduled-messages/${reminder.id}/send-now`, { version })).status).toBe(200);
    const sent = () => box.emails.find(({ mail }) => mail.subject?.startsWith("Your arrival on"));
    await expect.poll(sent).toBeTruthy();
    const emails = box.emails.map(({ mail }) => `${mail.text}${mail.html}`).join();
    expect([file.status, conversation.status, emails.length > 0]).toEqual([200, 200, true]);
    expect(file.text + conversation.text + emails).not.toContain(CODE);
  });

  test("is not shown while the payment is disputed, or once part of it is being refunded", async () => {
    const { session, isShown } = await paid(23);
    expect(await isShown()).toBe(true);
    const dispute = bank.dispute(session);
    await bank.sendWebhook(session, "evt_dispute");
    await server.app.runJobs(/payment/);
    expect(await isShown()).toBe(false);
    bank.disputes.delete(dispute);

    const other = await paid(24);
    expect(await other.isShown()).toBe(true);
    const refund = { amountCents: 5000, expectedRefundableCents: 15_000 };
    expect((await admin("POST", `/bookings/${other.id}/refunds`, refund)).status).toBe(200);
    // This is so even before the provider has made the refund.
    expect(await other.isShown()).toBe(false);
  });

  test("is shown once the deposit is paid, if the balance is not due yet", async () => {
    await settings({ firstPart: "percent", firstPercent: 40, balanceDays: 0 });
    const { page, isShown } = await paid(26);
    expect((await page()).payment).toMatchObject({ paidCents: 6000, nowCents: 0, laterCents: 9000 });
    expect(await isShown()).toBe(true);
    await settings({ firstPart: "all", balanceDays: 30 });
  });

  test("is not shown for a test payment", async () => {
    const testBank = await startPayBank(() => server.clock());
    const trial = await startTestApp(engine, { clock: server.clock, config: { stripe: testBank.account } });
    try {
      const cookie = await trial.signIn();
      const notes = { checkInInstructions: `The ${CODE}.` };
      expect((await trial.send("PUT", "/api/admin/content/property", notes, { cookie })).status).toBe(200);
      const booked = await bookStay(trial, { checkInDate: "2026-11-27", checkOutDate: "2026-11-28" });
      const own = { cookie: cookieOf(booked) };
      const path = `/api/bookings/${booked.json.id}`;
      testBank.pay(testBank.sessionOf((await trial.send("POST", `${path}/pay`, {}, own)).json.url));
      await trial.send("GET", `${path}/payment?back=paid`, undefined, own);
      const { status, arrival } = (await trial.send("GET", `${path}/confirmation`, undefined, own)).json;
      expect([status, arrival]).toEqual(["upcoming", { notesFrom: null, unverified: true, notes: null }]);
    } finally {
      await trial.close();
      await testBank.close();
    }
  });
});

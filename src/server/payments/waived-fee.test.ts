import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DEFAULT_PRICES } from "#domain/pricing/price-document.ts";
import { engines } from "../testing/engines.ts";
import { bookStay } from "../testing/given.ts";
import { type PayBank, startPayBank } from "../testing/pay-bank.ts";
import { readCsv } from "../testing/read-csv.ts";
import { cookieOf, startTestApp, type TestApp, type TestResponse } from "../testing/test-app.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A guest cancels, owes a fee and calls the host, who then waives the fee. */
describe.each(engines)("a cancellation fee that the host waives later, on %s", (engine) => {
  let server: TestApp;
  let bank: PayBank;
  let host: string;
  beforeAll(async () => {
    bank = await startPayBank(() => server.clock());
    server = await startTestApp(engine, { config: { stripe: bank.account } });
    host = await server.signIn();
    const { version } = (await admin("GET", "/prices")).json;
    const prices = { ...DEFAULT_PRICES, cancellation: [{ fromHoursBefore: 8760, nights: 1 }] };
    await admin("PUT", "/prices", { prices, version, confirmed: true });
    const settings = (await admin("GET", "/settings")).json;
    await admin("PUT", "/settings", { paymentMode: "offered", firstPart: "all", version: settings.version });
  });
  beforeEach(async () => {
    host = await server.signIn();
  });
  afterAll(async () => {
    await server.close();
    await bank.close();
  });

  const admin = (method: string, address: string, body?: unknown) =>
    server.send(method, `/api/admin${address}`, body, { cookie: host });
  let used = 0;
  const nights = () => {
    used += 4;
    const at = (n: number) => new Date(server.clock().getTime() + (60 + used + n) * DAY).toISOString().slice(0, 10);
    return { checkInDate: at(0), checkOutDate: at(3) };
  };
  const own = (booked: TestResponse) => ({ cookie: cookieOf(booked) });
  const path = (booked: TestResponse) => `/bookings/${booked.json.id}`;
  const asGuest = (booked: TestResponse, method: string, what: string, body?: unknown) =>
    server.send(method, `/api${path(booked)}${what}`, body, own(booked));
  const detail = async (booked: TestResponse) => (await admin("GET", path(booked))).json;
  const online = async (booked: TestResponse) => (await admin("GET", `${path(booked)}/online-payments`)).json;
  const startPaying = async (booked: TestResponse) =>
    bank.sessionOf((await asGuest(booked, "POST", "/pay", {})).json.url);
  const waive = async (booked: TestResponse) =>
    admin("POST", `${path(booked)}/waive-fee`, { version: (await detail(booked)).version });
  const record = async (booked: TestResponse, kind: "payment" | "refund", amount: string) => {
    const { version, today } = await detail(booked);
    const payment = { kind, amount, method: "cash", paidOn: today, version };
    expect((await admin("POST", `${path(booked)}/payments`, payment)).status).toBe(201);
  };
  /** The guest's emails about the fee that the host has waived. */
  const waivedEmails = (booked: TestResponse) =>
    server.db
      .selectFrom("scheduled_message")
      .select(["subject", "body", "status"])
      .where("booking_id", "=", booked.json.id)
      .where("message_key", "like", "%fee-waived%")
      .orderBy("created_at")
      .execute();
  /** Three nights for $450, cancelled by the guest with a fee of $150. */
  async function cancelled(pay: (booked: TestResponse) => Promise<void> = async () => {}): Promise<TestResponse> {
    const booked = await bookStay(server, nights());
    await pay(booked);
    const done = await asGuest(booked, "POST", "/cancel", { expectedFee: "150.00" });
    expect([done.status, done.json]).toEqual([200, { status: "cancelled", cancellationFee: "150.00" }]);
    await server.app.runJobs(/refund/);
    return booked;
  }

  test("is no longer due anywhere, and the history and the audit log say so", async () => {
    const booked = await cancelled();
    const { reference } = await detail(booked);
    const dueInCsv = async () => {
      const [head, row] = readCsv((await admin("GET", `/bookings.csv?search=${reference}`)).text);
      return row?.[head?.indexOf("Due") ?? -1];
    };
    expect(await dueInCsv()).toBe("150");
    const waived = await waive(booked);
    expect(waived.status, waived.text).toBe(200);
    expect(waived.json).toMatchObject({ status: "cancelled", cancellationFee: "0.00", dueAmount: "0.00" });
    expect(waived.json.history.at(-1)).toMatchObject({ event: "The cancellation fee of $150.00 was waived" });
    expect(await dueInCsv()).toBe("0");
    expect((await asGuest(booked, "GET", "/confirmation")).json).toMatchObject({
      cancellationFee: "0.00",
      cancellationFeeDue: "0.00",
    });
    expect((await asGuest(booked, "GET", "/payment")).json).toMatchObject({ state: "cancelled", dueCents: 0 });
    expect(await waivedEmails(booked)).toMatchObject([
      {
        subject: "You don't have to pay the cancellation fee of $150",
        body: expect.stringContaining("There is nothing left to pay."),
      },
    ]);
    const log = JSON.stringify((await admin("GET", "/audit")).json);
    expect(log).toContain("Waived a cancellation fee");
  });

  test("cannot be waived twice, for a stay that is not cancelled, or from an outdated screen", async () => {
    const booked = await cancelled();
    const { version } = await detail(booked);
    expect((await waive(booked)).status).toBe(200);
    expect((await admin("POST", `${path(booked)}/waive-fee`, { version })).status).toBe(409);
    const none = "This booking has no cancellation fee to waive.";
    for (const other of [booked, await bookStay(server, nights())]) {
      const refused = await waive(other);
      expect([refused.status, refused.json.message]).toEqual([409, none]);
    }
  });

  test("can be waived again, with its own email, after the stay is restored and cancelled again", async () => {
    const emails = async () => (await waivedEmails(booked)).map(({ status }) => status);
    const booked = await cancelled();
    expect((await waive(booked)).status).toBe(200);
    expect(await emails()).toEqual(["pending"]);
    server.clock.advance(MINUTE);
    const { version } = await detail(booked);
    const restored = await admin("POST", `${path(booked)}/status`, { status: "confirmed", version });
    expect(restored.status, restored.text).toBe(200);
    // The email had not been sent, and there is no longer a cancellation to which it refers.
    expect(await emails()).toEqual(["skipped"]);
    expect((await asGuest(booked, "POST", "/cancel", { expectedFee: "150.00" })).status).toBe(200);
    expect((await waive(booked)).status).toBe(200);
    expect(await emails()).toEqual(["skipped", "pending"]);
  });

  test("is refunded to the card if it was kept from an online payment", async () => {
    let session = "";
    const booked = await cancelled(async (stay) => {
      session = await startPaying(stay);
      bank.pay(session);
      await asGuest(stay, "GET", "/payment?back=paid");
    });
    expect(bank.refunded(session)).toBe(30_000);
    expect((await waive(booked)).status).toBe(200);
    await server.app.runJobs(/refund/);
    expect(bank.refunded(session)).toBe(45_000);
    expect(await detail(booked)).toMatchObject({ paidAmount: "0.00", dueAmount: "0.00" });
    expect((await online(booked)).alerts).toEqual([]);
    const refunded = { body: expect.stringContaining("We'll refund the $150 that you have paid.") };
    expect(await waivedEmails(booked)).toMatchObject([refunded]);
  });

  test("is paid back by the host, who gets an alert, if it was paid in another way", async () => {
    const booked = await cancelled(async (stay) => record(stay, "payment", "450"));
    await record(booked, "refund", "300");
    expect((await online(booked)).alerts).toEqual([]);
    expect((await waive(booked)).json).toMatchObject({ paidAmount: "150.00", dueAmount: "-150.00" });
    const { reference } = await detail(booked);
    const titles = (await admin("GET", "/dashboard")).json.alerts.map(({ title }: { title: string }) => title);
    expect(titles).toContain(`Please pay back $150, ${reference}`);
    await record(booked, "refund", "150");
    expect((await online(booked)).alerts).toEqual([]);
  });

  test("can no longer be paid: its payment link ends, and so does the guest's open page; another link stays", async () => {
    const link = async (booked: TestResponse, amountCents: number) => {
      const sent = await admin("POST", `${path(booked)}/payment-links`, { amountCents, about: "Cancellation" });
      expect(sent.status, sent.text).toBe(200);
      return startPaying(booked);
    };
    const linkEmails = async (booked: TestResponse) => {
      const emails = server.db.selectFrom("scheduled_message").select("body").where("booking_id", "=", booked.json.id);
      return (await emails.where("message_key", "like", "note/payment-link:%").execute()).map(({ body }) => body);
    };
    const booked = await cancelled();
    const session = await link(booked, 15_000);
    const fee = "Here is the link to pay $150 towards the cancellation fee for your stay";
    expect(await linkEmails(booked)).toEqual([expect.stringContaining(fee)]);
    expect((await waive(booked)).status).toBe(200);
    expect([bank.statusOf(session), (await online(booked)).requests]).toEqual(["expired", []]);
    expect((await asGuest(booked, "POST", "/pay", {})).status).toBe(409);

    // The host restores the stay, so the guest owes the price instead of the fee.
    const restored = await cancelled();
    await link(restored, 15_000);
    const { version } = await detail(restored);
    expect((await admin("POST", `${path(restored)}/status`, { status: "confirmed", version })).status).toBe(200);
    expect((await online(restored)).requests).toEqual([]);
    const page = (await asGuest(restored, "GET", "/payment")).json;
    expect(page).toMatchObject({ state: "due", amountCents: 45_000, laterCents: 0, about: "" });

    const other = await cancelled();
    await link(other, 20_000);
    // More than the fee is asked for, so the link is for something else.
    expect(await linkEmails(other)).toEqual([expect.stringContaining("to pay $200 for your stay")]);
    expect((await waive(other)).status).toBe(200);
    expect((await online(other)).requests).toHaveLength(1);
    expect((await asGuest(other, "GET", "/payment")).json).toMatchObject({ state: "due", amountCents: 20_000 });

    // The guest pays just before the host waives the fee. The first attempt is refused, and the host sees the payment.
    const paying = await cancelled();
    bank.pay(await link(paying, 15_000));
    expect((await waive(paying)).status).toBe(409);
    expect((await waive(paying)).json).toMatchObject({ cancellationFee: "0.00", dueAmount: "-150.00" });
  });
});

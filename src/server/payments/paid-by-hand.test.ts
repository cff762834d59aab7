import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { bookStay, GUEST } from "../testing/given.ts";
import { followLink, ownLinkOf } from "../testing/own-link.ts";
import { type PayBank, startPayBank } from "../testing/pay-bank.ts";
import { cookieOf, type TestResponse, startTestApp, type TestApp } from "../testing/test-app.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe.each(engines)("a stay whose required payment is recorded by hand, on %s", (engine) => {
  let server: TestApp;
  let bank: PayBank;
  let host: string;
  beforeAll(async () => {
    bank = await startPayBank(() => server.clock());
    server = await startTestApp(engine, { config: { stripe: bank.account } });
  });
  beforeEach(async () => {
    host = await server.signIn();
    await settings({ paymentMode: "required", firstPart: "all", bookingMode: "request", balanceDays: 30 });
  });
  afterAll(async () => {
    await server.close();
    await bank.close();
  });

  let day = 0;
  const nights = () => {
    day += 4;
    const at = (n: number) => new Date(server.clock().getTime() + (60 + day + n) * DAY).toISOString().slice(0, 10);
    return { checkInDate: at(0), checkOutDate: at(3) };
  };
  const admin = (method: string, address: string, body?: unknown) =>
    server.send(method, `/api/admin${address}`, body, { cookie: host });
  async function settings(change: object) {
    const { version } = (await admin("GET", "/settings")).json;
    const saved = await admin("PUT", "/settings", { ...change, version });
    expect(saved.status, saved.text).toBe(200);
  }
  const own = (booked: TestResponse) => ({ cookie: cookieOf(booked) });
  const detail = async (id: string) => (await admin("GET", `/bookings/${id}`)).json;
  const pageOf = async (booked: TestResponse) =>
    (await server.send("GET", `/api/bookings/${booked.json.id}/payment`, undefined, own(booked))).json;
  const pay = (booked: TestResponse) => server.send("POST", `/api/bookings/${booked.json.id}/pay`, {}, own(booked));
  /** A request on the website, for three nights that cost $450. */
  async function requested(): Promise<TestResponse> {
    const booked = await bookStay(server, nights());
    expect(booked.status, booked.text).toBe(201);
    return booked;
  }
  async function accept({ json }: TestResponse): Promise<void> {
    const { version } = await detail(json.id);
    const accepted = await admin("POST", `/bookings/${json.id}/status`, { status: "upcoming", version });
    expect(accepted.status, accepted.text).toBe(200);
  }
  async function transfer(id: string, amount: string): Promise<TestResponse> {
    const { version, today } = await detail(id);
    const payment = { kind: "payment", amount, method: "bank-transfer", paidOn: today, version };
    return admin("POST", `/bookings/${id}/payments`, payment);
  }
  async function aDayLater(): Promise<void> {
    for (const hours of [1, 23, 1]) {
      server.clock.advance(hours * HOUR);
      await server.app.runJobs(/payment|unpaid|refund|pending|hold/);
    }
    host = await server.signIn();
  }
  /** The guest's welcome message and notifications, apart from the email with the link that follows a request. */
  const messagesTo = async (id: string) => {
    const rows = await server.db
      .selectFrom("scheduled_message")
      .select(["type", "subject"])
      .where("booking_id", "=", id)
      .where("type", "in", ["guest_note", "welcome"])
      .where("message_key", "<>", `note/requested:${id}`)
      .orderBy("created_at")
      .orderBy("type")
      .execute();
    return rows.map(({ type, subject }) => (type === "welcome" ? type : (subject ?? "")));
  };

  test("is booked when the transfer is recorded, the guest gets the confirmation, and the deadline no longer matters", async () => {
    const booked = await requested();
    await accept(booked);
    expect((await detail(booked.json.id)).status).toBe("pending");
    const recorded = await transfer(booked.json.id, "450.00");
    expect(recorded.status, recorded.text).toBe(201);
    expect((await pageOf(booked)).state).toBe("paid");
    await aDayLater();
    const after = await detail(booked.json.id);
    expect(after).toMatchObject({ status: "upcoming", paidAmount: "450.00", dueAmount: "0.00" });
    expect(after.history.map(({ event }: { event: string }) => event)).toContainEqual(
      expect.stringMatching(/450.*; nothing more is due now, so the stay is booked$/),
    );
    expect(await messagesTo(booked.json.id)).toEqual([expect.stringContaining("please pay"), "welcome"]);
    const { json: list } = await admin("GET", "/bookings?status=upcoming");
    expect(JSON.stringify(list)).toContain(booked.json.id);
  });

  test("the email that asks for the rest says how much has been received", async () => {
    await settings({ bookingMode: "instant" });
    const emailAfter = async (part: string | null) => {
      const { id } = (await requested()).json;
      if (part) expect((await transfer(id, part)).status).toBe(201);
      server.clock.advance(HOUR / 4);
      await server.app.runJobs(/payment|unpaid|remind/);
      const { body } = await server.db
        .selectFrom("scheduled_message")
        .select("body")
        .where("message_key", "=", `note/please-pay:${id}`)
        .executeTakeFirstOrThrow();
      return body ?? "";
    };
    const untouched = await emailAfter(null);
    expect(untouched).toContain("once you have paid $450");
    expect(untouched).toContain("Nothing has been charged so far.");
    const begun = await emailAfter("150.00");
    expect(begun).toContain("once you have paid $300");
    expect(begun).toContain("We have received $150 so far.");
    expect(begun).not.toContain("Nothing has been charged");
  });

  test("is booked at once when the host accepts a request that has already been paid for", async () => {
    const booked = await requested();
    expect((await transfer(booked.json.id, "450.00")).status).toBe(201);
    expect((await pageOf(booked)).state).toBe("waits");
    await accept(booked);
    expect([(await detail(booked.json.id)).status, (await pageOf(booked)).state]).toEqual(["upcoming", "paid"]);
    expect(await messagesTo(booked.json.id)).toEqual(["welcome"]);
  });

  test("is booked at once when the guest accepts an offer that has already been paid for", async () => {
    const entered = await admin("POST", "/bookings", { ...GUEST, ...nights(), guestCount: 2, status: "pending" });
    const { id } = entered.json;
    expect((await transfer(id, "450.00")).status).toBe(201);
    const { version } = await detail(id);
    expect((await admin("POST", `/bookings/${id}/offer`, { version, hours: 48 })).status).toBe(200);
    const guest = { cookie: cookieOf(await followLink(server, await ownLinkOf(server, id))) };
    const accepted = await server.send("POST", `/api/bookings/${id}/accept`, { expectedTotal: "450.00" }, guest);
    expect(accepted.json).toEqual({ status: "confirmed", payPage: null });
    await aDayLater();
    expect((await detail(id)).status).toBe("confirmed");
  });

  test("needs no payment if the host lowers its price to zero, before or after accepting it", async () => {
    const gift = async ({ json }: TestResponse) => {
      const { version } = await detail(json.id);
      const price = { version, kind: "total", amount: "0", label: "Gift" };
      const changed = await admin("POST", `/bookings/${json.id}/adjustments`, price);
      expect(changed.status, changed.text).toBe(201);
    };
    const before = await requested();
    await gift(before);
    await accept(before);
    const after = await requested();
    await accept(after);
    await gift(after);
    for (const booked of [before, after])
      expect(await detail(booked.json.id)).toMatchObject({ status: "upcoming", dueAmount: "0.00" });
  });

  test("is booked when the deposit is recorded; the rest stays due on its own date", async () => {
    await settings({ firstPart: "percent", firstPercent: 30 });
    const booked = await requested();
    await accept(booked);
    // Less than the deposit does not book the stay.
    expect((await transfer(booked.json.id, "35.00")).status).toBe(201);
    expect(await pageOf(booked)).toMatchObject({ state: "open", amountCents: 10_000, laterCents: 31_500 });
    expect((await transfer(booked.json.id, "100.00")).status).toBe(201);
    expect(await pageOf(booked)).toMatchObject({ state: "due", purpose: "rest", amountCents: 31_500 });
    await aDayLater();
    expect(await detail(booked.json.id)).toMatchObject({ status: "upcoming", paidAmount: "135.00" });
  });

  test("if only part of the price is paid in time, the guest is told that it will be refunded, and the host is asked to pay it back", async () => {
    const [nothing, part] = [await requested(), await requested()];
    for (const booked of [nothing, part]) await accept(booked);
    expect((await transfer(part.json.id, "100.00")).status).toBe(201);
    await aDayLater();
    await aDayLater();
    const ended = async ({ json }: TestResponse) => {
      const rows = server.db
        .selectFrom("scheduled_message")
        .select("body")
        .where("booking_id", "=", json.id)
        .where("message_key", "like", "note/unpaid:%");
      const { alerts } = (await admin("GET", `/bookings/${json.id}/online-payments`)).json;
      return [(await rows.executeTakeFirstOrThrow()).body, alerts.map(({ kind }: { kind: string }) => kind)];
    };
    const free = "other guests can book the nights again.";
    expect(await ended(nothing)).toEqual([expect.stringContaining(`${free} Nothing was charged.`), []]);
    const refund = `${free} We'll refund the $100 that you have paid.`;
    expect(await ended(part)).toEqual([expect.stringContaining(refund), ["pay-back"]]);
    expect(await pageOf(part)).toMatchObject({ state: "ended", paidCents: 10_000 });
  });

  test("the guest's open payment page is closed before the transfer is recorded; if they have just paid there, the transfer is not recorded", async () => {
    const booked = await requested();
    await accept(booked);
    const session = bank.sessionOf((await pay(booked)).json.url);
    expect((await transfer(booked.json.id, "450.00")).status).toBe(201);
    expect([bank.statusOf(session), (await detail(booked.json.id)).status]).toEqual(["expired", "upcoming"]);
    const twice = await requested();
    await accept(twice);
    bank.pay(bank.sessionOf((await pay(twice)).json.url));
    expect((await transfer(twice.json.id, "450.00")).status).toBe(409);
    expect(await detail(twice.json.id)).toMatchObject({ status: "upcoming", paidAmount: "450.00" });
  });
});

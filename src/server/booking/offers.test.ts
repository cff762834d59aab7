import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { bookStay, GUEST } from "../testing/given.ts";
import { followLink, ownLinkOf } from "../testing/own-link.ts";
import { type PayBank, startPayBank } from "../testing/pay-bank.ts";
import { cookieOf, startTestApp, type TestApp } from "../testing/test-app.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe.each(engines)("offers on %s", (engine) => {
  let server: TestApp;
  let bank: PayBank;
  let cookie: string;
  beforeAll(async () => {
    bank = await startPayBank(() => server.clock());
    server = await startTestApp(engine, { config: { stripe: bank.account } });
  });
  beforeEach(async () => {
    cookie = await server.signIn();
    await mode("off");
  });
  afterAll(async () => {
    await server.close();
    await bank.close();
  });

  const host = (method: string, path: string, body?: unknown) =>
    server.send(method, `/api/admin${path}`, body, { cookie });
  async function mode(paymentMode: string, deposit: object = { firstPart: "all" }) {
    const { version } = (await host("GET", "/settings")).json;
    expect((await host("PUT", "/settings", { paymentMode, ...deposit, version })).status).toBe(200);
  }
  let day = 0;
  const nights = () => {
    day += 4;
    const at = (n: number) => new Date(server.clock().getTime() + (60 + day + n) * DAY).toISOString().slice(0, 10);
    return { checkInDate: at(0), checkOutDate: at(3) };
  };
  const detail = async (id: string) => (await host("GET", `/bookings/${id}`)).json;
  /** A stay that the host has entered for a guest, at 400 instead of 450 dollars. */
  async function entered(stay = nights()) {
    const created = await host("POST", "/bookings", { ...GUEST, ...stay, guestCount: 2, status: "pending" });
    expect(created.status, created.text).toBe(201);
    const id: string = created.json.id;
    const price = { version: 1, kind: "total", amount: "400", label: "Special price for you" };
    expect((await host("POST", `/bookings/${id}/adjustments`, price)).status).toBe(201);
    return { id, stay };
  }
  async function offered(hours = 48) {
    const { id, stay } = await entered();
    const { version } = await detail(id);
    const sent = await host("POST", `/bookings/${id}/offer`, { version, hours });
    expect(sent.status, sent.text).toBe(200);
    return { id, stay, sent: sent.json };
  }
  /** The cookie of a browser in which the guest has opened the emailed link. */
  async function guestOf(id: string) {
    const opened = await followLink(server, await ownLinkOf(server, id));
    return { cookie: cookieOf(opened) };
  }
  const accept = async (id: string, headers: Record<string, string>, expectedTotal = "400.00") =>
    server.send("POST", `/api/bookings/${id}/accept`, { expectedTotal }, headers);
  const pageOf = async (id: string, headers: Record<string, string>) =>
    (await server.send("GET", `/api/bookings/${id}/confirmation`, undefined, headers)).json;

  test("the guest gets the price with the host's adjustment by email, and accepts it with one tap", async () => {
    const { id, sent, stay } = await offered();
    expect(Date.parse(sent.waiting.until) - server.clock().getTime()).toBe(48 * HOUR);
    const emails = await server.db
      .selectFrom("scheduled_message")
      .select(["subject", "body", "link"])
      .where("booking_id", "=", id)
      .where("type", "=", "guest_note")
      .execute();
    expect(emails).toEqual([
      expect.objectContaining({
        subject: expect.stringMatching(/^Our offer for you: /),
        body: expect.stringMatching(/We'd like to offer you this stay \(.+\) for \$400\./),
        link: expect.stringContaining(await ownLinkOf(server, id)),
      }),
    ]);
    const headers = await guestOf(id);
    // Opening the link does not accept the offer.
    const page = await pageOf(id, headers);
    expect([page.status, page.waiting.for, page.totalAmount]).toEqual(["pending", "offer", "400.00"]);
    expect(page.priceLines.map(({ label }: { label: string }) => label)).toEqual([
      "Entire cottage",
      "Special price for you",
    ]);
    // Meanwhile the nights are held.
    expect((await bookStay(server, stay)).status).toBe(409);
    const accepted = await accept(id, headers);
    expect([accepted.status, accepted.json]).toEqual([200, { status: "confirmed", payPage: null }]);
    expect(await detail(id)).toMatchObject({ status: "confirmed", waiting: null, dueAmount: "400.00" });
    // A second tap on the button.
    expect((await accept(id, headers)).json).toEqual(accepted.json);
    expect((await accept(id, headers, "450.00")).status).toBe(409);
    const notifications = await server.db
      .selectFrom("scheduled_message")
      .select("subject")
      .where("type", "=", "host_notice")
      .where("link", "=", `/admin/bookings/${id}`)
      .execute();
    expect(notifications).toEqual([{ subject: expect.stringMatching(/^Offer accepted: .*, LK-/) }]);
  });

  test("a deposit for a number of nights is the price of those nights, even if the host kept the total for more nights", async () => {
    await mode("required", { firstPart: "nights", firstNights: 2 });
    const { id, stay } = await entered();
    const { version } = await detail(id);
    const kept = { checkInDate: stay.checkInDate, checkOutDate: nights().checkInDate, guestCount: 2, price: "keep" };
    const changed = await host("PUT", `/bookings/${id}/stay`, { ...kept, expectedTotal: "400.00", version });
    expect(changed.status, changed.text).toBe(200);
    const sent = await host("POST", `/bookings/${id}/offer`, { version: changed.json.version, hours: 48 });
    expect(sent.status, sent.text).toBe(200);
    const headers = await guestOf(id);
    expect((await accept(id, headers)).status).toBe(200);
    const payment = await server.send("GET", `/api/bookings/${id}/payment`, undefined, headers);
    expect([payment.json.amountCents, payment.json.laterCents]).toEqual([30_000, 10_000]);
  });

  test("if guests pay when they book, an accepted offer is confirmed once it is paid", async () => {
    await mode("required");
    const { id } = await offered();
    const headers = await guestOf(id);
    const twice = await Promise.all([accept(id, headers), accept(id, headers)]);
    const toPay = { status: "pending", payPage: `/booking/pay/${id}` };
    expect(twice.map(({ json }) => json)).toEqual([toPay, toPay]);
    const link = await server.send("POST", `/api/bookings/${id}/pay`, {}, headers);
    const session = bank.sessionOf(link.json.url);
    expect(bank.sessions.get(session)?.requested).toBe(40_000);
    bank.pay(session);
    await server.send("GET", `/api/bookings/${id}/payment?back=paid`, undefined, headers);
    expect(await detail(id)).toMatchObject({ status: "confirmed", paidAmount: "400.00", dueAmount: "0.00" });
  });

  test("an open offer that the host confirms must be paid for like one that the guest accepts; confirming again waives the payment", async () => {
    await mode("required");
    const { id } = await offered();
    const headers = await guestOf(id);
    const confirm = async () => {
      const { version } = await detail(id);
      const confirmed = await host("POST", `/bookings/${id}/status`, { status: "confirmed", version });
      expect(confirmed.status, confirmed.text).toBe(200);
      return confirmed.json.status;
    };
    expect([await confirm(), (await pageOf(id, headers)).waiting.for]).toEqual(["pending", "payment"]);
    const emails = await server.db
      .selectFrom("scheduled_message")
      .select("body")
      .where("booking_id", "=", id)
      .where("message_key", "like", "note/accepted:%")
      .execute();
    expect(emails).toEqual([{ body: expect.stringContaining("once you have paid $400") }]);
    expect(await offerEmails(id)).toMatchObject([{ status: "skipped" }]);
    expect([await confirm(), (await pageOf(id, headers)).waiting]).toEqual(["confirmed", null]);
  });

  test("P-14: while the provider rejects our key, an accepted offer waits for the host and not for a payment", async () => {
    await mode("required");
    const { id } = await offered();
    const headers = await guestOf(id);
    bank.refuseKey(true);
    const other = await bookStay(server, nights());
    await server.send("POST", `/api/bookings/${other.json.id}/pay`, {}, { cookie: cookieOf(other) });
    const request = "You send us a request first, without paying, and we answer within 24 hours.";
    expect((await pageOf(id, headers)).requestNote).toBe(request);
    expect((await accept(id, headers)).json).toEqual({ status: "pending", payPage: null });
    expect((await pageOf(id, headers)).waiting.for).toBe("host");
    bank.refuseKey(false);
    await server.app.runJobs(/payment account/);
    const { version } = await detail(id);
    expect((await host("POST", `/bookings/${id}/status`, { status: "confirmed", version })).status).toBe(200);
    expect((await pageOf(id, headers)).waiting.for).toBe("payment");
  });

  test("a guest who accepts an offer and does not pay at once is emailed the link and the deadline", async () => {
    await mode("required");
    const { id, sent } = await offered();
    const guest = await guestOf(id);
    const dearer = { version: sent.version, kind: "extra", amount: "50", label: "Airport pick-up" };
    expect((await host("POST", `/bookings/${id}/adjustments`, dearer)).status).toBe(201);
    const again = await host("POST", `/bookings/${id}/offer`, { version: sent.version + 1, hours: 48 });
    expect(again.status, again.text).toBe(200);
    server.clock.advance(HOUR);
    expect((await accept(id, guest, "450.00")).json.payPage).toBe(`/booking/pay/${id}`);
    const emailsAfter = async (minutes: number) => {
      server.clock.advance(minutes * 60_000);
      await server.app.runJobs(/payment|unpaid|remind/);
      const emails = server.db
        .selectFrom("scheduled_message")
        .select(["body", "link"])
        .where("booking_id", "=", id)
        .where("message_key", "like", "note/please-pay:%");
      return emails.execute();
    };
    expect(await emailsAfter(5)).toEqual([]);
    const [email, ...more] = await emailsAfter(10);
    expect([more, email?.link]).toEqual([[], expect.stringContaining(await ownLinkOf(server, id))]);
    // The amount on the payment page, which includes what the host has added since the first offer.
    expect(email?.body).toMatch(/once you have paid \$450\.\s+We'll hold the nights for you until Nov \d/);
  });

  /** The emails about a booking's offers. No email is sent here, as during an outage. */
  const offerEmails = (id: string) =>
    server.db
      .selectFrom("scheduled_message")
      .select(["status", "useful_until"])
      .where("booking_id", "=", id)
      .where("message_key", "like", "note/offer:%")
      .orderBy("useful_until")
      .execute();

  test("an offer that was replaced or withdrawn in the meantime is no longer emailed", async () => {
    const { id, sent } = await offered(2);
    expect(await offerEmails(id)).toEqual([{ status: "pending", useful_until: sent.waiting.until }]);
    const again = await host("POST", `/bookings/${id}/offer`, { version: sent.version, hours: 48 });
    const statuses = async () => (await offerEmails(id)).map(({ status }) => status);
    expect([again.status, await statuses()]).toEqual([200, ["skipped", "pending"]]);
    const { version } = await detail(id);
    const cancelled = await host("POST", `/bookings/${id}/cancel`, { version, waiveFee: false, expectedFee: "0.00" });
    expect([cancelled.status, await statuses()]).toEqual([200, ["skipped", "skipped"]]);
  });

  test("an expired offer releases the nights and cannot be accepted", async () => {
    const { id, stay } = await offered(2);
    const headers = await guestOf(id);
    server.clock.advance(2 * HOUR + 1000);
    expect((await accept(id, headers)).status).toBe(409);
    await server.app.runJobs(/pending|hold/);
    cookie = await server.signIn();
    const ended = await detail(id);
    expect([ended.status, ended.history.at(-1).event]).toEqual([
      "cancelled",
      "Ended: the guest did not accept the offer in time",
    ]);
    expect(await offerEmails(id)).toMatchObject([{ status: "skipped" }]);
    expect((await accept(id, headers)).status).toBe(409);
    expect((await bookStay(server, stay)).status).toBe(201);
  });

  test("a stay that was never offered cannot be accepted", async () => {
    const { id } = await entered();
    expect((await accept(id, await guestOf(id))).status).toBe(409);
  });

  test("only the guest can accept an offer, and only for the stay and at the price that were shown", async () => {
    const { id, stay } = await offered();
    expect((await accept(id, {})).status).toBe(403);
    const headers = await guestOf(id);
    const as = (seen: object) => {
      const body = { ...stay, guestCount: 2, expectedTotal: "400.00", ...seen };
      return server.send("POST", `/api/bookings/${id}/accept`, body, headers);
    };
    const others = [{ expectedTotal: "450.00" }, { checkOutDate: nights().checkOutDate }, { guestCount: 1 }];
    for (const other of others) {
      const refused = await as(other);
      expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining("This offer has changed")]);
    }
    expect((await as({})).status).toBe(200);
  });

  test.each([
    ["moves the stay", "PUT", "stay", { price: "keep", expectedTotal: "400.00", guestCount: 2, moves: true }],
    ["changes the number of guests", "PUT", "stay", { price: "keep", expectedTotal: "400.00", guestCount: 1 }],
    ["changes the price", "POST", "adjustments", { kind: "extra", amount: "50", label: "Airport pick-up" }],
  ])("an open offer ends if the host %s, and can be sent again", async (_what, method, path, change) => {
    await mode("required");
    const { id, stay, sent } = await offered();
    const headers = await guestOf(id);
    const { until } = (await pageOf(id, headers)).waiting;
    const { moves, ...input } = { moves: false, ...change };
    const body = { ...(path === "stay" ? (moves ? nights() : stay) : {}), ...input, version: sent.version };
    const changed = await host(method, `/bookings/${id}/${path}`, body);
    expect(changed.status, changed.text).toBeLessThan(300);
    expect((await detail(id)).history.at(-1).event).toMatch(
      /; the offer to the guest has ended and can be sent again$/,
    );
    // The host has as much time to answer as the guest had.
    const page = await pageOf(id, headers);
    expect(page.waiting).toEqual({ for: "host", until });
    const refused = await accept(id, headers, page.totalAmount);
    expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining("This offer has changed")]);
    const { version } = await detail(id);
    const notes = await host("PUT", `/bookings/${id}/notes`, { version, notes: "Asked for a quiet room" });
    expect(notes.status, notes.text).toBe(200);
    expect((await host("POST", `/bookings/${id}/offer`, { version: version + 1, hours: 48 })).status).toBe(200);
    // Notes do not change what was offered.
    const more = await host("PUT", `/bookings/${id}/notes`, { version: version + 2, notes: "" });
    expect(more.status, more.text).toBe(200);
    expect((await accept(id, headers, page.totalAmount)).json.payPage).toBe(`/booking/pay/${id}`);
    const { plan } = await server.db
      .selectFrom("booking")
      .select("plan")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(plan ?? "").firstCents).toBe(Number(page.totalAmount) * 100);
  });

  test("an offer needs a pending booking with an email address, and its nights cannot be taken for another booking", async () => {
    const { id, stay } = await offered();
    const taken = await host("POST", "/bookings", { ...GUEST, ...stay, guestCount: 2, status: "pending" });
    expect(taken.status).toBe(409);
    const { version } = await detail(id);
    await host("POST", `/bookings/${id}/status`, { status: "confirmed", version });
    const again = await host("POST", `/bookings/${id}/offer`, { version: version + 1, hours: 48 });
    expect([again.status, again.json.message]).toEqual([409, "Only a pending booking can be sent as an offer."]);
    const none = await host("POST", "/bookings", {
      ...GUEST,
      email: "",
      ...nights(),
      guestCount: 2,
      status: "pending",
    });
    const nobody = await host("POST", `/bookings/${none.json.id}/offer`, { version: 1, hours: 48 });
    expect([nobody.status, nobody.json.message]).toEqual([409, expect.stringContaining("no email address")]);
    expect((await host("POST", `/bookings/${none.json.id}/offer`, { version: 1, hours: 0 })).status).toBe(400);
  });
});

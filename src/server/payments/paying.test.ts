import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "kysely";
import { toLocalDate } from "#domain/calendar/local-date.ts";
import { engines } from "../testing/engines.ts";
import { bookStay, GUEST, stayBody, unusedNights } from "../testing/given.ts";
import { followLink, ownLinkOf } from "../testing/own-link.ts";
import { type PayBank, startPayBank } from "../testing/pay-bank.ts";
import { readCsv } from "../testing/read-csv.ts";
import { cookieOf, type TestResponse, startTestApp, type TestApp } from "../testing/test-app.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Payment pages, plans and emails. docs/payments.md explains the numbers such as P-11. */
describe.each(engines)("payment pages and plans, on %s", (engine) => {
  let server: TestApp;
  let bank: PayBank;
  let host: string;
  beforeAll(async () => {
    bank = await startPayBank(() => server.clock());
    server = await startTestApp(engine, { config: { stripe: bank.account } });
    bank.sendWebhooksTo(`${server.url}/api/webhooks/stripe`);
  });
  beforeEach(async () => {
    await nextNoon();
    await settings({ paymentMode: "required", firstPart: "all", bookingMode: "instant", balanceDays: 30 });
  });
  afterAll(async () => {
    await server.close();
    await bank.close();
  });

  const unused = unusedNights(() => server.clock());
  const nights = (ahead = 60, length = 3) => unused(ahead, length);
  /** Sets the clock to the day before unused nights, and returns these nights. */
  async function nightsFromTomorrow() {
    const stay = nights();
    server.clock.set(new Date(Date.parse(`${stay.checkInDate}T06:30:00Z`) - DAY).toISOString());
    host = await server.signIn();
    return stay;
  }
  const own = (booked: TestResponse) => ({ cookie: cookieOf(booked) });
  const path = (booked: TestResponse) => `/api/bookings/${booked.json.id}`;
  const paymentOf = async (booked: TestResponse, back = "") =>
    (await server.send("GET", `${path(booked)}/payment${back}`, undefined, own(booked))).json;
  const pay = (booked: TestResponse, body: object = {}) =>
    server.send("POST", `${path(booked)}/pay`, body, own(booked));
  const admin = (method: string, address: string, body?: unknown) =>
    server.send(method, `/api/admin${address}`, body, { cookie: host });
  const detail = async (booked: TestResponse) => (await admin("GET", `/bookings/${booked.json.id}`)).json;
  async function cancelByHost(booked: TestResponse): Promise<void> {
    const { feeIfCancelledNow, version } = await detail(booked);
    const cancelling = { version, waiveFee: false, expectedFee: feeIfCancelledNow };
    const cancelled = await admin("POST", `/bookings/${booked.json.id}/cancel`, cancelling);
    expect(cancelled.status, cancelled.text).toBe(200);
  }
  const onlineOf = async (booked: TestResponse) =>
    (await admin("GET", `/bookings/${booked.json.id}/online-payments`)).json;
  const jobs = () => server.app.runJobs(/payment|unpaid|refund/);
  const later = async (ms: number) => {
    server.clock.advance(ms);
    host = await server.signIn();
  };
  /**
   * Sets the clock to noon at the cottage: guests are reminded of payments from 8:00 on, and a test may leave the clock
   * at any time.
   */
  async function nextNoon() {
    server.clock.set(new Date(Math.ceil(server.clock().getTime() / DAY) * DAY + 6.5 * 60 * MINUTE).toISOString());
    host = await server.signIn();
  }
  async function settings(change: object) {
    const { version } = (await admin("GET", "/settings")).json;
    const saved = await admin("PUT", "/settings", { ...change, version });
    expect(saved.status, saved.text).toBe(200);
  }
  async function begun(stay = nights(), guest = GUEST) {
    const booked = await bookStay(server, stay, guest);
    expect(booked.status, booked.text).toBe(201);
    const payLink = await pay(booked);
    expect(payLink.status, payLink.text).toBe(200);
    return { booked, session: bank.sessionOf(payLink.json.url) };
  }
  async function paid(stay = nights(), guest = GUEST) {
    const { booked, session } = await begun(stay, guest);
    bank.pay(session);
    await paymentOf(booked, "?back=paid");
    return { booked, session };
  }
  const emailsTo = async (booked: TestResponse) => {
    const rows = await server.db
      .selectFrom("scheduled_message")
      .select(["subject", "message_key"])
      .where("booking_id", "=", booked.json.id)
      .where("type", "=", "guest_note")
      .orderBy("created_at")
      .execute();
    return rows.map(({ subject }) => subject ?? "");
  };
  const recordCash = async (booked: TestResponse, amount: string) => {
    const { version, today } = await detail(booked);
    const payment = { kind: "payment", amount, method: "cash", paidOn: today, version };
    const response = await admin("POST", `/bookings/${booked.json.id}/payments`, payment);
    expect(response.status, response.text).toBe(201);
  };

  test("P-11: the checkout is stored before the provider is called; a retry gets the same page; clients cannot set the amount", async () => {
    const booked = await bookStay(server, nights());
    bank.failNext("open", "after", 1);
    expect((await pay(booked, { amountCents: 1 })).status).toBe(503);
    const rows = await server.db.selectFrom("checkout").selectAll().where("booking_id", "=", booked.json.id).execute();
    expect(rows.map(({ state, amount_minor }) => [state, amount_minor])).toEqual([["opening", 45_000]]);
    const before = bank.sessions.size;
    const session = bank.sessionOf((await pay(booked, { amountCents: 1 })).json.url);
    expect(bank.sessions.size).toBe(before);
    expect(bank.sessions.get(session)).toMatchObject({
      requested: 45_000,
      metadata: { checkout: rows[0]?.id, booking: booked.json.id, installation: expect.stringMatching(/.{8,}/) },
    });
    // The first API call, whose response was lost, and its retry.
    const calls = bank.opened.slice(-2);
    expect(new Set(calls.map(({ key }) => key))).toEqual(new Set([`open:${rows[0]?.id}`]));
    for (const { values } of calls) {
      expect(values).toMatchObject({
        client_reference_id: rows[0]?.id,
        "metadata[checkout]": rows[0]?.id,
        "metadata[booking]": booked.json.id,
        "payment_intent_data[metadata][checkout]": rows[0]?.id,
        "payment_intent_data[metadata][booking]": booked.json.id,
        "payment_intent_data[metadata][installation]": values["metadata[installation]"],
        "line_items[0][price_data][unit_amount]": "45000",
      });
    }
  });

  test("P-12: simultaneous taps open one payment page, the database rejects a second, and a new amount closes the old page", async () => {
    const booked = await bookStay(server, nights());
    const taps = await Promise.all([pay(booked), pay(booked), pay(booked)]);
    const opened = new Set(taps.filter(({ status }) => status === 200).map(({ json }) => json.url));
    expect(opened.size).toBe(1);
    const row = await server.db
      .selectFrom("checkout")
      .selectAll()
      .where("booking_id", "=", booked.json.id)
      .executeTakeFirstOrThrow();
    const second = server.db.insertInto("checkout").values({ ...row, id: "x".repeat(22), provider_ref: "cs_x" });
    await expect(second.execute()).rejects.toThrow(/unique/i);
    const session = row.provider_ref ?? "";
    bank.pay(session);
    await paymentOf(booked, "?back=paid");
    // The host requests one amount and then another, so the page for the first amount is closed.
    const ask = (amountCents: number) =>
      admin("POST", `/bookings/${booked.json.id}/payment-links`, { amountCents, about: "Airport pick-up" });
    expect((await ask(4000)).status).toBe(200);
    const extra = bank.sessionOf((await pay(booked)).json.url);
    expect((await ask(5000)).status).toBe(200);
    const other = bank.sessionOf((await pay(booked)).json.url);
    expect([other === extra, bank.statusOf(extra), bank.sessions.get(other)?.requested]).toEqual([
      false,
      "expired",
      5000,
    ]);
    // The guest pays on the page in another tab before the host requests something else. The payment counts, and no
    // page opens.
    bank.pay(other);
    expect((await ask(6000)).status).toBe(200);
    expect((await pay(booked)).status).toBe(409);
    expect((await detail(booked)).paidAmount).toBe("500.00");
    expect(bank.sessions.get(bank.sessionOf((await pay(booked)).json.url))?.requested).toBe(6000);
  });

  test("cancelling a stay withdraws its payment requests; an amount requested afterwards can be paid", async () => {
    const { booked, session } = await begun();
    bank.pay(session);
    await paymentOf(booked, "?back=paid");
    const ask = (amountCents: number) =>
      admin("POST", `/bookings/${booked.json.id}/payment-links`, { amountCents, about: "Airport pick-up" });
    expect((await ask(4000)).status).toBe(200);
    expect((await paymentOf(booked)).amountCents).toBe(4000);
    const { version, feeIfCancelledNow: expectedFee } = await detail(booked);
    const order = { version, expectedFee, waiveFee: false };
    const cancelled = await admin("POST", `/bookings/${booked.json.id}/cancel`, order);
    expect(cancelled.status, cancelled.text).toBe(200);
    expect((await pay(booked)).status).toBe(409);
    expect((await ask(2500)).status).toBe(200);
    const requested = bank.sessionOf((await pay(booked)).json.url);
    expect(bank.sessions.get(requested)?.requested).toBe(2500);
    bank.pay(requested);
    await paymentOf(booked, "?back=paid");
    await jobs();
    // This amount was paid neither too late nor twice, so it is kept; only the payment for the stay was refunded.
    expect([bank.refunded(requested), bank.refunded(session)]).toEqual([0, 45_000]);
    expect((await detail(booked)).status).toBe("cancelled");
  });

  /** The guest's emails whose subject matches. No email is sent here, as during an outage. */
  const emailsAbout = async (booked: TestResponse, subject: RegExp) => {
    const rows = await server.db
      .selectFrom("scheduled_message")
      .select(["subject", "status", "useful_until"])
      .where("booking_id", "=", booked.json.id)
      .where("type", "=", "guest_note")
      .orderBy("status", "desc")
      .execute();
    return rows.filter((row) => subject.test(row.subject ?? ""));
  };
  const statuses = async (booked: TestResponse, subject: RegExp) =>
    (await emailsAbout(booked, subject)).map(({ status }) => status);

  test("the email with a payment link is not sent after the link was withdrawn, replaced or paid", async () => {
    const { booked } = await paid();
    const link = /^Payment link/;
    const unused = await linkOf(booked, 4000);
    expect(await statuses(booked, link)).toEqual(["pending"]);
    expect((await admin("DELETE", `/bookings/${booked.json.id}/payment-links/${unused}`)).status).toBe(200);
    expect(await statuses(booked, link)).toEqual(["skipped"]);
    await linkOf(booked, 5000);
    await linkOf(booked, 6000);
    expect(await statuses(booked, link)).toEqual(["skipped", "skipped", "pending"]);
    const session = bank.sessionOf((await pay(booked)).json.url);
    await recordCash(booked, "1.00");
    expect(await statuses(booked, link)).toEqual(["skipped", "skipped", "pending"]);
    bank.pay(session);
    await paymentOf(booked, "?back=paid");
    expect(await statuses(booked, link)).toEqual(["skipped", "skipped", "skipped"]);
  });

  test("a request to pay for a hold is not sent after the payment or the deadline", async () => {
    const { booked, session } = await begun();
    await later(11 * MINUTE);
    await jobs();
    const [email] = await emailsAbout(booked, /^Please pay/);
    expect(email?.status).toBe("pending");
    expect(email?.useful_until).toBe((await onlineOf(booked)).waitsUntil);
    bank.pay(session);
    await paymentOf(booked, "?back=paid");
    expect(await statuses(booked, /^Please pay/)).toEqual(["skipped"]);
  });

  test("a reminder of the balance is not sent once the balance is paid or the next reminder is due", async () => {
    await settings({ firstPart: "percent", firstPercent: 20 });
    const { booked } = await paid();
    const { restDueOn } = (await onlineOf(booked)).plan;
    await later(Date.parse(`${restDueOn}T06:00:00Z`) - 3 * DAY - server.clock().getTime());
    await jobs();
    const [first] = await emailsAbout(booked, /^Payment due on/);
    const midnightBefore = (date: string) => new Date(Date.parse(date) - 5.5 * 60 * MINUTE).toISOString();
    expect(first).toMatchObject({ status: "pending", useful_until: midnightBefore(restDueOn) });
    await recordCash(booked, "360.00");
    expect(await statuses(booked, /^Payment due on/)).toEqual(["skipped"]);
  });

  const linkOf = async (booked: TestResponse, amountCents: number): Promise<string> => {
    const body = { amountCents, about: "Airport pick-up" };
    const sent = await admin("POST", `/bookings/${booked.json.id}/payment-links`, body);
    expect(sent.status, sent.text).toBe(200);
    return sent.json.requests.at(-1).id;
  };

  test("the host withdraws a payment link, unless the guest has just paid or the open page cannot be closed", async () => {
    const { booked } = await paid();
    const withdraw = (link: string) => admin("DELETE", `/bookings/${booked.json.id}/payment-links/${link}`);
    const unused = await linkOf(booked, 4000);
    expect((await withdraw(unused)).json.requests).toEqual([]);
    expect([(await withdraw(unused)).status, (await pay(booked)).status]).toEqual([409, 409]);

    const opened = await linkOf(booked, 4000);
    const session = bank.sessionOf((await pay(booked)).json.url);
    bank.away = true;
    expect((await withdraw(opened)).status).toBe(503);
    bank.away = false;
    expect((await onlineOf(booked)).requests).toHaveLength(1);
    expect((await withdraw(opened)).status).toBe(200);
    expect(bank.statusOf(session)).toBe("expired");

    const used = await linkOf(booked, 4000);
    bank.pay(bank.sessionOf((await pay(booked)).json.url));
    const response = await withdraw(used);
    expect([response.status, response.json.message]).toEqual([409, expect.stringMatching(/has just paid/)]);
    expect((await detail(booked)).paidAmount).toBe("490.00");
  });

  const addExtra = async (booked: TestResponse, amount: string) => {
    const { version } = await detail(booked);
    const extra = { version, kind: "extra", amount, label: "Late lunch" };
    expect((await admin("POST", `/bookings/${booked.json.id}/adjustments`, extra)).status).toBe(201);
  };
  /** What the booking's page and the payment page say, and what the host sees as due. */
  const dues = async (booked: TestResponse) => {
    const { payment } = (await server.send("GET", `${path(booked)}/confirmation`, undefined, own(booked))).json;
    const page = await paymentOf(booked);
    return {
      booking: [payment.nowCents, payment.laterCents, payment.laterOn],
      page: [page.amountCents, page.laterCents, page.laterOn],
      host: (await detail(booked)).dueAmount,
    };
  };

  test("a payment link is part of what is owed: the amounts due now and later add up to what the host sees as due", async () => {
    await settings({ firstPart: "percent", firstPercent: 30 });
    const { booked } = await paid();
    const dueOn = (await onlineOf(booked)).plan.restDueOn;
    await linkOf(booked, 31_500);
    expect(await dues(booked)).toEqual({ booking: [31_500, 0, null], page: [31_500, 0, null], host: "315.00" });
    await addExtra(booked, "20");
    await linkOf(booked, 2000);
    const parts = [2000, 31_500, dueOn];
    expect(await dues(booked)).toEqual({ booking: parts, page: parts, host: "335.00" });
    bank.pay(bank.sessionOf((await pay(booked)).json.url));
    await paymentOf(booked, "?back=paid");
    expect(await dues(booked)).toEqual({ booking: [0, 31_500, dueOn], page: [31_500, 0, null], host: "315.00" });
  });

  test("a payment link for part of a price that has no due date leaves the rest to pay", async () => {
    await settings({ paymentMode: "offered" });
    const booked = await bookStay(server, nights());
    await linkOf(booked, 10_000);
    const parts = [10_000, 35_000, null];
    expect(await dues(booked)).toEqual({ booking: parts, page: parts, host: "450.00" });
  });

  test("an overdue balance can be paid while a payment link for less is open, and paying it ends that link", async () => {
    await settings({ firstPart: "percent", firstPercent: 30 });
    const { booked } = await paid(nights());
    await addExtra(booked, "20");
    await linkOf(booked, 2000);
    const { restDueOn } = (await onlineOf(booked)).plan;
    await later(Date.parse(restDueOn) + DAY - server.clock().getTime());
    const all = [33_500, 0, null];
    expect(await dues(booked)).toEqual({ booking: all, page: all, host: "335.00" });
    // The email with a new link states the amount shown on the page.
    await linkOf(booked, 2000);
    expect((await emailsTo(booked)).at(-1)).toMatch(/335/);
    bank.pay(bank.sessionOf((await pay(booked)).json.url));
    await paymentOf(booked, "?back=paid");
    expect((await detail(booked)).dueAmount).toBe("0.00");
    expect((await onlineOf(booked)).requests).toEqual([]);
  });

  test("paying a deposit that is larger than an open payment link ends that link", async () => {
    await settings({ paymentMode: "offered", firstPart: "percent", firstPercent: 30 });
    const booked = await bookStay(server, nights());
    await linkOf(booked, 10_000);
    await later(MINUTE);
    expect(await dues(booked)).toMatchObject({ page: [13_500, 31_500, expect.any(String)] });
    bank.pay(bank.sessionOf((await pay(booked)).json.url));
    await paymentOf(booked, "?back=paid");
    expect((await onlineOf(booked)).requests).toEqual([]);
    expect(await dues(booked)).toMatchObject({ page: [31_500, 0, null] });
  });

  test("a payment link for the amount due ends when the host records that amount or lowers the price; a link for more than is due is kept", async () => {
    await settings({ firstPart: "percent", firstPercent: 30 });
    const { booked } = await paid();
    await linkOf(booked, 31_500);
    await recordCash(booked, "315.00");
    expect([(await onlineOf(booked)).requests, (await pay(booked)).status]).toEqual([[], 409]);
    await linkOf(booked, 4000);
    await recordCash(booked, "1.00");
    expect((await onlineOf(booked)).requests).toHaveLength(1);

    const { booked: other } = await paid();
    await linkOf(other, 31_500);
    const { version } = await detail(other);
    const discount = { kind: "discount", amount: "50", label: "Returning guests", version };
    expect((await admin("POST", `/bookings/${other.json.id}/adjustments`, discount)).status).toBeLessThan(300);
    expect((await onlineOf(other)).requests).toEqual([]);
    // The guest can still pay the balance, which is now lower.
    expect((await paymentOf(other)).amountCents).toBe(26_500);
  });

  test("a payment link for part of the price ends when the host records that amount, at once or in parts, or removes the extra that it was for", async () => {
    const entered = () => admin("POST", "/bookings", { ...GUEST, ...nights(), guestCount: 2, status: "confirmed" });
    const deposit = async () => {
      const booked = await entered();
      await linkOf(booked, 20_000);
      expect((await onlineOf(booked)).requests).toHaveLength(1);
      server.clock.advance(MINUTE);
      return booked;
    };
    const once = await deposit();
    await recordCash(once, "200.00");
    const twice = await deposit();
    await recordCash(twice, "120.00");
    expect((await onlineOf(twice)).requests).toHaveLength(1);
    await recordCash(twice, "80.00");
    for (const booked of [once, twice]) {
      expect((await onlineOf(booked)).requests).toEqual([]);
      expect(await statuses(booked, /./)).toEqual(["skipped"]);
    }

    const extra = await entered();
    await addExtra(extra, "40");
    await linkOf(extra, 4000);
    const { version } = await detail(extra);
    const removed = await admin("DELETE", `/bookings/${extra.json.id}/adjustments/0?version=${version}`);
    expect(removed.status).toBe(200);
    expect((await onlineOf(extra)).requests).toEqual([]);
  });

  test("a payment link for more than was due is kept when a later refund fails or a later dispute is won, and can be paid; a link for the refunded money ends", async () => {
    const { booked: extra, session } = await paid();
    await linkOf(extra, 10_000);
    await later(MINUTE);
    const refund = bank.refundByHand(session, 10_000);
    await bank.sendWebhook(session, "evt_refund");
    await jobs();
    expect((await detail(extra)).dueAmount).toBe("100.00");
    bank.failRefund(refund);
    await bank.sendWebhook(session, "evt_refund_failed");
    await jobs();
    const dispute = bank.dispute(session);
    await bank.sendWebhook(session, "evt_dispute");
    await jobs();
    bank.winDispute(dispute);
    await bank.sendWebhook(session, "evt_dispute_won");
    await jobs();
    expect([(await detail(extra)).dueAmount, (await onlineOf(extra)).requests.length]).toEqual(["0.00", 1]);
    const link = bank.sessionOf((await pay(extra)).json.url);
    bank.pay(link);
    await paymentOf(extra, "?back=paid");
    await jobs();
    expect([(await detail(extra)).paidAmount, bank.refunded(link)]).toEqual(["550.00", 0]);

    const { booked: refunded, session: first } = await paid();
    const back = bank.refundByHand(first, 10_000);
    await bank.sendWebhook(first, "evt_refund_2");
    await jobs();
    await linkOf(refunded, 10_000);
    await later(MINUTE);
    bank.failRefund(back);
    await bank.sendWebhook(first, "evt_refund_failed_2");
    await jobs();
    expect([(await detail(refunded)).dueAmount, (await onlineOf(refunded)).requests]).toEqual(["0.00", []]);
  });

  test("a test payment settles its booking, so that a host can try everything, and is marked as a test; the exported figures leave it out", async () => {
    const { booked } = await paid();
    await recordCash(booked, "20.00");
    const { paidAmount, payments } = await detail(booked);
    expect(paidAmount).toBe("470.00");
    const tests = payments.map(({ method, test: isTest }: { method: string; test: boolean }) => [method, isTest]);
    expect(Object.fromEntries(tests)).toEqual({ online: true, cash: false });
    const file = (await admin("GET", `/bookings.csv?search=${booked.json.reference}`)).text;
    const [names, values] = readCsv(file);
    const cell = (name: string) => values?.[names?.indexOf(name) ?? -1];
    expect([cell("Paid"), cell("Due")]).toEqual(["20", "430"]);
  });

  test("P-13: the payment page expires after 31 minutes and the hold 3 minutes later, at the time shown to the guest", async () => {
    const { booked, session } = await begun();
    const created = bank.sessions.get(session)?.created ?? 0;
    expect((bank.sessions.get(session)?.expiresAt ?? 0) - created).toBe(31 * 60);
    const { keptUntil, payUntil, timeZone } = await paymentOf(booked);
    expect([Date.parse(keptUntil) - created * 1000 - 34 * MINUTE, timeZone]).toEqual([
      expect.toSatisfy((off: number) => Math.abs(off) < 1000),
      "Asia/Colombo",
    ]);
    expect(Date.parse(keptUntil) - Date.parse(payUntil)).toBe(3 * MINUTE);
  });

  test("P-13: a guest who comes back in the last half hour can still pay; the hold is extended only once, unless the page is closed early", async () => {
    await settings({ bookingMode: "request" });
    const booked = await bookStay(server, nights());
    const { version } = await detail(booked);
    await admin("POST", `/bookings/${booked.json.id}/status`, { status: "upcoming", version });
    const first = bank.sessionOf((await pay(booked)).json.url);
    // After this page, another one can still be opened.
    expect((await paymentOf(booked)).payUntil).toBeNull();
    await later(DAY - 20 * MINUTE);
    await jobs();
    expect((await paymentOf(booked)).state).toBe("open");
    const second = await pay(booked);
    expect(second.status, second.text).toBe(200);
    expect(bank.sessionOf(second.json.url)).not.toBe(first);
    const kept = async () => Date.parse((await paymentOf(booked)).keptUntil) - server.clock().getTime();
    expect(await kept()).toBe(34 * MINUTE);
    await later(5 * MINUTE);
    Object.assign(bank.sessions.get(bank.sessionOf(second.json.url)) ?? {}, { status: "expired" });
    expect((await paymentOf(booked, "?back=cancelled")).state).toBe("not-charged");
    const another = await pay(booked);
    expect(another.status, another.text).toBe(200);
    expect(await kept()).toBe(34 * MINUTE);
    // The nights are still held for a payment made at the last second, and then until the job releases them.
    for (const minutes of [32, 3]) {
      await later(minutes * MINUTE);
      const last = await pay(booked);
      expect([last.status, last.json.message]).toEqual([
        409,
        "It is too late to pay for this booking. The nights will soon be free again, and you can make a new booking.",
      ]);
    }
    await jobs();
    expect((await detail(booked)).status).toBe("cancelled");
  });

  test("P-13: if the host changes the price while a guest is paying, the guest can pay the new amount", async () => {
    const { booked } = await begun();
    await later(10 * MINUTE);
    const { version } = await detail(booked);
    const extra = { version, kind: "extra", amount: "50", label: "Airport pick-up" };
    expect((await admin("POST", `/bookings/${booked.json.id}/adjustments`, extra)).status).toBe(201);
    const again = await pay(booked);
    expect(again.status, again.text).toBe(200);
    bank.pay(bank.sessionOf(again.json.url));
    await paymentOf(booked, "?back=paid");
    expect(await detail(booked)).toMatchObject({ status: "upcoming", paidAmount: "500.00" });
  });

  const correctEmail = async (booked: TestResponse, email: string) => {
    const corrected = await server.send("PUT", `${path(booked)}/email`, { email }, own(booked));
    expect(corrected.status, corrected.text).toBe(200);
  };

  test("P-12: a guest can still pay on the same page after correcting the email address and after the host changes the booking's language", async () => {
    const { booked, session } = await begun();
    await correctEmail(booked, "ann.corrected@example.com");
    expect(bank.sessionOf((await pay(booked)).json.url)).toBe(session);
    const { version } = await detail(booked);
    const language = { version, language: "de" };
    expect((await admin("PUT", `/bookings/${booked.json.id}/language`, language)).status).toBe(200);
    expect(bank.sessionOf((await pay(booked)).json.url)).toBe(session);
    expect((await onlineOf(booked)).alerts).toEqual([]);
    bank.pay(session);
    await paymentOf(booked, "?back=paid");
    expect((await detail(booked)).status).toBe("upcoming");
  });

  test.each(["the guest presses Pay again", "the job opens waiting pages"])(
    "P-11: a guest who corrects the email address after a lost response can still pay (what happens next: %s)",
    async (first) => {
      const booked = await bookStay(server, nights());
      bank.failNext("open", "after", 1);
      expect((await pay(booked)).status).toBe(503);
      await correctEmail(booked, "ann.corrected@example.com");
      if (first.startsWith("the job")) await server.app.runJobs(/open payment pages/);
      const again = await pay(booked);
      expect(again.status, again.text).toBe(200);
      expect(bank.opened.at(-1)?.values["customer_email"]).toBe("ann.corrected@example.com");
      expect((await onlineOf(booked)).alerts).toEqual([]);
      bank.pay(bank.sessionOf(again.json.url));
      await paymentOf(booked, "?back=paid");
      expect((await detail(booked)).status).toBe("upcoming");
    },
  );

  test("P-12: if the open page of a payment link was closed in the provider's dashboard, the next press of Pay opens a new page", async () => {
    const { booked } = await paid();
    const link = { amountCents: 4000, about: "Airport pick-up" };
    expect((await admin("POST", `/bookings/${booked.json.id}/payment-links`, link)).status).toBe(200);
    const first = bank.sessions.get(bank.sessionOf((await pay(booked)).json.url));
    if (first) first.status = "expired";
    const second = bank.sessionOf((await pay(booked)).json.url);
    expect(bank.statusOf(second)).toBe("open");
    expect((await onlineOf(booked)).alerts).toEqual([]);
  });

  test("P-14: an accepted stay is not cancelled for being unpaid if the provider rejected our API key; the guest gets the full time again", async () => {
    await settings({ bookingMode: "request" });
    const booked = await bookStay(server, nights());
    const { version } = await detail(booked);
    await admin("POST", `/bookings/${booked.json.id}/status`, { status: "upcoming", version });
    await later(10 * 60 * MINUTE);
    bank.refuseKey(true);
    expect((await pay(booked)).status).toBe(503);
    await later(10 * 60 * MINUTE);
    bank.refuseKey(false);
    await jobs();
    await later(4 * 60 * MINUTE);
    await jobs();
    expect([(await detail(booked)).status, (await paymentOf(booked)).state]).toEqual(["pending", "open"]);
    expect(Date.parse((await paymentOf(booked)).keptUntil) - server.clock().getTime()).toBe(DAY);
    expect((await emailsTo(booked)).at(-1)).toMatch(/^Please pay to book your stay/);
    // The key works throughout this time, so the stay is cancelled if it is not paid.
    await later(DAY);
    await jobs();
    expect((await detail(booked)).status).toBe("cancelled");
  });

  test("P-07: if a refund got no response and the provider has not known its payment page for a day, the host has to check it", async () => {
    // Sends the refunds that other tests have left.
    await jobs();
    const { booked, session } = await paid();
    const cancelled = await server.send("POST", `${path(booked)}/cancel`, { expectedFee: "0.00" }, own(booked));
    expect(cancelled.status, cancelled.text).toBe(200);
    bank.failNext("refund", "after", 1);
    await jobs();
    bank.sessions.delete(session);
    await later(11 * MINUTE);
    await jobs();
    expect((await onlineOf(booked)).alerts).toEqual([]);
    for (let days = 0; days < 2; days++) {
      await later(DAY);
      await jobs();
      const { alerts } = await onlineOf(booked);
      expect(alerts).toMatchObject([{ kind: "refund-by-hand", detail: expect.stringMatching(/^Was \$450 refunded/) }]);
    }
  });

  test("P-15: going back without paying changes nothing, and a late webhook about an expired page does not affect a paid stay", async () => {
    const { booked, session } = await begun();
    expect((await paymentOf(booked, "?back=cancelled")).state).toBe("not-charged");
    expect([(await detail(booked)).status, bank.statusOf(session)]).toEqual(["pending", "open"]);
    bank.pay(session);
    await paymentOf(booked, "?back=paid");
    const expired = { type: "checkout.session.expired" };
    expect(await bank.sendWebhook(session, "evt_expired_late", undefined, 0, expired)).toBe(200);
    await later(2 * 60 * MINUTE);
    await jobs();
    expect(await detail(booked)).toMatchObject({ status: "upcoming", paidAmount: "450.00" });
  });

  test("P-20: the deposit is due first, then the page says Paid and shows the balance; new settings do not change the plan", async () => {
    await settings({ firstPart: "percent", firstPercent: 30 });
    const { booked, session } = await begun();
    expect(bank.sessions.get(session)?.requested).toBe(13_500);
    await settings({ firstPart: "nights", firstNights: 2, balanceDays: 14 });
    bank.pay(session);
    const back = await paymentOf(booked, "?back=paid");
    expect([back.state, back.paidCents, back.laterCents]).toEqual(["paid", 13_500, 31_500]);
    // A guest may pay the balance before it is due.
    const again = await paymentOf(booked);
    expect([again.state, again.amountCents, again.purpose]).toEqual(["due", 31_500, "rest"]);
    const { plan } = await onlineOf(booked);
    const checkIn = Date.parse((await detail(booked)).checkIn);
    expect([plan.firstCents, Date.parse(plan.restDueOn)]).toEqual([13_500, checkIn - 30 * DAY]);
  });

  test.each([
    ["en", /^Paid: \$135.00\nDue on \w+, \w+ \d+, 20\d\d: \$315.00$/],
    ["de", /^Bezahlt: 135,00.\$\nFällig am .+ 20\d\d: 315,00.\$$/],
    ["fr", /^Payé\u{202f}: 135,00.\$\nÀ payer le .+ 20\d\d\u{202f}: 315,00.\$$/u],
    ["es", /^Pagado: 135,00.\$\nA pagar el .+ 20\d\d: 315,00.\$$/],
    ["ru", /^Оплачено: 135,00.\$\nК оплате: 315,00.\$, срок — .+ 20\d\d.г\.$/],
    ["zh", /^已付：\$135.00\n20\d\d年.+应付：\$315.00$/],
  ])(
    "P-20: the email about a booked stay says what has been paid and what is due by when (%s)",
    async (language, lines) => {
      await settings({ firstPart: "percent", firstPercent: 30 });
      const booked = await bookStay(server, nights(), GUEST, { "x-latchkey-language": language });
      bank.pay(bank.sessionOf((await pay(booked)).json.url));
      await paymentOf(booked, "?back=paid");
      const welcomeOf = async () => {
        const { id } = await server.db
          .selectFrom("scheduled_message")
          .select("id")
          .where("booking_id", "=", booked.json.id)
          .where("type", "=", "welcome")
          .executeTakeFirstOrThrow();
        return (await admin("GET", `/scheduled-messages/${id}`)).json.values.payment;
      };
      expect(await welcomeOf()).toMatch(lines);
      bank.pay(bank.sessionOf((await pay(booked)).json.url));
      await paymentOf(booked, "?back=paid");
      expect(await welcomeOf()).toMatch(/^[^\n]+450[^\n]+$/);
    },
  );

  test("P-20: a requested stay can be paid for only after the host accepts it; with optional payment, the stay is booked at once", async () => {
    await settings({ bookingMode: "request" });
    const request = await bookStay(server, nights());
    expect([(await pay(request)).status, (await paymentOf(request)).state]).toEqual([409, "waits"]);
    const link = await admin("POST", `/bookings/${request.json.id}/payment-links`, { amountCents: 5000, about: "" });
    expect([link.status, link.json.message]).toEqual([400, expect.stringMatching(/^The stay is not booked yet/)]);
    const { version } = await detail(request);
    await admin("POST", `/bookings/${request.json.id}/status`, { status: "confirmed", version });
    const waiting = await paymentOf(request);
    expect(Date.parse(waiting.keptUntil) - server.clock().getTime()).toBe(24 * 60 * MINUTE);
    expect((await pay(request)).status).toBe(200);
    await settings({ bookingMode: "instant", paymentMode: "offered" });
    const offered = await bookStay(server, nights());
    expect([offered.json.status, (await paymentOf(offered)).state]).toEqual(["upcoming", "due"]);
    await settings({ paymentMode: "off" });
    const unpaid = await bookStay(server, nights());
    expect([unpaid.json.payPage, (await paymentOf(unpaid)).state]).toEqual([undefined, "nothing"]);
  });

  test("P-21: emails about the balance are sent 3 days before, on, and 1 and 3 days after the due date, unless the balance is paid or the stay is cancelled", async () => {
    await settings({ firstPart: "percent", firstPercent: 20 });
    const one = await paid(nights(300), { ...GUEST, email: "one@example.com" });
    const two = await paid(nights(300), { ...GUEST, email: "two@example.com" });
    const never = await paid(nights(300), { ...GUEST, email: "three@example.com" });
    const dueOn = async ({ booked }: { booked: TestResponse }) => (await onlineOf(booked)).plan.restDueOn;
    const at = async (who: typeof one, days: number) => {
      server.clock.set(new Date(Date.parse(`${await dueOn(who)}T06:00:00Z`) + days * DAY).toISOString());
      await jobs();
      await jobs();
      host = await server.signIn();
    };
    const aboutRest = async ({ booked }: { booked: TestResponse }) =>
      (await emailsTo(booked))
        .map((subject) => /^Payment (due on|due today|overdue)/.exec(subject)?.[1] ?? "")
        .filter(Boolean);
    for (const days of [-4, -3, -2]) await at(one, days);
    expect(await aboutRest(one)).toEqual(["due on"]);
    await at(one, 0);
    await at(one, 1);
    expect(await aboutRest(one)).toEqual(["due on", "due today", "overdue"]);
    const notifications = await server.db
      .selectFrom("scheduled_message")
      .select("subject")
      .where("message_key", "like", `%payment/overdue/${one.booked.json.id}%`)
      .execute();
    expect(notifications.map(({ subject }) => subject)).toContainEqual(expect.stringContaining("$360 is overdue"));
    // One guest has paid in cash, and another's stay has been cancelled. Neither gets another email.
    await recordCash(one.booked, "360");
    const before = await aboutRest(two);
    await cancelByHost(two.booked);
    await at(one, 3);
    for (const days of [0, 1, 3]) await at(two, days);
    expect([await aboutRest(one), await aboutRest(two)]).toEqual([["due on", "due today", "overdue"], before]);
    // A guest who never pays gets four emails, and the stay is not cancelled.
    for (const days of [-3, 0, 1, 2, 3, 4, 10]) await at(never, days);
    expect(await aboutRest(never)).toEqual(["due on", "due today", "overdue", "overdue"]);
    expect((await detail(never.booked)).status).toBe("upcoming");
    // The clock is now close to these stays, so they are cancelled before other tests run.
    for (const stay of [one, never]) await cancelByHost(stay.booked);
  });

  test("P-22: payments still count after a change of dates: a longer stay leaves a balance, and for a shorter one, a refund is suggested", async () => {
    const stay = nights(60, 6);
    const { booked } = await paid(stay);
    const plus = (n: number) => new Date(Date.parse(stay.checkInDate) + n * DAY).toISOString().slice(0, 10);
    const change = (checkOutDate: string, expectedTotal: string) =>
      server.send(
        "PUT",
        `${path(booked)}/stay`,
        { checkInDate: stay.checkInDate, checkOutDate, guestCount: 2, expectedTotal },
        own(booked),
      );
    expect((await change(plus(4), "600.00")).status).toBe(200);
    const longer = await paymentOf(booked);
    expect([longer.state, longer.amountCents, longer.paidCents]).toEqual(["due", 15_000, 45_000]);
    // The page for the difference is still open when the guest changes the stay again, so it is closed first.
    const open = bank.sessionOf((await pay(booked)).json.url);
    expect((await change(plus(2), "300.00")).status).toBe(200);
    expect(bank.statusOf(open)).toBe("expired");
    const shorter = await onlineOf(booked);
    expect([shorter.suggestedRefundCents, (await detail(booked)).dueAmount]).toEqual([15_000, "-150.00"]);
    const refunded = await admin("POST", `/bookings/${booked.json.id}/refunds`, {
      amountCents: 15_000,
      expectedRefundableCents: 45_000,
    });
    expect(refunded.status, refunded.text).toBe(200);
    await jobs();
    expect((await detail(booked)).dueAmount).toBe("0.00");
    expect((await paymentOf(booked)).state).toBe("paid");
  });

  test("P-22: a guest who has paid everything and extends the stay is reminded of the difference, and the host is notified", async () => {
    const stay = nights(60, 7);
    const { booked } = await paid(stay);
    const checkOutDate = new Date(Date.parse(stay.checkInDate) + 7 * DAY).toISOString().slice(0, 10);
    const change = { checkInDate: stay.checkInDate, checkOutDate, guestCount: 2, expectedTotal: "1050.00" };
    const changed = await server.send("PUT", `${path(booked)}/stay`, change, own(booked));
    expect(changed.status, changed.text).toBe(200);
    expect(await paymentOf(booked)).toMatchObject({ state: "due", purpose: "rest", amountCents: 60_000 });
    for (let days = 0; days < 6; days++) {
      await jobs();
      await later(DAY);
    }
    const subjects = (await emailsTo(booked)).filter((subject) => /due|overdue/.test(subject));
    expect(subjects).toEqual([
      expect.stringMatching(/^Payment due today/),
      expect.stringMatching(/^Payment overdue/),
      expect.stringMatching(/^Payment overdue/),
    ]);
    const notifications = await server.db
      .selectFrom("scheduled_message")
      .select("subject")
      .where("message_key", "like", `%payment/overdue/${booked.json.id}%`)
      .execute();
    expect(notifications.map(({ subject }) => subject)).toContainEqual(expect.stringContaining("$600 is overdue"));
    expect((await detail(booked)).status).toBe("upcoming");
  });

  test("P-22: if a guest has paid more than the price after a change, guest and host see the amount to refund until it is refunded", async () => {
    const stay = nights();
    const { booked } = await paid(stay);
    const { reference } = await detail(booked);
    const shorten = async (n: number, expectedTotal: string) => {
      const checkOutDate = new Date(Date.parse(stay.checkInDate) + n * DAY).toISOString().slice(0, 10);
      const change = { checkInDate: stay.checkInDate, checkOutDate, guestCount: 2, expectedTotal };
      const changed = await server.send("PUT", `${path(booked)}/stay`, change, own(booked));
      expect(changed.status, changed.text).toBe(200);
    };
    const adjust = async (amount: string) => {
      const { version } = await detail(booked);
      const price = { version, kind: "total", amount, label: "Agreed price" };
      expect((await admin("POST", `/bookings/${booked.json.id}/adjustments`, price)).status).toBe(201);
    };
    const alerts = async () =>
      (await onlineOf(booked)).alerts.map(({ kind, detail: words }: { kind: string; detail: string }) => [
        kind,
        words.split("\n")[0],
      ]);
    const toRefund = async () =>
      (await server.send("GET", `${path(booked)}/confirmation`, undefined, own(booked))).json.payment.refundCents;
    await shorten(2, "300.00");
    expect(await alerts()).toEqual([["pay-back", `Please refund $150, ${reference}`]]);
    expect((await admin("GET", "/dashboard")).json.alerts.map(({ title }: { title: string }) => title)).toContain(
      `Please refund $150, ${reference}`,
    );
    const told = await server.db
      .selectFrom("scheduled_message")
      .select("body")
      .where("type", "=", "host_notice")
      .where("subject", "like", `Changed by the guest%${reference}`)
      .executeTakeFirstOrThrow();
    expect(told.body).toContain("The guest has paid $150.00 more than the new price");
    expect(await toRefund()).toBe(15_000);
    await adjust("400");
    expect([await alerts(), await toRefund()]).toEqual([[["pay-back", `Please refund $50, ${reference}`]], 5000]);
    await adjust("450");
    expect([await alerts(), await toRefund()]).toEqual([[], 0]);
    await adjust("250");
    expect(await alerts()).toEqual([["pay-back", `Please refund $200, ${reference}`]]);
    const refund = { amountCents: 20_000, expectedRefundableCents: 45_000 };
    expect((await admin("POST", `/bookings/${booked.json.id}/refunds`, refund)).status).toBe(200);
    expect(await toRefund()).toBe(20_000);
    await jobs();
    expect([await alerts(), await toRefund()]).toEqual([[], 0]);
    // A tip is not refunded, whatever is added to the price afterwards.
    await recordCash(booked, "20");
    await adjust("260");
    expect([await alerts(), await toRefund()]).toEqual([[], 0]);
  });

  test("P-22: a guest who has paid everything is asked to pay for a later extra once they know the new total", async () => {
    const { booked } = await paid();
    await server.db
      .updateTable("scheduled_message")
      .set({ status: "sent" })
      .where("booking_id", "=", booked.json.id)
      .where("type", "=", "welcome")
      .execute();
    const add = async (amount: string) => {
      const { version } = await detail(booked);
      const extra = { version, kind: "extra", amount, label: "Airport pick-up" };
      expect((await admin("POST", `/bookings/${booked.json.id}/adjustments`, extra)).status).toBe(201);
      await jobs();
    };
    const reminders = async () => (await emailsTo(booked)).filter((subject) => /due|overdue/.test(subject));
    // The email about the new total waits for further changes, and the reminder waits for this email.
    await add("100");
    await later(5 * MINUTE);
    await add("50");
    expect(await reminders()).toEqual([]);
    await later(11 * MINUTE);
    await jobs();
    expect(await reminders()).toEqual([expect.stringMatching(/^Payment due today/)]);
    const told = await server.db
      .selectFrom("scheduled_message")
      .select(["type", "body"])
      .where("booking_id", "=", booked.json.id)
      .where((eb) => eb.or([eb("type", "=", "booking_changed"), eb("subject", "like", "Payment due today%")]))
      .execute();
    expect(told.map(({ type }) => type).toSorted()).toEqual(["booking_changed", "guest_note"]);
    expect(told.find(({ type }) => type === "guest_note")?.body).toContain("$150");
    expect(await paymentOf(booked)).toMatchObject({ state: "due", purpose: "rest", amountCents: 15_000 });
    for (let days = 0; days < 6; days++) {
      await later(DAY);
      await jobs();
    }
    expect(await reminders()).toHaveLength(3);
  });

  test("P-22: a second difference on the same day gets its own email, even if the first was due and paid on that day", async () => {
    const { booked } = await paid();
    const add = async (amount: string) => {
      const { version } = await detail(booked);
      const extra = { version, kind: "extra", amount, label: "Airport pick-up" };
      expect((await admin("POST", `/bookings/${booked.json.id}/adjustments`, extra)).status).toBe(201);
      await later(11 * MINUTE);
      await jobs();
    };
    const dueToday = async () => {
      const rows = await server.db
        .selectFrom("scheduled_message")
        .select("body")
        .where("booking_id", "=", booked.json.id)
        .where("subject", "like", "Payment due today%")
        .orderBy("created_at")
        .execute();
      return rows.map(({ body }) => /\$\d+/.exec(body ?? "")?.[0]);
    };
    await add("100");
    bank.pay(bank.sessionOf((await pay(booked)).json.url));
    await paymentOf(booked, "?back=paid");
    await add("50");
    expect(await dueToday()).toEqual(["$100", "$50"]);
    // A part payment does not change the price, and the guest is not asked again.
    await recordCash(booked, "20");
    await later(11 * MINUTE);
    await jobs();
    expect(await dueToday()).toEqual(["$100", "$50"]);
  });

  test("P-22: a booking that cannot be read does not keep other guests from being reminded of the balance", async () => {
    const { booked } = await paid();
    const { version } = await detail(booked);
    const extra = { version, kind: "extra", amount: "100", label: "Airport pick-up" };
    expect((await admin("POST", `/bookings/${booked.json.id}/adjustments`, extra)).status).toBe(201);
    const { id } = (await begun(nights(), { ...GUEST, email: "held@example.com" })).booked.json;
    const { plan } = await server.db
      .selectFrom("booking")
      .select("plan")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const setPlan = (text: string | null) =>
      server.db.updateTable("booking").set({ plan: text }).where("id", "=", id).execute();
    await setPlan("damaged");
    await later(16 * MINUTE);
    await expect(server.app.runJobs(/payment reminders/)).rejects.toThrow("damaged");
    await setPlan(plan);
    expect(await emailsTo(booked)).toContainEqual(expect.stringMatching(/^Payment due today/));
  });

  test("P-22: a guest who got a payment link for an extra is not reminded of that amount on the same day", async () => {
    const { booked } = await paid();
    const { version } = await detail(booked);
    const extra = { version, kind: "extra", amount: "40", label: "Late check-out" };
    expect((await admin("POST", `/bookings/${booked.json.id}/adjustments`, extra)).status).toBe(201);
    const link = { amountCents: 4000, about: "Late check-out" };
    expect((await admin("POST", `/bookings/${booked.json.id}/payment-links`, link)).status).toBe(200);
    await jobs();
    expect((await emailsTo(booked)).filter((subject) => /due|overdue/.test(subject))).toEqual([]);
    await later(DAY);
    await jobs();
    expect((await emailsTo(booked)).filter((subject) => /due|overdue/.test(subject))).toHaveLength(1);
    expect((await onlineOf(booked)).requests).toHaveLength(1);
  });

  test("P-22: the difference after a change late in the evening is due on the next day", async () => {
    const { booked } = await paid();
    // 23:30 in Colombo.
    const evening = new Date(server.clock().getTime());
    evening.setUTCHours(18, 0, 0, 0);
    server.clock.set(new Date(evening.getTime() + DAY).toISOString());
    host = await server.signIn();
    const { version } = await detail(booked);
    const extra = { version, kind: "extra", amount: "40", label: "Late check-out" };
    expect((await admin("POST", `/bookings/${booked.json.id}/adjustments`, extra)).status).toBe(201);
    await later(11 * MINUTE);
    await jobs();
    await later(30 * MINUTE);
    await jobs();
    // It is 0:11 in Colombo: the due date has begun, but the email waits until 8:00.
    const balanceEmails = async () => (await emailsTo(booked)).filter((subject) => /due|overdue/.test(subject));
    expect(await balanceEmails()).toEqual([]);
    await later(8 * 60 * MINUTE);
    await jobs();
    expect(await balanceEmails()).toEqual([expect.stringMatching(/^Payment due today/)]);
  });

  test("P-21: a guest whose payment is disputed gets no reminders while the host's alert is open", async () => {
    await settings({ firstPart: "percent", firstPercent: 20 });
    const { booked, session } = await paid(nights(300));
    await recordCash(booked, "360");
    bank.dispute(session);
    await bank.sendWebhook(session, "evt_disputed_deposit");
    await jobs();
    expect((await detail(booked)).dueAmount).toBe("90.00");
    const { restDueOn } = (await onlineOf(booked)).plan;
    for (const days of [-3, 0, 1, 3]) {
      server.clock.set(new Date(Date.parse(`${restDueOn}T06:00:00Z`) + days * DAY).toISOString());
      await jobs();
    }
    host = await server.signIn();
    expect((await emailsTo(booked)).filter((subject) => /due|overdue/.test(subject))).toEqual([]);
    await cancelByHost(booked);
  });

  test("P-02: if a dispute is won after a stay was cancelled free of charge, the host is asked to refund the guest", async () => {
    const { booked, session } = await paid(nights(90));
    const dispute = bank.dispute(session);
    await bank.sendWebhook(session, "evt_dispute_before");
    await jobs();
    await cancelByHost(booked);
    const { reference } = await detail(booked);
    const asked = async () =>
      (await onlineOf(booked)).alerts.filter(({ kind }: { kind: string }) => kind === "pay-back");
    expect(await asked()).toEqual([]);
    bank.winDispute(dispute);
    await bank.sendWebhook(session, "evt_dispute_won_after");
    await jobs();
    expect(await detail(booked)).toMatchObject({ status: "cancelled", dueAmount: "-450.00" });
    expect(await asked()).toMatchObject([{ detail: expect.stringContaining(`Please refund $450, ${reference}`) }]);
    expect((await onlineOf(booked)).refundableCents).toBe(45_000);
  });

  test("P-23: the host is asked to pay back what was paid in cash for a cancelled stay, until the refund is recorded", async () => {
    const { booked } = await paid();
    const byHand = await paid();
    await cancelByHost(booked);
    const alertsOf = async (one: TestResponse) =>
      (await onlineOf(one)).alerts.map(({ detail: words }: { detail: string }) => words.split("\n")[0]);
    expect(await alertsOf(booked)).toEqual([]);
    await recordCash(byHand.booked, "100");
    const cancelled = await server.send(
      "POST",
      `${path(byHand.booked)}/cancel`,
      { expectedFee: "0.00" },
      own(byHand.booked),
    );
    expect(cancelled.status, cancelled.text).toBe(200);
    await jobs();
    const { reference } = await detail(byHand.booked);
    expect((await onlineOf(byHand.booked)).alerts).toMatchObject([
      { detail: expect.stringContaining("We are refunding $450 online. The other $100 that you owe the guest") },
    ]);
    expect(await alertsOf(byHand.booked)).toEqual([`Please pay back $100, ${reference}`]);
    const { alerts } = (await admin("GET", "/dashboard")).json;
    expect(alerts.map(({ title }: { title: string }) => title)).toContain(`Please pay back $100, ${reference}`);
    const refund = async (amount: string) => {
      const { version, today } = await detail(byHand.booked);
      const payment = { kind: "refund", amount, method: "cash", paidOn: today, version };
      expect((await admin("POST", `/bookings/${byHand.booked.json.id}/payments`, payment)).status).toBe(201);
    };
    await refund("40");
    expect(await alertsOf(byHand.booked)).toHaveLength(1);
    await refund("60");
    expect(await alertsOf(byHand.booked)).toEqual([]);
    expect((await detail(byHand.booked)).dueAmount).toBe("0.00");
  });

  describe("P-23: a host restores a stay after its cancellation", () => {
    async function cancelled(stay = nights()) {
      const { booked, session } = await paid(stay);
      await cancelByHost(booked);
      return { booked, session };
    }
    async function restore(booked: TestResponse): Promise<void> {
      const { version } = await detail(booked);
      const restored = await admin("POST", `/bookings/${booked.json.id}/status`, { status: "confirmed", version });
      expect(restored.status, restored.text).toBe(200);
    }
    const hostMail = async (about: RegExp) => {
      const rows = await server.db
        .selectFrom("scheduled_message")
        .select("subject")
        .where("type", "=", "host_notice")
        .execute();
      return rows.map(({ subject }) => subject ?? "").filter((subject) => about.test(subject));
    };
    const balanceEmails = async (booked: TestResponse) =>
      (await emailsTo(booked)).filter((subject) => /due|overdue/.test(subject));

    test("a refund that the provider was too busy to make is withdrawn, and is made once after another cancellation", async () => {
      const { booked, session } = await cancelled();
      bank.failNext("refund", "busy", 1);
      await jobs();
      await restore(booked);
      expect((await onlineOf(booked)).refunds).toEqual([]);
      await later(DAY);
      await jobs();
      expect(bank.refunded(session)).toBe(0);
      expect(await detail(booked)).toMatchObject({ status: "confirmed", paidAmount: "450.00", dueAmount: "0.00" });
      expect(await paymentOf(booked)).toMatchObject({ state: "paid", amountCents: 0, refunds: [] });
      expect(await balanceEmails(booked)).toEqual([]);
      await cancelByHost(booked);
      await jobs();
      expect([bank.refunded(session), bank.refundCount(session)]).toEqual([45_000, 1]);
    });

    test("a refund whose request did not reach the provider is withdrawn once the provider reports that it was not made", async () => {
      const { booked, session } = await cancelled();
      bank.away = true;
      await jobs();
      await restore(booked);
      expect((await onlineOf(booked)).refunds).toMatchObject([{ state: "asked" }]);
      await later(11 * MINUTE);
      bank.away = false;
      await jobs();
      expect([bank.refundCount(session), (await onlineOf(booked)).refunds]).toEqual([0, []]);
      expect(await detail(booked)).toMatchObject({ status: "confirmed", dueAmount: "0.00" });
    });

    test("a refund that the provider had already received makes the amount due again, and host and guest are told", async () => {
      const { booked, session } = await cancelled();
      bank.failNext("refund", "after", 1);
      await jobs();
      await restore(booked);
      expect((await detail(booked)).dueAmount).toBe("0.00");
      await later(11 * MINUTE);
      await jobs();
      const { reference } = booked.json;
      expect([bank.refunded(session), (await detail(booked)).dueAmount]).toEqual([45_000, "450.00"]);
      expect(await hostMail(new RegExp(`due again, ${reference}`))).toEqual([`$450 is due again, ${reference}`]);
      expect(await paymentOf(booked)).toMatchObject({ state: "due", amountCents: 45_000 });
      await later(60 * MINUTE);
      await jobs();
      expect(await balanceEmails(booked)).toEqual([expect.stringContaining("Payment due today")]);
    });

    test("if a refund was made before the stay was restored, the amount is due again, and the guest is reminded to pay it", async () => {
      const { booked, session } = await cancelled();
      await jobs();
      expect(bank.refunded(session)).toBe(45_000);
      await later(2 * DAY);
      await restore(booked);
      expect((await detail(booked)).dueAmount).toBe("450.00");
      await later(60 * MINUTE);
      await jobs();
      for (let day = 0; day < 4; day++) {
        await later(DAY);
        await jobs();
      }
      expect(await balanceEmails(booked)).toEqual([
        expect.stringContaining("Payment due today"),
        expect.stringContaining("Payment overdue"),
        expect.stringContaining("Payment overdue"),
      ]);
    });

    test.each(["before", "after"])("a refund that fails %s the stay is restored is no longer owed", async (when) => {
      const { booked, session } = await cancelled();
      bank.faultsAtRandom(0, 2);
      await jobs();
      bank.faultsAtRandom(0);
      expect((await onlineOf(booked)).refunds).toMatchObject([{ state: "pending" }]);
      const fail = async () => {
        for (const id of bank.refunds.keys()) bank.settleRefund(id, "failed");
        expect(await bank.sendWebhook(session, `evt_failed_${when}`)).toBe(200);
        await jobs();
      };
      if (when === "before") await fail();
      expect((await onlineOf(booked)).alerts).toHaveLength(when === "before" ? 1 : 0);
      await restore(booked);
      if (when === "after") await fail();
      expect(await onlineOf(booked)).toMatchObject({ alerts: [], dueCents: 0, refundableCents: 45_000 });
      expect((await paymentOf(booked)).state).toBe("paid");
      const { reference } = booked.json;
      expect(await hostMail(new RegExp(`need to refund .*${reference}`))).toHaveLength(1);
    });

    test("if the guest has paid more than the restored stay costs, the host is asked to refund the difference", async () => {
      const { booked, session } = await paid();
      const discount = { kind: "discount", amount: "100", label: "Sorry", version: (await detail(booked)).version };
      expect((await admin("POST", `/bookings/${booked.json.id}/adjustments`, discount)).status).toBeLessThan(300);
      await cancelByHost(booked);
      bank.failNext("refund", "busy", 1);
      await jobs();
      await restore(booked);
      const { alerts, refunds } = await onlineOf(booked);
      expect([refunds, alerts.map(({ detail: words }: { detail: string }) => words.split("\n")[0])]).toEqual([
        [],
        [`Please refund $100, ${booked.json.reference}`],
      ]);
      await later(DAY);
      await jobs();
      expect(bank.refunded(session)).toBe(0);
    });

    test("a guest who may pay at any time gets no reminder of the balance after the stay is restored", async () => {
      await settings({ paymentMode: "offered" });
      const booked = await bookStay(server, nights());
      await recordCash(booked, "100");
      await cancelByHost(booked);
      await restore(booked);
      for (let day = 0; day < 4; day++) {
        await later(DAY);
        await jobs();
      }
      expect((await detail(booked)).dueAmount).toBe("350.00");
      expect(await balanceEmails(booked)).toEqual([]);
    });

    test("the due date of a balance that is not due yet stays as it is, and the guest is asked for the refunded deposit", async () => {
      await settings({ firstPart: "percent", firstPercent: 30 });
      const { booked } = await cancelled();
      await jobs();
      const before = (await onlineOf(booked)).plan;
      await restore(booked);
      expect((await onlineOf(booked)).plan).toEqual(before);
      expect(await paymentOf(booked)).toMatchObject({ state: "due", amountCents: 13_500, laterCents: 31_500 });
      expect(await balanceEmails(booked)).toEqual([expect.stringContaining("Payment due today")]);
    });

    test("the guest is asked for a deposit whose refund becomes known only after the stay is restored", async () => {
      await settings({ firstPart: "percent", firstPercent: 30 });
      const { booked } = await cancelled();
      bank.failNext("refund", "after", 1);
      await jobs();
      await restore(booked);
      expect(await balanceEmails(booked)).toEqual([]);
      await later(11 * MINUTE);
      await jobs();
      expect(await paymentOf(booked)).toMatchObject({ state: "due", amountCents: 13_500, laterCents: 31_500 });
      expect(await balanceEmails(booked)).toEqual([expect.stringContaining("Payment due today")]);
    });

    test("the guest is asked for a deposit that the host, after restoring the stay, reports as refunded", async () => {
      await settings({ firstPart: "percent", firstPercent: 30 });
      const { booked, session } = await cancelled();
      bank.failNext("refund", "after", 1);
      await jobs();
      bank.sessions.delete(session);
      await later(DAY + 11 * MINUTE);
      await jobs();
      await restore(booked);
      const [alert] = (await onlineOf(booked)).alerts;
      expect(alert.detail).toMatch(/^Was \$135 refunded/);
      expect(await balanceEmails(booked)).toEqual([]);
      const answer = { id: alert.id, words: "On the bank statement", refund: "refunded" };
      expect((await admin("POST", "/payment-alerts/close", answer)).json).toEqual({ closed: true });
      expect(await paymentOf(booked)).toMatchObject({ state: "due", amountCents: 13_500, laterCents: 31_500 });
      expect(await balanceEmails(booked)).toEqual([expect.stringContaining("Payment due today")]);
    });
  });

  test("P-23: before cancelling, guest and host see the refund; fee and refund add up to what was paid", async () => {
    // Arrival is tomorrow, so a fee of one night applies.
    const { booked, session } = await paid(await nightsFromTomorrow());
    const shown = (await server.send("GET", `${path(booked)}/confirmation`, undefined, own(booked))).json;
    expect([shown.acts.feeIfCancelledNow, shown.payment.paidCents, shown.payment.backIfCancelledCents]).toEqual([
      "150.00",
      45_000,
      30_000,
    ]);
    expect((await onlineOf(booked)).backIfCancelledCents).toBe(30_000);
    const gone = await server.send("POST", `${path(booked)}/cancel`, { expectedFee: "150.00" }, own(booked));
    expect(gone.status, gone.text).toBe(200);
    await jobs();
    expect([bank.refunded(session), (await detail(booked)).dueAmount]).toEqual([30_000, "0.00"]);
    // Nothing was paid, so the fee remains due and nothing is charged.
    await settings({ paymentMode: "offered" });
    const unpaid = await bookStay(server, await nightsFromTomorrow());
    await server.send("POST", `${path(unpaid)}/cancel`, { expectedFee: "150.00" }, own(unpaid));
    await jobs();
    expect((await detail(unpaid)).dueAmount).toBe("150.00");
  });

  test("P-32: a cancellation fee is due until it is paid, then counts as paid, and is not part of the revenue", async () => {
    await settings({ paymentMode: "off" });
    const stats = async () => {
      const { revenue, money } = (await admin("GET", "/dashboard")).json.stats;
      return { revenue: Number(revenue), paid: money.paid, due: money.due };
    };
    const before = await stats();
    const booked = await bookStay(server, await nightsFromTomorrow());
    const { feeIfCancelledNow: expectedFee, version } = await detail(booked);
    const cancelling = { version, waiveFee: false, expectedFee };
    const cancelled = await admin("POST", `/bookings/${booked.json.id}/cancel`, cancelling);
    expect([expectedFee, cancelled.status], cancelled.text).toEqual(["150.00", 200]);
    expect(await stats()).toEqual({ ...before, due: before.due + 150 });
    await recordCash(booked, "150.00");
    expect(await stats()).toEqual({ ...before, paid: before.paid + 150 });
  });

  test("a stay that costs nothing is booked at once, asks for no payment, and can be cancelled free of charge", async () => {
    const terms = { arrivalFrom: null, arrivalUntil: null, bookUntil: null, minimumNights: null, maximumUses: null };
    const code = { discount: { percent: 10_000 }, ...terms, confirmed: true };
    expect((await admin("PUT", "/prices/codes/FREE", code)).status).toBe(200);
    const { id: guestId } = (await server.send("POST", "/api/guests", GUEST)).json;
    const body = { ...stayBody(nights()), guestId, code: "free", expectedTotal: "0.00" };
    const booked = await server.send("POST", "/api/bookings", body);
    expect(booked.json).toMatchObject({ status: "upcoming" });
    expect(booked.json.payPage).toBeUndefined();
    const shown = (await server.send("GET", `${path(booked)}/confirmation`, undefined, own(booked))).json;
    expect(shown).toMatchObject({ totalAmount: "0.00", cancellation: [], payNoteApplies: false });
    expect((await paymentOf(booked)).state).toBe("nothing");
    expect((await pay(booked)).json.message).toBe("There is nothing to pay right now.");
    expect(await detail(booked)).toMatchObject({ status: "upcoming", dueAmount: "0.00", feeIfCancelledNow: "0.00" });
  });

  test("a guest whose unpaid stay uses up a discount code is told so, and can use the code again after cancelling that stay", async () => {
    const terms = { arrivalFrom: null, arrivalUntil: null, bookUntil: null, minimumNights: null, maximumUses: 1 };
    const saved = await admin("PUT", "/prices/codes/ONCE", { discount: { percent: 1000 }, ...terms });
    expect(saved.status, saved.text).toBe(200);
    const stays = [nights(), nights(), nights()];
    const quote = async (n: number, cookie: object) => {
      const body = { ...stays[n], guestCount: 2, code: "once" };
      return (await server.send("POST", "/api/quote", body, { ...cookie })).json.code.message;
    };
    const book = async (n: number, headers: Record<string, string> = {}) => {
      const { id: guestId } = (await server.send("POST", "/api/guests", GUEST, headers)).json;
      const body = { ...stayBody(stays[n]), guestId, code: "once" };
      return server.send("POST", "/api/bookings", body, headers);
    };
    const first = await book(0);
    expect(first.json.payPage, first.text).toBeDefined();
    expect((await book(0, own(first))).json).toEqual(first.json);
    const held = expect.stringContaining("for another stay that is not paid yet");
    expect(await quote(1, own(first))).toEqual(held);
    expect((await book(1, own(first))).json).toMatchObject({ message: held, fields: { code: held } });
    // If the code cannot be used for the other stay anyway, cancelling the first stay would not help.
    const noLimits = { arrival_until: null, minimum_nights: null, book_until: null };
    const limits = [
      { arrival_until: stays[0]?.checkInDate ?? null },
      { minimum_nights: 4 },
      { book_until: toLocalDate("2020-01-01") },
    ];
    for (const limit of limits) {
      await server.db
        .updateTable("promo_code")
        .set({ ...noLimits, ...limit })
        .execute();
      expect(await quote(1, own(first))).toBe("This code cannot be used for this stay.");
      expect((await book(1, own(first))).json.message).toBe("This code cannot be used for this stay.");
    }
    // The guest's own code is no guess, so any number of dates can be compared.
    for (let times = 0; times < 21; times++)
      expect(await quote(1, own(first))).toContain("cannot be used for this stay");
    await server.db.updateTable("promo_code").set(noLimits).execute();
    // Others are not told that the code is in use.
    expect(await quote(1, {})).toBe("This code cannot be used for this stay.");
    expect((await book(1)).json.message).toBe("This code cannot be used for this stay.");

    const cancelled = await server.send("POST", `${path(first)}/cancel`, { expectedFee: "0.00" }, own(first));
    expect(cancelled.status, cancelled.text).toBe(200);
    const statuses = (await Promise.all([book(1, own(first)), book(2, own(first))])).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 400]);
  });

  test("P-24: the dashboard reports that no webhooks arrive, but only if a payment from the last day was found without one", async () => {
    const silent = async () => {
      const { alerts } = (await admin("GET", "/dashboard")).json;
      return alerts.some(({ id }: { id: string }) => id === "payment-webhook");
    };
    await later(25 * 60 * MINUTE);
    const reported = await begun();
    bank.pay(reported.session);
    await bank.sendWebhook(reported.session, `evt_${reported.session}`);
    await jobs();
    await later(15 * MINUTE);
    expect(await silent()).toBe(false);
    await paid();
    expect(await silent()).toBe(false);
    await later(15 * MINUTE);
    expect(await silent()).toBe(true);
    await later(25 * 60 * MINUTE);
    expect(await silent()).toBe(false);
  });

  test("P-28: a dispute shows its amount, reason and deadline, with evidence of what the guest agreed to and was sent", async () => {
    const alone = { ...nights(), guestCount: 1 };
    const { booked, session } = await paid(alone, { ...GUEST, name: "Dora Disputes", email: "dora@example.com" });
    await paid(nights(), { ...GUEST, name: "Someone Else", email: "else@example.com" });
    bank.dispute(session);
    await bank.sendWebhook(session, "evt_dispute");
    await jobs();
    const { alerts } = await onlineOf(booked);
    expect(alerts[0]).toMatchObject({ kind: "dispute", detail: expect.stringContaining("$450") });
    expect(alerts[0].detail).toContain("product not received");
    expect(alerts[0].detail).toMatch(/Respond by /);
    expect((await detail(booked)).status).toBe("upcoming");
    await server.db
      .updateTable("scheduled_message")
      .set({ status: "sent", sent_at: server.clock().toISOString() })
      .where("booking_id", "=", booked.json.id)
      .where("type", "=", "welcome")
      .execute();
    const sheet = await admin("GET", `/bookings/${booked.json.id}/dispute-evidence`);
    expect([sheet.status, sheet.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
    for (const text of [
      "Dora Disputes",
      ", 1 guest\n",
      "Free of charge until",
      "payment of $450",
      ": email, welcome",
      "Browsers in which the booking was made or the link was opened: 1",
    ]) {
      expect(sheet.text).toContain(text);
    }
    expect(sheet.text).toContain((await detail(booked)).reference);
    const downloaded = expect.objectContaining({ act: "Downloaded the evidence for a dispute" });
    expect((await admin("GET", "/audit")).json.entries).toContainEqual(downloaded);
    expect(sheet.text).not.toMatch(/Someone Else|else@example|\/booking\/link\//);
  });

  test("P-31: a booking's URL alone gives no access to its amounts, receipts or payment page", async () => {
    const { booked } = await paid();
    const [receipt] = (await paymentOf(booked)).receipts;
    const shown = (await server.send("GET", `${path(booked)}/confirmation`)).json;
    expect([shown.payment, shown.acts]).toEqual([undefined, null]);
    const refused = await Promise.all([
      server.send("GET", `${path(booked)}/payment`),
      server.send("POST", `${path(booked)}/pay`, {}),
      server.send("GET", `${path(booked)}/receipts/${receipt.number}`),
    ]);
    expect(refused.map(({ status, text }) => [status, text.includes("450")])).toEqual([
      [403, false],
      [403, false],
      [403, false],
    ]);
  });

  test("P-33: a payment reminder is sent once, ten minutes after the time to pay began, and only to guests who have not paid", async () => {
    const late = await begun(nights(), { ...GUEST, email: "late@example.com" });
    const quick = await paid(nights(), { ...GUEST, email: "quick@example.com" });
    const proven = await begun(nights(), { ...GUEST, email: "proven@example.com" });
    await later(9 * MINUTE);
    // For this guest, the time to pay begins when they open the link that verifies their address.
    await followLink(server, await ownLinkOf(server, proven.booked.json.id));
    const afterProof = (await emailsTo(proven.booked)).length;
    await jobs();
    expect(await emailsTo(late.booked)).toEqual([]);
    await later(2 * MINUTE);
    await Promise.all([jobs(), jobs()]);
    await jobs();
    expect((await emailsTo(late.booked)).length).toBe(1);
    expect((await emailsTo(proven.booked)).length).toBe(afterProof);
    expect((await emailsTo(quick.booked)).filter((subject) => /pay to|please pay/i.test(subject))).toEqual([]);
    await later(30 * MINUTE);
    await jobs();
    await jobs();
    // One more email says that the nights are free again.
    expect((await emailsTo(late.booked)).length).toBe(2);
  });

  test("P-40: a webhook is recorded once if its signature is valid, and otherwise rejected, without a call to the provider", async () => {
    const { session } = await begun();
    const noticeCount = async () =>
      Number((await sql<{ n: number }>`select count(*) as n from provider_notice`.execute(server.db)).rows[0]?.n ?? 0);
    const before = [await noticeCount(), bank.calls.length];
    expect(await bank.sendWebhook(session, "evt_forged_40", "another secret")).toBe(401);
    const huge = await fetch(`${server.url}/api/webhooks/stripe`, {
      method: "POST",
      headers: { "content-type": "application/json", "stripe-signature": "t=1,v1=x" },
      body: "x".repeat(65 * 1024),
    });
    expect(huge.status).toBe(413);
    expect([await noticeCount(), bank.calls.length]).toEqual(before);
    expect(await bank.sendWebhook(session, "evt_true_40")).toBe(200);
    expect(await bank.sendWebhook(session, "evt_true_40")).toBe(200);
    expect([await noticeCount(), bank.calls.length]).toEqual([Number(before[0]) + 1, before[1]]);
  });

  test("P-43: after a restore, nothing is refunded or cancelled before the provider's records have been checked, and payments missing from the backup are found", async () => {
    const { holdAfterRestore } = await import("../backups/hold-after-restore.ts");
    const { booked, session } = await paid();
    const held = await begun();
    await holdAfterRestore(server.db, { madeAt: server.clock().toISOString(), now: server.clock() });
    // Otherwise, bookings that other tests make on this server would be requests.
    await server.db.deleteFrom("feed_hold").execute();
    bank.away = true;
    const refund = await admin("POST", `/bookings/${booked.json.id}/refunds`, {
      amountCents: 10_000,
      expectedRefundableCents: 45_000,
    });
    expect(refund.status).toBe(200);
    await later(40 * MINUTE);
    await jobs();
    expect([bank.refunded(session), (await detail(held.booked)).status]).toEqual([0, "pending"]);
    bank.away = false;
    // The guest paid late, and so far only the bank knows about the payment.
    bank.pay(held.session, { late: true });
    for (let times = 0; times < 4; times++) {
      await later(2 * MINUTE);
      await jobs();
    }
    expect([bank.refunded(session), (await detail(held.booked)).status]).toEqual([10_000, "upcoming"]);
    const known = async () =>
      (await server.db.selectFrom("payment").select("fact_key").where("fact_key", "is not", null).execute()).length;
    const rows = await known();
    for (const id of bank.sessions.keys()) await bank.sendWebhook(id, `evt_again_${id}`);
    await jobs();
    expect(await known()).toBe(rows);
  });

  test("P-43: a payment made since the backup counts for its booking if it is due, even if the backup is 35 days old", async () => {
    const { holdAfterRestore } = await import("../backups/hold-after-restore.ts");
    const settled = await paid();
    const inBackup = await server.db.selectFrom("checkout").selectAll().execute();
    const waits = await begun();
    bank.pay(waits.session);
    await admin("POST", `/bookings/${settled.booked.json.id}/payment-links`, { amountCents: 4000, about: "" });
    const extra = bank.sessionOf((await pay(settled.booked)).json.url);
    bank.pay(extra);
    const known = inBackup.map(({ id }) => id);
    await server.db.deleteFrom("checkout").where("id", "not in", known).execute();
    await server.db.deleteFrom("payment_request").where("booking_id", "=", settled.booked.json.id).execute();
    // The site took payments in live mode earlier, and a test key cannot retrieve them.
    const live = inBackup.slice(0, 1).map((row) => ({ ...row, id: "live", live: 1, provider_ref: "cs_live" }) as const);
    // The site also used another account, whose pages the bank does not know.
    const other = inBackup.slice(0, 1).map((row) => ({ ...row, id: "other", provider_ref: "cs_other" }) as const);
    await server.db
      .insertInto("checkout")
      .values([...live, ...other])
      .execute();

    await later(35 * DAY);
    await holdAfterRestore(server.db, { madeAt: server.clock().toISOString(), now: server.clock() });
    // Otherwise, bookings that other tests make on this server would be requests.
    await server.db.deleteFrom("feed_hold").execute();
    for (let times = 0; times < 3; times++) {
      await jobs();
      await later(MINUTE);
    }
    await server.db.deleteFrom("checkout").where("id", "in", ["live", "other"]).execute();
    const { status, paidAmount } = await detail(waits.booked);
    expect([status, paidAmount]).toEqual(["upcoming", "450.00"]);
    expect((await emailsTo(waits.booked)).filter((subject) => subject.includes("deadline"))).toEqual([]);
    // Only the host can know what the other payment was for.
    const { alerts, refunds } = await onlineOf(settled.booked);
    expect(alerts.map(({ kind }: { kind: string }) => kind)).toEqual(["unknown-money"]);
    expect([refunds, bank.refunded(extra)]).toEqual([[], 0]);
    const open = await server.db.selectFrom("payment_alarm").select("id").where("closed_at", "is", null).execute();
    expect(open.map(({ id }) => id)).not.toContain("restored");
  });

  describe("P-43: after a restore, a refund that the original server made after the backup is not made again", () => {
    /** In the backup, the refund has been recorded but not sent. By now, the bank has forgotten the refund's key. */
    async function restored() {
      const { holdAfterRestore } = await import("../backups/hold-after-restore.ts");
      const { booked, session } = await paid();
      const order = { amountCents: 10_000, expectedRefundableCents: 45_000 };
      const refund = await admin("POST", `/bookings/${booked.json.id}/refunds`, order);
      expect(refund.status, refund.text).toBe(200);
      const row = server.db.selectFrom("refund").select("id").where("booking_id", "=", booked.json.id);
      bank.refundByHand(session, 10_000, { refund: (await row.executeTakeFirstOrThrow()).id });
      await later(2 * DAY);
      await holdAfterRestore(server.db, { madeAt: server.clock().toISOString(), now: server.clock() });
      // Otherwise, bookings that other tests make on this server would be requests.
      await server.db.deleteFrom("feed_hold").execute();
      await later(MINUTE);
      return { booked, session };
    }
    /** The refund is found and recorded. */
    async function expectOneRefund({ booked, session }: Awaited<ReturnType<typeof restored>>) {
      for (let times = 0; times < 3; times++) {
        await later(MINUTE);
        await jobs();
      }
      expect([bank.refundCount(session), (await detail(booked)).paidAmount]).toEqual([1, "350.00"]);
      expect(await isPaused()).toBe(false);
    }
    const isPaused = async () => {
      const { alerts } = (await admin("GET", "/dashboard")).json;
      return alerts.some(({ title }: { title: string }) => title.startsWith("Restored from a backup"));
    };
    async function expectStillPaused() {
      await server.app.runJobs(/sync payments after a restore/);
      await server.app.runJobs(/send refunds/);
      expect(await isPaused()).toBe(true);
    }

    test("although the first sync fails", async () => {
      const refund = await restored();
      bank.away = true;
      await server.app.runJobs(/sync payments$/);
      bank.away = false;
      await expectStillPaused();
      await expectOneRefund(refund);
    });

    test("although a webhook arrives before the first sync", async () => {
      const refund = await restored();
      const { id } = refund.booked.json;
      await server.db.updateTable("checkout").set({ next_check_at: null }).where("booking_id", "!=", id).execute();
      expect(await bank.sendWebhook(refund.session, "evt_refund_restored")).toBe(200);
      await expectStillPaused();
      await expectOneRefund(refund);
    });
  });

  test("P-43: after a restore, a hundred checkouts that cannot be synced do not keep others from being synced", async () => {
    const { holdAfterRestore } = await import("../backups/hold-after-restore.ts");
    const { booked } = await paid();
    const row = server.db.selectFrom("checkout").selectAll().where("booking_id", "=", booked.json.id);
    const known = await row.executeTakeFirstOrThrow();
    const copies = Array.from({ length: 100 }, (_unused, n) => ({ ...known, id: `cannot-be-synced-${n}` }));
    // Half of them belong to an earlier provider, and the pages of the others were never opened.
    const former = copies.slice(50).map((one) => ({ ...one, provider: "payhere", provider_ref: one.id }));
    const neverOpened = copies.slice(0, 50).map((one) => ({ ...one, state: "ended" as const, provider_ref: null }));
    await server.db
      .insertInto("checkout")
      .values([...former, ...neverOpened])
      .execute();
    await holdAfterRestore(server.db, { madeAt: server.clock().toISOString(), now: server.clock() });
    // Otherwise, the booking below, and those that later tests make on this server, would be requests.
    await server.db.deleteFrom("feed_hold").execute();
    await later(MINUTE);
    const next = await begun();
    bank.pay(next.session);
    expect(await bank.sendWebhook(next.session, "evt_behind_a_hundred")).toBe(200);
    await jobs();
    expect((await detail(next.booked)).status).toBe("upcoming");
    await server.db.deleteFrom("checkout").where("id", "like", "cannot-be-synced-%").execute();
  });

  test("P-45: a guest's data is erased seven days after their unpaid stay expired; a paying guest's data is kept", async () => {
    const gone = await begun(nights(), { ...GUEST, email: "gone@example.com" });
    const stays = await paid(nights(), { ...GUEST, email: "stays@example.com" });
    await later(40 * MINUTE);
    await jobs();
    expect(await detail(gone.booked)).toMatchObject({ status: "cancelled", endedAs: "unpaid" });
    const { bookings } = (await admin("GET", `/bookings-page?search=${gone.booked.json.reference}&status=never-booked`))
      .json;
    expect(bookings).toMatchObject([{ endedAs: "unpaid" }]);
    const seen = await server.send("GET", `${path(gone.booked)}/confirmation`, undefined, own(gone.booked));
    expect(seen.json).toMatchObject({ status: "cancelled", endedAs: "unpaid" });
    const addresses = async () => {
      const rows = await server.db.selectFrom("guest").select("email").execute();
      return ["gone@example.com", "stays@example.com"].map((email) => rows.some((row) => row.email === email));
    };
    const forget = () => server.app.runJobs(/erase guests/);
    await later(6 * DAY);
    await forget();
    expect(await addresses()).toEqual([true, true]);
    await later(DAY + MINUTE);
    await forget();
    expect(await addresses()).toEqual([false, true]);
    const { totalAmount } = await detail(gone.booked);
    expect([totalAmount, (await detail(stays.booked)).paidAmount]).toEqual(["450.00", "450.00"]);
  });

  test("P-45: a guest's data is also erased if the guest released an unpaid stay or the host cancelled it, but not if a booked stay was cancelled", async () => {
    const guest = (name: string) => ({ ...GUEST, email: `${name}@example.com` });
    const released = await begun(nights(), guest("released"));
    const cancelled = await begun(nights(), guest("cancelled"));
    await settings({ paymentMode: "offered" });
    const booked = await bookStay(server, nights(), guest("booked"));
    const byGuest = await server.send(
      "POST",
      `${path(released.booked)}/cancel`,
      { expectedFee: "0.00" },
      own(released.booked),
    );
    expect(byGuest.status, byGuest.text).toBe(200);
    await cancelByHost(cancelled.booked);
    await cancelByHost(booked);
    const kept = async () => {
      const rows = await server.db.selectFrom("guest").select("email").execute();
      return ["released", "cancelled", "booked"].filter((name) =>
        rows.some(({ email }) => email === guest(name).email),
      );
    };
    const forget = () => server.app.runJobs(/erase guests/);
    await later(6 * DAY);
    const { version } = await detail(cancelled.booked);
    const noted = await admin("PUT", `/bookings/${cancelled.booked.json.id}/notes`, { version, notes: "Called" });
    expect(noted.status, noted.text).toBe(200);
    await forget();
    expect(await kept()).toEqual(["released", "cancelled", "booked"]);
    await later(DAY + MINUTE);
    await forget();
    expect(await kept()).toEqual(["booked"]);
  });
});

describe.each(engines)("receipts from two servers on one database, on %s", (engine) => {
  test("P-34: payments recorded at the same time get unique receipt numbers without gaps", async () => {
    const first = await startTestApp(engine, { config: { localBank: true } });
    const second = await startTestApp(engine, {
      clock: first.clock,
      config: { localBank: true, ...first.sameDatabase },
    });
    const cookie = await first.signIn();
    // On PostgreSQL, all requests wait for the calendar lock and for a connection. On a slow machine, some of them get
    // a 503, and some of these only after the change was made.
    const sendUntilAnswered = async (...sent: Parameters<TestApp["send"]>): Promise<TestResponse> => {
      for (;;) {
        const response = await (turns++ % 2 === 0 ? first : second).send(...sent);
        if (response.status !== 503) return response;
      }
    };
    let turns = 0;
    const bookings = await Promise.all(
      Array.from({ length: 40 }, async (_unused, n) => {
        const from = Date.UTC(2027, 0, 1 + 2 * n);
        const stay = {
          ...GUEST,
          checkInDate: new Date(from).toISOString().slice(0, 10),
          checkOutDate: new Date(from + DAY).toISOString().slice(0, 10),
          guestCount: 2,
          status: "confirmed",
        };
        const headers = { cookie, "idempotency-key": `booking-${n}` };
        return sendUntilAnswered("POST", "/api/admin/bookings", stay, headers);
      }),
    );
    expect(bookings.map(({ status, text }) => (status === 201 ? "" : text)).filter(Boolean)).toEqual([]);
    const recorded = await Promise.all(
      bookings.map(({ json }) =>
        sendUntilAnswered(
          "POST",
          `/api/admin/bookings/${json.id}/payments`,
          { kind: "payment", amount: "10", method: "cash", paidOn: "2026-11-21", version: 1 },
          { cookie },
        ),
      ),
    );
    // The second request for a payment that was recorded gets a 409, because the booking has changed.
    expect(recorded.map(({ status, text }) => ([201, 409].includes(status) ? "" : text)).filter(Boolean)).toEqual([]);
    const rows = await first.db.selectFrom("receipt").select(["year", "number"]).orderBy("number").execute();
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 40 }, (_unused, n) => n + 1));
    await second.close();
    await first.close();
  });
});

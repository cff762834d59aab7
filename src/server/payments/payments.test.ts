import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "kysely";
import { addDays, toLocalDate } from "#domain/calendar/local-date.ts";
import { DEFAULT_PRICES } from "#domain/pricing/price-document.ts";
import { engines } from "../testing/engines.ts";
import { receiptCents, type ReceiptContent, receiptNumber } from "./issue-receipt.ts";
import { bookStay, GUEST } from "../testing/given.ts";
import { openMailbox, sendingTo } from "../testing/mailbox.ts";
import { openChannel } from "../testing/open-channel.ts";
import { cookieOf, type TestResponse, startTestApp, type TestApp } from "../testing/test-app.ts";
import { startPayBank, type PayBank } from "../testing/pay-bank.ts";

const MINUTE = 60_000;

describe.each(engines)("paying online, on %s", (engine) => {
  let server: TestApp;
  let bank: PayBank;
  let host: string;
  beforeAll(async () => {
    bank = await startPayBank(() => server.clock());
    server = await startTestApp(engine, { config: { stripe: bank.account } });
    bank.sendWebhooksTo(`${server.url}/api/webhooks/stripe`);
  });
  beforeEach(async () => {
    host = await server.signIn();
    bank.away = false;
    bank.noFaults();
    bank.refuseKey(false);
  });
  afterAll(async () => {
    await server.close();
    await bank.close();
  });

  let day = 0;
  /** Three nights that no other test uses. */
  const nights = () => {
    day += 4;
    const at = (n: number) => new Date(Date.UTC(2027, 0, day + n)).toISOString().slice(0, 10);
    return { checkInDate: at(0), checkOutDate: at(3) };
  };
  const own = (booked: TestResponse) => ({ cookie: cookieOf(booked) });
  const path = (booked: TestResponse) => `/api/bookings/${booked.json.id}`;
  const paymentOf = async (booked: TestResponse, back = "") =>
    (await server.send("GET", `${path(booked)}/payment${back}`, undefined, own(booked))).json;
  const pay = (booked: TestResponse) => server.send("POST", `${path(booked)}/pay`, {}, own(booked));
  const admin = async (method: string, address: string, body?: unknown): Promise<TestResponse> => {
    const response = await server.send(method, `/api/admin${address}`, body, { cookie: host });
    if (response.status !== 401) return response;
    // Sessions expire as time passes in these tests.
    host = await server.signIn();
    return server.send(method, `/api/admin${address}`, body, { cookie: host });
  };
  const detail = async (booked: TestResponse) => (await admin("GET", `/bookings/${booked.json.id}`)).json;
  const jobs = () => server.app.runJobs(/payment|unpaid|refund/);
  /** Books a stay and opens its payment page. Returns the page's id at the bank. */
  async function begun(stay = nights()) {
    const booked = await bookStay(server, stay);
    const payLink = await pay(booked);
    expect(payLink.status, payLink.text).toBe(200);
    return { booked, session: bank.sessionOf(payLink.json.url) };
  }

  test("a stay is held until the guest pays on the payment provider's page, and is then booked", async () => {
    const { booked, session } = await begun();
    expect(booked.json).toMatchObject({ status: "pending", payPage: `/booking/pay/${booked.json.id}` });
    const before = await paymentOf(booked);
    expect([before.state, before.amountCents, before.currency]).toEqual(["open", 45_000, "USD"]);
    // A second tap opens the same page.
    expect(bank.sessionOf((await pay(booked)).json.url)).toBe(session);
    expect((await paymentOf(booked, "?back=paid")).state).toBe("checking");
    bank.pay(session);
    const after = await paymentOf(booked, "?back=paid");
    expect([after.state, after.paidCents, after.receipts.length]).toEqual(["paid", 45_000, 1]);
    const seen = await detail(booked);
    expect([seen.status, seen.paidAmount, seen.dueAmount]).toEqual(["upcoming", "450.00", "0.00"]);
    expect(seen.payments[0]).toMatchObject({ method: "online", online: true, amount: "450.00" });
    const receipt = await server.send(
      "GET",
      `${path(booked)}/receipts/${after.receipts[0].number}`,
      undefined,
      own(booked),
    );
    expect(receipt.json).toMatchObject({ amountCents: 45_000, kind: "payment", guestName: GUEST.name, live: false });
    const { location } = receipt.json.property;
    const wordsIn = { location: { de: { text: "Im Hochland bei Kandy", of: location } } };
    expect((await admin("PUT", "/content/property", { wordsIn })).status).toBe(200);
    const propertyIn = async (language: string) => {
      const address = `${path(booked)}/receipts/${after.receipts[0].number}`;
      return (await server.send("GET", address, undefined, { ...own(booked), "x-latchkey-language": language })).json
        .property;
    };
    expect((await propertyIn("de")).location).toBe("Im Hochland bei Kandy");
    expect(await propertyIn("fr")).toMatchObject({ location, english: [location] });
    const issued = await propertyIn("en");
    const moved = { name: "Renamed Cottage", location: "Moved away" };
    expect((await admin("PUT", "/content/property", moved)).status).toBe(200);
    expect(await propertyIn("en")).toEqual(issued);
    expect(await propertyIn("de")).toEqual({ ...issued, english: [location] });
    const { name } = issued;
    expect((await admin("PUT", "/content/property", { name, location })).status).toBe(200);
  });

  test("a receipt lists accommodation, discounts, fees and taxes separately, as they were when the guest booked (Q-14)", async () => {
    const change = async (prices: object) => {
      const { version } = (await admin("GET", "/prices")).json;
      const saved = await admin("PUT", "/prices", {
        prices: { ...DEFAULT_PRICES, ...prices },
        version,
        confirmed: true,
      });
      expect(saved.status, saved.text).toBe(200);
    };
    await change({
      longerStays: [{ nights: 3, percent: 1000 }],
      cleaningCents: 3000,
      taxes: [
        { name: "City tax", included: false, per: "guest-night", amountCents: 150 },
        { name: "VAT", included: true, per: "price", percent: 1900 },
      ],
    });
    const { booked, session } = await begun();
    await change({});
    bank.pay(session);
    const [{ number }] = (await paymentOf(booked, "?back=paid")).receipts;
    const priceOf = async () =>
      (await server.send("GET", `${path(booked)}/receipts/${number}`, undefined, own(booked))).json.price;
    const price = await priceOf();
    const amounts = price.lines.map((line: { label: string; amountCents: number }) => [line.label, line.amountCents]);
    expect(amounts).toEqual([
      ["3 nights × $150", 45_000],
      ["Longer stay, 3 nights or more (10% off)", -4500],
      ["Cleaning", 3000],
      ["City tax", 900],
    ]);
    expect([price.totalCents, price.containedTaxes]).toEqual([44_400, [{ name: "VAT", amountCents: 6945 }]]);
    const { version } = await detail(booked);
    const line = { version, kind: "extra", amount: "5", label: "Firewood" };
    expect((await admin("POST", `/bookings/${booked.json.id}/adjustments`, line)).json.totalAmount).toBe("449.00");
    expect(await priceOf()).toEqual(price);
  });

  test("a receipt for a payment after the cancellation does not list the price of the stay", async () => {
    const { booked, session } = await begun();
    bank.pay(session);
    await paymentOf(booked, "?back=paid");
    const { version } = await detail(booked);
    const cancelling = { version, waiveFee: false, expectedFee: "0.00" };
    expect((await admin("POST", `/bookings/${booked.json.id}/cancel`, cancelling)).status).toBe(200);
    const link = { amountCents: 4000, about: "Broken window" };
    expect((await admin("POST", `/bookings/${booked.json.id}/payment-links`, link)).status).toBe(200);
    bank.pay(bank.sessionOf((await pay(booked)).json.url));
    await paymentOf(booked, "?back=paid");
    const cash = { kind: "payment", amount: "5", method: "cash", paidOn: "2026-11-20" };
    const recorded = { ...cash, version: (await detail(booked)).version };
    expect((await admin("POST", `/bookings/${booked.json.id}/payments`, recorded)).status).toBe(201);
    const receipts = [];
    for (const { number } of (await paymentOf(booked)).receipts) {
      const { json } = await server.send("GET", `${path(booked)}/receipts/${number}`, undefined, own(booked));
      receipts.push([json.method, json.amountCents, json.price?.totalCents ?? null]);
    }
    expect(receipts).toEqual([
      ["online", 45_000, 45_000],
      ["online", 4000, null],
      ["cash", 500, null],
    ]);
  });

  test("receipts, refunds and corrections add up to what was paid, whether a payment or a refund is corrected", async () => {
    const { booked, session } = await begun();
    bank.pay(session);
    await paymentOf(booked, "?back=paid");
    const refund = bank.refundByHand(session, 10_000);
    await bank.sendWebhook(session, "evt_receipts");
    await jobs();
    bank.failRefund(refund);
    await bank.sendWebhook(session, "evt_receipts_failed");
    await jobs();
    for (const [kind, amount] of [
      ["payment", "20"],
      ["refund", "30"],
    ]) {
      const entered = { kind, amount, method: "cash", paidOn: "2026-11-20", version: (await detail(booked)).version };
      const { payments, version } = (await admin("POST", `/bookings/${booked.json.id}/payments`, entered)).json;
      const { id } = payments.find((one: { online: boolean }) => !one.online);
      const removed = await admin("DELETE", `/bookings/${booked.json.id}/payments/${id}?version=${version}`);
      expect(removed.status, removed.text).toBe(200);
    }
    const { receipts, paidCents } = await paymentOf(booked);
    expect(receipts.map((one: { kind: string; amountCents: number }) => [one.kind, one.amountCents])).toEqual([
      ["payment", 45_000],
      ["refund", -10_000],
      ["correction", 10_000],
      ["payment", 2000],
      ["correction", -2000],
      ["refund", -3000],
      ["correction", 3000],
    ]);
    expect(paidCents).toBe(45_000);
    for (const { number, amountCents } of receipts) {
      const { json } = await server.send("GET", `${path(booked)}/receipts/${number}`, undefined, own(booked));
      expect(json.amountCents, number).toBe(amountCents);
    }
    // Corrections issued by earlier versions do not say what they correct.
    const rows = await server.db.selectFrom("receipt").selectAll().where("booking_id", "=", booked.json.id).execute();
    const earlier = rows.map((row) => {
      const { corrects: _corrects, ...content }: ReceiptContent = JSON.parse(row.content);
      return { number: receiptNumber(row), amountCents: receiptCents(row, content, rows), kind: row.kind };
    });
    expect(earlier.toSorted((a, b) => (a.number < b.number ? -1 : 1))).toEqual(receipts);
  });

  describe("with taxes included in the price", () => {
    const setTaxes = async (taxes: object[]) => {
      const { version } = (await admin("GET", "/prices")).json;
      const saved = await admin("PUT", "/prices", {
        prices: { ...DEFAULT_PRICES, taxes },
        version,
        confirmed: true,
      });
      expect(saved.status, saved.text).toBe(200);
    };
    beforeEach(() =>
      setTaxes([
        { name: "VAT", included: true, per: "price", percent: 1900 },
        { name: "City tax", included: true, per: "guest-night", amountCents: 1000 },
      ]),
    );
    afterEach(() => setTaxes([]));

    /** The total and the included taxes on the receipt for a payment that is recorded now. */
    async function onReceipt(booked: TestResponse) {
      const cash = { kind: "payment", amount: "1", method: "cash", paidOn: "2026-11-20" };
      const { version } = await detail(booked);
      const paid = await admin("POST", `/bookings/${booked.json.id}/payments`, { ...cash, version });
      expect(paid.status, paid.text).toBe(201);
      const numbers: string[] = (await paymentOf(booked)).receipts.map(({ number }: { number: string }) => number);
      const last = numbers.toSorted().at(-1);
      const { price } = (await server.send("GET", `${path(booked)}/receipts/${last}`, undefined, own(booked))).json;
      return [price.totalCents, ...price.containedTaxes.map((tax: { amountCents: number }) => tax.amountCents)];
    }

    test("a receipt shows the taxes included in the adjusted price, which together never exceed the price", async () => {
      const { booked } = await begun();
      const adjust = async (kind: string, amount: string) => {
        const line = { version: (await detail(booked)).version, kind, amount, label: "Line" };
        expect((await admin("POST", `/bookings/${booked.json.id}/adjustments`, line)).status).toBe(201);
      };
      await adjust("discount", "400");
      expect(await onReceipt(booked)).toEqual([5000, 798, 4202]);
      await adjust("extra", "400");
      expect(await onReceipt(booked)).toEqual([45_000, 7185, 6000]);
    });

    test.each([
      { guestCount: 4, staysNights: 3, cityTax: 12_000 },
      { guestCount: 2, staysNights: 2, cityTax: 4000 },
    ])(
      "a receipt shows the taxes for $guestCount guests and $staysNights nights if the host kept the price",
      async (row) => {
        const { guestCount, staysNights, cityTax } = row;
        const { checkInDate, checkOutDate } = nights();
        const { booked } = await begun({ checkInDate, checkOutDate });
        const { version } = await detail(booked);
        const dates = { checkInDate, checkOutDate: addDays(toLocalDate(checkInDate), staysNights) };
        const change = { ...dates, guestCount, price: "keep", expectedTotal: "450.00" };
        const kept = await admin("PUT", `/bookings/${booked.json.id}/stay`, { ...change, version });
        expect(kept.status, kept.text).toBe(200);
        expect(await onReceipt(booked)).toEqual([45_000, 7185, cityTax]);
      },
    );
  });

  test("P-10: without a webhook and without the guest returning, a payment is found by polling within a minute", async () => {
    const { booked, session } = await begun();
    server.clock.advance(10 * MINUTE);
    await jobs();
    bank.pay(session);
    server.clock.advance(50_000);
    await jobs();
    expect((await detail(booked)).status).toBe("upcoming");
  });

  test("P-03: a fact takes effect once, even if several webhooks report it simultaneously", async () => {
    const { booked, session } = await begun();
    bank.pay(session);
    const webhooks = Array.from({ length: 20 }, (_, n) => bank.sendWebhook(session, `evt_${n % 3}`));
    expect(new Set(await Promise.all(webhooks))).toEqual(new Set([200]));
    await Promise.all([jobs(), jobs(), paymentOf(booked, "?back=paid"), paymentOf(booked, "?back=paid")]);
    const { payments, history } = await detail(booked);
    expect([payments.length, (await paymentOf(booked)).receipts.length]).toEqual([1, 1]);
    expect(history.filter(({ event }: { event: string }) => event.includes("the stay is booked"))).toHaveLength(1);
  });

  test("P-04: neither a browser nor a forged webhook can confirm a booking", async () => {
    const { booked, session } = await begun();
    await paymentOf(booked, "?back=paid");
    expect(await bank.sendWebhook(session, "evt_forged", "another secret")).toBe(401);
    expect(await bank.sendWebhook(session, "evt_old", undefined, -301)).toBe(401);
    expect(await bank.sendWebhook(session, "evt_early", undefined, 301)).toBe(401);
    // The webhook is signed and valid, but nothing was paid.
    expect(await bank.sendWebhook(session, "evt_signed")).toBe(200);
    await jobs();
    expect((await detail(booked)).status).toBe("pending");
    const stranger = await server.send("POST", `${path(booked)}/pay`, {});
    expect([stranger.status, stranger.text.includes("450")]).toEqual([403, false]);
    expect((await server.send("GET", `${path(booked)}/payment`)).status).toBe(403);
  });

  test("P-05: ending a hold closes the payment page, syncs the checkout and releases the nights; a new unpaid booking is not confirmed", async () => {
    const stay = nights();
    const { booked, session } = await begun(stay);
    server.clock.advance(35 * MINUTE);
    bank.calls.length = 0;
    await jobs();
    const calls = bank.callsWith(session);
    const closed = calls.findLastIndex((call) => call.endsWith("/expire"));
    expect([closed >= 0, calls.slice(closed + 1).some((call) => call.startsWith("GET"))]).toEqual([true, true]);
    expect((await detail(booked)).status).toBe("cancelled");
    expect((await paymentOf(booked)).state).toBe("ended");
    const again = await bookStay(server, stay);
    expect([again.status, again.json.status]).toEqual([201, "pending"]);
    // The host may ask the guest for money through a payment link; paying it does not restore the stay.
    const link = { amountCents: 4000, about: "Cleaning" };
    expect((await admin("POST", `/bookings/${booked.json.id}/payment-links`, link)).status).toBe(200);
    expect(await paymentOf(booked)).toMatchObject({ state: "due", amountCents: 4000, about: "Cleaning" });
    bank.pay(bank.sessionOf((await pay(booked)).json.url));
    expect(await paymentOf(booked, "?back=paid")).toMatchObject({ state: "cancelled", paidCents: 4000 });
    expect(await detail(booked)).toMatchObject({ status: "cancelled", paidAmount: "40.00" });
  });

  test("P-05: a guest who pays at the last moment keeps the stay, even without a webhook", async () => {
    const { booked, session } = await begun();
    server.clock.advance(30.9 * MINUTE);
    bank.pay(session);
    server.clock.advance(10 * MINUTE);
    await jobs();
    expect((await detail(booked)).status).toBe("upcoming");
  });

  test("P-05: while the provider is down, no nights are released for two hours", async () => {
    const { booked, session } = await begun();
    bank.pay(session);
    bank.away = true;
    server.clock.advance(40 * MINUTE);
    await jobs();
    expect((await detail(booked)).status).toBe("pending");
    bank.away = false;
    server.clock.advance(MINUTE);
    await jobs();
    expect((await detail(booked)).status).toBe("upcoming");
    // The guest had paid in time.
    expect((await paymentOf(booked)).state).toBe("paid");
    const other = await begun();
    bank.away = true;
    server.clock.advance(34 * MINUTE + 2 * 60 * MINUTE);
    await jobs();
    bank.away = false;
    expect((await detail(other.booked)).status).toBe("cancelled");
    expect((await admin("GET", `/bookings/${other.booked.json.id}/online-payments`)).json.alerts[0].kind).toBe(
      "unseen",
    );
  });

  test("a booking whose receipts must be kept cannot be removed, even if its payment was removed", async () => {
    const { booked } = await begun();
    const address = `/bookings/${booked.json.id}`;
    const { version, today } = await detail(booked);
    const cash = { kind: "payment", amount: "10", method: "cash", paidOn: today, version };
    const recorded = await admin("POST", `${address}/payments`, cash);
    expect(recorded.status, recorded.text).toBe(201);
    const payment = `${address}/payments/${recorded.json.payments[0].id}?version=${recorded.json.version}`;
    expect((await admin("DELETE", payment)).status).toBe(200);
    const { version: latest, reference } = await detail(booked);
    const removed = await admin("POST", `${address}/remove`, { version: latest, reference });
    expect([removed.status, removed.json.message]).toEqual([409, expect.stringContaining("receipt")]);
    expect((await detail(booked)).status).toBe("pending");
  });

  test("removing a booking also removes its alerts", async () => {
    const { booked } = await begun();
    bank.away = true;
    server.clock.advance(34 * MINUTE + 2 * 60 * MINUTE);
    await jobs();
    bank.away = false;
    const alerts = async () => (await admin("GET", "/dashboard")).json.alerts.map(({ href }: { href: string }) => href);
    const address = `/bookings/${booked.json.id}`;
    expect(await alerts()).toContain(`/admin${address}`);
    const { version, reference } = await detail(booked);
    const removed = await admin("POST", `${address}/remove`, { version, reference });
    expect(removed.status, removed.text).toBe(204);
    expect(await alerts()).not.toContain(`/admin${address}`);
  });

  test("P-06: a late payment restores the stay if its nights are still free", async () => {
    const { booked, session } = await begun();
    bank.away = true;
    server.clock.advance(34 * MINUTE + 2 * 60 * MINUTE);
    await jobs();
    bank.away = false;
    expect((await detail(booked)).status).toBe("cancelled");
    bank.pay(session, { late: true });
    server.clock.advance(MINUTE);
    await jobs();
    const seen = await detail(booked);
    expect([seen.status, seen.paidAmount]).toEqual(["upcoming", "450.00"]);
    expect((await paymentOf(booked)).state).toBe("late-taken");
  });

  test("P-06: the guest is told that a late payment has booked the stay, even if a platform's calendar cannot be read", async () => {
    const { booked, session } = await begun();
    bank.away = true;
    server.clock.advance(34 * MINUTE + 2 * 60 * MINUTE);
    await jobs();
    bank.away = false;
    await openChannel(server, await server.signIn(), "airbnb");
    const url = "https://calendar.invalid/4711.ics";
    await server.db.updateTable("channel").set({ state: "connected", import_url: url }).execute();
    bank.pay(session, { late: true });
    server.clock.advance(MINUTE);
    await jobs();
    await server.db.updateTable("channel").set({ state: "paused" }).execute();
    expect((await detail(booked)).history.at(-1).event).toContain("the stay is booked; not checked against Airbnb");
    expect((await paymentOf(booked)).state).toBe("late-taken");
  });

  test("P-06: a late payment is refunded in full while bookings may be missing after a restore", async () => {
    const { booked, session } = await begun();
    bank.away = true;
    server.clock.advance(34 * MINUTE + 2 * 60 * MINUTE);
    await jobs();
    bank.away = false;
    const since = server.clock().toISOString();
    await server.db.insertInto("feed_hold").values({ id: 1, reason: "restored", since }).execute();
    bank.pay(session, { late: true });
    for (let n = 0; n < 3; n++) {
      server.clock.advance(MINUTE);
      await jobs();
    }
    await server.db.deleteFrom("feed_hold").execute();
    expect([(await detail(booked)).status, bank.refunded(session)]).toEqual(["cancelled", 45_000]);
  });

  test("P-06: a late payment is refunded in full if the first night is already over", async () => {
    const { booked, session } = await begun();
    bank.away = true;
    server.clock.advance(34 * MINUTE + 2 * 60 * MINUTE);
    await jobs();
    bank.away = false;
    const { checkInDate } = await detail(booked);
    const back = server.clock();
    server.clock.set(`${addDays(checkInDate, 1)}T12:00:00Z`);
    bank.pay(session, { late: true });
    for (let n = 0; n < 3; n++) {
      server.clock.advance(MINUTE);
      await jobs();
    }
    expect([(await detail(booked)).status, bank.refunded(session)]).toEqual(["cancelled", 45_000]);
    server.clock.set(back.toISOString());
  });

  test("P-06: a late payment is refunded in full if somebody else has booked the nights", async () => {
    const stay = nights();
    const { booked, session } = await begun(stay);
    bank.away = true;
    server.clock.advance(34 * MINUTE + 2 * 60 * MINUTE);
    await jobs();
    bank.away = false;
    const other = await bookStay(server, stay);
    bank.pay(session, { late: true });
    server.clock.advance(MINUTE);
    await jobs();
    await jobs();
    const seen = await detail(booked);
    expect([seen.status, seen.paidAmount, bank.refunded(session)]).toEqual(["cancelled", "0.00", 45_000]);
    expect((await paymentOf(booked)).state).toBe("late-gone");
    expect((await detail(other)).status).toBe("pending");
  });

  test("P-23: when a stay is cancelled free of charge, everything that was paid is refunded", async () => {
    const { booked, session } = await begun();
    bank.pay(session);
    await paymentOf(booked, "?back=paid");
    const cancelled = await server.send("POST", `${path(booked)}/cancel`, { expectedFee: "0.00" }, own(booked));
    expect(cancelled.status, cancelled.text).toBe(200);
    await jobs();
    expect(bank.refunded(session)).toBe(45_000);
    const { payments, paidAmount, dueAmount } = await detail(booked);
    expect([payments.length, paidAmount, dueAmount]).toEqual([2, "0.00", "0.00"]);
    expect((await paymentOf(booked)).receipts.map(({ kind }: { kind: string }) => kind)).toEqual(["payment", "refund"]);
  });

  test("P-12: cancelling closes the payment page first; if the guest has just paid, they are told and nothing is cancelled", async () => {
    const { booked, session } = await begun();
    bank.pay(session);
    const refused = await server.send("POST", `${path(booked)}/cancel`, { expectedFee: "0.00" }, own(booked));
    expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining("just received a payment")]);
    expect((await detail(booked)).status).toBe("upcoming");
    const second = await begun();
    const cancelled = await server.send(
      "POST",
      `${path(second.booked)}/cancel`,
      { expectedFee: "0.00" },
      own(second.booked),
    );
    expect([cancelled.status, bank.statusOf(second.session)]).toEqual([200, "expired"]);
  });

  test("P-07: only one refund is made after a lost response, or after an error that the provider repeats for the same key", async () => {
    const { booked, session } = await begun();
    bank.pay(session);
    await paymentOf(booked, "?back=paid");
    await server.send("POST", `${path(booked)}/cancel`, { expectedFee: "0.00" }, own(booked));
    bank.failNext("refund", "after", 2);
    for (let tries = 0; tries < 5; tries++) {
      await jobs();
      server.clock.advance(11 * MINUTE);
    }
    expect([bank.refunded(session), bank.refundCount(session)]).toEqual([45_000, 1]);
    const refusedStay = await begun();
    bank.pay(refusedStay.session);
    await paymentOf(refusedStay.booked, "?back=paid");
    await server.send("POST", `${path(refusedStay.booked)}/cancel`, { expectedFee: "0.00" }, own(refusedStay.booked));
    bank.failNext("refund", "before", 1);
    for (let tries = 0; tries < 5; tries++) {
      await jobs();
      server.clock.advance(11 * MINUTE);
    }
    expect([bank.refunded(refusedStay.session), bank.refundCount(refusedStay.session)]).toEqual([45_000, 1]);
  });

  test("P-07: refunds do not exceed the charge, even if several are requested at once", async () => {
    const { booked, session } = await begun();
    bank.pay(session);
    await paymentOf(booked, "?back=paid");
    const refund = (amountCents: number, expectedRefundableCents = 45_000) =>
      admin("POST", `/bookings/${booked.json.id}/refunds`, { amountCents, expectedRefundableCents });
    expect((await refund(45_001)).status).toBe(400);
    const responses = await Promise.all([30_000, 30_000, 15_001, 45_000].map((cents) => refund(cents)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    await server.send("POST", `${path(booked)}/cancel`, { expectedFee: "0.00" }, own(booked));
    await Promise.all([jobs(), jobs()]);
    await jobs();
    expect([bank.refunded(session), (await detail(booked)).paidAmount]).toEqual([45_000, "0.00"]);
    expect((await refund(1)).status).toBe(400);
  });

  test("P-07: a partial refund that the host sends again after its response was lost is not made twice", async () => {
    const { booked, session } = await begun();
    bank.pay(session);
    await paymentOf(booked, "?back=paid");
    const refund = (expectedRefundableCents: number) =>
      admin("POST", `/bookings/${booked.json.id}/refunds`, { amountCents: 5000, expectedRefundableCents });
    expect((await refund(45_000)).status).toBe(200);
    const again = await refund(45_000);
    expect([again.status, again.json.message]).toEqual([409, expect.stringContaining("has changed to $400")]);
    await jobs();
    expect([bank.refunded(session), bank.refundCount(session)]).toEqual([5000, 1]);
    expect((await refund(40_000)).status).toBe(200);
    await jobs();
    expect(bank.refunded(session)).toBe(10_000);
  });

  test("P-07: money that the host has paid back in another way is not refunded online as well", async () => {
    const { booked, session } = await begun();
    bank.pay(session);
    await paymentOf(booked, "?back=paid");
    const address = `/bookings/${booked.json.id}`;
    const { version, today } = await detail(booked);
    const discount = { version, kind: "discount", amount: "100", label: "Sorry" };
    expect((await admin("POST", `${address}/adjustments`, discount)).status).toBe(201);
    const seen = (await admin("GET", `${address}/online-payments`)).json;
    expect([seen.refundableCents, seen.suggestedRefundCents]).toEqual([45_000, 10_000]);
    // Another host records a refund by bank transfer while the form is open.
    const transfer = { version: version + 1, kind: "refund", amount: "100", method: "bank-transfer", paidOn: today };
    const recorded = await admin("POST", `${address}/payments`, transfer);
    expect(recorded.status, recorded.text).toBe(201);
    const refund = (amountCents: number, expectedRefundableCents: number) =>
      admin("POST", `${address}/refunds`, { amountCents, expectedRefundableCents });
    const sent = await refund(10_000, seen.refundableCents);
    expect([sent.status, sent.json.message]).toEqual([409, expect.stringContaining("has changed to $350")]);
    expect((await admin("GET", `${address}/online-payments`)).json.refundableCents).toBe(35_000);
    expect((await refund(35_001, 35_000)).status).toBe(400);
    expect((await refund(35_000, 35_000)).status).toBe(200);
    await jobs();
    expect([bank.refunded(session), (await detail(booked)).paidAmount]).toEqual([35_000, "0.00"]);
  });

  test("P-07: a refund is made once even if its response is lost and the provider then forgets the key and is down for a day", async () => {
    const { booked, session } = await begun();
    bank.pay(session);
    await paymentOf(booked, "?back=paid");
    await server.send("POST", `${path(booked)}/cancel`, { expectedFee: "0.00" }, own(booked));
    bank.failNext("refund", "after", 1);
    await jobs();
    bank.away = true;
    bank.forgetKeys();
    for (let hours = 0; hours < 26; hours += 13) {
      server.clock.advance(13 * 60 * MINUTE);
      await jobs();
    }
    bank.away = false;
    for (let tries = 0; tries < 3; tries++) {
      server.clock.advance(11 * MINUTE);
      await jobs();
    }
    expect([bank.refunded(session), bank.refundCount(session)]).toEqual([45_000, 1]);
  });

  test("P-14: if the provider is down when the guest wants to pay, the nights stay held, the guest is told, and the page opens later", async () => {
    const booked = await bookStay(server, nights());
    bank.away = true;
    const refused = await pay(booked);
    expect([refused.status, refused.json.message]).toEqual([503, expect.stringContaining("available right now")]);
    bank.away = false;
    const before = new Set(bank.sessions.keys());
    server.clock.advance(20_000);
    await server.app.runJobs(/open payment pages/);
    const opened = [...bank.sessions.keys()].filter((id) => !before.has(id));
    const payLink = await pay(booked);
    expect(payLink.status, payLink.text).toBe(200);
    expect(opened).toContain(bank.sessionOf(payLink.json.url));
    expect((await detail(booked)).status).toBe("pending");
  });

  test("P-14: if the provider is down for a few minutes, the host is not told that the provider refuses the amount, and the guest can pay", async () => {
    const booked = await bookStay(server, nights());
    bank.away = true;
    expect((await pay(booked)).status).toBe(503);
    server.clock.advance(2 * MINUTE);
    bank.away = false;
    await server.app.runJobs(/open payment pages/);
    expect((await admin("GET", `/bookings/${booked.json.id}/online-payments`)).json.alerts).toEqual([]);
    expect((await pay(booked)).status).toBe(200);
  });

  const waitsFor = async (booked: TestResponse) =>
    (await server.send("GET", `${path(booked)}/confirmation`, undefined, own(booked))).json.waiting?.for;

  test("P-14: while the provider rejects our API key, a new booking becomes a request and is not confirmed unpaid", async () => {
    const { booked } = await begun();
    const payNote = async () => (await server.send("GET", "/api/site")).json.payNote;
    expect(await payNote()).not.toContain("request");
    bank.refuseKey(true);
    expect((await pay(booked)).status).toBe(503);
    expect(await payNote()).toContain("You send us a request first, without paying");
    const request = await bookStay(server, nights());
    expect(request.json).toMatchObject({ status: "pending" });
    expect(request.json.payPage).toBeUndefined();
    expect(await waitsFor(request)).toBe("host");
    server.clock.advance(MINUTE);
    await jobs();
    expect(await waitsFor(await bookStay(server, nights()))).toBe("host");
    const titles = async () =>
      (await admin("GET", "/dashboard")).json.alerts.map(({ title }: { title: string }) => title);
    expect(await titles()).toContain("A problem with your Stripe account");
    // The host accepts the request. As usual, the stay is booked once it is paid for.
    const { version } = await detail(request);
    const accepted = await admin("POST", `/bookings/${request.json.id}/status`, { status: "upcoming", version });
    expect(accepted.status, accepted.text).toBe(200);
    expect(await waitsFor(request)).toBe("payment");
    bank.refuseKey(false);
    server.clock.advance(MINUTE);
    await jobs();
    expect(await titles()).not.toContain("A problem with your Stripe account");
    expect(await payNote()).not.toContain("request");
    expect(await waitsFor(await bookStay(server, nights()))).toBe("payment");
    // The key is rejected again on the same day, so the alert reopens.
    bank.refuseKey(true);
    expect((await pay(request)).status).toBe(503);
    expect(await titles()).toContain("A problem with your Stripe account");
    expect(await waitsFor(await bookStay(server, nights()))).toBe("host");
    bank.refuseKey(false);
    server.clock.advance(MINUTE);
    await jobs();
  });

  test("P-14: if the key may not read disputes, the alert stays open until it may", async () => {
    const { booked, session } = await begun();
    bank.pay(session);
    bank.forbid("GET /v1/disputes");
    for (let minute = 0; minute < 3; minute++) {
      server.clock.advance(MINUTE);
      await jobs();
      expect(await waitsFor(await bookStay(server, nights()))).toBe("host");
    }
    bank.forbid("");
    server.clock.advance(MINUTE);
    await jobs();
    expect((await detail(booked)).status).toBe("upcoming");
    expect(await waitsFor(await bookStay(server, nights()))).toBe("payment");
  });

  test("P-14: if the key may not make refunds, guests can still pay, and the host is told once until the refund is made", async () => {
    const { booked, session } = await begun();
    bank.pay(session);
    await paymentOf(booked, "?back=paid");
    bank.forbid("POST /v1/refunds");
    const cancelled = await server.send("POST", `${path(booked)}/cancel`, { expectedFee: "0.00" }, own(booked));
    expect(cancelled.status, cancelled.text).toBe(200);
    const alerts = async () => (await admin("GET", "/dashboard")).json.alerts;
    // A refund of another test may be waiting too.
    const aboutRefund = async () =>
      (await alerts()).filter(
        ({ id, href }: { id: string; href: string }) => id.includes("not-allowed") && href.includes(booked.json.id),
      );
    const titles = async () => (await alerts()).map(({ title }: { title: string }) => title);
    const ofAccount = "A problem with your Stripe account";
    const emails = async () =>
      (await server.db.selectFrom("scheduled_message").select(["subject", "channel"]).execute()).filter(
        ({ subject, channel }) =>
          channel === "email" && subject?.includes(`does not let us refund $450, ${booked.json.reference}`),
      );
    // The bank is too busy to tell whether the key works otherwise.
    bank.failNext("list", "busy", Infinity);
    await server.app.runJobs(/send refunds/);
    bank.noFaults();
    expect([await aboutRefund(), await titles()]).toEqual([[], expect.not.arrayContaining([ofAccount])]);
    server.clock.advance(60 * MINUTE);
    for (let hour = 0; hour < 30; hour++) {
      await jobs();
      expect(await aboutRefund()).toMatchObject([
        { title: expect.stringMatching(/^Stripe does not let us refund \$450/) },
      ]);
      expect(await titles()).not.toContain(ofAccount);
      server.clock.advance(60 * MINUTE);
    }
    host = await server.signIn();
    expect(await waitsFor(await bookStay(server, nights()))).toBe("payment");
    expect(await emails()).toHaveLength(1);
    bank.forbid("");
    await jobs();
    expect([await aboutRefund(), bank.refunded(session)]).toEqual([[], 45_000]);
  });

  test("a guest who books in German gets payment emails and errors in German", async () => {
    const speaks = { "x-latchkey-language": "de" };
    const booked = await bookStay(server, nights(), GUEST, speaks);
    const cookie = { ...own(booked), ...speaks };
    const subjects = async () => {
      const rows = await server.db
        .selectFrom("scheduled_message")
        .selectAll()
        .where("booking_id", "=", booked.json.id)
        .execute();
      return rows.flatMap(({ type, subject, language }) => (type === "guest_note" ? [`${language}: ${subject}`] : []));
    };
    server.clock.advance(11 * MINUTE);
    await jobs();
    expect(await subjects()).toEqual([
      expect.stringMatching(/^de: Bitte bezahlen Sie, um Ihren Aufenthalt zu buchen: /),
    ]);
    const session = bank.sessionOf((await pay(booked)).json.url);
    bank.pay(session);
    await paymentOf(booked, "?back=paid");
    expect((await server.send("POST", `${path(booked)}/pay`, {}, cookie)).json.message).toBe(
      "Im Moment ist nichts zu bezahlen.",
    );
    expect((await server.send("GET", `${path(booked)}/payment`, undefined, speaks)).json.message).toContain(
      "Bitte öffnen Sie den Link",
    );
    const unpaid = await bookStay(server, nights(), GUEST, speaks);
    server.clock.advance(35 * MINUTE);
    await jobs();
    const expired = await server.db
      .selectFrom("scheduled_message")
      .select(["subject", "link"])
      .where("message_key", "like", `note/unpaid:${unpaid.json.id}%`)
      .execute();
    expect(expired).toEqual([
      {
        subject: expect.stringMatching(/^Die Zahlungsfrist ist abgelaufen/),
        link: expect.stringMatching(/:\/\/[^/]+\/de\/book\?in=/),
      },
    ]);
    await server.send("POST", `${path(booked)}/cancel`, { expectedFee: "0.00" }, cookie);
    await jobs();
    expect(await subjects()).toContainEqual(expect.stringMatching(/^de: Ihre Rückerstattung von 450\s\$$/));
  });

  test("a host who replies to the email about a paid booking or about another payment writes to the guest", async () => {
    const box = await openMailbox();
    const mailing = await startTestApp(engine, { ...sendingTo(box, { stripe: bank.account }), clock: server.clock });
    const booked = await bookStay(mailing, nights());
    const payLink = await mailing.send("POST", `${path(booked)}/pay`, {}, own(booked));
    bank.pay(bank.sessionOf(payLink.json.url));
    await mailing.send("GET", `${path(booked)}/payment?back=paid`, undefined, own(booked));
    const admin = { cookie: await mailing.signIn() };
    const link = { amountCents: 2000, about: "A cot" };
    await mailing.send("POST", `/api/admin/bookings/${booked.json.id}/payment-links`, link, admin);
    const extra = await mailing.send("POST", `${path(booked)}/pay`, {}, own(booked));
    bank.pay(bank.sessionOf(extra.json.url));
    await mailing.send("GET", `${path(booked)}/payment?back=paid`, undefined, own(booked));
    await mailing.app.runJobs(/send messages by email/);
    for (const subject of ["New booking, paid", "Payment of $20"]) {
      const email = box.emails.find(({ mail }) => mail.subject?.startsWith(subject));
      expect([subject, email?.mail.replyTo]).toEqual([subject, [{ name: GUEST.name, address: GUEST.email }]]);
    }
    await mailing.close();
    await box.close();
  });

  test("a host's device gets the right notification for a paid booking and for a failed refund", async () => {
    const { id: adminId } = await server.db.selectFrom("admin").select("id").executeTakeFirstOrThrow();
    const device = { id: "device", admin_id: adminId, endpoint: "https://push.example/1", p256dh: "p", auth: "a" };
    const at = server.clock().toISOString();
    await server.db
      .insertInto("push_device")
      .values({ ...device, user_agent: "phone", created_at: at })
      .execute();
    const events = async () => {
      const rows = await server.db
        .selectFrom("scheduled_message")
        .select(["anchor", "subject"])
        .where("channel", "=", "push")
        .where("scheduled_for", ">=", at)
        .execute();
      return rows.map(({ anchor, subject }) => `${anchor}: ${subject?.replaceAll(/[,:] .*/g, "")}`).toSorted();
    };
    const { booked, session } = await begun();
    bank.pay(session);
    await paymentOf(booked, "?back=paid");
    expect(await events()).toEqual(["booking: New booking"]);
    bank.failRefund(bank.refundByHand(session, 10_000));
    await bank.sendWebhook(session, "evt_device");
    await jobs();
    expect(await events()).toEqual(["booking: New booking", "payment: A refund of $100 failed"]);
    await server.db.deleteFrom("push_device").execute();
  });

  test("P-25: a payment of a different amount is recorded, does not confirm the booking, and raises an alert", async () => {
    const { booked, session } = await begun();
    bank.pay(session, { amount: 44_999 });
    await paymentOf(booked, "?back=paid");
    const seen = await detail(booked);
    expect([seen.status, seen.paidAmount]).toEqual(["pending", "449.99"]);
    const { alerts } = (await admin("GET", `/bookings/${booked.json.id}/online-payments`)).json;
    expect(alerts[0].detail).toContain("Requested $450, received $449.99");
  });

  test("P-25: a payment in a different currency does not confirm the booking either, and raises an alert", async () => {
    const { booked, session } = await begun();
    const page = bank.sessions.get(session);
    if (page) page.currency = "eur";
    bank.pay(session);
    // The payment deadline has not passed, and the nights are still held.
    expect(await paymentOf(booked, "?back=paid")).toMatchObject({ state: "nothing", amountCents: 0 });
    expect((await detail(booked)).status).toBe("pending");
    const { alerts } = (await admin("GET", `/bookings/${booked.json.id}/online-payments`)).json;
    expect(alerts[0]).toMatchObject({
      kind: "mismatch",
      detail: expect.stringMatching(/Requested \$450, received €450/),
    });
  });

  test("P-26: a refund made in the provider's dashboard and a dispute are found within a day, even without a webhook", async () => {
    const [refunded, disputed] = [await begun(), await begun()];
    for (const { booked, session } of [refunded, disputed]) {
      bank.pay(session);
      await paymentOf(booked, "?back=paid");
    }
    // By then, the syncs that follow the expiry of the pages have finished.
    server.clock.advance(10 * 24 * 60 * MINUTE);
    await jobs();
    bank.refundByHand(refunded.session, 10_000);
    bank.dispute(disputed.session);
    for (let hours = 0; hours < 24; hours += 8) {
      server.clock.advance(8 * 60 * MINUTE);
      await jobs();
    }
    await jobs();
    expect(await detail(refunded.booked)).toMatchObject({ status: "upcoming", paidAmount: "350.00" });
    expect(await detail(disputed.booked)).toMatchObject({ status: "upcoming", paidAmount: "0.00" });
    const { alerts } = (await admin("GET", `/bookings/${disputed.booked.json.id}/online-payments`)).json;
    expect(alerts).toMatchObject([{ kind: "dispute" }]);
  });

  test("P-27: a pending refund is not shown as refunded; if it fails, the ledger reverses it and the host is alerted", async () => {
    const { booked, session } = await begun();
    bank.pay(session);
    await paymentOf(booked, "?back=paid");
    bank.faultsAtRandom(0, 2);
    await server.send("POST", `${path(booked)}/cancel`, { expectedFee: "0.00" }, own(booked));
    await jobs();
    bank.faultsAtRandom(0);
    const states = async () =>
      (await paymentOf(booked)).refunds.map(({ state }: { state: string }) => state) as string[];
    const emails = async () =>
      (
        await server.db
          .selectFrom("scheduled_message")
          .select("subject")
          .where("booking_id", "=", booked.json.id)
          .where("type", "=", "guest_note")
          .execute()
      ).filter(({ subject }) => subject?.startsWith("Your refund of"));
    expect([await states(), await emails()]).toEqual([["pending"], []]);
    for (const id of bank.refunds.keys()) bank.settleRefund(id, "failed");
    server.clock.advance(26 * 60 * MINUTE);
    await jobs();
    await jobs();
    expect([await states(), await emails(), (await detail(booked)).paidAmount]).toEqual([["failed"], [], "450.00"]);
    const { alerts } = (await admin("GET", "/dashboard")).json;
    expect(alerts.map(({ title }: { title: string }) => title)).toContainEqual(
      expect.stringMatching(/^A refund of \$450 failed/),
    );
    const mailed = await server.db
      .selectFrom("scheduled_message")
      .select("subject")
      .where("message_key", "like", "%payment-alarm/refund-failed/%")
      .execute();
    expect(mailed.length).toBeGreaterThan(0);
  });

  test("P-26, P-27: a refund made in the provider's dashboard is recorded and cancels nothing; if it fails later, an alert is raised", async () => {
    const { booked, session } = await begun();
    bank.pay(session);
    await paymentOf(booked, "?back=paid");
    const refund = bank.refundByHand(session, 10_000);
    await bank.sendWebhook(session, "evt_refund");
    await jobs();
    expect(await detail(booked)).toMatchObject({ status: "upcoming", paidAmount: "350.00" });
    bank.failRefund(refund);
    await bank.sendWebhook(session, "evt_refund_failed");
    await jobs();
    const seen = await detail(booked);
    expect([seen.paidAmount, seen.payments.length]).toEqual(["450.00", 3]);
    expect((await paymentOf(booked)).state).toBe("refund-failed");
    const { alerts } = (await admin("GET", `/bookings/${booked.json.id}/online-payments`)).json;
    expect(alerts.map(({ kind }: { kind: string }) => kind)).toEqual(["refund-failed"]);
    const close = (answer: object) =>
      admin("POST", "/payment-alerts/close", { id: alerts[0].id, words: "Paid back in cash", ...answer });
    const online = async () => (await admin("GET", `/bookings/${booked.json.id}/online-payments`)).json;
    expect((await close({})).json.fields).toHaveProperty("refund");
    expect((await online()).alerts).toHaveLength(1);
    expect((await close({ refund: "refunded" })).json).toEqual({ closed: true });
    expect((await close({ refund: "refunded" })).json).toEqual({ closed: false });
    const { refunds, refundableCents } = await online();
    expect([refunds[0].state, refundableCents, (await detail(booked)).paidAmount]).toEqual(["done", 35_000, "350.00"]);
    expect((await paymentOf(booked)).state).toBe("due");
  });

  test("P-07: a refund equal to one that the host has made by hand is sent once", async () => {
    const { booked, session } = await begun();
    bank.pay(session);
    await paymentOf(booked, "?back=paid");
    const dispute = bank.dispute(session);
    const refund = (expectedRefundableCents: number) =>
      admin("POST", `/bookings/${booked.json.id}/refunds`, { amountCents: 10_000, expectedRefundableCents });
    expect((await refund(45_000)).status).toBe(200);
    await jobs();
    bank.disputes.delete(dispute);
    const online = async () => (await admin("GET", `/bookings/${booked.json.id}/online-payments`)).json;
    const [{ id }] = (await online()).alerts;
    const closing = { id, words: "Paid back in cash", refund: "refunded" };
    expect((await admin("POST", "/payment-alerts/close", closing)).json).toEqual({ closed: true });
    const again = await refund((await online()).refundableCents);
    expect(again.status, again.text).toBe(200);
    for (let tries = 0; tries < 5; tries++) {
      await jobs();
      server.clock.advance(15 * MINUTE);
    }
    expect(bank.refundCount(session)).toBe(1);
    expect((await detail(booked)).paidAmount).toBe("250.00");
    expect((await online()).refunds.map(({ state }: { state: string }) => state)).toEqual(["done", "done"]);
  });

  test("P-32: a fact or a receipt cannot be changed or deleted, not even with SQL", async () => {
    const { booked, session } = await begun();
    bank.pay(session);
    await paymentOf(booked, "?back=paid");
    const { payments } = await detail(booked);
    const refused = await admin("DELETE", `/bookings/${booked.json.id}/payments/${payments[0].id}?version=2`);
    expect(refused.status).toBe(409);
    await expect(sql`delete from payment`.execute(server.db)).rejects.toThrow("stays in the ledger");
    await expect(sql`update payment set amount_cents = 1`.execute(server.db)).rejects.toThrow("stays in the ledger");
    await expect(sql`delete from receipt`.execute(server.db)).rejects.toThrow("never changed");
    await expect(sql`update receipt set content = '{}'`.execute(server.db)).rejects.toThrow("never changed");
  });
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, toLocalDate } from "#domain/calendar/local-date.ts";
import { DEFAULT_PRICES, type PriceDocument } from "#domain/pricing/price-document.ts";
import { engines } from "../testing/engines.ts";
import { bookStay, GUEST } from "../testing/given.ts";
import { cookieOf, startTestApp, type TestApp } from "../testing/test-app.ts";

/** Booking terms: the currency and how many guests the cottage takes. */
describe.each(engines)("booking terms on %s", (engine) => {
  let server: TestApp;
  let cookie: string;
  let from = toLocalDate("2027-01-01");
  beforeAll(async () => {
    server = await startTestApp(engine);
    cookie = await server.signIn();
  });
  afterAll(() => server.close());

  const host = (method: string, path: string, body?: unknown) => server.send(method, path, body, { cookie });
  const terms = async (part: Partial<PriceDocument>, confirmed = true) => {
    const { version } = (await host("GET", "/api/admin/prices")).json;
    return host("PUT", "/api/admin/prices", { prices: { ...DEFAULT_PRICES, ...part }, version, confirmed });
  };
  /** Two nights in a month that no other test uses. */
  const stay = () => {
    from = addDays(from, 40);
    return { checkInDate: from, checkOutDate: addDays(from, 2) };
  };
  const book = (overrides: object = {}, dates = stay()) => bookStay(server, { ...dates, ...overrides });
  const detail = async (id: string) => (await host("GET", `/api/admin/bookings/${id}`)).json;

  test("responses, refusals and the CSV file state amounts in the currency and with its number of decimals", async () => {
    await terms({ currency: "JPY", everyNight: { ...DEFAULT_PRICES.everyNight, priceCents: 15_000 } });
    const dates = stay();
    const atAnotherPrice = { ...dates, expectedTotal: "1.00" };
    const wrong = await bookStay(server, atAnotherPrice);
    expect(wrong.status).toBe(409);
    expect(wrong.json.message).toContain("¥30,000 in total");
    expect(wrong.json.price).toMatchObject({ totalAmount: "30000", currency: "JPY" });

    const { id, reference } = (await book({ expectedTotal: "30000" }, dates)).json;
    expect(await detail(id)).toMatchObject({ totalAmount: "30000", currency: "JPY", dueAmount: "30000" });
    expect((await host("GET", "/api/admin/bookings")).json[0]).toMatchObject({ currency: "JPY" });
    expect((await server.send("GET", "/api/properties/public")).json[0]).toMatchObject({
      rate: "¥15,000 per night",
      currency: "JPY",
    });
    const file = (await host("GET", `/api/admin/bookings.csv?search=${reference}`)).text;
    expect(file.split("\r\n")[0]).toContain("Agreed total,Cancellation fee,Paid,Refunded,Card fees,Due,Currency");
    expect(file).toContain(",30000,,0,0,0,30000,JPY,");

    const { samples } = (await host("GET", "/api/admin/messaging")).json;
    expect(samples.en.total).toBe("¥45,000");

    const version = (await detail(id)).version;
    const payment = { version, kind: "payment", method: "cash", paidOn: "2026-11-20" };
    const half = await host("POST", `/api/admin/bookings/${id}/payments`, { ...payment, amount: "10.50" });
    expect([half.status, half.json.fields]).toEqual([400, { amount: "Enter an amount above zero, like 450" }]);
    const paid = await host("POST", `/api/admin/bookings/${id}/payments`, { ...payment, amount: "10,000" });
    expect(paid.json).toMatchObject({ paidAmount: "10000", dueAmount: "20000" });
    expect(paid.json.history.at(-1).event).toBe("Payment of ¥10,000 in cash on Nov 20, 2026 recorded");
  });

  test("the audit log shows each amount in its own currency", async () => {
    await terms({ currency: "JPY", everyNight: { ...DEFAULT_PRICES.everyNight, priceCents: 15_000 } });
    const { id, reference } = (await book({ expectedTotal: "30000" })).json;
    const payment = { version: 1, kind: "payment", method: "cash", paidOn: "2026-11-20", amount: "30,000" };
    const { version, payments } = (await host("POST", `/api/admin/bookings/${id}/payments`, payment)).json;
    const [{ id: paymentId }] = payments;
    const undone = await host("DELETE", `/api/admin/bookings/${id}/payments/${paymentId}?version=${version}`);
    expect(undone.status, undone.text).toBe(200);
    const discount = { version: version + 1, kind: "discount", amount: "5000", label: "Rain" };
    expect((await host("POST", `/api/admin/bookings/${id}/adjustments`, discount)).status).toBe(201);
    const entries = async () => (await host("GET", "/api/admin/audit")).json.entries;
    const logged = async (act: string) => (await entries()).find((one: { act: string }) => one.act === act);
    expect((await logged("Recorded a payment")).after.payment).toMatchObject({ amount: "¥30,000" });
    expect((await logged("Removed a payment")).before.payment).toMatchObject({ amount: "¥30,000" });
    const price = await logged("Changed a booking's price");
    expect([price.before.total, price.after.total]).toEqual(["¥30,000", "¥25,000"]);
    expect(price.after.priceLines).toContainEqual(expect.objectContaining({ quantity: 2, unit: "¥15,000" }));

    // Removing the booking clears the values of its earlier entries.
    const removed = await host("POST", `/api/admin/bookings/${id}/remove`, { version: version + 2, reference });
    expect(removed.status, removed.text).toBeLessThan(300);
    expect((await logged("Removed a test booking")).before).toMatchObject({ total: "¥25,000" });
    const anyTime = { arrivalFrom: null, arrivalUntil: null, bookUntil: null, minimumNights: null, maximumUses: null };
    const code = { discount: { amountCents: 3000 }, ...anyTime, confirmed: true };
    expect((await host("PUT", "/api/admin/prices/codes/RAIN", code)).status).toBe(200);
    expect((await host("DELETE", "/api/admin/prices/codes/RAIN")).status).toBe(200);
    await terms({});

    for (const act of ["Added", "Removed"])
      expect((await logged(`${act} a discount code`))[act === "Added" ? "after" : "before"]).toMatchObject({
        amount: "¥3,000",
      });
    expect(JSON.stringify(await entries())).not.toMatch(/Cents":\d/);
  });

  test.each([
    ["IDR", "1500000", "IDR 1,500,000 per night"],
    ["VND", "2000000", "₫2,000,000 per night"],
    ["KWD", "45.125", "KWD 45.125 per night"],
    ["LKR", "120000", "LKR 120,000 per night"],
  ])("a typical nightly price in %s can be entered as the rate", async (currency, rate, text) => {
    await terms({ currency });
    const saved = await host("PUT", "/api/admin/content/property", { rate, confirmed: true });
    expect(saved.status, saved.text).toBe(200);
    const shown = (await server.send("GET", "/api/properties/public")).json[0].rate;
    expect(shown.replace("\u00a0", " ")).toBe(text);
    expect((await book()).status).toBe(201);
    await host("PUT", "/api/admin/content/property", { rate: "150", confirmed: true });
    await terms({});
  });

  test("before the currency changes, the host is told what happens to totals; different currencies are never added together", async () => {
    await terms({ currency: "GBP" });
    const pounds = (await book()).json;
    const payment = { version: 1, kind: "payment", method: "cash", paidOn: "2026-11-20", amount: "100" };
    expect((await host("POST", `/api/admin/bookings/${pounds.id}/payments`, payment)).status).toBe(201);
    await terms({});
    const dollars = (await book()).json;
    const response = await terms({ currency: "EUR" }, false);
    expect([response.status, response.json.fields.confirmed]).toEqual([
      409,
      expect.stringMatching(/stay in USD\. Totals are shown separately for each currency and never added together\./),
    ]);
    await terms({ currency: "EUR" });
    const dates = stay();
    const euros = (await book({}, dates)).json;
    expect([(await detail(dollars.id)).currency, (await detail(euros.id)).currency]).toEqual(["USD", "EUR"]);

    const range = `from=${dates.checkInDate.slice(0, 7)}-01&to=${addDays(dates.checkInDate, 40)}`;
    const euroFigures = (await host("GET", `/api/admin/analytics?${range}`)).json;
    expect(euroFigures).toMatchObject({ currency: "EUR", totalRevenue: 300 });
    const all = (await host("GET", "/api/admin/analytics")).json;
    const listed = (await host("GET", "/api/admin/bookings")).json.filter(
      ({ status }: { status: string }) => status !== "cancelled",
    );
    const sumIn = (currency: string) =>
      listed
        .filter((row: { currency: string }) => row.currency === currency)
        .reduce((sum: number, row: { totalAmount: string }) => sum + Number(row.totalAmount), 0);
    expect(all.totalRevenue).toBe(sumIn("EUR"));
    const others = Object.fromEntries(
      all.otherCurrencies.map(({ currency, amount }: { currency: string; amount: string }) => [
        currency,
        Number(amount),
      ]),
    );
    expect(others["USD"]).toBe(sumIn("USD"));
    expect(others["EUR"]).toBeUndefined();
    const { stats } = (await host("GET", "/api/admin/dashboard")).json;
    expect([Number(stats.revenue), stats.currency]).toEqual([sumIn("EUR"), "EUR"]);
    expect(stats.otherCurrencies).toEqual(all.otherCurrencies);
    // The amounts still due in the former currency are shown beside those in the new one, and each row names its
    // currency.
    expect(all.money.due).toBe(sumIn("EUR"));
    expect(all.money.others).toContainEqual(expect.objectContaining({ currency: "USD", due: sumIn("USD") }));
    expect(all.money.others).toContainEqual({ currency: "GBP", paid: 100, refunded: 0, fees: 0, due: 200 });
    expect(stats.money).toEqual(all.money);
    const { rows, dues } = (await host("GET", "/api/admin/analytics/money")).json;
    expect(rows).toContainEqual(expect.objectContaining({ currency: "GBP", paid: 100 }));
    expect(dues).toContainEqual(expect.objectContaining({ currency: "EUR", due: 300 }));
  });

  test("the figures show the cleaning fees and taxes for the nights in the range", async () => {
    const tax = { name: "City tax", included: false, per: "price" as const, percent: 1000 };
    await terms({ cleaningCents: 5000, taxes: [tax] });
    const dates = stay();
    expect((await book({}, dates)).status).toBe(201);
    const onTop = async (from: string, to: string) =>
      (await host("GET", `/api/admin/analytics?from=${from}&to=${to}`)).json;
    const night = addDays(dates.checkInDate, 1);
    const both = await onTop(dates.checkInDate, dates.checkOutDate);
    expect(both).toMatchObject({ totalRevenue: 385, madeOf: { accommodation: 300, cleaning: 50, taxes: 35 } });
    const first = await onTop(dates.checkInDate, night);
    expect(first.madeOf).toMatchObject({ accommodation: 150, cleaning: 25, taxes: 17.5 });
    const before = await onTop(addDays(dates.checkInDate, -5), dates.checkInDate);
    expect(before.madeOf).toMatchObject({ accommodation: 0, cleaning: 0, taxes: 0 });
  });

  test("a booking keeps its currency, so its dates can be changed only at the agreed price", async () => {
    await terms({});
    const dates = stay();
    const own = await book({}, dates);
    await terms({ currency: "EUR" });
    const longer = { checkInDate: dates.checkInDate, checkOutDate: addDays(dates.checkOutDate, 1), guestCount: 2 };
    const refused = await server.send(
      "PUT",
      `/api/bookings/${own.json.id}/stay`,
      { ...longer, expectedTotal: "450.00" },
      { cookie: cookieOf(own) },
    );
    expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining("different currency")]);

    const { checkInDate, checkOutDate } = longer;
    const query = `checkInDate=${checkInDate}&checkOutDate=${checkOutDate}&bookingId=${own.json.id}`;
    const quote = (await host("GET", `/api/admin/stay-quote?${query}`)).json;
    expect(quote).toMatchObject({ totalAmount: "300.00", currency: "USD" });
    expect(quote.keepOnly).toContain("booked in USD");
    const { version } = await detail(own.json.id);
    const move = (price: string) =>
      host("PUT", `/api/admin/bookings/${own.json.id}/stay`, { ...longer, price, expectedTotal: "300.00", version });
    expect((await move("new")).status).toBe(409);
    const kept = await move("keep");
    expect(kept.json).toMatchObject({ totalAmount: "300.00", currency: "USD", nights: 3 });
  });

  test("the host, like the guest, can change the number of guests of a booking in an earlier currency, at the fees of that booking", async () => {
    await terms({ guests: { sleeps: 6, included: 2, extraCents: 1000 } });
    const dates = stay();
    const own = await book({}, dates);
    await terms({ currency: "EUR" });
    const query = new URLSearchParams({ ...dates, guestCount: "3" });
    const path = `/api/bookings/${own.json.id}/stay-quote?${query}`;
    const guests = (await server.send("GET", path, undefined, { cookie: cookieOf(own) })).json;
    query.set("bookingId", own.json.id);
    const quote = (await host("GET", `/api/admin/stay-quote?${query}`)).json;
    expect([guests.totalAmount, quote.totalAmount, quote.currency, quote.keepOnly]).toEqual([
      "320.00",
      "320.00",
      "USD",
      null,
    ]);
    const { version } = await detail(own.json.id);
    const change = { ...dates, guestCount: 3, price: "new", expectedTotal: "320.00", version };
    const changed = await host("PUT", `/api/admin/bookings/${own.json.id}/stay`, change);
    expect(changed.json).toMatchObject({ totalAmount: "320.00", currency: "USD", guestCount: 3 });
  });

  test("the maximum number of guests in the booking terms binds guests; the host is only reminded of it", async () => {
    await terms({ guests: { sleeps: 8, included: 8, extraCents: 0 } });
    expect((await server.send("GET", "/api/site")).json.mostGuests).toBe(8);
    expect((await book({ guestCount: 8 })).status).toBe(201);
    const dates = stay();
    const tooMany = await book({ guestCount: 9 }, dates);
    expect([tooMany.status, tooMany.json.fields]).toEqual([
      400,
      { guestCount: "Maximum 8 guests allowed for cottage booking" },
    ]);
    const entered = { ...GUEST, ...dates, guestCount: 9, status: "confirmed" };
    const { guestCount, ...query } = { guestCount: 9, ...dates };
    const quote = await host(
      "GET",
      `/api/admin/stay-quote?checkInDate=${query.checkInDate}&checkOutDate=${query.checkOutDate}&guestCount=${guestCount}`,
    );
    expect(quote.json.reminder).toBe("Maximum 8 guests allowed for cottage booking");
    expect((await host("POST", "/api/admin/bookings", entered)).status).toBe(201);
  });
});

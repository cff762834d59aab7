import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, toLocalDate } from "#domain/calendar/local-date.ts";
import { DEFAULT_PRICES, type PriceDocument } from "#domain/pricing/price-document.ts";
import { engines } from "../testing/engines.ts";
import { bookStay } from "../testing/given.ts";
import { cookieOf, type TestResponse, startTestApp, type TestApp } from "../testing/test-app.ts";

describe.each(engines)("a price that the host adjusts on %s", (engine) => {
  let server: TestApp;
  let cookie: string;
  let from = toLocalDate("2027-01-01");
  beforeAll(async () => {
    server = await startTestApp(engine);
    cookie = await server.signIn();
  });
  afterAll(() => server.close());

  const host = (method: string, path: string, body?: unknown) => server.send(method, path, body, { cookie });
  const detail = async (id: string) => (await host("GET", `/api/admin/bookings/${id}`)).json;
  const add = async (id: string, kind: string, amount: string, label = "Early guest") =>
    host("POST", `/api/admin/bookings/${id}/adjustments`, { version: (await detail(id)).version, kind, amount, label });
  /** Books nights that no other test uses, at $150 a night. */
  const book = (nights = 3) => {
    from = addDays(from, 20);
    return bookStay(server, { checkInDate: from, checkOutDate: addDays(from, nights) });
  };
  const stayOf = (nights: number, guestCount = 2) => ({
    checkInDate: from,
    checkOutDate: addDays(from, nights),
    guestCount,
  });
  /** Changes the stay to this many nights at the total quoted to the guest, and returns that total. */
  const change = async (own: TestResponse, nights: number, guestCount = 2) => {
    const { id } = own.json;
    const cookie = cookieOf(own);
    const change = stayOf(nights, guestCount);
    const query = new URLSearchParams({ ...change, guestCount: String(guestCount) });
    const quote = await server.send("GET", `/api/bookings/${id}/stay-quote?${query}`, undefined, { cookie });
    const body = { ...change, expectedTotal: quote.json.totalAmount };
    const changed = await server.send("PUT", `/api/bookings/${id}/stay`, body, { cookie });
    expect([changed.status, changed.json.totalAmount]).toEqual([200, quote.json.totalAmount]);
    return changed.json.totalAmount;
  };
  const hostQuote = async (id: string, nights: number, guestCount = 2) => {
    const query = new URLSearchParams({ ...stayOf(nights), guestCount: String(guestCount), bookingId: id });
    return (await host("GET", `/api/admin/stay-quote?${query}`)).json.totalAmount;
  };
  const setPrices = async (prices: Partial<PriceDocument>) => {
    const { version } = (await host("GET", "/api/admin/prices")).json;
    const body = { prices: { ...DEFAULT_PRICES, ...prices }, version, confirmed: true };
    expect((await host("PUT", "/api/admin/prices", body)).status).toBe(200);
  };

  test("has a removable line with the host's description: a discount, a surcharge or the difference from an agreed total", async () => {
    const { id } = (await book()).json;
    const less = await add(id, "discount", "50");
    expect([less.status, less.json.totalAmount]).toEqual([201, "400.00"]);
    expect(less.json.lines.at(-1)).toMatchObject({ kind: "adjustment", label: "Early guest", amountCents: -5000 });
    expect(less.json.priceLines.at(-1)).toMatchObject({ label: "Early guest", amount: "-50.00" });
    expect((await add(id, "extra", "30", "Dinner")).json.totalAmount).toBe("430.00");
    const agreed = await add(id, "total", "399", "Agreed price");
    expect(agreed.json).toMatchObject({ totalAmount: "399.00", dueAmount: "399.00" });
    expect(agreed.json.lines.at(-1)).toMatchObject({ label: "Agreed price", amountCents: -3100 });
    expect(agreed.json.history.at(-1).event).toBe(
      "Agreed price (-$31.00) added to the price: $399.00 instead of $430.00",
    );
    const { version } = agreed.json;
    const gone = await host("DELETE", `/api/admin/bookings/${id}/adjustments/1?version=${version}`);
    expect(gone.json).toMatchObject({ totalAmount: "369.00" });
    expect(gone.json.history.at(-1).event).toBe("Dinner ($30.00) removed from the price: $369.00 instead of $399.00");
    expect((await host("DELETE", `/api/admin/bookings/${id}/adjustments/1?version=${version}`)).status).toBe(409);
    const [entry] = (await host("GET", "/api/admin/audit")).json.entries;
    expect(entry).toMatchObject({ act: "Changed a booking's price", before: { total: "$399" } });
  });

  test("shows the host's description to the guest, but not to a stranger with the page's URL", async () => {
    const own = await book();
    const { id } = own.json;
    await add(id, "discount", "50", "For Ann Perera's wedding");
    await add(id, "extra", "30", "Ann's dinner");
    const page = (headers: Record<string, string>) =>
      server.send("GET", `/api/bookings/${id}/confirmation`, undefined, headers);
    const seen = await page({ cookie: cookieOf(own) });
    expect(seen.json.priceLines.at(-2).label).toBe("For Ann Perera's wedding");
    const stranger = await page({});
    expect(stranger.text).not.toMatch(/Ann P|wedding|dinner/);
    const labels = stranger.json.priceLines.map(({ label }: { label: string }) => label);
    expect([labels, stranger.json.lines.at(-1).label]).toEqual([["Entire cottage", "Discount", "Extra"], "Extra"]);
  });

  test("is never negative, and the price of a cancelled stay cannot be adjusted", async () => {
    const { id } = (await book()).json;
    expect((await add(id, "discount", "450.01")).json.fields).toEqual({
      amount: "The stay costs $450.00: a discount cannot exceed that",
    });
    for (const amount of ["0", "lots", "-5"]) expect((await add(id, "extra", amount)).status).toBe(400);
    expect((await add(id, "discount", "5", " ")).status).toBe(400);
    const { version } = await detail(id);
    await host("POST", `/api/admin/bookings/${id}/cancel`, { version, waiveFee: false, expectedFee: "0.00" });
    expect((await add(id, "extra", "5")).status).toBe(409);
  });

  test("keeps its adjustments when the guest or the host changes the stay; the cancellation fee follows the booking's rules", async () => {
    const { version: prices } = (await host("GET", "/api/admin/prices")).json;
    const steps = [
      { fromHoursBefore: 1000, nights: 1 },
      { fromHoursBefore: 48, percent: 5000 },
    ];
    const saved = { prices: { ...DEFAULT_PRICES, cancellation: steps }, version: prices, confirmed: true };
    expect((await host("PUT", "/api/admin/prices", saved)).status).toBe(200);
    const own = await book();
    const { id } = own.json;
    const shown = (await add(id, "discount", "50")).json;
    // The one-night fee is the night's price as sold, before the discount; the 50% fee is half the discounted total.
    expect(shown.cancellation.map(({ amountCents }: { amountCents: number }) => amountCents)).toEqual([15_000, 20_000]);

    const longer = { checkInDate: from, checkOutDate: addDays(from, 4), guestCount: 2 };
    const moved = await server.send(
      "PUT",
      `/api/bookings/${id}/stay`,
      { ...longer, expectedTotal: "550.00" },
      { cookie: cookieOf(own) },
    );
    expect([moved.status, moved.json.totalAmount]).toEqual([200, "550.00"]);
    expect((await detail(id)).lines.at(-1)).toMatchObject({ kind: "adjustment", amountCents: -5000 });

    const back = { checkInDate: from, checkOutDate: addDays(from, 3), guestCount: 2 };
    const { version } = await detail(id);
    const anew = { ...back, price: "new", expectedTotal: "400.00", version };
    const priced = await host("PUT", `/api/admin/bookings/${id}/stay`, anew);
    expect([priced.status, priced.json.totalAmount]).toEqual([200, "400.00"]);
    expect(priced.json.lines.at(-1)).toMatchObject({ kind: "adjustment", amountCents: -5000 });
  });

  test("a different number of guests on the same dates is priced under the terms of the booking, even if the host makes the change", async () => {
    const { version: prices } = (await host("GET", "/api/admin/prices")).json;
    const guests = { sleeps: 6, included: 2, extraCents: 1000 };
    const document = { ...DEFAULT_PRICES, guests };
    expect(
      (await host("PUT", "/api/admin/prices", { prices: document, version: prices, confirmed: true })).status,
    ).toBe(200);
    const { id } = (await book()).json;
    await setPrices({ guests: { ...guests, extraCents: 5000 } });
    const dates = { checkInDate: from, checkOutDate: addDays(from, 3) };
    const query = `checkInDate=${dates.checkInDate}&checkOutDate=${dates.checkOutDate}&guestCount=4&bookingId=${id}`;
    const quote = (await host("GET", `/api/admin/stay-quote?${query}`)).json;
    expect(quote).toMatchObject({ totalAmount: "510.00", reminder: null });
    const { version } = await detail(id);
    const change = { ...dates, guestCount: 4, price: "new", expectedTotal: "510.00", version };
    const changed = await host("PUT", `/api/admin/bookings/${id}/stay`, change);
    expect([changed.status, changed.json.totalAmount]).toEqual([200, "510.00"]);
  });

  test("an agreed total applies only to its own nights: more nights cost today's price, and other dates do not keep the difference", async () => {
    const own = await book(7);
    const { id } = own.json;
    await add(id, "extra", "30", "Dinner");
    expect((await add(id, "total", "600", "Agreed price")).json.totalAmount).toBe("600.00");
    await add(id, "extra", "10", "Firewood");
    // At a new price, a stay that the host moves costs today's price plus the extras.
    expect([await hostQuote(id, 3), await hostQuote(id, 12)]).toEqual(["490.00", "1840.00"]);
    const free = { ...stayOf(3), expectedTotal: "0.00" };
    const refused = await server.send("PUT", `/api/bookings/${id}/stay`, free, { cookie: cookieOf(own) });
    expect(refused.status).toBe(409);

    expect(await change(own, 8)).toBe("760.00");
    expect((await detail(id)).lines).toMatchObject([
      { kind: "agreed", nights: 7, amountCents: 60_000 },
      { kind: "nights", amountCents: 15_000 },
      { kind: "adjustment", label: "Firewood", amountCents: 1000 },
    ]);
    expect(await change(own, 5)).toBe("760.00");
  });

  test("once a stay with an agreed total gets shorter, it costs the price of its nights plus the extras", async () => {
    const own = await book(7);
    await add(own.json.id, "extra", "30", "Dinner");
    await add(own.json.id, "total", "600", "Agreed price");
    expect([await change(own, 3), await change(own, 7)]).toEqual(["480.00", "1080.00"]);
  });

  test("the agreed price of a stay entered by the host applies only to its own nights, too", async () => {
    from = addDays(from, 20);
    const guest = { name: "Ann Perera", email: "", phone: "+94 77 123 4567" };
    const body = { ...guest, ...stayOf(7), status: "confirmed", agreedTotal: "600" };
    const { id } = (await host("POST", "/api/admin/bookings", body)).json;
    expect((await detail(id)).totalAmount).toBe("600.00");
    expect([await hostQuote(id, 3), await hostQuote(id, 12)]).toEqual(["450.00", "1800.00"]);
  });

  test("a discount that is larger than the price of a shorter stay applies in full when the stay gets longer again", async () => {
    const own = await book(7);
    await add(own.json.id, "discount", "500");
    expect([await change(own, 2), await change(own, 7)]).toEqual(["0.00", "550.00"]);
  });

  test("an agreed total covers the guests it was agreed for; additional guests and nights add their fees and taxes", async () => {
    await setPrices({
      guests: { sleeps: 6, included: 2, extraCents: 2000 },
      taxes: [
        { name: "City tax", included: false, per: "guest-night", amountCents: 150 },
        { name: "Service", included: false, per: "price", percent: 1000 },
      ],
    });
    // Three nights cost 450, plus 9 in city tax and 45 for service.
    const own = await book(3);
    const { id } = own.json;
    const { version, totalAmount } = await detail(id);
    expect(totalAmount).toBe("504.00");
    const kept = { ...stayOf(4), price: "keep", expectedTotal: "504.00", version };
    expect((await host("PUT", `/api/admin/bookings/${id}/stay`, kept)).status).toBe(200);
    // Four more guests for four nights: 320, plus 24 in city tax and 32 for service.
    expect(await change(own, 4, 6)).toBe("880.00");
    expect(await change(own, 4, 4)).toBe("692.00");
    expect([await change(own, 4, 1), await change(own, 4, 2)]).toEqual(["504.00", "504.00"]);
    // One more night for three guests: 150, plus 20 for the third guest; and one more guest for four nights: 80. This
    // adds 10.50 in city tax and 25 for service.
    expect(await change(own, 5, 3)).toBe("789.50");

    // The host keeps the price for six guests: fewer guests do not cost more.
    const many = { ...stayOf(5, 6), price: "keep", expectedTotal: "789.50", version: (await detail(id)).version };
    expect((await host("PUT", `/api/admin/bookings/${id}/stay`, many)).status).toBe(200);
    expect(await change(own, 5, 5)).toBe("789.50");
    await setPrices({});
  });
});

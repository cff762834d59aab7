import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, toLocalDate } from "#domain/calendar/local-date.ts";
import { DEFAULT_PRICES } from "#domain/pricing/price-document.ts";
import { engines } from "../testing/engines.ts";
import { bookStay } from "../testing/given.ts";
import { readCsv } from "../testing/read-csv.ts";
import { cookieOf, startTestApp, type TestApp } from "../testing/test-app.ts";

type Sums = Record<string, number>;

/** Q-14: compares every figure in the revenue breakdown with sums that the database calculates from the price lines. */
describe.each(engines)("accommodation, discounts, fees and taxes are reported separately, on %s", (engine) => {
  let server: TestApp;
  let cookie: string;
  const first = toLocalDate("2027-02-01");
  const host = (method: string, path: string, body?: unknown) => server.send(method, path, body, { cookie });

  /** Creates stays with every kind of price line; some of the stays are changed and one is cancelled. */
  beforeAll(async () => {
    server = await startTestApp(engine);
    cookie = await server.signIn();
    const { version } = (await host("GET", "/api/admin/prices")).json;
    const prices = {
      ...DEFAULT_PRICES,
      everyNight: { ...DEFAULT_PRICES.everyNight, priceCents: 15_333, weekendPriceCents: 18_111 },
      longerStays: [{ nights: 3, percent: 1050 }],
      guests: { sleeps: 6, included: 2, extraCents: 999 },
      cleaningCents: 3333,
      taxes: [
        { name: "City tax", included: false, per: "guest-night", amountCents: 151 },
        { name: "Levy", included: false, per: "price", percent: 725 },
        { name: "VAT", included: true, per: "price", percent: 1900 },
      ],
    };
    expect((await host("PUT", "/api/admin/prices", { prices, version, confirmed: true })).status).toBe(200);
    const expected = [
      [0, 2, 2],
      [3, 4, 5],
      [8, 3, 1],
      [12, 7, 4],
      [20, 1, 6],
    ] as const;
    const booked: Awaited<ReturnType<typeof bookStay>>[] = [];
    for (const [from, nights, guestCount] of expected) {
      const dates = { checkInDate: addDays(first, from), checkOutDate: addDays(first, from + nights) };
      booked.push(await bookStay(server, { ...dates, guestCount }));
    }
    const [plain, adjusted, longer, agreed, gone] = booked;
    const act = async (id: string, method: string, path: string, body: object) => {
      const { version: now } = (await host("GET", `/api/admin/bookings/${id}`)).json;
      const done = await host(method, `/api/admin/bookings/${id}/${path}`, { version: now, ...body });
      expect([200, 201], done.text).toContain(done.status);
    };
    const id = (one: (typeof booked)[number] | undefined) => String(one?.json.id);
    await act(id(adjusted), "POST", "adjustments", { kind: "discount", amount: "33.33", label: "Early guest" });
    await act(id(adjusted), "POST", "adjustments", { kind: "extra", amount: "12.50", label: "Dinner" });
    await act(id(plain), "POST", "payments", { kind: "payment", method: "cash", paidOn: "2026-11-20", amount: "50" });
    const moved = { checkInDate: addDays(first, 8), checkOutDate: addDays(first, 12), guestCount: 1 };
    const quote = await server.send(
      "GET",
      `/api/bookings/${id(longer)}/stay-quote?${String(new URLSearchParams({ ...moved, guestCount: "1" }))}`,
      undefined,
      { cookie: cookieOf(longer ?? booked[0] ?? bug()) },
    );
    const { totalAmount } = quote.json;
    const keep = { checkInDate: addDays(first, 12), checkOutDate: addDays(first, 18), guestCount: 4, price: "keep" };
    const { totalAmount: kept } = (await host("GET", `/api/admin/bookings/${id(agreed)}`)).json;
    await act(id(longer), "PUT", "stay", { ...moved, price: "new", expectedTotal: totalAmount });
    await act(id(agreed), "PUT", "stay", { ...keep, expectedTotal: kept });
    await act(id(gone), "POST", "cancel", { waiveFee: true, expectedFee: "0.00" });
  });
  afterAll(() => server.close());

  /**
   * The price lines of bookings in a span, summed by the database. Each amount is spread evenly over the nights of its
   * stay.
   */
  async function oracle(from: string, to: string): Promise<Sums> {
    const isPostgres = engine === "postgres";
    const nights = isPostgres
      ? (a: string, b: string) => sql.raw(`(${b}::date - ${a}::date)`)
      : (a: string, b: string) => sql.raw(`cast(julianday(${b}) - julianday(${a}) as integer)`);
    const lines = sql.raw(
      isPostgres
        ? "booking, lateral jsonb_array_elements(price_lines::jsonb) as line(value)"
        : "booking, json_each(price_lines) as line",
    );
    const field = (name: string) =>
      sql.raw(isPostgres ? `(line.value->>'${name}')` : `json_extract(line.value, '$.${name}')`);
    const { rows } = await sql<{ kind: string; cents: number }>`
      with part as (
        select booking.id, ${field("kind")} as kind, sum(cast(${field("amountCents")} as integer)) as cents,
          ${nights("check_in", "check_out")} as nights,
          case when check_in > ${from} then 0 else ${nights("check_in", `'${from}'`)} end as skipped,
          case when check_out < ${to} then ${nights("check_in", "check_out")} else ${nights("check_in", `'${to}'`)} end as upto
        from ${lines} where status <> 'cancelled' and check_in < ${to} and check_out > ${from}
        group by booking.id, ${field("kind")}, check_in, check_out
      )
      select kind, sum(floor(1.0 * cents * upto / nights) - floor(1.0 * cents * skipped / nights)) as cents
      from part group by kind`.execute(server.db);
    return Object.fromEntries(rows.map(({ kind, cents }) => [kind, Number(cents)]));
  }
  const cents = (sums: Record<string, number | string>): Sums =>
    Object.fromEntries(Object.entries(sums).map(([name, amount]) => [name, Math.round(Number(amount) * 100)]));
  const asParts = (lines: Sums) => ({
    accommodation: (lines["nights"] ?? 0) + (lines["agreed"] ?? 0),
    discounts: lines["discount"] ?? 0,
    extraGuests: lines["extra-guests"] ?? 0,
    cleaning: lines["cleaning"] ?? 0,
    adjustments: lines["adjustment"] ?? 0,
    taxes: lines["tax"] ?? 0,
  });
  const added = (sums: Sums) => Object.values(sums).reduce((all, one) => all + one, 0);
  const analytics = async (query = "") => (await host("GET", `/api/admin/analytics${query}`)).json;

  test("the test data include every kind of price line", async () => {
    const sums = await oracle("2027-01-01", "2028-01-01");
    const kinds = ["adjustment", "agreed", "cleaning", "discount", "extra-guests", "nights", "tax"];
    expect(Object.keys(sums).toSorted()).toEqual(kinds);
  });

  test("figures for all time, and for a range that splits no stay, match the database's sums to the cent", async () => {
    const expected = asParts(await oracle("2027-01-01", "2028-01-01"));
    for (const query of ["", "?from=2027-01-01&to=2028-01-01"]) {
      const { madeOf, totalRevenue } = await analytics(query);
      expect(cents(madeOf)).toEqual(expected);
      expect(added(cents(madeOf))).toBe(Math.round(totalRevenue * 100));
    }
  });

  test("a range that splits stays includes a share of each price line, and the parts add up to the revenue", async () => {
    for (const [from, to] of [
      [1, 5],
      [4, 6],
      [9, 15],
      [13, 14],
    ] as const) {
      const [start, end] = [addDays(first, from), addDays(first, to)];
      const { madeOf, totalRevenue } = await analytics(`?from=${start}&to=${end}`);
      const { accommodation, ...extras } = cents(madeOf);
      const { accommodation: nights, ...expected } = asParts(await oracle(start, end));
      expect(extras).toEqual(expected);
      // Each share is rounded down to a cent; the remainder is added to the accommodation.
      expect(Math.abs((accommodation ?? 0) - nights)).toBeLessThan(10);
      expect((accommodation ?? 0) + added(extras)).toBe(Math.round(totalRevenue * 100));
    }
  });

  test("the dashboard shows the same parts", async () => {
    const { stats } = (await host("GET", "/api/admin/dashboard")).json;
    expect(cents(stats.madeOf)).toEqual(asParts(await oracle("2027-01-01", "2028-01-01")));
    expect(added(cents(stats.madeOf))).toBe(Math.round(Number(stats.revenue) * 100));
  });

  test("the bookings CSV file has columns for the parts, which add up to the agreed total, and one for the included taxes", async () => {
    const file = (await host("GET", "/api/admin/bookings.csv")).text.replace(/^\uFEFF/, "");
    const [header = [], ...rows] = readCsv(file);
    const column = (row: string[], name: string) => Math.round(Number(row[header.indexOf(name)]) * 100);
    const names = ["Accommodation", "Discounts", "Extra guests", "Cleaning", "Adjustments", "Taxes"];
    for (const row of rows) {
      const total = column(row, "Agreed total");
      expect(names.reduce((sum, name) => sum + column(row, name), 0)).toBe(total);
      const beforeAddedTaxes = total - column(row, "Taxes");
      expect(column(row, "Included taxes")).toBe(beforeAddedTaxes - Math.round(beforeAddedTaxes / 1.19));
    }
    const kept = rows.filter((row) => row[header.indexOf("Status")] !== "cancelled");
    const sums = names.map((name) => kept.reduce((sum, row) => sum + column(row, name), 0));
    expect(sums).toEqual(Object.values(asParts(await oracle("2027-01-01", "2028-01-01"))));
  });
});

function bug(): never {
  throw new Error("The stays were not booked");
}

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, toLocalDate } from "#domain/calendar/local-date.ts";
import { DEFAULT_PRICES } from "#domain/pricing/price-document.ts";
import { engines } from "../testing/engines.ts";
import { bookStay } from "../testing/given.ts";
import { cookieOf, startTestApp, type TestApp } from "../testing/test-app.ts";

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
  /** Three nights at 150 that no other test uses. */
  const book = () => {
    from = addDays(from, 20);
    return bookStay(server, { checkInDate: from, checkOutDate: addDays(from, 3) });
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
    expect(entry).toMatchObject({ act: "Changed a booking's price", before: { totalCents: 39_900 } });
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

  test("a different number of guests on the same dates is priced under the terms of the booking, whoever changes it", async () => {
    const { version: prices } = (await host("GET", "/api/admin/prices")).json;
    const guests = { sleeps: 6, included: 2, extraCents: 1000 };
    const document = { ...DEFAULT_PRICES, guests };
    expect(
      (await host("PUT", "/api/admin/prices", { prices: document, version: prices, confirmed: true })).status,
    ).toBe(200);
    const { id } = (await book()).json;
    const dates = { checkInDate: from, checkOutDate: addDays(from, 3) };
    const query = `checkInDate=${dates.checkInDate}&checkOutDate=${dates.checkOutDate}&guestCount=4&bookingId=${id}`;
    const quote = (await host("GET", `/api/admin/stay-quote?${query}`)).json;
    expect(quote).toMatchObject({ totalAmount: "510.00", reminder: null });
    const { version } = await detail(id);
    const wanted = { ...dates, guestCount: 4, price: "new", expectedTotal: "510.00", version };
    const changed = await host("PUT", `/api/admin/bookings/${id}/stay`, wanted);
    expect([changed.status, changed.json.totalAmount]).toEqual([200, "510.00"]);
  });
});

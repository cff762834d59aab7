import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addDays } from "#domain/calendar/local-date.ts";
import { DEFAULT_PRICES, type PriceDocument } from "#domain/pricing/price-document.ts";
import { engines } from "../testing/engines.ts";
import { bookStay, GUEST, stayBody } from "../testing/given.ts";
import { cookieOf, startTestApp, type TestApp, type TestResponse } from "../testing/test-app.ts";

const TODAY = "2026-11-21";
const NOW = `${TODAY}T06:00:00Z`;
const night = DEFAULT_PRICES.everyNight;

describe.each(engines)("stays at the host's prices on %s", (engine) => {
  let server: TestApp;
  let cookie: string;
  beforeAll(async () => {
    server = await startTestApp(engine);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.set(NOW);
    cookie = await server.signIn();
    await save({});
  });

  const host = (method: string, path: string, body?: unknown) => server.send(method, path, body, { cookie });
  async function save(prices: Partial<PriceDocument>): Promise<void> {
    const { version } = (await host("GET", "/api/admin/prices")).json;
    const body = { prices: { ...DEFAULT_PRICES, ...prices }, version, confirmed: true };
    const saved = await host("PUT", "/api/admin/prices", body);
    expect(saved.status, saved.text).toBe(200);
  }
  const addCode = (name: string, terms: object) =>
    host("PUT", `/api/admin/prices/codes/${name}`, {
      discount: { percent: 1000 },
      arrivalFrom: null,
      arrivalUntil: null,
      bookUntil: null,
      minimumNights: null,
      maximumUses: null,
      ...terms,
    });
  async function book(arrival: number, nights: number, rest: object = {}) {
    const guest = await server.send("POST", "/api/guests", GUEST);
    const dates = { checkInDate: addDays(TODAY, arrival), checkOutDate: addDays(TODAY, arrival + nights) };
    return server.send("POST", "/api/bookings", { ...stayBody(dates), guestId: guest.json.id, ...rest });
  }
  const detail = async (id: string) => (await host("GET", `/api/admin/bookings/${id}`)).json;
  const datesFrom = (arrival: number) => ({
    checkInDate: addDays(TODAY, arrival),
    checkOutDate: addDays(TODAY, arrival + 3),
  });
  async function moveByHost(id: string, { to, price, total }: { to: number; price: "keep" | "new"; total: string }) {
    const { version } = await detail(id);
    const body = { ...datesFrom(to), guestCount: 2, price, expectedTotal: total, version };
    return host("PUT", `/api/admin/bookings/${id}/stay`, body);
  }
  /** The totals that the guest and the host are shown for another number of guests. */
  async function quotesFor(own: TestResponse, { to, guestCount }: { to: number; guestCount: number }) {
    const { id } = own.json;
    const query = new URLSearchParams({ ...datesFrom(to), guestCount: String(guestCount) });
    const guests = await server.send("GET", `/api/bookings/${id}/stay-quote?${query}`, undefined, {
      cookie: cookieOf(own),
    });
    query.set("bookingId", id);
    const hosts = await host("GET", `/api/admin/stay-quote?${query}`);
    return [guests.json.totalAmount, hosts.json.totalAmount];
  }

  test("a guest who books the same stay again after the price has changed gets the booking, unless a lower price was shown", async () => {
    const dates = datesFrom(230);
    const first = await bookStay(server, dates);
    const again = async (shown: object) => {
      const body = { ...dates, ...shown };
      const { status, json } = await bookStay(server, body, GUEST, { cookie: cookieOf(first) });
      return json.id === first.json.id ? "the booking" : status;
    };
    // The page may still show the price at which the guest booked or, after a reload, the new price. Other clients may
    // send no price.
    await save({ everyNight: { ...night, priceCents: 20_000 } });
    for (const shown of [{ expectedTotal: "450.00" }, { expectedTotal: "600.00" }, {}])
      expect(await again(shown)).toBe("the booking");
    await save({ everyNight: { ...night, priceCents: 10_000 } });
    expect(await again({ expectedTotal: "450.00" })).toBe("the booking");
    for (const shown of [{ expectedTotal: "300.00" }, {}]) expect(await again(shown)).toBe(409);
  });

  test("the response to a refused stay states the rule and the nearest bookable stays, and nothing is booked", async () => {
    await save({ everyNight: { ...night, minimumNights: 3 } });
    const refused = await book(20, 2);
    expect([refused.status, refused.json.message, refused.json.fields]).toEqual([
      400,
      "At least 3 nights",
      { checkOutDate: "At least 3 nights" },
    ]);
    expect(refused.json.nearest[0]).toEqual({
      checkInDate: addDays(TODAY, 20),
      checkOutDate: addDays(TODAY, 23),
      totalCents: 45_000,
    });
    const past = await book(-2, 3);
    expect([past.json.message, past.json.nearest[0].checkInDate]).toEqual(["Past dates can't be booked", TODAY]);
    expect((await book(20, 3)).status).toBe(201);
  });

  test("a booking has the quoted price, and keeps it when the host changes the prices", async () => {
    await save({ cleaningCents: 3000, longerStays: [{ nights: 3, percent: 1000 }] });
    const own = await book(40, 3, { expectedTotal: "435.00" });
    expect(own.status, own.text).toBe(201);
    const other = await book(50, 3, { expectedTotal: "450.00" });
    expect([other.status, other.json.price.totalAmount]).toEqual([409, "435.00"]);
    const { id } = own.json;
    const booked = await detail(id);
    expect(booked.lines.map((line: { kind: string; amountCents: number }) => [line.kind, line.amountCents])).toEqual([
      ["nights", 45_000],
      ["discount", -4500],
      ["cleaning", 3000],
    ]);
    // The one-night fee is the first night's price as sold, less its share of the discount, without the cleaning fee.
    expect(booked.cancellation).toEqual([{ from: `${addDays(TODAY, 38)}T08:30:00.000Z`, amountCents: 13_500 }]);

    await save({ everyNight: { ...night, priceCents: 99_000, minimumNights: 5 }, cleaningCents: 90_000 });
    const guest = { cookie: cookieOf(own) };
    const quote = async (nights: number, guestCount = 2) => {
      const dates = { checkInDate: addDays(TODAY, 40), checkOutDate: addDays(TODAY, 40 + nights) };
      const query = String(new URLSearchParams({ ...dates, guestCount: String(guestCount) }));
      return (await server.send("GET", `/api/bookings/${id}/stay-quote?${query}`, undefined, guest)).json;
    };
    expect(await quote(3)).toMatchObject({ totalAmount: "435.00", difference: "0.00" });
    // Four nights are allowed although the minimum is now five. The price is 3 x 150 + 990, less 10 percent, plus the
    // cleaning fee as of the day of booking.
    expect(await quote(4)).toMatchObject({ totalAmount: "1326.00", difference: "891.00" });
    expect(await detail(id)).toMatchObject({ totalAmount: "435.00", priceLines: booked.priceLines });

    server.clock.set(`${addDays(TODAY, 39)}T06:00:00Z`);
    cookie = await server.signIn();
    const cancelled = await server.send("POST", `/api/bookings/${id}/cancel`, { expectedFee: "135.00" }, guest);
    expect([cancelled.status, cancelled.json.cancellationFee]).toEqual([200, "135.00"]);
  });

  test("a discount gained through a change of dates is kept in later changes as long as its conditions are met", async () => {
    const own = await book(200, 3);
    const { id } = own.json;
    const change = async (nights: number, guestCount: number) => {
      const stay = { checkInDate: addDays(TODAY, 200), checkOutDate: addDays(TODAY, 200 + nights), guestCount };
      const guest = { cookie: cookieOf(own) };
      const query = new URLSearchParams({ ...stay, guestCount: String(guestCount) });
      const { totalAmount } = (await server.send("GET", `/api/bookings/${id}/stay-quote?${query}`, undefined, guest))
        .json;
      const body = { ...stay, expectedTotal: totalAmount };
      expect((await server.send("PUT", `/api/bookings/${id}/stay`, body, guest)).status).toBe(200);
      return totalAmount;
    };
    await save({ longerStays: [{ nights: 5, percent: 2000 }] });
    expect(await change(5, 2)).toBe("600.00");
    expect(await change(5, 1)).toBe("600.00");
    await save({});
    expect([await change(6, 1), await change(4, 1)]).toEqual(["720.00", "600.00"]);
  });

  test("a last-minute discount gained through a host's new price is kept if the number of guests changes", async () => {
    await save({ lastMinute: { days: 30, percent: 1000 } });
    const own = await book(300, 3);
    const { id } = own.json;
    const stay = { checkInDate: addDays(TODAY, 210), checkOutDate: addDays(TODAY, 213) };
    server.clock.set(`${addDays(TODAY, 200)}T06:00:00Z`);
    cookie = await server.signIn();
    const reprice = async (guestCount: number) => {
      const { version } = await detail(id);
      const body = { ...stay, guestCount, price: "new", expectedTotal: "405.00", version };
      return (await host("PUT", `/api/admin/bookings/${id}/stay`, body)).status;
    };
    expect([await reprice(2), await reprice(1)]).toEqual([200, 200]);
  });

  test.each([
    {
      discount: "the discount from a code that does not cover the new dates",
      prices: {},
      code: { discount: { percent: 2000 }, arrivalUntil: addDays(TODAY, 33) },
      from: 30,
      to: 70,
      total: "360.00",
    },
    {
      discount: "no discount, although the arrival is now early enough for one",
      prices: { earlyBird: { days: 60, percent: 1000 } },
      code: null,
      from: 34,
      to: 110,
      total: "450.00",
    },
  ])(
    "changing the number of guests keeps the price of a stay whose total the host kept, with $discount",
    async (row) => {
      const { prices, code, from, to, total } = row;
      await save(prices);
      if (code) await addCode("SPRING", code);
      const own = await book(from, 3, code ? { code: "SPRING" } : {});
      const kept = await moveByHost(own.json.id, { to, price: "keep", total });
      expect(kept.status, kept.text).toBe(200);
      expect(await quotesFor(own, { to, guestCount: 1 })).toEqual([total, total]);
    },
  );

  test("changing the number of guests does not bring back a discount that was lost in a move at today's price", async () => {
    await save({ earlyBird: { days: 60, percent: 1000 } });
    const own = await book(610, 3, { expectedTotal: "405.00" });
    server.clock.set(`${addDays(TODAY, 580)}T06:00:00Z`);
    cookie = await server.signIn();
    const moved = await moveByHost(own.json.id, { to: 616, price: "new", total: "450.00" });
    expect(moved.status, moved.text).toBe(200);
    expect(await quotesFor(own, { to: 616, guestCount: 3 })).toEqual(["450.00", "450.00"]);
  });

  test("a last-minute discount that begins after the page was loaded is shown before the stay is booked", async () => {
    await save({ lastMinute: { days: 7, percent: 1000 } });
    // 23:50 at the cottage, eight days before arrival.
    server.clock.set(`${TODAY}T18:20:00Z`);
    const dates = { checkInDate: addDays(TODAY, 8), checkOutDate: addDays(TODAY, 10) };
    const response = await server.send("POST", "/api/quote", { ...dates, guestCount: 2 });
    expect(response.json.quote.totalCents).toBe(30_000);
    server.clock.advance(20 * 60_000);
    const refused = await book(8, 2, { expectedTotal: "300.00" });
    expect([refused.status, refused.json.price.totalAmount]).toEqual([409, "270.00"]);
    expect((await book(8, 2, { expectedTotal: "270.00" })).status).toBe(201);
  });

  test("a booking's cancellation fee follows the steps that applied when it was sold", async () => {
    await save({
      cancellation: [
        { fromHoursBefore: 14 * 24, percent: 5000 },
        { fromHoursBefore: 48, percent: 10_000 },
      ],
    });
    const own = await book(60, 3);
    await save({});
    const fee = async (day: number) => {
      server.clock.set(`${addDays(TODAY, day)}T06:00:00Z`);
      cookie = await server.signIn();
      return (await detail(own.json.id)).feeIfCancelledNow;
    };
    expect([await fee(45), await fee(50), await fee(59)]).toEqual(["0.00", "225.00", "450.00"]);
  });

  test("extending a stay into a discount after the deadline does not lower a fee that is a percentage of the price", async () => {
    await save({
      cancellation: [
        { fromHoursBefore: 14 * 24, percent: 5000 },
        { fromHoursBefore: 48, percent: 10_000 },
      ],
      longerStays: [{ nights: 7, percent: 2000 }],
    });
    const booked = await book(600, 6);
    const own = { cookie: cookieOf(booked) };
    const path = `/api/bookings/${booked.json.id}`;
    server.clock.set(`${addDays(TODAY, 590)}T06:00:00Z`);
    cookie = await server.signIn();
    expect(await detail(booked.json.id)).toMatchObject({ totalAmount: "900.00", feeIfCancelledNow: "450.00" });
    const stay = { checkInDate: addDays(TODAY, 600), checkOutDate: addDays(TODAY, 607) };
    const query = new URLSearchParams({ ...stay, guestCount: "2" });
    const quote = (await server.send("GET", `${path}/stay-quote?${query}`, undefined, own)).json;
    const body = { ...stay, guestCount: 2, expectedTotal: quote.totalAmount, expectedTerms: quote.terms };
    const done = await server.send("PUT", `${path}/stay`, body, own);
    expect(done.status, done.text).toBe(200);
    // No fee is higher than the price of the stay.
    const fees = [{ amountCents: 45_000 }, { amountCents: 84_000 }];
    const after = { totalAmount: "840.00", cancellation: fees };
    expect(quote).toMatchObject(after);
    expect(await detail(booked.json.id)).toMatchObject({ ...after, feeIfCancelledNow: "450.00" });
  });

  test.each([
    { discount: "for a long stay", longerStays: [{ nights: 28, percent: 4000 }], code: "", to: 28, fee: "150.00" },
    { discount: "from a code", longerStays: [], code: "NINETYOFF", to: 9, fee: "120.00" },
  ])(
    "extending a stay does not change its cancellation fee, although it changes each night's share of the discount $discount",
    async ({ longerStays, code, to, fee }) => {
      const everyStep = {
        cancellation: [
          { fromHoursBefore: 48, nights: 1 },
          { fromHoursBefore: 24, nights: 2 },
        ],
      };
      await save({ longerStays, ...everyStep });
      if (code) await addCode(code, { discount: { amountCents: 9000 } });
      const arrival = code ? 640 : 680;
      const booked = await book(arrival, 3, code ? { code } : {});
      const own = { cookie: cookieOf(booked) };
      const changed = async (nights: number, guestCount: number) => {
        const dates = { checkInDate: addDays(TODAY, arrival), checkOutDate: addDays(TODAY, arrival + nights) };
        const path = `/api/bookings/${booked.json.id}`;
        const query = new URLSearchParams({ ...dates, guestCount: String(guestCount) }).toString();
        const { totalAmount } = (await server.send("GET", `${path}/stay-quote?${query}`, undefined, own)).json;
        const body = { ...dates, guestCount, expectedTotal: totalAmount };
        const done = await server.send("PUT", `${path}/stay`, body, own);
        expect(done.status, done.text).toBe(200);
      };
      const fees = async () => {
        const { feeIfCancelledNow, cancellation } = await detail(booked.json.id);
        return [
          feeIfCancelledNow,
          ...cancellation.map(({ amountCents }: { amountCents: number }) => amountCents / 100),
        ];
      };
      // Free cancellation ended an hour ago.
      server.clock.set(`${addDays(TODAY, arrival - 2)}T09:30:00Z`);
      cookie = await server.signIn();
      const before = [fee, Number(fee), 2 * Number(fee)];
      expect(await fees()).toEqual(before);
      await changed(to, 2);
      expect(await fees()).toEqual(before);
      await changed(to, 3);
      expect(await fees()).toEqual(before);
      await changed(to + 1, 3);
      expect(await fees()).toEqual(before);
    },
  );

  test("the cottage can be booked for as many guests as it sleeps, and each extra guest adds to the price", async () => {
    await save({ guests: { sleeps: 8, included: 4, extraCents: 1000 } });
    const eight = await book(80, 2, { guestCount: 8 });
    expect(eight.status, eight.text).toBe(201);
    expect((await detail(eight.json.id)).totalAmount).toBe("380.00");
    const nine = await book(90, 2, { guestCount: 9 });
    expect([nine.status, nine.json.fields]).toEqual([
      400,
      { guestCount: "Maximum 8 guests allowed for cottage booking" },
    ]);
  });

  test("the host is warned that a stay breaks a rule, and may sell it anyway", async () => {
    await save({ everyNight: { ...night, minimumNights: 4 }, cleaningCents: 2000 });
    const dates = { checkInDate: addDays(TODAY, 100), checkOutDate: addDays(TODAY, 102) };
    const quote = await host(
      "GET",
      `/api/admin/stay-quote?${String(new URLSearchParams({ ...dates, guestCount: "2" }))}`,
    );
    expect(quote.json).toMatchObject({ totalAmount: "320.00", reminder: "At least 4 nights", takenNights: [] });
    const entered = await host("POST", "/api/admin/bookings", {
      name: "Bo",
      email: "",
      phone: "0771234567",
      ...dates,
      guestCount: 2,
      status: "confirmed",
    });
    expect(entered.status, entered.text).toBe(201);
    expect((await detail(entered.json.id)).totalAmount).toBe("320.00");
  });

  test("the host is not warned about a stay that fills a gap between stays and their preparation nights; guests can book it too", async () => {
    const rules = { smallestGap: 2, preparationNights: 1 };
    await save(rules);
    for (const arrival of [84, 91]) expect((await book(arrival, 3)).status).toBe(201);
    await save({ ...rules, everyNight: { ...night, minimumNights: 3 } });
    const reminder = async (from: number, to: number) => {
      const dates = { checkInDate: addDays(TODAY, from), checkOutDate: addDays(TODAY, to) };
      const query = String(new URLSearchParams({ ...dates, guestCount: "2" }));
      return (await host("GET", `/api/admin/stay-quote?${query}`)).json.reminder;
    };
    // The night of day 87 belongs to the earlier stay's preparation, and that of day 90 to the later one's.
    expect([await reminder(88, 90), await reminder(88, 89)]).toEqual([null, "At least 3 nights"]);
    expect((await book(88, 2)).status).toBe(201);
  });

  test("200 bookings at once with a code for ten uses: ten succeed, and a cancelled one releases its use only once", async () => {
    await addCode("TENUSES", { maximumUses: 10 });
    const guests: string[] = [];
    for (let place = 0; place < 200; place += 1) guests.push((await server.send("POST", "/api/guests", GUEST)).json.id);
    const responses = await Promise.all(
      guests.map((guestId, place) => {
        // Nights that no other test of this file books: a taken night would be refused before the code is.
        const dates = { checkInDate: addDays(TODAY, 310 + place), checkOutDate: addDays(TODAY, 311 + place) };
        return server.send("POST", "/api/bookings", { ...stayBody(dates), guestId, code: "ten-uses" });
      }),
    );
    const counted = (await host("GET", "/api/admin/prices")).json.codes;
    expect(counted).toContainEqual(expect.objectContaining({ code: "TENUSES", uses: 10 }));
    // On a busy machine a guest may be asked to try again; nothing is booked then.
    const refused = responses.filter((response) => response.status !== 201 && response.status !== 503);
    const message = "This code cannot be used for this stay.";
    expect(new Set(refused.map((response) => JSON.stringify([response.status, response.json.message])))).toEqual(
      new Set([JSON.stringify([400, message])]),
    );
    const booked = responses.filter((response) => response.status === 201);
    expect(booked).toHaveLength(10);
    const [first, second] = booked.map((response) => response.json.id);
    const paid = await detail(first);
    expect([paid.totalAmount, paid.priceLines[1].label]).toEqual(["135.00", "Code TENUSES (10% off)"]);
    const cancel = { version: 1, waiveFee: true, expectedFee: "0.00" };
    expect((await host("POST", `/api/admin/bookings/${first}/cancel`, cancel)).status).toBe(200);
    const again = await Promise.all([0, 1, 2].map((place) => book(540 + place * 2, 1, { code: "TENUSES" })));
    expect(again.filter((response) => response.status === 201)).toHaveLength(1);
    // All uses are taken: a cancelled stay can be restored with its discount only when a use is free again.
    const restore = { version: 2, status: "confirmed" };
    const full = await host("POST", `/api/admin/bookings/${first}/status`, restore);
    expect([full.status, full.json.message]).toEqual([
      409,
      "The discount code TENUSES has reached its usage limit. Increase the limit first.",
    ]);
    expect((await host("POST", `/api/admin/bookings/${second}/cancel`, cancel)).status).toBe(200);
    expect((await host("POST", `/api/admin/bookings/${first}/status`, restore)).status).toBe(200);
    // Once the host has removed the code, the other stay can be restored at its agreed price.
    expect((await host("POST", `/api/admin/bookings/${second}/status`, restore)).status).toBe(409);
    expect((await host("DELETE", "/api/admin/prices/codes/TENUSES")).status).toBeLessThan(300);
    expect((await host("POST", `/api/admin/bookings/${second}/status`, restore)).status).toBe(200);
  }, 120_000);

  test("a code that is removed and added again starts with no uses, and stays that used the old one do not count", async () => {
    const uses = async () =>
      (await host("GET", "/api/admin/prices")).json.codes.find(({ code }: { code: string }) => code === "AGAIN")?.uses;
    const cancel = { version: 1, waiveFee: true, expectedFee: "0.00" };
    await addCode("AGAIN", { maximumUses: 2 });
    const old = await book(560, 1, { code: "AGAIN" });
    const cancelled = await book(562, 1, { code: "AGAIN" });
    expect([old.status, cancelled.status, await uses()]).toEqual([201, 201, 2]);
    expect((await host("POST", `/api/admin/bookings/${cancelled.json.id}/cancel`, cancel)).status).toBe(200);
    expect((await host("DELETE", "/api/admin/prices/codes/AGAIN")).status).toBe(200);
    expect((await addCode("AGAIN", { maximumUses: 1 })).status).toBe(200);
    expect(await uses()).toBe(0);
    const used = await book(564, 1, { code: "AGAIN" });
    expect([used.status, await uses(), (await book(566, 1, { code: "AGAIN" })).status]).toEqual([201, 1, 400]);
    // Changing the new code keeps its uses.
    expect((await addCode("AGAIN", { maximumUses: 1, confirmed: true, minimumNights: 1 })).status).toBe(200);
    expect(await uses()).toBe(1);
    // A stay booked with the old code keeps its price, and neither takes nor releases a use of the new one.
    const restore = { version: 2, status: "confirmed" };
    const restored = await host("POST", `/api/admin/bookings/${cancelled.json.id}/status`, restore);
    expect(restored.status, restored.text).toBe(200);
    expect((await host("POST", `/api/admin/bookings/${old.json.id}/cancel`, cancel)).status).toBe(200);
    expect([(await detail(old.json.id)).totalAmount, await uses()]).toEqual(["135.00", 1]);
  });

  test("unknown, expired and inapplicable codes get the same response as a code that is used up", async () => {
    expect((await addCode("EXPIRED1", { bookUntil: addDays(TODAY, -1), confirmed: true })).status).toBe(200);
    expect((await addCode("LONGONLY", { minimumNights: 7 })).status).toBe(200);
    const responses = await Promise.all(["NOSUCH", "EXPIRED1", "LONGONLY"].map((code) => book(600, 2, { code })));
    expect(new Set(responses.map((response) => response.json.message))).toEqual(
      new Set(["This code cannot be used for this stay."]),
    );
    expect(responses.map((response) => response.status)).toEqual([400, 400, 400]);
  });
});

test("the number of guesses at discount codes in booking requests is limited", async () => {
  const server = await startTestApp("sqlite", { limits: { codes: { calls: 2, seconds: 900 } } });
  const { json: guest } = await server.send("POST", "/api/guests", GUEST);
  const attempt = (code: string) =>
    server
      .send("POST", "/api/bookings", { ...stayBody(), guestId: guest.id, code })
      .then((response) => response.status);
  expect([await attempt("AAA"), await attempt("BBB"), await attempt("CCC")]).toEqual([400, 400, 429]);
  await server.close();
});

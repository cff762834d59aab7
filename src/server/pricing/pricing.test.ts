import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addDays } from "#domain/calendar/local-date.ts";
import { DEFAULT_PRICES, type PriceDocument } from "#domain/pricing/price-document.ts";
import { withSpecialTerms } from "#domain/pricing/special-price.ts";
import { engines } from "../testing/engines.ts";
import { fakeClock } from "../testing/fake-clock.ts";
import { bookStay, GUEST, stayBody } from "../testing/given.ts";
import { compareWithOracle } from "../testing/price-oracle.ts";
import { TODAY } from "../testing/random-prices.ts";
import { cookieOf, startTestApp, type TestApp } from "../testing/test-app.ts";

const PRICES = "/api/admin/prices";
const NO_TERMS = { priceCents: null, weekendPriceCents: null, minimumNights: null, changeoverDays: null };
const CODE = {
  discount: { percent: 1000 },
  arrivalFrom: null,
  arrivalUntil: null,
  bookUntil: null,
  minimumNights: null,
  maximumUses: 1,
};

describe.each(engines)("prices on %s", (engine) => {
  let server: TestApp;
  let cookie: string;
  beforeAll(async () => {
    server = await startTestApp(engine, { clock: fakeClock(`${TODAY}T06:00:00Z`) });
    cookie = await server.signIn();
  });
  afterAll(() => server.close());

  const host = (method: string, path: string, body?: unknown) => server.send(method, path, body, { cookie });
  const read = async () => (await host("GET", PRICES)).json;
  const put = async (prices: PriceDocument, rest: { version?: string; confirmed?: boolean } = {}) =>
    host("PUT", PRICES, { prices, version: (await read()).version, confirmed: true, ...rest });
  const quote = async (nights: number, rest: Record<string, unknown> = {}, arrival = 100) =>
    (
      await server.send("POST", "/api/quote", {
        checkInDate: addDays(TODAY, arrival),
        checkOutDate: addDays(TODAY, arrival + nights),
        guestCount: 2,
        ...rest,
      })
    ).json;
  const undo = (changeId: string) => host("POST", `/api/admin/content/changes/${changeId}/undo`);

  beforeEach(async () => {
    await put(DEFAULT_PRICES);
  });

  test("with the default prices, a stay costs the specification's rate, and cancelling is free until 48 hours before check-in", async () => {
    expect((await read()).prices).toEqual(DEFAULT_PRICES);
    const { quote: priced, refusal, nearest, code } = await quote(3);
    expect(priced).toMatchObject({ totalCents: 45_000, oneNightCents: 15_000, currency: "USD", containedTaxes: [] });
    expect(priced.lines).toEqual([{ kind: "nights", from: null, quantity: 3, unitCents: 15_000, amountCents: 45_000 }]);
    // 48 hours before 2 PM at the cottage, which is five and a half hours ahead of UTC.
    expect(priced.cancellation).toEqual([{ from: `${addDays(TODAY, 98)}T08:30:00.000Z`, amountCents: 15_000 }]);
    expect([refusal, nearest, code]).toEqual([null, [], null]);
  });

  test("the price for every night and the property's rate are the same value, whichever screen changes it", async () => {
    await put({ ...DEFAULT_PRICES, everyNight: { ...DEFAULT_PRICES.everyNight, priceCents: 17_550 } });
    expect((await server.send("GET", "/api/properties/public")).json[0].rate).toBe("$175.50 per night");
    await host("PUT", "/api/admin/content/property", { rate: "200" });
    expect((await read()).prices.everyNight.priceCents).toBe(20_000);
    expect((await quote(2)).quote.totalCents).toBe(40_000);
  });

  test("browsers and proxies may cache the prices, but must revalidate them each time", async () => {
    const ask = (etag = "") => server.send("GET", "/api/prices", undefined, { "if-none-match": etag });
    const first = await ask();
    expect(first.headers.get("cache-control")).toBe("public, no-cache");
    const etag = first.headers.get("etag") ?? "";
    // On SQLite, the first response came from the framework, and these two come from the server's own cache.
    for (const response of [await ask(etag), await ask(etag)])
      expect([response.status, response.text]).toEqual([304, ""]);
    await put({ ...DEFAULT_PRICES, cleaningCents: 700 });
    const changed = await ask(etag);
    expect([changed.status, changed.json.prices.cleaningCents]).toEqual([200, 700]);
    expect((await read()).checkInTime).toBe("14:00");
    expect((await host("GET", PRICES)).headers.get("cache-control")).toBe("no-store");
  });

  test("saved prices are shown to guests at once, and the change is logged and can be undone byte for byte", async () => {
    const before = (await server.send("GET", "/api/prices")).text;
    const quoted = (await quote(3)).quote;
    const saved = await put({ ...DEFAULT_PRICES, cleaningCents: 3000 });
    expect(saved.status).toBe(200);
    expect((await server.send("GET", "/api/prices")).json).toMatchObject({
      today: TODAY,
      prices: { cleaningCents: 3000 },
    });
    expect((await quote(3)).quote.totalCents).toBe(48_000);
    const [entry] = (await host("GET", "/api/admin/audit")).json.entries;
    expect(entry).toMatchObject({
      actor: "host",
      act: "Changed the prices",
      subject: "Prices",
      changeId: saved.json.changeId,
    });
    expect((await undo(saved.json.changeId)).status).toBe(200);
    expect((await server.send("GET", "/api/prices")).text).toBe(before);
    expect((await quote(3)).quote).toEqual(quoted);
  });

  test("a second instance quotes the same price right after a save, and right after the save is undone", async () => {
    const second = await startTestApp(engine, { clock: server.clock, config: server.sameDatabase });
    const stay = { checkInDate: addDays(TODAY, 100), checkOutDate: addDays(TODAY, 104), guestCount: 3 };
    const both = async () => {
      const responses = await Promise.all([server, second].map((one) => one.send("POST", "/api/quote", stay)));
      return responses.map(({ text }) => text);
    };
    try {
      const [before] = await both();
      const { changeId } = (await put({ ...DEFAULT_PRICES, cleaningCents: 4321 })).json;
      const [here, there] = await both();
      expect(JSON.parse(here ?? "").quote.totalCents).toBe(64_321);
      expect(there).toBe(here);
      await undo(changeId);
      expect(await both()).toEqual([before, before]);
    } finally {
      await second.close();
    }
  });

  test("two tabs do not overwrite each other's changes", async () => {
    const { version } = await read();
    expect((await put({ ...DEFAULT_PRICES, cleaningCents: 1000 }, { version })).status).toBe(200);
    const second = await put({ ...DEFAULT_PRICES, cleaningCents: 2000 }, { version });
    expect([second.status, second.json.fields.prices]).toEqual([409, "This was changed in the meantime"]);
    expect((await read()).prices.cleaningCents).toBe(1000);
  });

  test("conflicting rules are not saved, and the message names them; saving the settings applies the same check", async () => {
    const season = (name: string, from: string, to: string) => ({ ...NO_TERMS, name, from, to });
    const overlapping = {
      ...DEFAULT_PRICES,
      seasons: [season("High", "06-01", "08-31"), season("August", "08-01", "08-31")],
    };
    // The server has to refuse what the type does not allow.
    const refused = await put(overlapping as PriceDocument);
    expect([refused.status, refused.json.fields]).toEqual([
      400,
      { "seasons.1.from": '"High" and "August" both include the night of August 1. Change the dates of one of them.' },
    ]);
    const field = await put({ ...DEFAULT_PRICES, smallestGap: 0 });
    expect([field.status, field.json.fields]).toEqual([400, { "prices.smallestGap": "Enter 1 to 30 nights" }]);

    await put({ ...DEFAULT_PRICES, everyNight: { ...DEFAULT_PRICES.everyNight, minimumNights: 5 } });
    const settings = (await host("GET", "/api/admin/settings")).json;
    const shorter = await host("PUT", "/api/admin/settings", { ...settings, longestStay: "4" });
    expect([shorter.status, shorter.json.message]).toEqual([
      400,
      "Every night has a minimum stay of 5 nights, but the longest stay is 4 nights",
    ]);
    expect((await host("PUT", "/api/admin/settings", { ...settings, longestStay: "14" })).status).toBe(200);
    expect((await read()).prices.longestStay).toBe(14);
    await put({ ...DEFAULT_PRICES, longestStay: 21, windowDays: 365 });
    expect((await host("GET", "/api/admin/settings")).json).toMatchObject({ longestStay: 21, bookingWindow: 365 });
    expect((await server.send("GET", "/api/site")).json.stayRules).toEqual({ longestStay: 21, windowDays: 365 });
  });

  test.each([
    ["USD", "Enter $100,000 or less"],
    ["JPY", "Enter ¥10,000,000 or less"],
    ["KWD", "Enter KWD 10,000 or less"],
  ])("the message about too high a fee or discount states the limit in %s", async (currency, message) => {
    const dear = 10_000_001;
    const tax = { name: "City tax", included: false, per: "stay", amountCents: dear } as const;
    const guests = { ...DEFAULT_PRICES.guests, extraCents: dear };
    const refused = await put({ ...DEFAULT_PRICES, currency, guests, cleaningCents: dear, taxes: [tax] });
    expect(Object.values(refused.json.fields).map((text) => String(text).replace("\u00a0", " "))).toEqual([
      message,
      message,
      message,
    ]);
    const most = { ...DEFAULT_PRICES, currency, cleaningCents: 10_000_000 };
    expect((await put(most)).status).toBe(200);
    const code = await host("PUT", `${PRICES}/codes/DEAR`, {
      ...CODE,
      discount: { amountCents: dear },
      confirmed: true,
    });
    expect([code.status, code.json.message.replace("\u00a0", " ")]).toEqual([400, message]);
  });

  test("a price that looks like a typing mistake is saved only after confirmation", async () => {
    const slip = { ...DEFAULT_PRICES, everyNight: { ...DEFAULT_PRICES.everyNight, priceCents: 1500 } };
    const response = await put(slip, { confirmed: false });
    expect([response.status, response.json.message]).toEqual([
      409,
      "Every night: $15 a night is a tenth or less of the usual $150. Is this right?",
    ]);
    expect((await read()).prices.everyNight.priceCents).toBe(15_000);
    expect((await put(slip)).status).toBe(200);
  });

  test("on the Content screen too, a rate that looks like a typing mistake is saved only after confirmation", async () => {
    const save = (body: object) => host("PUT", "/api/admin/content/property", body);
    const response = await save({ name: "Kitul Lodge", rate: "1500" });
    expect([response.status, response.json.message]).toEqual([
      409,
      "Every night: $1,500 a night is ten or more times the usual $150. Is this right?",
    ]);
    expect((await read()).prices.everyNight.priceCents).toBe(15_000);
    expect((await server.send("GET", "/api/properties/public")).json[0].name).not.toBe("Kitul Lodge");
    const saved = await save({ rate: "1500", confirmed: true });
    expect(saved.status).toBe(200);
    // No confirmation is needed for an unchanged rate or for undoing the change.
    expect((await save({ rate: "1500" })).status).toBe(200);
    expect((await undo(saved.json.changeId)).status).toBe(200);
    expect((await read()).prices.everyNight.priceCents).toBe(15_000);
  });

  test("guests see no name for prices that the host has set in the calendar, but the host's form shows one", async () => {
    const nights = { checkIn: addDays(TODAY, 100), checkOut: addDays(TODAY, 103) };
    const prices = withSpecialTerms(DEFAULT_PRICES, nights, { priceCents: 20_000, minimumNights: 3 });
    expect((await put(prices ?? DEFAULT_PRICES)).status).toBe(200);
    const names = (document: PriceDocument) => document.specialDates.map(({ name }) => name);
    expect(names((await read()).prices)).toEqual([`${addDays(TODAY, 100)} to ${addDays(TODAY, 102)}`]);
    expect(names((await server.send("GET", "/api/prices")).json.prices)).toEqual([""]);
    expect((await quote(3)).quote.lines).toMatchObject([{ kind: "nights", from: null, unitCents: 20_000 }]);
    expect((await quote(2)).refusal).toEqual({ rule: "minimum", message: "At least 3 nights" });
  });

  test("the response to a refused stay names the rule, and lists the nearest bookable stays with their totals", async () => {
    await put({ ...DEFAULT_PRICES, everyNight: { ...DEFAULT_PRICES.everyNight, minimumNights: 3 } });
    const day = (index: number) => addDays(TODAY, index);
    await host("POST", "/api/admin/blocks", { startsOn: day(200), endsOn: day(201), reason: "Family" });
    expect(await quote(2, {}, 150)).toMatchObject({
      quote: null,
      refusal: { rule: "minimum", message: "At least 3 nights" },
      nearest: [{ checkInDate: day(150), checkOutDate: day(153), totalCents: 45_000 }, {}, {}],
    });
    const taken = await quote(3, {}, 200);
    expect(taken.refusal).toEqual({ rule: "taken", message: "Some of these nights are already booked" });
    expect(taken.nearest[0]).toEqual({ checkInDate: day(201), checkOutDate: day(204), totalCents: 45_000 });
    expect(await quote(3, { guestCount: 7 })).toMatchObject({
      refusal: { rule: "guests", message: "Maximum 6 guests allowed for cottage booking" },
      nearest: [],
    });
    expect((await quote(3, {}, -1)).refusal.rule).toBe("past");
  });

  test("a code is accepted but not used if another discount is larger, and the message says so", async () => {
    await host("PUT", `${PRICES}/codes/GARDEN10`, CODE);
    expect((await quote(3, { code: "GARDEN10" })).code.message).toBe("Your code has been applied.");
    expect(await quote(3, { code: "GARDEN10" }, -1)).toMatchObject({ refusal: { rule: "past" }, code: null });
    await put({ ...DEFAULT_PRICES, earlyBird: { days: 1, percent: 2000 } });
    const larger = await quote(3, { code: "GARDEN10" });
    expect(larger.quote.lines[1]).toMatchObject({ kind: "discount", reason: "early-bird" });
    expect(larger.code).toEqual({
      accepted: true,
      message: "Your code is valid, but another discount is larger, so we've applied that one.",
    });
    await host("DELETE", `${PRICES}/codes/GARDEN10`);
  });

  test("a discount code counts as used until its booking is cancelled; unknown, used-up and removed codes get the same response", async () => {
    const { code: name, ...wrong } = {
      code: "WELCOME10",
      accepted: false,
      message: "This code cannot be used for this stay.",
    };
    const path = `${PRICES}/codes/${name}`;
    expect((await quote(3, { code: name })).code).toEqual(wrong);
    const codes = (await host("PUT", path, CODE)).json.codes;
    expect(codes).toEqual([{ ...CODE, code: name, uses: 0 }]);
    const used = await quote(3, { code: "welcome-10" });
    expect(used.code).toEqual({ accepted: true, message: "Your code has been applied." });
    expect(used.quote.lines[1]).toMatchObject({ kind: "discount", reason: "code", code: name, amountCents: -4500 });

    const { json } = await bookStay(server, { checkInDate: addDays(TODAY, 300), checkOutDate: addDays(TODAY, 302) });
    await server.db.insertInto("promo_code_use").values({ booking_id: json.id, code: name }).execute();
    expect((await read()).codes[0].uses).toBe(1);
    expect((await quote(3, { code: name })).code).toEqual(wrong);
    const cancel = { version: 1, waiveFee: true, expectedFee: "0.00" };
    const cancelled = await host("POST", `/api/admin/bookings/${json.id}/cancel`, cancel);
    expect([cancelled.status, cancelled.text]).toEqual([200, expect.anything()]);
    expect((await quote(3, { code: name })).code.accepted).toBe(true);
    await server.db.deleteFrom("promo_code_use").execute();

    // Entering the same code again replaces its terms only if the host confirms that.
    expect((await host("PUT", path, CODE)).status).toBe(200);
    const other = { ...CODE, maximumUses: 5 };
    const replaced = await host("PUT", path, other);
    expect([replaced.status, replaced.json.message]).toEqual([
      409,
      `${name} already exists and has been used 0 times. Its terms will be replaced. Is this right?`,
    ]);
    expect((await read()).codes).toEqual([{ ...CODE, code: name, uses: 0 }]);
    const confirmed = await host("PUT", path, { ...other, confirmed: true });
    expect(confirmed.json.codes).toEqual([{ ...other, code: name, uses: 0 }]);

    expect((await host("DELETE", path)).json.codes).toEqual([]);
    expect((await quote(3, { code: name })).code).toEqual(wrong);
    expect((await host("DELETE", path)).status).toBe(404);
    const acts = (await host("GET", "/api/admin/audit")).json.entries.map((entry: { act: string }) => entry.act);
    expect(acts.slice(0, 3)).toEqual(expect.arrayContaining(["Removed a discount code"]));
    const free = await host("PUT", path, { ...CODE, discount: { percent: 10_000 } });
    expect([free.status, free.json.message]).toEqual([409, `${name} takes 100% off. Is this right?`]);
  });

  test("a code that has already ended, or whose terms are replaced, is saved only after confirmation; one question states all the reasons", async () => {
    const path = `${PRICES}/codes/SPRING`;
    const question = async (terms: object) => (await host("PUT", path, { ...CODE, ...terms })).json.message;
    const yesterday = addDays(TODAY, -1);
    expect(await question({ arrivalUntil: yesterday })).toBe(
      "Guests can't use SPRING, because its last arrival is in the past. Is this right?",
    );
    expect(await question({ bookUntil: yesterday })).toBe(
      "Guests can't use SPRING, because the last day to use it is in the past. Is this right?",
    );
    expect((await host("PUT", path, { ...CODE, bookUntil: TODAY, arrivalUntil: TODAY })).status).toBe(200);
    expect(await question({ discount: { percent: 10_000 } })).toBe(
      "SPRING already exists and has been used 0 times. Its terms will be replaced. SPRING takes 100% off. Is this right?",
    );
    expect((await host("PUT", path, { ...CODE, bookUntil: yesterday, confirmed: true })).status).toBe(200);
    await host("DELETE", path);
  });
});

test.each(engines)("an independent calculation in SQL gives the same totals and refusals, on %s", async (engine) => {
  const server = await startTestApp(engine, { clock: fakeClock(`${TODAY}T06:00:00Z`) });
  const cookie = await server.signIn();
  const host = (method: string, path: string, body?: unknown) => server.send(method, path, body, { cookie });
  const found = await compareWithOracle(host, { documents: 40, stays: 8, seed: 17 });
  expect(found.differences).toEqual([]);
  expect(found.compared).toBeGreaterThan(200);
  expect(found.bookable).toBeGreaterThan(25);
  await server.close();
});

test.each(engines)(
  "a guest with a valid code can compare any number of dates and book, but cannot use that code to guess other codes, on %s",
  async (engine) => {
    const server = await startTestApp(engine, { limits: { codes: { calls: 3, seconds: 900 } } });
    const headers = { cookie: await server.signIn() };
    expect((await server.send("PUT", `${PRICES}/codes/WELCOME10`, { ...CODE, maximumUses: 9 }, headers)).status).toBe(
      200,
    );
    const dates = (day: number) => ({ checkInDate: addDays(TODAY, day), checkOutDate: addDays(TODAY, day + 3) });
    const ask = async (code: string, day = 60) =>
      (await server.send("POST", "/api/quote", { ...dates(day), guestCount: 2, code })).status;
    const book = async (day: number) => {
      const registered = await server.send("POST", "/api/guests", GUEST);
      const body = { ...stayBody(dates(day)), guestId: registered.json.id, code: "WELCOME10" };
      return (await server.send("POST", "/api/bookings", body, { cookie: cookieOf(registered) })).status;
    };
    for (let day = 60; day < 66; day++) expect(await ask("WELCOME10", day)).toBe(200);
    expect(await book(60)).toBe(201);

    // Neither accepted codes in between nor simultaneous guesses allow more guesses.
    expect([await ask("A"), await ask("WELCOME10", 70), await ask("B"), await ask("WELCOME10", 70)]).toEqual([
      200, 200, 200, 200,
    ]);
    const guesses = await Promise.all(["C", "D", "E", "F"].map((code) => ask(code)));
    expect(guesses.filter((status) => status === 200)).toHaveLength(1);
    expect(await ask("WELCOME10", 70)).toBe(429);
    expect(await book(70)).toBe(429);
    await server.close();
  },
);

test("guessing discount codes is rate-limited, which does not affect quotes without a code", async () => {
  const server = await startTestApp("sqlite", { limits: { codes: { calls: 3, seconds: 900 } } });
  const ask = (code?: string) =>
    server.send("POST", "/api/quote", {
      checkInDate: "2027-01-10",
      checkOutDate: "2027-01-12",
      guestCount: 2,
      ...(code ? { code } : {}),
    });
  const responses = await Promise.all(["AAA", "BBB", "CCC", "DDD"].map(ask));
  expect(responses.filter((response) => response.status === 429)).toHaveLength(1);
  expect((await ask()).status).toBe(200);
  await server.close();
});

test("a guest with a valid code can compare any number of dates, including dates to which the code does not apply", async () => {
  const server = await startTestApp("sqlite", { limits: { codes: { calls: 2, seconds: 900 } } });
  const cookie = await server.signIn();
  const addCode = (name: string, terms: object) =>
    server.send("PUT", `${PRICES}/codes/${name}`, { ...CODE, ...terms }, { cookie });
  expect((await addCode("WEEK", { minimumNights: 7 })).status).toBe(200);
  expect((await addCode("OLD", { bookUntil: "2020-01-01", confirmed: true })).status).toBe(200);
  const { id: guestId } = (await server.send("POST", "/api/guests", GUEST)).json;
  const ask = async (code: string) => {
    const stay = { checkInDate: "2027-01-10", checkOutDate: "2027-01-12", guestCount: 2, code };
    const quoted = await server.send("POST", "/api/quote", stay);
    const booked = await server.send("POST", "/api/bookings", { ...stayBody(stay), guestId, code });
    return [quoted.status, quoted.json.code?.accepted, booked.status];
  };
  const refused = [200, false, 400];
  expect([await ask("WEEK"), await ask("WEEK"), await ask("WEEK")]).toEqual([refused, refused, refused]);
  expect([await ask("OLD"), (await ask("OLD"))[0]]).toEqual([refused, 429]);
  await server.close();
});

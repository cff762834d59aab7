import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { bookStay, GUEST, type StayOverrides } from "../testing/given.ts";
import { cookieOf, type TestResponse, startTestApp, type TestApp } from "../testing/test-app.ts";

const NIGHT = 15_000;
const usd = (cents: number) => (cents / 100).toFixed(2);

describe.each(engines)("what guests do with their own stay on %s", (engine) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp(engine);
  });
  afterAll(() => server.close());

  /** Each test has its own dates. */
  async function booked(overrides: StayOverrides): Promise<{ id: string; cookie: string }> {
    server.clock.set("2026-11-21T06:00:00Z");
    const response = await bookStay(server, overrides);
    expect(response.status).toBe(201);
    return { id: response.json.id, cookie: cookieOf(response) };
  }
  type Own = { id: string; cookie: string };
  const see = async ({ id, cookie }: Own) =>
    (await server.send("GET", `/api/bookings/${id}/confirmation`, undefined, { cookie })).json;
  const cancel = ({ id, cookie }: Own, expectedFee: string) =>
    server.send("POST", `/api/bookings/${id}/cancel`, { expectedFee }, { cookie });
  const price = ({ id, cookie }: Own, checkInDate: string, checkOutDate: string, guestCount = 2) =>
    server.send(
      "GET",
      `/api/bookings/${id}/stay-quote?${String(new URLSearchParams({ checkInDate, checkOutDate, guestCount: String(guestCount) }))}`,
      undefined,
      { cookie },
    );
  const change = ({ id, cookie }: Own, body: object): Promise<TestResponse> =>
    server.send("PUT", `/api/bookings/${id}/stay`, { guestCount: 2, ...body }, { cookie });
  const taken = async (from: string, to: string): Promise<string[]> =>
    (await server.send("GET", `/api/availability?from=${from}&to=${to}`)).json.unavailable;

  async function save(settings: object): Promise<void> {
    const cookie = await server.signIn();
    const read = await server.send("GET", "/api/admin/settings", undefined, { cookie });
    const { missing: _missing, debugUntil: _until, ...present } = read.json;
    const saved = await server.send("PUT", "/api/admin/settings", { ...present, ...settings }, { cookie });
    expect(saved.status, saved.text).toBe(200);
  }

  // Check-in on 2027-01-10 at 14:00 in Kandy is at 08:30 UTC. The fee applies from 48 hours earlier, on the 8th.
  test.each([
    ["2027-01-08T08:29:59Z", "0.00"],
    ["2027-01-08T08:30:00Z", "0.00"],
    ["2027-01-08T08:30:01Z", usd(NIGHT)],
    ["2027-01-10T08:29:59Z", usd(NIGHT)],
  ])("at %s a cancellation costs $%s, as shown before", async (now, fee) => {
    const own = await booked({ checkInDate: "2027-01-10", checkOutDate: "2027-01-13" });
    server.clock.set(now);
    const shown = await see(own);
    expect(shown.acts).toEqual({
      cancelRefused: null,
      feeIfCancelledNow: fee,
      changeRefused: null,
      emailCorrectable: true,
    });
    const wrong = await cancel(own, fee === "0.00" ? usd(NIGHT) : "0.00");
    expect(wrong.status).toBe(409);
    expect(wrong.json.message).toBe(`The cancellation fee is now $${fee}. Please check it, then try again.`);
    expect((await see(own)).status).toBe("upcoming");

    const done = await cancel(own, fee);
    expect([done.status, done.json]).toEqual([200, { status: "cancelled", cancellationFee: fee }]);
    expect(await taken("2027-01-10", "2027-01-13")).toEqual([]);
    expect(await see(own)).toMatchObject({ status: "cancelled", cancellationFee: fee });
  });

  test("from the check-in time on, guests can no longer cancel or change their stay", async () => {
    const own = await booked({ checkInDate: "2027-02-10", checkOutDate: "2027-02-13" });
    for (const now of ["2027-02-10T08:30:00Z", "2027-02-10T08:30:01Z"]) {
      server.clock.set(now);
      for (const response of [
        await cancel(own, usd(NIGHT)),
        await change(own, { checkInDate: "2027-02-10", checkOutDate: "2027-02-14", expectedTotal: usd(4 * NIGHT) }),
      ]) {
        expect(response.status).toBe(409);
        expect(response.json.message).toMatch(/^Check-in has started/);
      }
    }
    expect(await see(own)).toMatchObject({ status: "upcoming", nights: 3 });
  });

  test("twenty simultaneous cancellations count as one and send one notification, and the nights can be sold again", async () => {
    const own = await booked({ checkInDate: "2027-03-10", checkOutDate: "2027-03-13" });
    const responses = await Promise.all(Array.from({ length: 20 }, () => cancel(own, "0.00")));
    expect(new Set(responses.map((response) => `${response.status} ${response.text}`)).size).toBe(1);
    const admin = await server.signIn();
    const detail = await server.send("GET", `/api/admin/bookings/${own.id}`, undefined, { cookie: admin });
    expect(detail.json.history.map((entry: { event: string }) => entry.event)).toEqual([
      "Booked on the website as upcoming",
      "Cancelled free of charge",
    ]);
    expect(detail.json.history[1].actor).toBe("guest");
    const notifications = await server.db
      .selectFrom("scheduled_message")
      .select("id")
      .where("channel", "=", "email")
      .where("subject", "like", "Cancelled by the guest%")
      .where("link", "like", `/admin/bookings/${own.id}%`)
      .execute();
    expect(notifications).toHaveLength(1);
    const log = await server.send("GET", "/api/admin/audit", undefined, { cookie: admin });
    expect(log.text).not.toContain(detail.json.reference);
    await booked({ checkInDate: "2027-03-10", checkOutDate: "2027-03-13" });
  });

  test("a stay is moved at today's price, which is shown first; the old nights are released, and the policy is kept", async () => {
    const own = await booked({ checkInDate: "2027-04-10", checkOutDate: "2027-04-13" });
    const quoted = await price(own, "2027-04-12", "2027-04-16", 5);
    expect(quoted.json).toMatchObject({
      nights: 4,
      totalAmount: usd(4 * NIGHT),
      difference: usd(NIGHT),
      freeCancellationUntil: "2027-04-10T08:30:00.000Z",
      takenNights: [],
    });
    const stay = { checkInDate: "2027-04-12", checkOutDate: "2027-04-16", guestCount: 5 };
    expect((await change(own, { ...stay, expectedTotal: usd(3 * NIGHT) })).status).toBe(409);
    const first = await change(own, { ...stay, expectedTotal: usd(4 * NIGHT) });
    const second = await change(own, { ...stay, expectedTotal: usd(4 * NIGHT) });
    expect([first.status, first.json]).toEqual([
      200,
      { status: "upcoming", totalAmount: usd(4 * NIGHT), requested: false },
    ]);
    expect(second.text).toBe(first.text);
    expect(await taken("2027-04-08", "2027-04-18")).toEqual(["2027-04-12", "2027-04-13", "2027-04-14", "2027-04-15"]);
    expect(await see(own)).toMatchObject({ nights: 4, guestCount: 5, totalAmount: usd(4 * NIGHT) });
  });

  test("if a night of the new stay is taken, the old stay is completely unchanged", async () => {
    const own = await booked({ checkInDate: "2027-05-10", checkOutDate: "2027-05-13" });
    await booked({ checkInDate: "2027-05-14", checkOutDate: "2027-05-16" });
    const before = await see(own);
    expect((await price(own, "2027-05-12", "2027-05-15")).json.takenNights).toEqual(["2027-05-14"]);
    const response = await change(own, {
      checkInDate: "2027-05-12",
      checkOutDate: "2027-05-15",
      expectedTotal: usd(3 * NIGHT),
    });
    expect(response.status).toBe(409);
    expect(response.json).toMatchObject({
      message:
        "Sorry, some of these nights are already booked, so your stay hasn't changed. Please choose other dates.",
      nights: ["2027-05-14"],
    });
    expect(await see(own)).toEqual(before);
    expect(await taken("2027-05-08", "2027-05-14")).toEqual(["2027-05-10", "2027-05-11", "2027-05-12"]);
  });

  test("after the free cancellation deadline a stay can be extended, but not moved, shortened or given fewer guests", async () => {
    const own = await booked({ checkInDate: "2027-06-10", checkOutDate: "2027-06-13" });
    server.clock.set("2027-06-08T08:30:01Z");
    for (const [from, to] of [
      ["2027-07-10", "2027-07-13"],
      ["2027-06-10", "2027-06-12"],
      ["2027-06-11", "2027-06-14"],
    ] as const) {
      expect((await price(own, from, to)).json.message).toMatch(/^The free cancellation period has ended/);
      const refused = await change(own, { checkInDate: from, checkOutDate: to, expectedTotal: usd(3 * NIGHT) });
      expect(refused.status).toBe(409);
    }
    const longer = { checkInDate: "2027-06-10", checkOutDate: "2027-06-14", expectedTotal: usd(4 * NIGHT) };
    // Fewer guests may lower the price, and with it a fee that is a percentage of the price.
    for (const checkOutDate of ["2027-06-13", "2027-06-14"]) {
      const fewer = (await price(own, "2027-06-10", checkOutDate, 1)).json.message;
      expect(fewer).toMatch(/^The free cancellation period has ended/);
      expect((await change(own, { ...longer, checkOutDate, guestCount: 1 })).status).toBe(409);
    }
    expect((await change(own, longer)).status).toBe(200);
    expect((await change(own, { ...longer, guestCount: 3 })).status).toBe(200);
    server.clock.set("2027-06-08T08:30:00Z");
    expect((await price(own, "2027-07-10", "2027-07-13")).status).toBe(200);
  });

  test("a stay may have 30 nights, but not 31; the host can change this limit and the booking window", async () => {
    const own = await booked({ checkInDate: "2027-08-01", checkOutDate: "2027-08-03" });
    expect((await price(own, "2027-08-01", "2027-08-31")).status).toBe(200);
    expect((await price(own, "2027-08-01", "2027-09-01")).json.message).toBe("The longest stay is 30 nights");
    await save({ longestStay: 10, bookingWindow: 60 });
    const refused = await bookStay(server, { checkInDate: "2026-12-01", checkOutDate: "2026-12-12" });
    expect(refused.json.fields).toEqual({ checkOutDate: "The longest stay is 10 nights" });
    const far = await bookStay(server, { checkInDate: "2027-01-19", checkOutDate: "2027-01-21" });
    expect(far.json.fields).toEqual({ checkOutDate: "Dates more than 60 days away can't be booked" });
    expect((await taken("2027-01-19", "2027-01-22")).length).toBe(2);
    expect((await server.send("GET", "/api/site")).json.stayRules).toEqual({ longestStay: 10, windowDays: 60 });
    await save({ longestStay: 30, bookingWindow: 730 });
  });

  test("a moved stay keeps its policy, or gets today's policy if the host has chosen that", async () => {
    const own = await booked({ checkInDate: "2027-09-10", checkOutDate: "2027-09-12" });
    const houseTimes = server.db.selectFrom("site_content").select("value").where("name", "=", "houseTimes");
    const { value } = await houseTimes.executeTakeFirstOrThrow();
    const keep = (text: string) =>
      server.db.updateTable("site_content").set({ value: text }).where("name", "=", "houseTimes").execute();
    // From now on check-in is at 16:00, which is 10:30 UTC.
    await keep(JSON.stringify({ ...JSON.parse(value), checkInFrom: "16:00" }));
    const free = async () => (await price(own, "2027-09-11", "2027-09-13")).json.freeCancellationUntil;
    expect(await free()).toBe("2027-09-09T08:30:00.000Z");
    await save({ policyAnew: true });
    expect(await free()).toBe("2027-09-09T10:30:00.000Z");
    const moved = { checkInDate: "2027-09-11", checkOutDate: "2027-09-13", expectedTotal: usd(2 * NIGHT) };
    expect((await change(own, moved)).status).toBe(200);
    server.clock.set("2027-09-09T10:30:00Z");
    expect((await see(own)).acts.feeIfCancelledNow).toBe("0.00");
    server.clock.set("2027-09-09T10:30:01Z");
    expect((await see(own)).acts.feeIfCancelledNow).toBe(usd(NIGHT));
    server.clock.set("2026-11-21T06:00:00Z");
    await save({ policyAnew: false });
    await keep(value);
  });

  test("a stay that is extended after the free cancellation deadline keeps its policy, even if moved stays get today's", async () => {
    const policy = async (cancellation: object[]) => {
      const cookie = await server.signIn();
      const { prices, version } = (await server.send("GET", "/api/admin/prices", undefined, { cookie })).json;
      const body = { prices: { ...prices, cancellation }, version, confirmed: true };
      expect((await server.send("PUT", "/api/admin/prices", body, { cookie })).status).toBe(200);
      return prices.cancellation;
    };
    const before = await policy([{ fromHoursBefore: 14 * 24, percent: 10_000 }]);
    const own = await booked({ checkInDate: "2027-12-10", checkOutDate: "2027-12-12" });
    await policy(before);
    await save({ policyAnew: true });
    // Five days before check-in, today's policy would allow free cancellation.
    server.clock.set("2027-12-05T06:00:00Z");
    const { terms, cancellation } = (await price(own, "2027-12-10", "2027-12-13")).json;
    expect(cancellation).toMatchObject([{ amountCents: 3 * NIGHT }]);
    const [checkInDate, checkOutDate] = ["2027-12-10", "2027-12-13"];
    const longer = { checkInDate, checkOutDate, expectedTotal: usd(3 * NIGHT), expectedTerms: terms };
    expect((await change(own, longer)).status).toBe(200);
    expect((await see(own)).acts.feeIfCancelledNow).toBe(usd(3 * NIGHT));
    server.clock.set("2026-11-21T06:00:00Z");
    await save({ policyAnew: false });
  });

  test("a move is refused if its cancellation terms have changed since they were shown, even at the same price", async () => {
    const own = await booked({ checkInDate: "2027-09-20", checkOutDate: "2027-09-22" });
    const to = ["2027-09-21", "2027-09-23"] as const;
    const move = (expectedTerms: string) => {
      const [checkInDate, checkOutDate] = to;
      return change(own, { checkInDate, checkOutDate, expectedTotal: usd(2 * NIGHT), expectedTerms });
    };
    // A moved stay gets today's policy, and the host raises its fee while the guest is deciding.
    await save({ policyAnew: true });
    const seen = (await price(own, ...to)).json.terms;
    const host = await server.signIn();
    const policy = async (cancellation: object[]) => {
      const { prices, version } = (await server.send("GET", "/api/admin/prices", undefined, { cookie: host })).json;
      const body = { prices: { ...prices, cancellation }, version, confirmed: true };
      expect((await server.send("PUT", "/api/admin/prices", body, { cookie: host })).status).toBe(200);
      return prices.cancellation;
    };
    const before = await policy([{ fromHoursBefore: 48, percent: 10_000 }]);
    const refused = await move(seen);
    expect([refused.status, refused.json.message]).toEqual([
      409,
      "The cancellation terms have changed since you opened this page. Please check them, then try again.",
    ]);
    expect((await see(own)).checkInDate).toBe("2027-09-20");
    const { terms, cancellation } = (await price(own, ...to)).json;
    expect(cancellation).toMatchObject([{ amountCents: 2 * NIGHT }]);
    expect((await move(terms)).status).toBe(200);
    await policy(before);
    await save({ policyAnew: false });
  });

  test("with only the page's address, or with the cookie of another booking, nothing can be changed", async () => {
    const { id } = await booked({ checkInDate: "2027-09-02", checkOutDate: "2027-09-03" });
    const other = cookieOf(await bookStay(server, { checkInDate: "2027-09-05", checkOutDate: "2027-09-06" }));
    for (const stranger of [
      { id, cookie: "" },
      { id, cookie: other },
      { id: "AAAAAAAAAAAAAAAAAAAAAA", cookie: other },
    ]) {
      const responses = [
        await cancel(stranger, "0.00"),
        await price(stranger, "2027-01-05", "2027-01-06"),
        await change(stranger, { checkInDate: "2027-01-05", checkOutDate: "2027-01-06", expectedTotal: usd(NIGHT) }),
      ];
      expect(new Set(responses.map((response) => response.text))).toEqual(
        new Set([
          '{"message":"Please open the link to your booking or use the browser you booked with, then try again."}',
        ]),
      );
    }
    expect((await see({ id, cookie: "" })).acts).toBeNull();
    expect((await see({ id, cookie: other })).guest.name).not.toBe(GUEST.name);
  });
});

import { globSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addDays, type LocalDate, toLocalDate } from "#domain/calendar/local-date.ts";
import { engines } from "../testing/engines.ts";
import { bookStay, GUEST } from "../testing/given.ts";
import {
  AIRBNB,
  airbnbStay,
  BOOKING,
  calendarOf,
  type Platforms,
  type SimEvent,
  startPlatforms,
} from "../testing/platforms.ts";
import { cookieOf, type TestResponse, startTestApp, type TestApp } from "../testing/test-app.ts";

const MINUTE = 60_000;
const SITE = "claims.airbnb.com";
const LINK = `https://${SITE}/calendar/ical/4711.ics?s=0123456789abcdef0123456789abcdef`;
const sources = globSync("src/server/**/*.ts").filter((file) => !/\.test\.ts$|\/testing\/|\/migrations\//.test(file));
const filesWith = (pattern: RegExp) =>
  sources.filter((file) => pattern.test(readFileSync(file, "utf8"))).map((file) => relative("src/server", file));

test("only these files claim nights; a new file needs a calendar check and a row in the test below", () => {
  expect(filesWith(/\bclaimNights\(trx, (?!PLATFORM_FACT)/).toSorted()).toEqual([
    "blocks/store.ts",
    "booking/act-store.ts",
    "booking/add-store.ts",
  ]);
  // The nights of a stay that was just read from a platform's calendar are claimed without reading the calendar again.
  expect(filesWith(/claimNights\(trx, PLATFORM_FACT/)).toEqual(["channels/write-stay.ts"]);
  // The demo fills an empty calendar with samples.
  expect(filesWith(/insertInto\("occupied_night"\)/).toSorted()).toEqual(["database/calendar.ts", "demo/store.ts"]);
  expect(filesWith(/CalendarCheck\.by\(/)).toEqual(["channels/module.ts"]);
});

describe.each(engines)("taking new nights on %s", (engine) => {
  let server: TestApp;
  let platforms: Platforms;
  let cookie: string;
  beforeAll(async () => {
    platforms = await startPlatforms();
    server = await startTestApp(engine, { platforms: platforms.reach });
    cookie = await server.signIn();
    shows([]);
    const connected = await host("POST", "/api/admin/channels", { platform: "airbnb", url: LINK });
    expect(connected.status, connected.text).toBe(201);
  });
  beforeEach(async () => {
    shows(sold);
    cookie = await server.signIn();
    await rule("sell");
  });
  afterAll(async () => {
    await server.close();
    await platforms.close();
  });

  const host = (method: string, path: string, body?: unknown) => server.send(method, path, body, { cookie });
  const sold: SimEvent[] = [];
  const shows = (events: SimEvent[]) => platforms.replies.set(SITE, { body: calendarOf(AIRBNB, events) });
  const rule = async (onUnreachable: string) => {
    const { rules } = (await host("GET", "/api/admin/channels")).json;
    await host("PUT", "/api/admin/channels/rules", { ...rules, onUnreachable });
    server.clock.advance(3 * MINUTE);
  };

  let week = toLocalDate("2027-01-01");
  /** Seven days that no other test uses. */
  function days(): LocalDate[] {
    week = addDays(week, 7);
    return Array.from({ length: 7 }, (_, n) => addDays(week, n));
  }
  const span = (from: LocalDate, nights: number) => ({ checkInDate: from, checkOutDate: addDays(from, nights) });
  const version = async (id: string) => (await host("GET", `/api/admin/bookings/${id}`)).json.version;

  type Try = (confirmedWarnings?: string[]) => Promise<TestResponse>;
  /**
   * A way in which a guest or the host takes, or agrees to, `nights` nights starting at `from`. It is prepared first
   * and then tried, perhaps with the host's confirmation of the warnings.
   */
  type Way = {
    name: string;
    by: "guest" | "host" | "closure";
    prepare: (from: LocalDate, nights: number) => Promise<Try>;
  };
  const ways: Way[] = [
    {
      name: "a guest books",
      by: "guest",
      prepare: async (from, nights) => () => bookStay(server, span(from, nights)),
    },
    {
      name: "a guest changes the dates",
      by: "guest",
      prepare: async (from, nights) => {
        const own = await bookStay(server, span(addDays(from, nights + 2), 1));
        const change = { ...span(from, nights), guestCount: 2, expectedTotal: `${nights * 150}.00` };
        return () => server.send("PUT", `/api/bookings/${own.json.id}/stay`, change, { cookie: cookieOf(own) });
      },
    },
    {
      name: "the host enters a booking",
      by: "host",
      prepare: async (from, nights) => (confirmedWarnings) =>
        host("POST", "/api/admin/bookings", {
          ...GUEST,
          ...span(from, nights),
          guestCount: 2,
          status: "confirmed",
          confirmedWarnings,
        }),
    },
    {
      name: "the host moves a booking",
      by: "host",
      prepare: async (from, nights) => {
        const { id } = (await bookStay(server, span(addDays(from, nights + 2), 1))).json;
        const moved = { ...span(from, nights), guestCount: 2, price: "new", expectedTotal: `${nights * 150}.00` };
        return async (confirmedWarnings) =>
          host("PUT", `/api/admin/bookings/${id}/stay`, { ...moved, version: await version(id), confirmedWarnings });
      },
    },
    {
      name: "the host restores a cancelled booking",
      by: "host",
      prepare: async (from, nights) => {
        const { id } = (await bookStay(server, span(from, nights))).json;
        const cancelled = { version: await version(id), waiveFee: false, expectedFee: "0.00" };
        await host("POST", `/api/admin/bookings/${id}/cancel`, cancelled);
        return async (confirmedWarnings) =>
          host("POST", `/api/admin/bookings/${id}/status`, {
            version: await version(id),
            status: "confirmed",
            confirmedWarnings,
          });
      },
    },
    {
      name: "the host accepts a request",
      by: "host",
      prepare: async (from, nights) => {
        await mode("request");
        const { id } = (await bookStay(server, span(from, nights))).json;
        await mode("instant");
        return async (confirmedWarnings) =>
          host("POST", `/api/admin/bookings/${id}/status`, {
            version: await version(id),
            status: "confirmed",
            confirmedWarnings,
          });
      },
    },
    {
      name: "the host confirms a pending booking",
      by: "host",
      prepare: async (from, nights) => {
        const pending = { ...GUEST, ...span(from, nights), guestCount: 2, status: "pending" };
        const { id } = (await host("POST", "/api/admin/bookings", pending)).json;
        return async (confirmedWarnings) =>
          host("POST", `/api/admin/bookings/${id}/status`, {
            version: await version(id),
            status: "confirmed",
            confirmedWarnings,
          });
      },
    },
    {
      name: "the host accepts a guest's change",
      by: "host",
      prepare: async (from, nights) => {
        const own = await bookStay(server, span(addDays(from, nights + 2), 1));
        await mode("request");
        const change = { ...span(from, nights), guestCount: 2, expectedTotal: `${nights * 150}.00` };
        const { id } = own.json;
        const response = await server.send("PUT", `/api/bookings/${id}/stay`, change, { cookie: cookieOf(own) });
        expect(response.json.requested, response.text).toBe(true);
        await mode("instant");
        return async (confirmedWarnings) =>
          host("POST", `/api/admin/bookings/${id}/change-request`, {
            version: await version(id),
            accept: true,
            confirmedWarnings,
          });
      },
    },
    {
      name: "the host answers a request with an offer",
      by: "host",
      prepare: async (from, nights) => {
        const { id } = await requested(from, nights);
        return (confirmedWarnings) => offer(id, confirmedWarnings);
      },
    },
    {
      name: "the guest accepts an offer",
      by: "guest",
      prepare: async (from, nights) => {
        const { id, own } = await requested(from, nights);
        expect((await offer(id)).status).toBe(200);
        return () => accept(id, own, nights);
      },
    },
    {
      name: "the host blocks nights",
      by: "closure",
      prepare: async (from, nights) => () =>
        host("POST", "/api/admin/blocks", { startsOn: from, endsOn: addDays(from, nights), reason: "Painting" }),
    },
    {
      name: "the host moves a block",
      by: "closure",
      prepare: async (from, nights) => {
        const first = addDays(from, nights + 2);
        const block = { startsOn: first, endsOn: addDays(first, 1), reason: "Painting" };
        const { id } = (await host("POST", "/api/admin/blocks", block)).json;
        const moved = { startsOn: from, endsOn: addDays(from, nights), reason: "Painting", version: 1 };
        return () => host("PUT", `/api/admin/blocks/${id}`, moved);
      },
    },
  ];
  /** The ways in which the host agrees to a stay whose nights are held already. */
  const AGREED_BY_THE_HOST = /pending|accepts a request|accepts a guest's change|answers a request/;
  async function requested(from: LocalDate, nights: number) {
    await mode("request");
    const booked = await bookStay(server, span(from, nights));
    await mode("instant");
    return { id: String(booked.json.id), own: cookieOf(booked) };
  }
  const offer = async (id: string, confirmedWarnings?: string[]) =>
    host("POST", `/api/admin/bookings/${id}/offer`, { version: await version(id), hours: 48, confirmedWarnings });
  const accept = (id: string, own: string, nights: number) =>
    server.send("POST", `/api/bookings/${id}/accept`, { expectedTotal: `${nights * 150}.00` }, { cookie: own });
  async function mode(bookingMode: string): Promise<void> {
    const { json } = await host("GET", "/api/admin/settings");
    const { missing: _missing, debugUntil: _until, ...settings } = json;
    expect((await host("PUT", "/api/admin/settings", { ...settings, bookingMode })).status).toBe(200);
  }

  test.each(ways)("$name: a night that a platform has just sold is not sold again", async ({ prepare }) => {
    const [first, second] = days();
    const attempt = await prepare(toLocalDate(first ?? ""), 3);
    server.clock.advance(3 * MINUTE);
    sold.push(airbnbStay(`HM${week.replaceAll("-", "")}`, second ?? "", addDays(toLocalDate(second ?? ""), 1)));
    shows(sold);
    const refused = await attempt();
    expect([refused.status, refused.json.nights]).toEqual([409, [second]]);
  });

  test.each(ways)(
    "$name: while a platform's calendar cannot be read, the host's rule applies to stays but not to blocks",
    async ({ by, prepare }) => {
      const attempts = [];
      for (const onUnreachable of ["stop", "ask", "sell"]) {
        const [first] = days();
        attempts.push({ onUnreachable, attempt: await prepare(toLocalDate(first ?? ""), 2) });
      }
      platforms.replies.set(SITE, { status: 500 });
      for (const { onUnreachable, attempt } of attempts) {
        await rule(onUnreachable);
        const response = await attempt();
        if (by === "closure" || onUnreachable === "sell") {
          expect(response.status, `${onUnreachable}: ${response.text}`).toBeLessThan(300);
        } else if (by === "host") {
          expect([response.status, response.json.warnings], onUnreachable).toEqual([409, [expect.anything()]]);
          expect(response.json.message).toContain("Airbnb");
          expect((await attempt(response.json.warnings)).status, onUnreachable).toBeLessThan(300);
        } else if (onUnreachable === "stop") {
          expect([response.status, response.headers.get("retry-after")]).toEqual([503, "120"]);
        } else {
          expect(response.status, response.text).toBeLessThan(300);
          expect(response.json.status === "pending" || response.json.requested).toBe(true);
        }
      }
    },
  );

  test.each(ways.filter(({ by }) => by === "guest"))(
    "$name: the host is asked while bookings may be missing after a restore",
    async ({ prepare }) => {
      const [first = ""] = days();
      const attempt = await prepare(toLocalDate(first), 2);
      await whileRestored(async () => {
        const response = await attempt();
        expect(response.status, response.text).toBeLessThan(300);
        expect(response.json.status === "pending" || response.json.requested).toBe(true);
      });
    },
  );

  test("while bookings may be missing after a restore, the quote for a change says that the host will be asked", async () => {
    const [first = ""] = days();
    const own = await bookStay(server, span(toLocalDate(first), 1));
    const query = `checkInDate=${first}&checkOutDate=${addDays(toLocalDate(first), 2)}&guestCount=2`;
    const quote = () =>
      server.send("GET", `/api/bookings/${own.json.id}/stay-quote?${query}`, undefined, { cookie: cookieOf(own) });
    await whileRestored(async () => expect((await quote()).json.asksHost).toBe(true));
    expect((await quote()).json.asksHost).toBe(false);
  });

  test("after a platform's calendar could not be read, the quote for a change says that the host will be asked", async () => {
    const [first = ""] = days();
    const own = await bookStay(server, span(toLocalDate(first), 1));
    const headers = { cookie: cookieOf(own) };
    const stay = span(toLocalDate(first), 2);
    const query = new URLSearchParams({ ...stay, guestCount: "2" }).toString();
    const quote = () => server.send("GET", `/api/bookings/${own.json.id}/stay-quote?${query}`, undefined, headers);
    const change = () =>
      server.send(
        "PUT",
        `/api/bookings/${own.json.id}/stay`,
        { ...stay, guestCount: 2, expectedTotal: "300.00" },
        headers,
      );
    await rule("ask");
    platforms.replies.set(SITE, { status: 500 });
    expect((await bookStay(server, span(addDays(toLocalDate(first), 5), 1))).json.status).toBe("pending");
    const seen = (await quote()).json.asksHost;
    expect([seen, (await change()).json.requested]).toEqual([true, true]);
    await rule("sell");
    expect((await quote()).json.asksHost).toBe(false);
  });

  async function whileRestored(work: () => Promise<void>): Promise<void> {
    const since = server.clock().toISOString();
    await server.db.insertInto("feed_hold").values({ id: 1, reason: "restored", since }).execute();
    await work();
    await server.db.deleteFrom("feed_hold").execute();
  }

  test.each(ways.filter(({ name }) => AGREED_BY_THE_HOST.test(name)))(
    "$name: one warning covers a platform that sold the nights and another whose calendar cannot be read",
    async ({ prepare }) => {
      const other = "claims.booking.com";
      platforms.replies.set(other, { body: calendarOf(BOOKING, []) });
      const url = `https://${other}/v1/export?t=${crypto.randomUUID()}`;
      const { id, version: seen } = (await host("POST", "/api/admin/channels", { platform: "booking.com", url })).json;
      const [first = "", second = ""] = days();
      const attempt = await prepare(toLocalDate(first), 3);
      sold.push(airbnbStay(`HM${first.replaceAll("-", "")}`, second, addDays(toLocalDate(second), 1)));
      shows(sold);
      platforms.replies.set(other, { status: 500 });
      await rule("ask");
      const warned = await attempt();
      expect([warned.status, warned.json.nights], warned.text).toEqual([409, [second]]);
      expect(warned.json.message).toContain("We can't read the calendar of Booking.com");
      expect((await attempt(warned.json.warnings)).status).toBe(200);
      expect((await host("DELETE", `/api/admin/channels/${id}?version=${seen}`)).status).toBe(204);
    },
  );

  test.each(ways.filter(({ name }) => AGREED_BY_THE_HOST.test(name)))(
    "$name: the confirmation of a warning does not cover nights that a platform sells before the host confirms",
    async ({ prepare }) => {
      const [first = "", second = ""] = days();
      const attempt = await prepare(toLocalDate(first), 3);
      const sell = (night: string) => {
        sold.push(airbnbStay(`HM${night.replaceAll("-", "")}`, night, addDays(toLocalDate(night), 1)));
        shows(sold);
        server.clock.advance(3 * MINUTE);
      };
      sell(second);
      const warned = await attempt();
      expect(warned.json.nights, warned.text).toEqual([second]);
      sell(first);
      const again = await attempt(warned.json.warnings);
      expect([again.status, again.json.nights], again.text).toEqual([409, [first, second]]);
      expect(again.json.message).toContain("This has changed since you checked.");
      expect((await attempt(again.json.warnings)).status).toBe(200);
    },
  );

  test.each(ways.filter(({ by }) => by === "host"))(
    "$name: confirming that one calendar cannot be read does not cover another calendar of the same platform",
    async ({ prepare }) => {
      const other = "later.airbnb.com";
      platforms.replies.set(other, { body: calendarOf(AIRBNB, []) });
      const url = `https://${other}/calendar/ical/1.ics?t=${crypto.randomUUID()}`;
      const { id, version: seen } = (await host("POST", "/api/admin/channels", { platform: "airbnb", url })).json;
      const [first = ""] = days();
      const attempt = await prepare(toLocalDate(first), 2);
      platforms.replies.set(SITE, { status: 500 });
      await rule("ask");
      const { warnings } = (await attempt()).json;
      platforms.replies.set(other, { status: 500 });
      server.clock.advance(3 * MINUTE);
      const again = await attempt(warnings);
      expect([again.status, again.json.warnings?.length], again.text).toEqual([409, 2]);
      expect((await attempt(again.json.warnings)).status).toBeLessThan(300);
      expect((await host("DELETE", `/api/admin/channels/${id}?version=${seen}`)).status).toBe(204);
    },
  );

  test("a page of an older version, which confirms without saying what, gets the warning again", async () => {
    const [first = ""] = days();
    const { id } = await requested(toLocalDate(first), 2);
    platforms.replies.set(SITE, { status: 500 });
    await rule("ask");
    const body = { version: await version(id), status: "confirmed", despiteWarning: true };
    const warned = await host("POST", `/api/admin/bookings/${id}/status`, body);
    expect([warned.status, warned.json.message]).toEqual([409, expect.stringContaining("Airbnb")]);
  });

  test("an offer made despite a platform's stay can be accepted, unless a platform sells another stay in the meantime", async () => {
    const [first = "", second = ""] = days();
    const from = toLocalDate(first);
    const { id, own } = await requested(from, 3);
    server.clock.advance(3 * MINUTE);
    const sell = (code: string, night: string) => {
      sold.push(airbnbStay(code, night, addDays(toLocalDate(night), 1)));
      shows(sold);
      server.clock.advance(3 * MINUTE);
    };
    sell("HMDESPITE1", second);
    const offerAnyway = async (nights: string[]) => {
      const warned = (await offer(id)).json;
      expect(warned.nights).toEqual(nights);
      expect((await offer(id, warned.warnings)).status).toBe(200);
    };
    await offerAnyway([second]);
    sell("HMDESPITE2", first);
    expect((await accept(id, own, 3)).json.nights).toEqual([first]);
    sold.pop();
    sell("HMELSEWHER", addDays(from, 6));
    await offerAnyway([first, second]);
    const accepted = await accept(id, own, 3);
    expect([accepted.status, accepted.json.status]).toEqual([200, "confirmed"]);
  });

  test("shortening a stay and writing notes read no calendar", async () => {
    const [first] = days();
    const own = await bookStay(server, span(toLocalDate(first ?? ""), 3));
    await rule("stop");
    const readings = platforms.requests.length;
    const shorter = { ...span(toLocalDate(first ?? ""), 2), guestCount: 2, expectedTotal: "300.00" };
    const path = `/api/bookings/${own.json.id}`;
    expect((await server.send("PUT", `${path}/stay`, shorter, { cookie: cookieOf(own) })).status).toBe(200);
    const seen = { version: await version(own.json.id), notes: "Late" };
    expect((await host("PUT", `/api/admin/bookings/${own.json.id}/notes`, seen)).status).toBe(200);
    expect(platforms.requests).toHaveLength(readings);
  });
});

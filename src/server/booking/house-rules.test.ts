import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addDays, type LocalDate, toLocalDate } from "#domain/calendar/local-date.ts";
import { DEFAULT_PRICES, type PriceDocument } from "#domain/pricing/price-document.ts";
import { engines } from "../testing/engines.ts";
import { fakeClock } from "../testing/fake-clock.ts";
import { bookStay, GUEST } from "../testing/given.ts";
import { AIRBNB, airbnbStay, calendarOf, type Platforms, startPlatforms } from "../testing/platforms.ts";
import { cookieOf, startTestApp, type TestApp } from "../testing/test-app.ts";

const SITE = "house-rules.airbnb.com";
const LINK = `https://${SITE}/calendar/ical/4711.ics?s=0123456789abcdef0123456789abcdef`;

/**
 * Rules on the nights kept free around stays and on how late guests can book. Guests are bound by them; the host may
 * break them.
 */
describe.each(engines)("booking rules on %s", (engine) => {
  let server: TestApp;
  let platforms: Platforms;
  let cookie: string;
  // 14:30 at the cottage, which is five and a half hours ahead of UTC.
  const clock = fakeClock("2027-01-01T09:00:00Z");
  const today = toLocalDate("2027-01-01");
  let month = 0;
  let base: LocalDate;
  beforeAll(async () => {
    platforms = await startPlatforms();
    server = await startTestApp(engine, { clock, platforms: platforms.reach });
  });
  beforeEach(async () => {
    clock.set("2027-01-01T09:00:00Z");
    cookie = await server.signIn();
    month += 1;
    base = addDays(today, 30 * month);
  });
  afterAll(async () => {
    await server.close();
    await platforms.close();
  });

  const day = (n: number) => addDays(base, n);
  const host = (method: string, path: string, body?: unknown) => server.send(method, path, body, { cookie });
  const rules = async (part: Partial<PriceDocument>) => {
    const { version } = (await host("GET", "/api/admin/prices")).json;
    const saved = { prices: { ...DEFAULT_PRICES, ...part }, version, confirmed: true };
    expect((await host("PUT", "/api/admin/prices", saved)).status).toBe(200);
  };
  const book = (from: number, to: number) => bookStay(server, { checkInDate: day(from), checkOutDate: day(to) });
  const unavailable = async (from: LocalDate, to: LocalDate): Promise<string[]> =>
    (await server.send("GET", `/api/availability?from=${from}&to=${to}`)).json.unavailable;
  const quote = (from: LocalDate, to: LocalDate) =>
    server.send("POST", "/api/quote", { checkInDate: from, checkOutDate: to, guestCount: 2 });
  const entered = (from: LocalDate, to: LocalDate) =>
    host("POST", "/api/admin/bookings", {
      ...GUEST,
      checkInDate: from,
      checkOutDate: to,
      guestCount: 2,
      status: "confirmed",
    });

  describe("nights kept free for preparation", () => {
    test("cannot be booked by guests or added to their stays, before or after a stay, until the rule is removed", async () => {
      await rules({});
      expect((await book(10, 12)).status).toBe(201);
      expect(await unavailable(day(8), day(15))).toEqual([day(10), day(11)]);
      await rules({ preparationNights: 2 });
      expect(await unavailable(day(5), day(17))).toEqual([8, 9, 10, 11, 12, 13].map(day));

      const after = await book(13, 15);
      expect([after.status, after.json.nights]).toEqual([409, [day(13)]]);
      const before = await book(7, 9);
      expect([before.status, before.json.nights]).toEqual([409, [day(8)]]);
      expect((await quote(day(12), day(15))).json.refusal).toMatchObject({ rule: "taken" });
      const { json } = await quote(day(13), day(16));
      expect(json.nearest[0]).toMatchObject({ checkInDate: day(14), checkOutDate: day(17) });

      const own = await book(16, 18);
      expect(own.status, own.text).toBe(201);
      const moved = (from: number, to: number) =>
        server.send(
          "PUT",
          `/api/bookings/${own.json.id}/stay`,
          {
            checkInDate: day(from),
            checkOutDate: day(to),
            guestCount: 2,
            expectedTotal: `${150 * (to - from)}.00`,
          },
          { cookie: cookieOf(own) },
        );
      const refused = await moved(13, 18);
      expect([refused.status, refused.json.nights]).toEqual([409, [day(13)]]);
      expect((await moved(14, 18)).status).toBe(200);

      await rules({});
      expect((await book(12, 13)).status).toBe(201);
    });

    test("can be booked by the host, who gets a warning", async () => {
      await rules({ preparationNights: 1 });
      expect((await book(10, 12)).status).toBe(201);
      const query = `checkInDate=${day(12)}&checkOutDate=${day(14)}&guestCount=2`;
      const shown = (await host("GET", `/api/admin/stay-quote?${query}`)).json;
      expect(shown.takenNights).toEqual([]);
      expect(shown.reminder).toContain("is kept free for preparation");
      expect((await entered(day(12), day(14))).status).toBe(201);
      const { preparation } = (await host("GET", `/api/admin/calendar?from=${day(8)}&to=${day(16)}`)).json;
      expect(preparation).toEqual([day(9), day(14)]);
      const lastDay = (await host("GET", `/api/admin/calendar?from=${day(12)}&to=${day(14)}`)).json;
      expect(lastDay.preparation).toEqual([day(14)]);
    });

    test("do not surround the host's own blocks", async () => {
      await rules({ preparationNights: 1 });
      await host("POST", "/api/admin/blocks", { startsOn: day(10), endsOn: day(12), reason: "Painting" });
      expect(await unavailable(day(8), day(14))).toEqual([day(10), day(11)]);
      expect((await book(12, 13)).status).toBe(201);
    });

    test("also surround platforms' stays, and are included in our calendar for a platform, even around its own stays", async () => {
      await rules({ preparationNights: 1 });
      const sold = airbnbStay("HMHOUSE1", day(20), day(22));
      platforms.replies.set(SITE, { body: calendarOf(AIRBNB, [sold]) });
      const connected = await host("POST", "/api/admin/channels", { platform: "airbnb", url: LINK });
      expect(connected.status, connected.text).toBe(201);
      expect(await unavailable(day(18), day(25))).toEqual([19, 20, 21, 22].map(day));
      expect((await book(10, 12)).status).toBe(201);

      const opened = await host("POST", "/api/admin/feeds", { channel: connected.json.id });
      const [{ path }] = opened.json.feeds;
      const text = (await server.send("GET", path)).text;
      const spans = [...text.matchAll(/DTSTART;VALUE=DATE:(\d{8})\r\nDTEND;VALUE=DATE:(\d{8})/g)].map(
        ([, from = "", to = ""]) => [from, to],
      );
      const compact = (n: number) => day(n).replaceAll("-", "");
      for (const [from, to] of [
        [9, 10],
        [10, 12],
        [12, 13],
        [19, 20],
        [22, 23],
      ] as const) {
        expect(spans).toContainEqual([compact(from), compact(to)]);
      }
      // Our feed for a platform does not contain that platform's own sale.
      expect(spans).not.toContainEqual([compact(20), compact(22)]);
    });
  });

  describe("a limit on how late guests can book", () => {
    const notice = { days: 0, until: "15:00" } as const;

    test("tonight can be booked until 15:00 in the property's time zone, but not afterwards", async () => {
      await rules({ notice });
      const tomorrow = addDays(today, 1);
      expect(await unavailable(today, addDays(today, 3))).toEqual([]);
      expect((await quote(today, tomorrow)).json.refusal).toBeNull();

      clock.advance(31 * 60_000);
      cookie = await server.signIn();
      expect(await unavailable(today, addDays(today, 3))).toEqual([today]);
      const quoted = (await quote(today, addDays(today, 2))).json;
      expect(quoted.refusal).toEqual({ rule: "notice", message: "The earliest arrival is January 2, 2027" });
      expect(quoted.nearest[0]).toMatchObject({ checkInDate: tomorrow });
      const refused = await bookStay(server, { checkInDate: today, checkOutDate: tomorrow });
      expect([refused.status, refused.json.fields]).toEqual([
        400,
        { checkInDate: "The earliest arrival is January 2, 2027" },
      ]);

      const shown = await host("GET", `/api/admin/stay-quote?checkInDate=${today}&checkOutDate=${tomorrow}`);
      expect(shown.json.reminder).toBe("The earliest arrival is January 2, 2027");
      expect((await entered(today, tomorrow)).status).toBe(201);
    });

    test("the arrival of a booked stay cannot be moved earlier either, though its departure may change", async () => {
      await rules({ notice: { days: 20, until: null } });
      const [before, first, last] = [19, 21, 23].map((days) => addDays(today, days + 1));
      const own = await bookStay(server, { checkInDate: first ?? "", checkOutDate: last ?? "" });
      expect(own.status, own.text).toBe(201);
      clock.advance(3 * 24 * 3_600_000);
      const change = (checkInDate = "", checkOutDate = "", nights = 0) => {
        const body = { checkInDate, checkOutDate, guestCount: 2, expectedTotal: `${150 * nights}.00` };
        return server.send("PUT", `/api/bookings/${own.json.id}/stay`, body, { cookie: cookieOf(own) });
      };
      const refused = await change(before, last, 4);
      expect([refused.status, refused.json.fields]).toEqual([
        400,
        { checkInDate: "The earliest arrival is January 24, 2027" },
      ]);
      expect((await change(first, addDays(toLocalDate(last ?? ""), 1), 3)).status).toBe(200);
    });
  });
});

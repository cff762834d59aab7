import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, toLocalDate } from "#domain/calendar/local-date.ts";
import { engines } from "../testing/engines.ts";
import { GUEST } from "../testing/given.ts";
import { AIRBNB, calendarOf, type Platforms, startPlatforms } from "../testing/platforms.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

const SITE = "burst.airbnb.com";
const BURST = 8;

describe.each(engines)("many requests at once on %s", (engine) => {
  let server: TestApp;
  let platforms: Platforms;
  let cookie: string;
  beforeAll(async () => {
    platforms = await startPlatforms();
    server = await startTestApp(engine, { platforms: platforms.reach });
    cookie = await server.signIn();
    platforms.replies.set(SITE, { body: calendarOf(AIRBNB, []) });
    const link = { platform: "airbnb", url: `https://${SITE}/calendar/ical/1.ics?s=0123456789abcdef` };
    expect((await host("POST", "/api/admin/channels", link)).status).toBe(201);
  });
  afterAll(async () => {
    await server.close();
    await platforms.close();
  });
  const host = (method: string, path: string, body?: unknown) => server.send(method, path, body, { cookie });
  let first = toLocalDate("2027-01-01");
  /** The host enters bookings for different dates, a few minutes after the calendars were last read. */
  const burst = async () => {
    server.clock.advance(3 * 60_000);
    platforms.requests.length = 0;
    const bookings = Array.from({ length: BURST }, () => {
      first = addDays(first, 3);
      const stay = { checkInDate: first, checkOutDate: addDays(first, 2), guestCount: 2 };
      return host("POST", "/api/admin/bookings", { ...GUEST, ...stay, status: "confirmed" });
    });
    const responses = await Promise.all(bookings);
    return responses.map(({ status }) => status);
  };

  test("S-66: simultaneous requests share one read of a calendar", async () => {
    platforms.replies.set(SITE, { body: calendarOf(AIRBNB, []), delay: 300 });
    expect(new Set(await burst())).toEqual(new Set([201]));
    expect(platforms.requests).toHaveLength(1);
  });

  test("S-66: simultaneous requests share one failed read of a calendar; requests three minutes later read it again", async () => {
    // On a busy machine, the last request reaches its check of the calendars a second after the first.
    platforms.replies.set(SITE, { status: 500, delay: 2500 });
    expect(new Set(await burst())).toEqual(new Set([201]));
    expect(platforms.requests).toHaveLength(1);
    platforms.replies.set(SITE, { body: calendarOf(AIRBNB, []) });
    await burst();
    expect(platforms.requests).toHaveLength(1);
  });
});

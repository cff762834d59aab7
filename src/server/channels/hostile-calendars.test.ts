import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { overlaps } from "#domain/booking/stay.ts";
import { addDays, toLocalDate } from "#domain/calendar/local-date.ts";
import { createEffort, MAX_OCCURRENCES_IN_ALL, MAX_STEPS } from "#domain/channels/effort.ts";
import { hasTooMany, MAX_EVENTS_AHEAD, MAX_EVENTS_ON_A_NIGHT } from "#domain/channels/feed-event.ts";
import { readCalendar } from "#domain/channels/read-calendar.ts";
import { engines } from "../testing/engines.ts";
import { HOSTILE_KINDS, hostileCalendar } from "../testing/hostile-calendars.ts";
import { AIRBNB, airbnbStay, calendarOf, type Platforms, startPlatforms } from "../testing/platforms.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { feedText } from "./ical/feed-text.ts";
import { readBody } from "./ical/read-body.ts";

const HORIZON = { zone: "Asia/Colombo", today: toLocalDate("2026-11-21") };

test("S-17: reading a hostile calendar stays within the step limits", () => {
  for (let number = 0; number < HOSTILE_KINDS * 4; number++) {
    const { kind, body } = hostileCalendar(number);
    const effort = createEffort();
    const reading = readCalendar(feedText(body), HORIZON, effort);
    // The last operation may exceed the limit.
    expect(effort.spent(), kind).toBeLessThan(MAX_STEPS * 1.1);
    if (reading.state === "ok") expect(reading.events.length, kind).toBeLessThanOrEqual(MAX_OCCURRENCES_IN_ALL);
    const result = readBody({ body, contentType: "", platform: "airbnb", horizon: HORIZON });
    if (result.state === "ok") expect(result.events.length, kind).toBeLessThanOrEqual(MAX_EVENTS_AHEAD);
  }
});

const event = (...lines: string[]) => ["BEGIN:VEVENT", ...lines, "END:VEVENT"];
const calendar = (...lines: string[]) => ["BEGIN:VCALENDAR", ...lines, "END:VCALENDAR", ""].join("\r\n");
const stepsOf = (text: string) => {
  const effort = createEffort();
  readCalendar(text, HORIZON, effort);
  return effort.spent();
};

test.each<[string, (n: number) => string]>([
  ["lines of one kind", (n) => calendar(...event("DTSTART:20270101", ...Array<string>(n).fill("UID:x")))],
  [
    "rules",
    (n) => calendar(...Array(n).fill(event("DTSTART:20000101", "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30")).flat()),
  ],
  ["events", (n) => calendar(...Array(n).fill(event("DTSTART:20270101", "UID:x")).flat())],
])("S-17: twice as many %s take about twice as many steps, and no more", (_, make) => {
  expect(stepsOf(make(400)) / stepsOf(make(200))).toBeLessThan(2.1);
});

test("S-17: a calendar has too many events if more than 20 share a night", () => {
  const stay = fc.record({ start: fc.nat(25), nights: fc.integer({ min: 1, max: 8 }) });
  const night = (n: number) => addDays(HORIZON.today, n);
  fc.assert(
    fc.property(fc.array(stay, { minLength: 10, maxLength: 120 }), (drawn) => {
      const stays = drawn
        .toSorted((a, b) => a.start - b.start)
        .map(({ start, nights }) => ({ checkIn: night(start), checkOut: night(start + nights) }));
      const most = Math.max(
        ...Array.from({ length: 33 }, (_, n) => ({ checkIn: night(n), checkOut: night(n + 1) })).map(
          (one) => stays.filter((other) => overlaps(one, other)).length,
        ),
      );
      expect(hasTooMany(stays)).toBe(most > MAX_EVENTS_ON_A_NIGHT);
    }),
  );
});

describe.each(engines)("S-15, S-17, S-30: a hostile calendar frees no nights on %s", (engine) => {
  let server: TestApp;
  let platforms: Platforms;
  beforeAll(async () => {
    platforms = await startPlatforms();
    server = await startTestApp(engine, { platforms: platforms.reach });
  });
  afterAll(async () => {
    await server.close();
    await platforms.close();
  });

  const daily = (n: number, ...lines: string[]) =>
    calendar(
      ...Array.from({ length: n }, (_, i) =>
        event(
          `UID:${i}`,
          "DTSTART;TZID=Europe/Berlin:20200101T220000",
          "DTEND;TZID=Europe/Berlin:20200103T080000",
          ...lines,
        ),
      ).flat(),
    );

  test.each([
    ["60 daily rules without end", daily(60, "RRULE:FREQ=DAILY"), "too_many", "too many events"],
    ["rules that never match", daily(3000, "RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30"), "too_large", "too large"],
    [
      "thousands of stays",
      calendarOf(
        AIRBNB,
        Array.from({ length: 2500 }, (_, n) =>
          airbnbStay(`HM${String(n).padStart(8, "0")}`, "2027-01-01", "2027-01-02"),
        ),
      ),
      "too_many",
      "too many events",
    ],
    [
      "21 stays of a year that begin on consecutive days",
      calendarOf(
        AIRBNB,
        Array.from({ length: 21 }, (_, n) =>
          airbnbStay(`HM${String(n).padStart(8, "0")}`, addDays(HORIZON.today, n), addDays(HORIZON.today, n + 365)),
        ),
      ),
      "too_many",
      "20 on the same night",
    ],
  ])("%s", async (name, body, state, words) => {
    const cookie = await server.signIn();
    const host = (method: string, path: string, sent?: unknown) => server.send(method, path, sent, { cookie });
    const site = `${name.replaceAll(" ", "-")}.airbnb.com`.toLowerCase();
    const url = `https://${site}/calendar/ical/1.ics?s=1`;
    platforms.replies.set(site, { body: calendarOf(AIRBNB, [airbnbStay("HMHELD0001", "2027-03-01", "2027-03-04")]) });
    const { id } = (await host("POST", "/api/admin/channels", { platform: "airbnb", url })).json;
    platforms.replies.set(site, { body });
    const looked = await host("POST", "/api/admin/channels/preview", {
      platform: "airbnb",
      url: url.replace("/1.ics", "/2.ics"),
    });
    expect([looked.status, looked.text]).toEqual([400, expect.stringContaining(words)]);
    for (let time = 0; time < 3; time++) {
      server.clock.advance(31 * 60_000);
      await host("POST", `/api/admin/channels/${id}/sync`);
      const { runs } = (await host("GET", `/api/admin/channel-runs?channelId=${id}`)).json;
      expect(runs[0]).toMatchObject({ state, released: 0, missing: 0 });
    }
    const { unavailable } = (await server.send("GET", "/api/availability?from=2027-03-01&to=2027-03-05")).json;
    expect(unavailable).toEqual(["2027-03-01", "2027-03-02", "2027-03-03"]);
    const { channels } = (await host("GET", "/api/admin/channels")).json;
    const { version } = channels.find((one: { id: string }) => one.id === id);
    await host("DELETE", `/api/admin/channels/${id}?stays=release&version=${version}`);
  });
});

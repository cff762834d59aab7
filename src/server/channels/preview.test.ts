import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ChannelPreview, ChannelStay, Review } from "#contract/channels.ts";
import { eachDay, toLocalDate } from "#domain/calendar/local-date.ts";
import { IMPORT_MODES } from "#domain/channels/channel.ts";
import { engines } from "../testing/engines.ts";
import { GUEST } from "../testing/given.ts";
import {
  AIRBNB,
  airbnbBlock,
  airbnbStay,
  BOOKING,
  bookingStay,
  calendarOf,
  type Platforms,
  startPlatforms,
} from "../testing/platforms.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

/** The preview, the questions for the host and the result of connecting must be consistent. */
describe.each(engines)("preview, questions and import agree, on %s", (engine) => {
  let server: TestApp;
  let platforms: Platforms;
  let cookie: string;
  beforeEach(async () => {
    platforms = await startPlatforms();
    server = await startTestApp(engine, { platforms: platforms.reach });
    cookie = await server.signIn();
    await host("POST", "/api/admin/bookings", {
      ...GUEST,
      checkInDate: "2027-03-02",
      checkOutDate: "2027-03-05",
      guestCount: 2,
      status: "confirmed",
    });
  });
  afterEach(async () => {
    await server.close();
    await platforms.close();
  });
  const host = (method: string, path: string, body?: unknown) => server.send(method, path, body, { cookie });
  const nights = ({ startsOn, endsOn }: { startsOn: string; endsOn: string }) => `${startsOn}/${endsOn}`;

  const CALENDARS = {
    "booking.com": calendarOf(BOOKING, [
      bookingStay("past", "2026-11-18", "2026-11-20"),
      bookingStay("now", "2026-11-19", "2026-11-24"),
      bookingStay("over", "2027-03-04", "2027-03-07"),
      bookingStay("thirty", "2027-04-01", "2027-05-01"),
      bookingStay("thirty-one", "2027-05-02", "2027-06-02"),
      bookingStay("ninety", "2027-06-03", "2027-09-01"),
      bookingStay("ninety-one", "2027-09-02", "2027-12-02"),
      bookingStay("far", "2027-12-03", "2027-12-06"),
      bookingStay("far-month", "2027-12-07", "2028-01-20"),
    ]),
    airbnb: calendarOf(AIRBNB, [
      airbnbBlock("tonight", "2026-11-19", "2026-11-22"),
      airbnbStay("HMAGREE001", "2027-02-01", "2027-02-04"),
      airbnbBlock("family", "2027-02-10", "2027-02-14"),
      airbnbBlock("booked-here", "2027-03-01", "2027-03-06"),
      airbnbBlock("long", "2027-04-01", "2027-05-15"),
      airbnbBlock("tail", "2027-11-21", "2028-11-21"),
      airbnbStay("HMAGREE002", "2027-12-01", "2028-03-20"),
    ]),
  };

  for (const platform of ["booking.com", "airbnb"] as const) {
    test.each(IMPORT_MODES)(`${platform}, %s`, async (mode) => {
      const site = `agree-${mode}.${platform === "airbnb" ? "airbnb.com" : "booking.com"}`;
      const url = `https://${site}/calendar/ical/1.ics?s=0123456789abcdef`;
      platforms.replies.set(site, { body: CALENDARS[platform] });
      const seen = await host("POST", "/api/admin/channels/preview", { platform, url });
      expect(seen.status, seen.text).toBe(200);
      const preview: ChannelPreview = seen.json;
      const closeBlocks = preview.events.filter(({ block }) => mode === "reservations" && block?.suggested);
      const connected = await host("POST", "/api/admin/channels", {
        platform,
        url,
        mode,
        closeBlocks: closeBlocks.map(({ startsOn, endsOn }) => ({ startsOn, endsOn })),
      });
      expect(connected.status, connected.text).toBe(201);
      const { id, version } = connected.json;

      const stays: ChannelStay[] = (await host("GET", `/api/admin/channel-stays?show=all&channelId=${id}`)).json;
      const closes = preview.events.filter((event) => event.modes[mode].holds || closeBlocks.includes(event));
      expect(stays.filter(({ holds }) => holds).map(nights)).toEqual(closes.map(nights));

      const reviews: Review[] = (await host("GET", "/api/admin/channel-reviews")).json.filter(
        ({ channelId }: Review) => channelId === id,
      );
      const asks = preview.events.filter((event) => event.modes[mode].asks);
      const inQuestion = stays.filter(({ id: stayId }) => reviews.some((review) => review.stayId === stayId));
      expect(inQuestion.map(nights)).toEqual(asks.map(nights));
      for (const { question, stayId } of reviews) {
        const stay = stays.find((one) => one.id === stayId);
        expect(question.includes("on sale until you answer"), question).toBe(stay?.holds === false);
      }

      const conflicts: { sides: { title: string }[] }[] = (await host("GET", "/api/admin/channel-conflicts")).json;
      const meets = preview.events.filter((event) => event.modes[mode].meets !== "");
      expect(conflicts).toHaveLength(meets.length);

      const taken = [...closes, { startsOn: "2027-03-02", endsOn: "2027-03-05" }];
      for (const span of preview.events.filter(({ startsOn }) => startsOn >= "2026-11-21" && startsOn < "2028-01-01")) {
        const to = span.endsOn < "2028-06-01" ? span.endsOn : "2028-06-01";
        const response = await server.send("GET", `/api/availability?from=${span.startsOn}&to=${to}`);
        const expected = eachDay(toLocalDate(span.startsOn), toLocalDate(to)).filter((night) =>
          taken.some((one) => one.startsOn <= night && night < one.endsOn),
        );
        expect(response.json.unavailable, nights(span)).toEqual(expected);
      }
      const removed = await host("DELETE", `/api/admin/channels/${id}?stays=release&version=${version}`);
      expect(removed.status, removed.text).toBeLessThan(300);
    });
  }

  test("the preview suggests closing the platform's blocks, except those that overlap a booking here or that stay on sale until the host answers", async () => {
    const site = "suggest.airbnb.com";
    platforms.replies.set(site, { body: CALENDARS.airbnb });
    const url = `https://${site}/calendar/ical/1.ics?s=0123456789abcdef`;
    const preview: ChannelPreview = (await host("POST", "/api/admin/channels/preview", { platform: "airbnb", url }))
      .json;
    expect(
      preview.events.flatMap(({ startsOn, block }) =>
        block && startsOn > "2027" ? [[startsOn, block.suggested]] : [],
      ),
    ).toEqual([
      ["2027-02-10", true],
      ["2027-03-01", false],
      ["2027-04-01", true],
      ["2027-11-21", false],
    ]);
  });
});

import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ChannelPreview, ChannelStay, Conflict, Review } from "#contract/channels.ts";
import { toLocalDate } from "#domain/calendar/local-date.ts";
import { IMPORT_MODES, type ImportMode } from "#domain/channels/channel.ts";
import { HOST_OVERRIDES, type HostOverride } from "#domain/channels/imported-stay.ts";
import { dayText } from "#domain/calendar/day-text.ts";
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
  type SimEvent,
  startPlatforms,
} from "../testing/platforms.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

/** The test day is 2026-11-21, so the block "tonight" has already begun. */
const EVENTS = {
  airbnb: [
    airbnbBlock("tonight", "2026-11-19", "2026-11-24"),
    airbnbBlock("from-today", "2026-11-21", "2026-11-23"),
    airbnbStay("HMAGAIN001", "2026-11-24", "2026-11-27"),
    airbnbBlock("family", "2027-02-10", "2027-02-14"),
    airbnbBlock("booked-here", "2027-03-01", "2027-03-06"),
    airbnbStay("HMAGAIN002", "2027-03-04", "2027-03-08"),
    airbnbBlock("long", "2027-04-01", "2027-05-15"),
    airbnbBlock("tail", "2027-11-21", "2028-11-21"),
  ],
  "booking.com": [
    bookingStay("tonight", "2026-11-19", "2026-11-24"),
    bookingStay("from-today", "2026-11-21", "2026-11-23"),
    bookingStay("over", "2027-03-04", "2027-03-07"),
    bookingStay("week", "2027-04-01", "2027-04-08"),
    bookingStay("forty", "2027-05-02", "2027-06-11"),
    bookingStay("hundred", "2027-09-02", "2027-12-12"),
  ],
};
type PlatformName = keyof typeof EVENTS;
/**
 * Which events the platform shows, which of the offered blocks the host closes, and the host's later decision about a
 * stay.
 */
type Connection = {
  platform: PlatformName;
  mode: ImportMode;
  shown: boolean[];
  closed: boolean[];
  answered: number;
  answer: HostOverride | null;
  stays: "keep" | "release";
};
const eight = fc.array(fc.boolean(), { minLength: 8, maxLength: 8 });
const connection: fc.Arbitrary<Connection> = fc.record({
  platform: fc.constantFrom("airbnb", "booking.com"),
  mode: fc.constantFrom(...IMPORT_MODES),
  shown: eight,
  closed: eight,
  answered: fc.nat(7),
  answer: fc.option(fc.constantFrom(...HOST_OVERRIDES), { nil: null }),
  stays: fc.constantFrom("keep", "release"),
});
const everything = Array.from({ length: 8 }, () => true);
const whole = { platform: "airbnb", shown: everything, closed: everything, answered: 0, answer: null } as const;

/**
 * Connecting a platform does what the preview says, however the platform was connected and disconnected before (S-03,
 * S-68).
 */
describe.each(engines)("a platform that is connected again on %s", (engine) => {
  let server: TestApp;
  let platforms: Platforms;
  let cookie: string;
  beforeEach(async () => {
    platforms = await startPlatforms();
    server = await startTestApp(engine, { platforms: platforms.reach });
    cookie = await server.signIn();
    const booking = { ...GUEST, checkInDate: "2027-03-02", checkOutDate: "2027-03-05", guestCount: 2 };
    await host("POST", "/api/admin/bookings", { ...booking, status: "confirmed" });
  });
  afterEach(async () => {
    await server.close();
    await platforms.close();
  });
  const host = async (method: string, path: string, body?: unknown) => {
    const response = await server.send(method, path, body, { cookie });
    expect(response.status, `${method} ${path}: ${response.text}`).toBeLessThan(300);
    return response.json;
  };
  const nights = ({ startsOn, endsOn }: { startsOn: string; endsOn: string }) => `${startsOn}/${endsOn}`;
  const staysOf = async (id: string): Promise<ChannelStay[]> =>
    host("GET", `/api/admin/channel-stays?show=all&channelId=${id}`);

  async function connect(step: Connection) {
    const { platform } = step;
    const site = platform === "airbnb" ? "again.airbnb.com" : "again.booking.com";
    const events = EVENTS[platform].filter((_, n) => step.shown[n]);
    platforms.replies.set(site, { body: calendarOf(platform === "airbnb" ? AIRBNB : BOOKING, events) });
    const link = { platform, url: `https://${site}/calendar/ical/1.ics?s=0123456789abcdef` };
    const preview: ChannelPreview = await host("POST", "/api/admin/channels/preview", link);
    const offered = step.mode === "reservations" ? preview.events.filter(({ block }) => block) : [];
    const chosen = offered.filter((_, n) => step.closed[n]);
    const closeBlocks = chosen.map(({ startsOn, endsOn }) => ({ startsOn, endsOn }));
    const { id } = await host("POST", "/api/admin/channels", { ...link, mode: step.mode, closeBlocks });

    const stays = (await staysOf(id)).filter(({ state }) => state === "active");
    const closes = preview.events.filter((event) => event.modes[step.mode].holds || chosen.includes(event));
    expect(stays.filter(({ holds }) => holds).map(nights), "nights that are closed").toEqual(closes.map(nights));
    const reviews: Review[] = await host("GET", "/api/admin/channel-reviews");
    const inQuestion = stays.filter((stay) =>
      reviews.some(({ stayId, kind }) => stayId === stay.id && kind === "long-span"),
    );
    const asks = preview.events.filter((event) => event.modes[step.mode].asks && !chosen.includes(event));
    expect(inQuestion.map(nights), "questions").toEqual(asks.map(nights));
    const conflicts: Conflict[] = await host("GET", "/api/admin/channel-conflicts");
    const soldTwice = reviews.filter(({ kind }) => kind === "sold-twice");
    const inConflict = new Set(conflicts.flatMap(({ sides }) => sides.map((side) => side.id)));
    const meetsAnother = ({ id, startsOn, endsOn }: ChannelStay) =>
      inConflict.has(id) ||
      soldTwice.some(({ question }) =>
        question.includes(`from ${dayText(toLocalDate(startsOn))} to ${dayText(toLocalDate(endsOn))}`),
      );
    const meets = preview.events.filter((event) => closes.includes(event) && event.modes[step.mode].meets !== "");
    const met = stays.filter((stay) => meetsAnother(stay) && !chosen.some((one) => nights(one) === nights(stay)));
    expect(met.map(nights), "double bookings").toEqual(meets.map(nights));
    return id;
  }

  async function connectAndDisconnect(step: Connection) {
    const id = await connect(step);
    const answered = (await staysOf(id))[step.answered];
    if (answered && step.answer) {
      const { guestName, guestPhone, amount, notes, bookingId, version } = answered;
      const words = { guestName, guestPhone, amount, notes, bookingId, version };
      await host("PUT", `/api/admin/channel-stays/${answered.id}`, { ...words, hostOverride: step.answer });
    }
    const { channels } = await host("GET", "/api/admin/channels");
    const { version } = channels.find((one: { id: string }) => one.id === id);
    await host("DELETE", `/api/admin/channels/${id}?stays=${step.stays}&version=${version}`);
  }

  test("closes tonight's block as chosen in the preview, even if it was released when the platform was disconnected", async () => {
    await connectAndDisconnect({ ...whole, mode: "everything", stays: "release" });
    const id = await connect({ ...whole, mode: "reservations", stays: "release" });
    const [tonight] = await staysOf(id);
    expect(tonight).toMatchObject({ startsOn: "2026-11-19", kind: "block", hostOverride: "closure", holds: true });
    const { unavailable } = await host("GET", "/api/availability?from=2026-11-21&to=2026-11-22");
    expect(unavailable).toEqual(["2026-11-21"]);
  });

  test.each(["keep", "release"])(
    "still recognises our own nights that the platform copied before the host disconnected it and chose to %s its stays (S-55, S-56)",
    async (choice) => {
      const [checkInDate, checkOutDate] = ["2027-08-02", "2027-08-05"];
      const stay = { ...GUEST, checkInDate, checkOutDate, guestCount: 2, status: "confirmed" };
      const booking = await host("POST", "/api/admin/bookings", stay);
      const site = "copies.booking.com";
      const events = [bookingStay("own", "2027-09-01", "2027-09-04")];
      const shown = (...more: SimEvent[]) =>
        platforms.replies.set(site, { body: calendarOf(BOOKING, [...events, ...more]) });
      const link = { platform: "booking.com", url: `https://${site}/calendar/ical/1.ics?s=0123456789abcdef` };
      const conflicts = () => host("GET", "/api/admin/channel-conflicts");
      const readOurs = async (channel: string) => {
        server.clock.advance(60_000);
        const { feeds } = await host("POST", "/api/admin/feeds", { channel });
        const feed = feeds.find((one: { channel: string }) => one.channel === channel);
        expect((await server.send("GET", feed.path)).status).toBe(200);
        server.clock.advance(60_000);
      };
      shown();
      const { id } = await host("POST", "/api/admin/channels", link);
      await readOurs(id);
      shown(bookingStay("copy", checkInDate, checkOutDate));
      server.clock.advance(15 * 60_000);
      await host("POST", `/api/admin/channels/${id}/sync`);
      const copyOf = async (channel: string) => (await staysOf(channel)).find((one) => one.startsOn === checkInDate);
      expect(await copyOf(id)).toMatchObject({ exclusion: "echo" });

      server.clock.advance(60_000);
      const { channels } = await host("GET", "/api/admin/channels");
      const { version } = channels.find((one: { id: string }) => one.id === id);
      await host("DELETE", `/api/admin/channels/${id}?stays=${choice}&version=${version}`);
      server.clock.advance(60_000);
      const preview: ChannelPreview = await host("POST", "/api/admin/channels/preview", link);
      expect(preview.events.map(({ holds }) => holds)).toEqual([false, true]);
      const again = await host("POST", "/api/admin/channels", link);
      expect(await copyOf(again.id)).toMatchObject({ exclusion: "echo" });
      expect(await conflicts()).toEqual([]);

      await readOurs(again.id);
      await host("POST", `/api/admin/bookings/${booking.id}/cancel`, {
        version: 1,
        waiveFee: true,
        expectedFee: "0.00",
      });
      await readOurs(again.id);
      server.clock.advance(15 * 60_000);
      await host("POST", `/api/admin/channels/${again.id}/sync`);
      const free = await host("GET", `/api/availability?from=${checkInDate}&to=${checkOutDate}`);
      expect(free.unavailable).toEqual([]);
    },
  );

  test("does what the preview says, whatever was connected, answered, kept and released before", async () => {
    for (const step of fc.sample(connection, { seed: 15, numRuns: 12 })) await connectAndDisconnect(step);
  });
});

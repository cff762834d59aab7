import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ChannelStay, Conflict } from "#contract/channels.ts";
import { engines } from "../testing/engines.ts";
import { GUEST } from "../testing/given.ts";
import {
  BOOKING,
  bookingStay,
  calendarOf,
  type Platforms,
  type SimEvent,
  startPlatforms,
} from "../testing/platforms.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

const MINUTE = 60_000;
const SITE = "kept.booking.com";
/** Stays that Booking.com shows throughout, so the calendar is never suddenly half empty (S-33). */
const OTHERS = [bookingStay("o1", "2027-02-01", "2027-02-03"), bookingStay("o2", "2027-02-10", "2027-02-13")];

/** Booking.com no longer shows a stay from 10 to 13 June, and the host has chosen to keep its nights closed. */
describe.each(engines)("S-37: nights that the host keeps closed on %s", (engine) => {
  let server: TestApp;
  let platforms: Platforms;
  let cookie: string;
  let channel: string;
  let keptId: string;
  let feedPath: string;
  beforeEach(async () => {
    platforms = await startPlatforms();
    server = await startTestApp(engine, { platforms: platforms.reach });
    cookie = await server.signIn();
    shows(bookingStay("first", "2027-06-10", "2027-06-13"));
    const url = `https://${SITE}/calendar/ical/4711.ics?s=0123456789abcdef`;
    channel = (await host("POST", "/channels", { platform: "booking.com", url })).id;
    feedPath = (await host("POST", "/feeds", { channel })).feeds[0].path;
    shows();
    await sync();
    keptId = (await stays()).find(({ state }) => state === "missing")?.id ?? "";
    await decide("keep");
  });
  afterEach(async () => {
    await server.close();
    await platforms.close();
  });

  const host = async (method: string, path: string, body?: unknown) => {
    const response = await server.send(method, `/api/admin${path}`, body, { cookie });
    expect(response.status, `${method} ${path}: ${response.text}`).toBeLessThan(300);
    return response.json;
  };
  const shows = (...events: SimEvent[]) =>
    platforms.replies.set(SITE, { body: calendarOf(BOOKING, [...events, ...OTHERS]) });
  const sync = async () => {
    server.clock.advance(31 * MINUTE);
    cookie = await server.signIn();
    await host("POST", `/channels/${channel}/sync`);
  };
  const stays = (): Promise<ChannelStay[]> => host("GET", `/channel-stays?show=all&channelId=${channel}`);
  const kept = async () => (await stays()).find(({ id }) => id === keptId);
  const decide = async (decision: "keep" | "release") =>
    host("POST", `/channel-stays/${keptId}/decide`, { decision, version: (await kept())?.version });
  const conflicts = (): Promise<Conflict[]> => host("GET", "/channel-conflicts");
  const subjects = async () =>
    (await server.db.selectFrom("scheduled_message").select("subject").execute()).map(({ subject }) => subject);
  const taken = async (from: string, to: string): Promise<string[]> =>
    (await server.send("GET", `/api/availability?from=${from}&to=${to}`)).json.unavailable;
  const published = async () => (await server.send("GET", feedPath)).text;

  test.each([
    ["overlap the kept nights", "2027-06-11", "2027-06-15"],
    ["include the kept nights", "2027-06-09", "2027-06-14"],
    ["equal the kept nights", "2027-06-10", "2027-06-13"],
  ])("if the platform sells nights that %s, the host is told of a double booking", async (_case, from, to) => {
    shows(bookingStay("second", from, to));
    await sync();
    const [conflict, ...more] = await conflicts();
    expect(more).toEqual([]);
    expect(conflict?.sides).toMatchObject([
      { id: keptId, checkIn: "2027-06-10", checkOut: "2027-06-13" },
      { checkIn: from, checkOut: to },
    ]);
    expect(conflict?.steps[0]).toContain("You chose to keep the nights of Booking.com stay closed");
    expect((await subjects()).join()).toContain("Double booking: ");
    await decide("release");
    expect(await conflicts()).toEqual([]);
    expect((await taken("2027-06-08", "2027-06-17"))[0]).toBe(from);
  });

  test("if the kept stay is linked to a booking here, a sale of its nights causes only one double booking", async () => {
    const dates = { checkInDate: "2027-06-10", checkOutDate: "2027-06-13", guestCount: 2 };
    await decide("release");
    const booking = await host("POST", "/bookings", { ...GUEST, ...dates, status: "confirmed" });
    shows(bookingStay("first", "2027-06-10", "2027-06-13"));
    await sync();
    const words = { guestName: "", guestPhone: "", amount: null, notes: "", hostOverride: null };
    const link = { ...words, bookingId: booking.id, version: (await kept())?.version };
    await host("PUT", `/channel-stays/${keptId}`, link);
    shows();
    await sync();
    await decide("keep");
    shows(bookingStay("second", "2027-06-11", "2027-06-15"));
    await sync();
    const [conflict, ...more] = await conflicts();
    expect(more).toEqual([]);
    expect(conflict?.sides.map(({ kind }) => kind)).toEqual(["booking", "channel-stay"]);
    expect(conflict?.sides[1]?.checkOut).toBe("2027-06-15");
  });

  test("a sale next to the kept nights is a new stay, not new dates of the kept stay (S-25)", async () => {
    shows(bookingStay("second", "2027-06-14", "2027-06-17"));
    await sync();
    expect(await taken("2027-06-08", "2027-06-20")).toHaveLength(6);
    expect((await subjects()).join()).not.toContain("dates changed");
    expect(await conflicts()).toEqual([]);
  });

  test("kept nights are published to their own platform until it shows the stay again, and a copy of them is recognised (S-50, S-55)", async () => {
    expect(await published()).toContain("DTSTART;VALUE=DATE:20270610");
    shows(bookingStay("copy", "2027-06-10", "2027-06-13"));
    await sync();
    const copy = (await stays()).find(({ id, startsOn }) => startsOn === "2027-06-10" && id !== keptId);
    expect(copy).toMatchObject({ exclusion: "echo", holds: false });
    expect(await kept()).toMatchObject({ state: "missing", holds: true });

    expect(await host("GET", `/channel-stays/${keptId}`)).toMatchObject({ kept: true });
    // We published all of these nights, but the event has the stay's own UID, so it is no copy.
    shows(bookingStay("first", "2027-06-10", "2027-06-12"));
    await sync();
    expect(await host("GET", `/channel-stays/${keptId}`)).toMatchObject({ kept: false });
    expect(await kept()).toMatchObject({ state: "active", holds: true, endsOn: "2027-06-12" });
    expect(await published()).not.toContain("20270610");
    expect(await taken("2027-06-08", "2027-06-17")).toEqual(["2027-06-10", "2027-06-11"]);
    expect(await conflicts()).toEqual([]);
  });
});

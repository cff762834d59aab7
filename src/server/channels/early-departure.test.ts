import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { AIRBNB, airbnbStay, calendarOf, type Platforms, type SimEvent, startPlatforms } from "../testing/platforms.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

const MINUTE = 60_000;
const SITE = "left.airbnb.com";
const CODE = "HMLEFT0001";
/** Stays that the platform shows throughout, so the calendar is never suddenly half empty (S-33). */
const OTHERS = [
  airbnbStay("HMLEFT0002", "2026-11-24", "2026-11-25"),
  airbnbStay("HMLEFT0003", "2026-12-05", "2026-12-08"),
];

/** The test day is 21 November. Except in one test, the stay began on the 18th. */
describe.each(engines)("S-34: the host ends a stay in progress on %s", (engine) => {
  let server: TestApp;
  let platforms: Platforms;
  let cookie: string;
  let id: string;
  beforeEach(async () => {
    platforms = await startPlatforms();
    server = await startTestApp(engine, { platforms: platforms.reach });
  });
  afterEach(async () => {
    await server.close();
    await platforms.close();
  });

  const host = (method: string, path: string, body?: unknown) =>
    server.send(method, `/api/admin${path}`, body, { cookie });
  const shows = (...events: SimEvent[]) => platforms.replies.set(SITE, { body: calendarOf(AIRBNB, events) });
  const setTime = async (time: string) => {
    server.clock.set(time);
    cookie = await server.signIn();
  };
  const stays = async () => (await host("GET", `/channel-stays?show=all&channelId=${id}`)).json;
  const stay = async () => (await stays()).find(({ code }: { code: string }) => code === CODE);
  const taken = async (): Promise<string[]> =>
    (await server.send("GET", "/api/availability?from=2026-11-21&to=2026-11-24")).json.unavailable;
  const cleanings = async () =>
    (await host("GET", "/cleaning")).json.changeovers.map(({ day }: { day: string }) => day);
  const queued = async (subject: string) => {
    const rows = await server.db
      .selectFrom("scheduled_message")
      .select("body")
      .where("subject", "like", subject)
      .execute();
    return rows.map(({ body }) => body);
  };
  const sync = async () => {
    server.clock.advance(15 * MINUTE);
    cookie = await server.signIn();
    await host("POST", `/channels/${id}/sync`);
  };
  const emailCleaner = async (minutes: number) => {
    server.clock.advance(minutes * MINUTE);
    await server.app.runJobs(/email the cleaner/);
  };
  /** Imports the stay, for which the host enters an amount. On the 21st, the platform shows `later` instead of it. */
  async function missing(from: string, to: string, later: SimEvent[] = []) {
    await setTime("2026-11-17T08:00:00Z");
    shows(airbnbStay(CODE, from, to), ...OTHERS);
    const url = `https://${SITE}/calendar/ical/4711.ics?s=0123456789abcdef`;
    id = (await host("POST", "/channels", { platform: "airbnb", url })).json.id;
    const { id: stayId, version } = await stay();
    const words = { guestName: "Ana", guestPhone: "", notes: "", bookingId: null, hostOverride: null };
    const entered = await host("PUT", `/channel-stays/${stayId}`, { ...words, amount: "600.00", version });
    expect(entered.status, entered.text).toBe(200);
    await host("POST", "/cleaning/link", { seen: null });
    await host("PUT", "/cleaning", { email: "maya@example.com", seen: { note: "", email: "" } });
    await setTime("2026-11-21T06:00:00Z");
    await emailCleaner(1);
    shows(...later, ...OTHERS);
    await sync();
    expect((await stay()).state).toBe("missing");
  }
  const answer = async (left: "left" | "stays") => {
    const [{ id: question, kind, version }] = (await host("GET", "/channel-reviews")).json;
    expect(kind).toBe("left-in-stay");
    expect((await host("POST", `/channel-reviews/${question}`, { answer: left, version })).status).toBe(200);
  };
  const answerLeft = () => answer("left");
  const release = async () => {
    const { id: stayId, version } = await stay();
    const { status } = await host("POST", `/channel-stays/${stayId}/decide`, { decision: "release", version });
    expect(status).toBe(200);
  };

  test.each([
    ["the answer that the guest has left", answerLeft],
    ["the button on the stay's page", release],
  ])("after %s, the stay ends today, keeps its amount and is followed by a cleaning", async (_name, end) => {
    await missing("2026-11-18", "2026-11-24");
    expect((await host("GET", `/channel-stays/${(await stay()).id}`)).json).toMatchObject({
      hasBegun: true,
      mayBeInHouse: true,
    });
    await end();
    const ended = { startsOn: "2026-11-18", endsOn: "2026-11-21", state: "finished", amount: "600.00" };
    expect(await stay()).toMatchObject(ended);
    expect(await taken()).toEqual([]);
    expect(await cleanings()).toEqual(["2026-11-21", "2026-11-25", "2026-12-08"]);
    const { departures, stats } = (await host("GET", "/dashboard")).json;
    expect(departures).toMatchObject([{ checkIn: "2026-11-18", checkOut: "2026-11-21" }]);
    expect(stats.revenue).toBe("600.00");
    await emailCleaner(1);
    await emailCleaner(11);
    const [email] = await queued("%cleaning plan");
    expect(email).toContain("New: Saturday 21 November.");
    expect(email).toContain("Not needed: Tuesday 24 November.");
    await sync();
    await sync();
    expect(await stay()).toMatchObject(ended);
  });

  test.each([
    ["a closure", "closure", []],
    ["a stay", null, ["2026-11-21", "2026-11-22", "2026-11-23"]],
  ])(
    "S-68: if the host disconnects the platform and releases its stays, only a stay in progress keeps its nights: %s",
    async (...given) => {
      const [, hostOverride, left] = given;
      await setTime("2026-11-21T06:00:00Z");
      shows(airbnbStay(CODE, "2026-11-18", "2026-11-24"), ...OTHERS);
      const url = `https://${SITE}/calendar/ical/4711.ics?s=0123456789abcdef`;
      id = (await host("POST", "/channels", { platform: "airbnb", url })).json.id;
      const { id: stayId, version } = await stay();
      const words = { guestName: "", guestPhone: "", amount: null, notes: "", bookingId: null };
      await host("PUT", `/channel-stays/${stayId}`, { ...words, hostOverride, version });
      expect(await taken()).toHaveLength(3);
      const { version: seen } = (await host("GET", "/channels")).json.channels[0];
      const ended = await host("DELETE", `/channels/${id}?stays=release&version=${seen}`);
      expect(ended.status, ended.text).toBeLessThan(300);
      expect(await taken()).toEqual(left);
    },
  );

  test("if the platform shows the stay again, its old dates apply and the host is notified", async () => {
    await missing("2026-11-18", "2026-11-24");
    await answerLeft();
    shows(airbnbStay(CODE, "2026-11-18", "2026-11-24"), ...OTHERS);
    await sync();
    expect(await stays()).toHaveLength(3);
    expect(await stay()).toMatchObject({
      startsOn: "2026-11-18",
      endsOn: "2026-11-24",
      state: "active",
      amount: "600.00",
    });
    expect(await taken()).toHaveLength(3);
    expect((await queued("%dates changed")).join()).toContain("Before: November 18, 2026 to November 21, 2026.");
  });

  test("a stay that begins today is released as a whole", async () => {
    await missing("2026-11-21", "2026-11-24");
    await release();
    expect(await stay()).toMatchObject({ endsOn: "2026-11-24", state: "released" });
    expect(await taken()).toEqual([]);
    // On the 24th, the next guests arrive.
    expect(await cleanings()).toEqual(["2026-11-24", "2026-11-25", "2026-12-08"]);
  });

  test("if the platform shows other dates instead, the stay with these dates takes over the nights and the amount", async () => {
    await missing("2026-11-18", "2026-11-24", [{ ...airbnbStay("", "2026-11-18", "2026-11-22"), description: "" }]);
    await answerLeft();
    expect(await stay()).toMatchObject({ state: "released" });
    const counted = (await stays()).filter(({ state }: { state: string }) => state !== "released");
    expect(counted[0]).toMatchObject({
      startsOn: "2026-11-18",
      endsOn: "2026-11-22",
      amount: "600.00",
      guestName: "Ana",
    });
    expect(await cleanings()).toEqual(["2026-11-22", "2026-11-25", "2026-12-08"]);
    expect(await taken()).toEqual(["2026-11-21"]);
  });

  test("S-37: if the guest stays for the remaining nights too, the two records are not a double booking", async () => {
    await missing("2026-11-18", "2026-11-24", [{ ...airbnbStay("", "2026-11-18", "2026-11-22"), description: "" }]);
    await answer("stays");
    await sync();
    expect(await taken()).toHaveLength(3);
    expect((await host("GET", "/channel-conflicts")).json).toEqual([]);
  });
});

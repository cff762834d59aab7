import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { addDays, toLocalDate } from "#domain/calendar/local-date.ts";
import { engines } from "../testing/engines.ts";
import { bookStay, GUEST } from "../testing/given.ts";
import {
  AIRBNB,
  airbnbBlock,
  airbnbStay,
  BOOKING,
  bookingStay,
  calendarOf,
  type FeedReply,
  type Platforms,
  type SimEvent,
  startPlatforms,
} from "../testing/platforms.ts";
import { cookieOf, startTestApp, type TestApp } from "../testing/test-app.ts";
import { deleteOldTexts } from "./retention-queries.ts";
import { createImportStore } from "./import-store.ts";
import type { HostNotification } from "../core/host.ts";
import { notifyOfFailures } from "./notify-of-failures.ts";
import { remindOfConflicts } from "./update-conflicts.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ACCOUNT = {
  phoneNumberId: "106540352242922",
  token: "token-of-the-test",
  appSecret: "secret-of-the-app",
  verifyToken: "word-of-the-host",
  language: "en",
  apiUrl: "http://127.0.0.1:9",
};

/** Requirements that involve time, several readers or the database. No channels are connected when a test starts. */
describe.each(engines)("requirements of the calendar sync on %s", (engine) => {
  let server: TestApp;
  let platforms: Platforms;
  let cookie: string;
  beforeAll(async () => {
    platforms = await startPlatforms();
    const config = { publicUrl: "https://cottage.example", whatsapp: ACCOUNT };
    server = await startTestApp(engine, { platforms: platforms.reach, config });
  });
  afterAll(async () => {
    await server.close();
    await platforms.close();
  });
  beforeEach(async () => {
    cookie = await server.signIn();
    await rule("sell");
    for (const { id, version } of await channels())
      await host("DELETE", `/api/admin/channels/${id}?stays=release&version=${version}`);
    await server.db.deleteFrom("scheduled_message").execute();
  });

  const host = (method: string, path: string, body?: unknown) => server.send(method, path, body, { cookie });
  const channels = async () => (await host("GET", "/api/admin/channels")).json.channels;
  /** S-64: what happens to direct bookings while a platform does not respond. */
  const rule = async (onUnreachable: string) => {
    const { rules } = (await host("GET", "/api/admin/channels")).json;
    return host("PUT", "/api/admin/channels/rules", { ...rules, onUnreachable });
  };
  const channel = async (id: string) => (await channels()).find((one: { id: string }) => one.id === id);
  const stays = async (id: string) => (await host("GET", `/api/admin/channel-stays?show=all&channelId=${id}`)).json;
  const shows = (site: string, product: string, events: SimEvent[]) =>
    platforms.replies.set(site, { body: calendarOf(product, events) });
  const taken = async (from: string, to: string): Promise<string[]> =>
    (await server.send("GET", `/api/availability?from=${from}&to=${to}`)).json.unavailable;
  const emails = (like: string) =>
    server.db
      .selectFrom("scheduled_message")
      .select(["channel", "subject", "body", "scheduled_for"])
      .where("subject", "like", like)
      .orderBy("channel")
      .execute();
  const enter = (checkInDate: string, checkOutDate: string) =>
    host("POST", "/api/admin/bookings", { ...GUEST, checkInDate, checkOutDate, guestCount: 2, status: "confirmed" });
  async function connect(site: string, platform: string, listing = 4711): Promise<string> {
    const url = `https://${site}/calendar/ical/${listing}.ics?s=0123456789abcdef`;
    const response = await host("POST", "/api/admin/channels", { platform, url });
    expect(response.status, response.text).toBe(201);
    return response.json.id;
  }
  async function sync(id: string, minutes = 15) {
    server.clock.advance(minutes * MINUTE);
    cookie = await server.signIn();
    return (await host("POST", `/api/admin/channels/${id}/sync`)).json;
  }

  test("S-10, S-30: a response that cannot be imported changes nothing; a wrong content type does not matter", async () => {
    const site = "s10.booking.com";
    const body = calendarOf(BOOKING, [bookingStay("ten", "2027-04-01", "2027-04-05")]);
    platforms.replies.set(site, { body, headers: { "content-type": "text/html" } });
    const id = await connect(site, "booking.com");
    const many = Array.from({ length: 5001 }, (_, n) => bookingStay(`m${n}`, "2027-05-01", "2027-05-02"));
    const bad: [FeedReply, string][] = [
      [{ body: "x".repeat(2_000_001) }, "too_large"],
      [{ body: calendarOf(BOOKING, many) }, "too_many"],
      [{ serve: (response) => response.destroy() }, "network_error"],
      [{ status: 429 }, "http_error"],
    ];
    for (const [reply, state] of bad) {
      platforms.replies.set(site, reply);
      await sync(id);
      const [run] = (await host("GET", `/api/admin/channel-runs?channelId=${id}`)).json.runs;
      expect(run).toMatchObject({ state, added: 0, released: 0 });
      expect(await taken("2027-04-01", "2027-04-06")).toHaveLength(4);
    }
  });

  test("S-20: one UID on two channels means two independent stays", async () => {
    const event = { uid: "same@example.com", from: "2027-02-01", to: "2027-02-04", summary: "Reserved" };
    shows("one.example.com", "-//Example//EN", [event]);
    shows("two.example.com", "-//Example//EN", [event]);
    const [one, two] = [await connect("one.example.com", "vrbo"), await connect("two.example.com", "agoda")];
    shows("one.example.com", "-//Example//EN", [{ ...event, from: "2027-02-10", to: "2027-02-12" }]);
    await sync(one);
    expect((await stays(one))[0]).toMatchObject({ startsOn: "2027-02-10" });
    expect((await stays(two))[0]).toMatchObject({ startsOn: "2027-02-01", state: "active" });
    expect(await taken("2027-02-01", "2027-02-13")).toHaveLength(5);
  });

  test("S-24: when dates change, the host is notified of the old and the new dates", async () => {
    const site = "s24.airbnb.com";
    shows(site, AIRBNB, [airbnbStay("HMMOVED001", "2027-02-20", "2027-02-23")]);
    const id = await connect(site, "airbnb");
    shows(site, AIRBNB, [airbnbStay("HMMOVED001", "2027-02-21", "2027-02-25")]);
    await sync(id);
    const [email] = await emails("%dates changed");
    expect(email?.subject).toBe("Airbnb stay HMMOVED001: dates changed");
    expect(email?.body).toContain("Before: February 20, 2027 to February 23, 2027.");
    expect(email?.body).toContain("Now: February 21, 2027 to February 25, 2027, 4 nights.");
  });

  test("S-35: nothing is imported from a link that suddenly redirects to another host", async () => {
    shows("s35.airbnb.com", AIRBNB, [airbnbStay("HMHERE0001", "2027-03-01", "2027-03-03")]);
    const id = await connect("s35.airbnb.com", "airbnb");
    shows("elsewhere.example.com", AIRBNB, [airbnbStay("HMTHERE001", "2027-03-11", "2027-03-13")]);
    const location = "https://elsewhere.example.com/calendar/ical/4711.ics";
    platforms.replies.set("s35.airbnb.com", { status: 302, headers: { location } });
    await sync(id);
    expect(await channel(id)).toMatchObject({ health: "held" });
    expect(await taken("2027-03-01", "2027-03-14")).toEqual(["2027-03-01", "2027-03-02"]);
  });

  test("S-35, S-64: while a link returns a different calendar, the platform counts as unreachable", async () => {
    const [site, elsewhere] = ["s35b.airbnb.com", "s35b.airbnb.co.uk"];
    const known = airbnbStay("HMKNOWN035", "2027-01-04", "2027-01-06");
    shows(site, AIRBNB, [known]);
    const id = await connect(site, "airbnb");
    platforms.replies.set(site, { status: 404 });
    await sync(id);
    const location = `https://${elsewhere}/calendar/ical/4711.ics`;
    platforms.replies.set(site, { status: 302, headers: { location } });
    shows(elsewhere, AIRBNB, [known, airbnbStay("HMSOLD0035", "2027-01-11", "2027-01-13")]);
    await sync(id);
    await rule("stop");
    expect((await enter("2027-01-11", "2027-01-13")).status).toBe(409);
    expect((await bookStay(server, { checkInDate: "2027-01-20", checkOutDate: "2027-01-22" })).status).toBe(503);
    await rule("sell");
    const sold = await bookStay(server, { checkInDate: "2027-01-20", checkOutDate: "2027-01-22" });
    const { history } = (await host("GET", `/api/admin/bookings/${sold.json.id}`)).json;
    expect(history[0].event).toContain("not checked against Airbnb since");
    expect((await channel(id)).atRisk).toMatchObject([{ reference: sold.json.reference }]);

    await sync(id, 7 * 60);
    const failures: HostNotification[] = [];
    await notifyOfFailures(
      server.database,
      server.clock(),
      async (_trx, notification) => void failures.push(notification),
    );
    expect(failures).toMatchObject([{ subject: "Airbnb: we can't read the calendar" }]);
    const different = "The link for Airbnb now returns a different calendar. Nothing is imported until you confirm it.";
    expect(failures[0]?.lines).toContain(different);
    expect((await channel(id)).healthText).toBe(different);
    const { alerts } = (await host("GET", "/api/admin/dashboard")).json;
    expect(alerts).toContainEqual(expect.objectContaining({ title: "Airbnb: we can't read the calendar" }));
    expect(await emails("%read the calendar again")).toEqual([]);

    const answer = async (text: string) => {
      const question = (await host("GET", "/api/admin/channel-reviews")).json[0];
      return host("POST", `/api/admin/channel-reviews/${question.id}`, { answer: text, version: question.version });
    };
    expect((await answer("stop")).status).toBe(200);
    const settings = await channel(id);
    expect(settings).toMatchObject({
      health: "paused",
      healthText:
        "Paused, because the link returns a different calendar. Choose “Change link” on the page of Airbnb in Latchkey, and paste the right link.",
      atRisk: [{ reference: sold.json.reference }],
    });
    expect((await host("GET", "/api/admin/dashboard")).json.alerts).toContainEqual(
      expect.objectContaining({ title: "Airbnb: we can't read the calendar" }),
    );
    await rule("stop");
    const refused = await bookStay(server, { checkInDate: "2027-01-25", checkOutDate: "2027-01-27" });
    expect(refused.status, "sales stay stopped").toBe(503);
    const { name, mode, version } = settings;
    await host("PUT", `/api/admin/channels/${id}`, { name, mode, version, paused: false });
    expect(await channel(id)).toMatchObject({ health: "held" });

    await answer("same");
    expect(await taken("2027-01-11", "2027-01-13")).toHaveLength(2);
    expect(await channel(id)).toMatchObject({ health: "ok", atRisk: [] });
    expect(await emails("%read the calendar again")).toHaveLength(1);
  });

  test("S-30: a stay whose event can no longer be read keeps its nights", async () => {
    const site = "s30.booking.com";
    const body = calendarOf(BOOKING, [
      bookingStay("one", "2027-02-01", "2027-02-05"),
      bookingStay("two", "2027-03-01", "2027-03-05"),
      bookingStay("three", "2027-04-01", "2027-04-05"),
    ]);
    platforms.replies.set(site, { body });
    const id = await connect(site, "booking.com");
    const nights = async () => (await taken("2027-02-01", "2027-04-05")).length;
    platforms.replies.set(site, { body: body.replace("DTEND;VALUE=DATE:20270205", "DTEND;VALUE=DATE:20270132") });
    for (let n = 0; n < 4; n++) await sync(id, 16);
    expect(await nights()).toBe(12);
    const result = "2 events read, nothing changed. 1 event could not be read.";
    expect(await sync(id)).toEqual({ ran: true, text: result });

    platforms.replies.set(site, { body: body.replaceAll("DTEND;VALUE=DATE:2027", "DTEND;VALUE=DATE:202713") });
    for (let n = 0; n < 14; n++) await sync(id, 32);
    expect(await nights()).toBe(12);
    platforms.replies.set(site, { body: calendarOf(BOOKING, [bookingStay("two", "2027-03-01", "2027-03-05")]) });
    for (let n = 0; n < 14; n++) await sync(id, 32);
    expect(await nights(), "cancelled stays are still released").toBe(4);
  });

  test("S-16: a control character in a summary does not prevent the import", async () => {
    const event = { ...bookingStay("nul", "2027-10-21", "2027-10-23"), summary: "CLOSED \u0000- Not available" };
    shows("s16.booking.com", BOOKING, [event]);
    const id = await connect("s16.booking.com", "booking.com");
    expect(await stays(id)).toMatchObject([{ summary: "CLOSED - Not available", holds: true }]);
  });

  test("S-61, S-63, S-66: an error of our own during an import counts as a failed read", async () => {
    const site = "s61.booking.com";
    const twice = (from: string, to: string) => ({ ...bookingStay(from, from, to), summary: "Twice" });
    shows(site, BOOKING, []);
    const id = await connect(site, "booking.com");
    // This index makes the database reject the import.
    await sql`create unique index fails_import on channel_stay (summary) where summary = 'Twice'`.execute(server.db);
    shows(site, BOOKING, [twice("2027-10-01", "2027-10-03"), twice("2027-10-05", "2027-10-07")]);
    const text =
      "The calendar from Booking.com could not be imported because of an error in Latchkey. The server's log has details. We'll try again automatically.";
    expect(await sync(id)).toEqual({ ran: true, text });
    const [run] = (await host("GET", `/api/admin/channel-runs?channelId=${id}`)).json.runs;
    expect(run).toMatchObject({ state: "import_failed", result: text });
    const { nextRunAt } = await channel(id);
    expect(Date.parse(nextRunAt) - server.clock().getTime()).toBe(15 * MINUTE);

    await rule("stop");
    expect((await enter("2027-10-01", "2027-10-03")).status).toBe(409);
    await rule("sell");
    const url = "https://s61.booking.com/calendar/ical/62.ics?s=0123456789abcdef";
    const another = await host("POST", "/api/admin/channels", { platform: "agoda", url });
    expect(another.json.message).toBe(
      "The calendar from Agoda could not be imported because of an error in Latchkey. The server's log has details. Please try again.",
    );
    await sync(id, 7 * 60);
    expect(await channel(id)).toMatchObject({ health: "failing", healthText: text });
    const notified: HostNotification[] = [];
    await notifyOfFailures(
      server.database,
      server.clock(),
      async (_trx, notification) => void notified.push(notification),
    );
    expect(notified).toMatchObject([{ lines: expect.arrayContaining([text]) }]);

    await sql`drop index fails_import`.execute(server.db);
    expect((await sync(id)).text).toBe("2 events read: 2 new.");
    expect(await channel(id)).toMatchObject({ health: "ok" });
  });

  test("S-27: when the host withdraws their answer, the stay is treated as the import would treat it", async () => {
    const site = "s27b.booking.com";
    shows(site, BOOKING, []);
    const id = await connect(site, "booking.com");
    const booked = await enter("2027-12-03", "2027-12-06");
    await host("POST", "/api/admin/feeds", { channel: id });
    const { feeds } = (await host("GET", "/api/admin/feeds")).json;
    await server.send("GET", feeds.find((feed: { channel: string }) => feed.channel === id).path);
    const shown = [bookingStay("echo", "2027-12-03", "2027-12-06"), bookingStay("long", "2028-01-10", "2028-05-12")];
    platforms.replies.set(site, ({ headers }) =>
      headers["if-none-match"]
        ? { status: 304 }
        : { body: calendarOf(BOOKING, shown), headers: { etag: '"unchanged"' } },
    );
    await sync(id);
    const questions = async () => (await host("GET", "/api/admin/channel-reviews")).json;
    const [question] = await questions();
    await host("POST", `/api/admin/channel-reviews/${question.id}`, { answer: "ignore", version: question.version });
    const answer = async (n: number, hostOverride: string | null) => {
      const stay = (await stays(id))[n];
      const words = { guestName: "", guestPhone: "", amount: null, notes: "", bookingId: null };
      const path = `/api/admin/channel-stays/${stay.id}`;
      expect((await host("PUT", path, { ...words, hostOverride, version: stay.version })).status).toBe(200);
    };
    await answer(0, "ignore");
    await answer(0, null);
    await answer(1, null);
    expect(await stays(id)).toMatchObject([
      { exclusion: "echo", hostOverride: null },
      { exclusion: "asked", hostOverride: null },
    ]);
    expect(await questions()).toMatchObject([{ kind: "long-span", question: question.question }]);
    expect(await emails("Double booking%")).toEqual([]);
    expect(await taken("2028-01-10", "2028-01-12")).toEqual([]);
    await sync(id);
    expect((await stays(id)).map(({ exclusion }: { exclusion: string }) => exclusion)).toEqual(["echo", "asked"]);
    await host("POST", `/api/admin/bookings/${booked.json.id}/cancel`, {
      version: 1,
      waiveFee: true,
      expectedFee: "0.00",
    });
  });

  test("S-36, S-37: released stays are not deleted; the history shows who changed what, when and in which read", async () => {
    const site = "s36.airbnb.com";
    const stayOf = (n: number) => airbnbStay(`HMSTORY00${n}`, `2027-0${n}-05`, `2027-0${n}-08`);
    const [one, two, three] = [stayOf(1), stayOf(2), stayOf(3)];
    shows(site, AIRBNB, [one, two, three]);
    const id = await connect(site, "airbnb");
    shows(site, AIRBNB, [one, three]);
    await sync(id);
    const story = async (n: number) => {
      const stay = (await stays(id))[n];
      return { stay, history: (await host("GET", `/api/admin/channel-stays/${stay.id}`)).json.history };
    };
    const decide = async (n: number, decision: string) => {
      const { stay } = await story(n);
      return host("POST", `/api/admin/channel-stays/${stay.id}/decide`, { decision, version: stay.version });
    };
    expect((await decide(1, "keep")).status).toBe(200);
    await sync(id, 60);
    await sync(id, 60);
    expect(await taken("2027-02-05", "2027-02-08")).toHaveLength(3);
    shows(site, AIRBNB, [one, two]);
    await sync(id);
    expect((await decide(2, "release")).status).toBe(200);
    expect(await taken("2027-03-05", "2027-03-08")).toEqual([]);
    expect((await decide(0, "release")).status).toBe(409);
    await sync(id);

    expect((await stays(id)).map(({ state }: { state: string }) => state)).toEqual(["active", "active", "released"]);
    const { runs } = (await host("GET", `/api/admin/channel-runs?channelId=${id}&show=all`)).json;
    const known = new Set(runs.map((run: { id: string }) => run.id));
    for (const n of [0, 1, 2]) {
      for (const line of (await story(n)).history) {
        expect(line.event).not.toBe("");
        expect(Date.parse(line.at)).toBeGreaterThan(0);
        if (line.actor === "Calendar import") expect(known.has(line.runId), line.event).toBe(true);
        else expect([line.actor, line.runId]).toEqual(["host", null]);
      }
    }
    expect((await story(1)).history.map(({ event }: { event: string }) => event)).toEqual([
      "First seen in the calendar of Airbnb",
      "No longer in the calendar; its nights stay closed for now",
      "Kept by the host although the calendar does not show it",
      "In the calendar again",
    ]);
    expect((await story(2)).history.at(-1)).toMatchObject({ event: "Released by the host", actor: "host" });
  });

  test("S-42: the host is notified of a double booking by email and WhatsApp as soon as it is seen", async () => {
    const site = "s42.airbnb.com";
    const booked = await enter("2027-05-03", "2027-05-06");
    server.clock.advance(MINUTE);
    shows(site, AIRBNB, [airbnbStay("HMTWICE042", "2027-05-05", "2027-05-08")]);
    await connect(site, "airbnb");
    const emailed = await emails("Double booking%");
    expect(emailed.map(({ channel: way }) => way)).toEqual(["email", "whatsapp"]);
    for (const { scheduled_for, body } of emailed) {
      expect(scheduled_for).toBe(server.clock().toISOString());
      expect(body).toContain(`First: Booking ${booked.json.reference}`);
      expect(body).toContain("Then: Airbnb stay HMTWICE042");
      // The time is in the property's time zone, not the server's.
      expect(body).toMatch(/recorded \w+ \d+, 20\d\d, \d+:\d\d [AP]M \(property time\)/);
    }
    const { alerts } = (await host("GET", "/api/admin/dashboard")).json;
    expect(alerts[0]).toMatchObject({ title: "1 calendar conflict", level: "warning" });
    const cancel = { version: 1, waiveFee: true, expectedFee: "0.00" };
    await host("POST", `/api/admin/bookings/${booked.json.id}/cancel`, cancel);
  });

  test("S-42: if a platform's stay comes to overlap more nights, the host is notified again at once", async () => {
    const site = "s42g.booking.com";
    expect((await enter("2027-12-03", "2027-12-08")).status).toBe(201);
    server.clock.advance(MINUTE);
    const subjects = async () =>
      (await emails("Double booking%")).filter(({ channel: way }) => way === "email").map(({ subject }) => subject);
    shows(site, BOOKING, [bookingStay("grow", "2027-12-01", "2027-12-05")]);
    const id = await connect(site, "booking.com");
    shows(site, BOOKING, [bookingStay("grow", "2027-12-01", "2027-12-04")]);
    await sync(id);
    expect(await subjects()).toEqual(["Double booking: 2 nights from December 3, 2027"]);
    shows(site, BOOKING, [bookingStay("grow", "2027-12-01", "2027-12-07")]);
    await sync(id);
    expect(await subjects()).toHaveLength(2);
    expect(await subjects()).toContain("Double booking: 4 nights from December 3, 2027");
  });

  test("S-42: more than three conflicts in one read lead to one alert and one reminder", async () => {
    const site = "s42c.booking.com";
    await enter("2027-05-20", "2027-05-22");
    server.clock.advance(MINUTE);
    const events = Array.from({ length: 20 }, (_, n) =>
      bookingStay(`${n}-wide`, "2027-05-20", addDays(toLocalDate("2027-05-22"), n)),
    );
    shows(site, BOOKING, events);
    await connect(site, "booking.com");
    expect((await host("GET", "/api/admin/channel-conflicts")).json.length).toBeGreaterThan(19);
    const sent = await emails("Double booking%");
    expect(sent.map(({ channel: way }) => way)).toEqual(["email", "whatsapp"]);
    expect(sent[0]?.subject).toMatch(/^Double booking: \d+ nights? from May 20, 2027, and \d+ more$/);
    expect(sent[0]?.body).toContain("First: Booking LK-");
    expect(sent[0]?.body).toMatch(/Also:(\n\nDouble booking: \d+ nights from May 20, 2027){10}\n\nand \d+ more/);

    const reminders: HostNotification[] = [];
    server.clock.advance(6 * HOUR);
    await remindOfConflicts(server.db, server.clock(), async (_trx, reminder) => void reminders.push(reminder));
    expect(reminders.map(({ subject }) => subject)).toEqual([sent[0]?.subject]);
    expect(reminders[0]?.key).toMatch(/:again$/);
  });

  test("S-63: a link that fails and recovers again and again leads to one email a day about failures and one about recoveries", async () => {
    const site = "s63f.airbnb.com";
    // In the morning, so that the next two hours are on one day.
    server.clock.set(`${addDays(toLocalDate(server.clock().toISOString().slice(0, 10)), 1)}T06:00:00Z`);
    cookie = await server.signIn();
    shows(site, AIRBNB, [airbnbStay("HMFLAP0063", "2027-06-01", "2027-06-03")]);
    const id = await connect(site, "airbnb");
    const flap = async () => {
      platforms.replies.set(site, { status: 403 });
      await sync(id);
      shows(site, AIRBNB, [airbnbStay("HMFLAP0063", "2027-06-01", "2027-06-03")]);
      await sync(id);
    };
    for (let n = 0; n < 4; n++) await flap();
    expect(await counts()).toEqual([1, 1]);
    server.clock.advance(DAY);
    for (let n = 0; n < 4; n++) await flap();
    expect(await counts()).toEqual([2, 2]);

    async function counts() {
      const all = [await emails("%link no longer valid"), await emails("%read the calendar again")];
      return all.map((some) => some.filter(({ channel: way }) => way === "email").length);
    }
  });

  test("S-33: a calendar that keeps losing the same stays leads to one email in each period of six hours; other missing stays are reported at once", async () => {
    const site = "s33f.airbnb.com";
    server.clock.set(`${addDays(toLocalDate(server.clock().toISOString().slice(0, 10)), 1)}T06:00:00Z`);
    cookie = await server.signIn();
    const stay = (n: number) => airbnbStay(`HMLOST${n}033`, `2027-06-0${n}`, `2027-06-0${n + 1}`);
    const all = [1, 3, 5, 7].map(stay);
    shows(site, AIRBNB, all);
    const id = await connect(site, "airbnb");
    const lose = async (...lost: number[]) => {
      shows(
        site,
        AIRBNB,
        all.filter((_, n) => !lost.includes(n)),
      );
      await sync(id);
      shows(site, AIRBNB, all);
      await sync(id);
      return (await emails("%stays are missing%")).length;
    };
    const counts = [await lose(0, 1), await lose(0, 1), await lose(2, 3), await lose(0, 1)];
    expect(counts).toEqual([1, 1, 2, 2]);
    server.clock.advance(6 * HOUR);
    expect([await lose(0, 1), await lose(0, 1)]).toEqual([3, 3]);
  });

  test("S-42: when a platform sells nights that the host has blocked, the host is advised to free the block, not to cancel the guest", async () => {
    const nights = { startsOn: "2027-04-10", endsOn: "2027-04-13" };
    const block = await host("POST", "/api/admin/blocks", { ...nights, reason: "Painting" });
    expect(block.status, block.text).toBe(201);
    server.clock.advance(MINUTE);
    shows("s42b.airbnb.com", AIRBNB, [airbnbStay("HMPAINT042", "2027-04-11", "2027-04-14")]);
    await connect("s42b.airbnb.com", "airbnb");
    expect(await emails("Double booking%")).toEqual([]);
    const sent = await emails("Booked and closed: 2 nights from April 11, 2027");
    expect(sent.map(({ channel: way }) => way)).toEqual(["email", "whatsapp"]);
    for (const { body } of sent) {
      expect(body).toContain("free or shorten your block in the calendar");
      expect(body).toContain("offer other dates to the guest of Airbnb stay HMPAINT042");
      expect(body).not.toMatch(/guest of Blocked|Cancel one of the two|keeps the nights/);
    }
    const { alerts } = (await host("GET", "/api/admin/dashboard")).json;
    expect(JSON.stringify(alerts)).not.toMatch(/two guests|double booking/i);
    await host("DELETE", `/api/admin/blocks/${block.json.id}?version=1`);
    expect((await host("GET", "/api/admin/channel-conflicts")).json).toEqual([]);
  });

  test("S-42: when a platform closes nights that are booked here, the host is not told of a second guest", async () => {
    await enter("2027-04-20", "2027-04-22");
    server.clock.advance(MINUTE);
    shows("s42c.airbnb.com", AIRBNB, [airbnbBlock("s42c", "2027-04-21", "2027-04-24")]);
    const id = await connect("s42c.airbnb.com", "airbnb");
    const [stay] = await stays(id);
    const words = { guestName: "", guestPhone: "", amount: null, notes: "", bookingId: null };
    const closed = { ...words, hostOverride: "closure", version: stay.version };
    expect((await host("PUT", `/api/admin/channel-stays/${stay.id}`, closed)).status).toBe(200);
    const [sent] = await emails("Booked and closed: 1 night from April 21, 2027");
    expect(sent?.body).toContain("Closed at Airbnb: if nobody has booked there, open these nights in that calendar.");
    expect(sent?.body).not.toMatch(/guest of Closed|Cancel one of the two/);
    const [open] = (await host("GET", "/api/admin/channel-conflicts")).json;
    expect(sent?.body).toContain(open.steps.at(-1));
  });

  test("S-27, S-43: a stay that the host has linked to a booking here causes no conflict", async () => {
    const booked = await enter("2027-06-03", "2027-06-06");
    shows("s27.booking.com", BOOKING, [bookingStay("same", "2027-06-03", "2027-06-06")]);
    const id = await connect("s27.booking.com", "booking.com");
    const open = async () => (await host("GET", "/api/admin/channel-conflicts")).json.length;
    expect(await open()).toBe(1);
    const [stay] = await stays(id);
    const words = { guestName: "", guestPhone: "", amount: null, notes: "", hostOverride: null };
    const path = `/api/admin/channel-stays/${stay.id}`;
    const { id: bookingId, reference } = booked.json;
    expect((await host("GET", path)).json.bookings).toEqual([
      { id: bookingId, reference, checkIn: "2027-06-03", checkOut: "2027-06-06" },
    ]);
    const elsewhere = await enter("2027-06-09", "2027-06-11");
    const refused = await host("PUT", path, { ...words, bookingId: elsewhere.json.id, version: stay.version });
    expect(refused.status).toBe(400);
    expect(refused.json.fields).toEqual({ bookingId: "Choose a booking that shares a night with this stay" });
    const linked = { ...words, bookingId, version: stay.version };
    expect((await host("PUT", path, linked)).status).toBe(200);
    expect(await open()).toBe(0);
    await sync(id);
    expect(await open()).toBe(0);
  });

  test("S-27: a platform's stay that was linked to a booking is listed again once that booking is cancelled", async () => {
    const booked = await enter("2027-06-23", "2027-06-26");
    shows("s27b.booking.com", BOOKING, [bookingStay("same", "2027-06-23", "2027-06-26")]);
    const id = await connect("s27b.booking.com", "booking.com");
    const [stay] = await stays(id);
    const words = { guestName: "", guestPhone: "", amount: null, notes: "", hostOverride: null };
    const linked = { ...words, bookingId: booked.json.id, version: stay.version };
    expect((await host("PUT", `/api/admin/channel-stays/${stay.id}`, linked)).status).toBe(200);
    const shown = async () => {
      const { stays: drawn } = (await host("GET", "/api/admin/calendar?from=2027-06-20&to=2027-06-30")).json;
      const { bookings } = (await host("GET", "/api/admin/bookings-page?from=2027-06-20&to=2027-06-30")).json;
      const all = (await host("GET", "/api/admin/bookings")).json;
      const isListed = (list: { id: string }[]) => list.some((one) => one.id === stay.id);
      return [drawn, bookings, all].map(isListed);
    };
    expect(await shown()).toEqual([false, false, false]);
    const path = `/api/admin/bookings/${booked.json.id}`;
    await host("POST", `${path}/cancel`, { version: 1, waiveFee: true, expectedFee: "0.00" });
    expect(await shown()).toEqual([true, true, true]);
    // The nights are not put on sale again.
    expect(await taken("2027-06-23", "2027-06-26")).toHaveLength(3);
  });

  test("S-23: a short stay almost a year ahead closes its nights; a long span stays on sale, the host is asked at once, and a sale in it conflicts", async () => {
    const [far, long] = ["2027-11-16", "2028-02-01"];
    shows("s23.booking.com", BOOKING, [
      bookingStay("far", far, "2027-11-21"),
      bookingStay("season", long, "2028-05-10"),
    ]);
    const url = "https://s23.booking.com/calendar/ical/4711.ics?s=0123456789abcdef";
    const preview = (await host("POST", "/api/admin/channels/preview", { platform: "booking.com", url })).json;
    expect(preview.events).toMatchObject([
      { startsOn: far, holds: true, asks: false },
      { startsOn: long, holds: false, asks: true },
    ]);
    const id = await connect("s23.booking.com", "booking.com");
    expect(await taken(far, "2027-11-22")).toHaveLength(5);
    expect((await enter(far, "2027-11-19")).status).toBe(409);
    const questions = async () =>
      (await host("GET", "/api/admin/channel-reviews")).json.filter(
        (one: { channelId: string }) => one.channelId === id,
      );
    expect(await questions()).toMatchObject([
      {
        kind: "long-span",
        question:
          "Booking.com shows 99 nights closed, from February 1, 2028 to May 10, 2028. Is this a booking or a block? These nights are on sale until you answer.",
      },
    ]);
    for (let n = 0; n < 3; n++) await sync(id);
    const mails = await emails("Booking.com: are these nights booked or closed?");
    expect(mails.filter(({ channel: by }) => by === "email")).toHaveLength(1);

    expect((await enter("2028-02-10", "2028-02-13")).status).toBe(201);
    const open = async () => (await host("GET", "/api/admin/channel-conflicts")).json;
    expect(await open()).toMatchObject([{ from: "2028-02-10", to: "2028-02-13" }]);
    const [sent] = await emails("Double booking: 3 nights from February 10, 2028");
    expect(sent?.body).toContain("1. Answer the question about these nights first.");
    expect(sent?.body).not.toContain("usually keeps the nights");
    // If the host ignores the span, the conflict closes, and the question counts as answered.
    const [question] = await questions();
    await host("POST", `/api/admin/channel-reviews/${question.id}`, { answer: "ignore", version: question.version });
    expect(await open()).toEqual([]);
    expect(await questions()).toEqual([]);
  });

  test("S-23, S-68: a long span that is still on sale is not kept when its calendar is disconnected", async () => {
    const span = { startsOn: "2028-06-16", endsOn: "2028-11-14" };
    const events = [bookingStay("kept", "2027-10-20", "2027-10-25"), bookingStay("closed", span.startsOn, span.endsOn)];
    shows("s23c.booking.com", BOOKING, events);
    const id = await connect("s23c.booking.com", "booking.com");
    server.clock.advance(MINUTE);
    expect((await enter("2028-07-10", "2028-07-13")).status).toBe(201);
    const open = async () => (await host("GET", "/api/admin/channel-conflicts")).json;
    expect(await open()).toHaveLength(1);
    const { version } = await channel(id);
    expect((await host("DELETE", `/api/admin/channels/${id}?stays=keep&version=${version}`)).status).toBe(204);
    expect(await open()).toEqual([]);
    expect((await enter("2028-08-10", "2028-08-13")).status).toBe(201);
    expect(await open()).toEqual([]);
    expect(await taken("2027-10-20", "2027-10-26")).toHaveLength(5);
    const again = await connect("s23c.booking.com", "booking.com");
    expect(await stays(again)).toMatchObject([{ state: "active" }, { ...span, state: "active", exclusion: "asked" }]);
    expect((await host("GET", "/api/admin/channel-reviews")).json).toMatchObject([{ kind: "long-span" }]);
  });

  test("S-23: a booking that is moved or restored into a long span on sale is a sale like any other", async () => {
    const dates = (checkInDate: string, checkOutDate: string) => ({ checkInDate, checkOutDate, guestCount: 2 });
    const detail = async (id: string) => (await host("GET", `/api/admin/bookings/${id}`)).json;
    const earlier = (await enter("2028-06-20", "2028-06-22")).json.id;
    const restored = (await enter("2028-08-04", "2028-08-07")).json.id;
    const cancelled = { version: 1, waiveFee: true, expectedFee: "0.00" };
    await host("POST", `/api/admin/bookings/${restored}/cancel`, cancelled);
    const moved = (await enter("2028-05-24", "2028-05-26")).json.id;
    server.clock.advance(MINUTE);
    shows("s23d.booking.com", BOOKING, [bookingStay("season", "2028-06-16", "2028-10-15")]);
    await connect("s23d.booking.com", "booking.com");
    const open = async (): Promise<string[]> =>
      (await host("GET", "/api/admin/channel-conflicts")).json.map((one: { from: string }) => one.from).toSorted();
    expect(await open()).toEqual([]);
    server.clock.advance(MINUTE);

    const { totalAmount } = await detail(moved);
    const move = { version: 1, ...dates("2028-09-10", "2028-09-12"), price: "keep", expectedTotal: totalAmount };
    expect((await host("PUT", `/api/admin/bookings/${moved}/stay`, move)).status).toBe(200);
    expect(await open()).toEqual(["2028-09-10"]);
    const back = { version: 2, status: "confirmed" };
    expect((await host("POST", `/api/admin/bookings/${restored}/status`, back)).status).toBe(200);
    expect(await open()).toEqual(["2028-08-04", "2028-09-10"]);
    expect(await emails("Double booking: 3 nights from August 4, 2028")).not.toEqual([]);
    // The host knew of this booking when the span was first seen, and shortening the stay takes no new nights.
    const shorter = { version: 1, ...dates("2028-06-20", "2028-06-21"), price: "keep" };
    const expectedTotal = (await detail(earlier)).totalAmount;
    await host("PUT", `/api/admin/bookings/${earlier}/stay`, { ...shorter, expectedTotal });
    expect((await detail(earlier)).checkOutDate).toBe("2028-06-21");
    expect(await open()).toEqual(["2028-08-04", "2028-09-10"]);
  });

  test("S-42: the record that took the nights first counts as the first, even if the other record is older", async () => {
    const site = "s42d.airbnb.com";
    shows(site, AIRBNB, [airbnbStay("HMFIRST042", "2027-05-25", "2027-05-28")]);
    const id = await connect(site, "airbnb");
    server.clock.advance(MINUTE);
    const { reference } = (await enter("2027-05-29", "2027-05-31")).json;
    shows(site, AIRBNB, [airbnbStay("HMFIRST042", "2027-05-29", "2027-05-31")]);
    await sync(id);
    const [sent] = await emails("Double booking: 2 nights from May 29, 2027");
    expect(sent?.body).toContain(`First: Booking ${reference}`);
    expect(sent?.body).toContain(
      `usually keeps the nights: Booking ${reference}. Offer other dates to the guest of Airbnb`,
    );
    const [{ sides }] = (await host("GET", "/api/admin/channel-conflicts")).json;
    expect(sides[0].knownSince < sides[1].knownSince).toBe(true);
  });

  test("S-23: a question that no longer applies is withdrawn", async () => {
    shows("s23b.booking.com", BOOKING, [bookingStay("season", "2028-03-01", "2028-06-15")]);
    const id = await connect("s23b.booking.com", "booking.com");
    const kinds = async () =>
      (await host("GET", "/api/admin/channel-reviews")).json.map((one: { kind: string }) => one.kind);
    expect(await kinds()).toEqual(["long-span"]);
    shows("s23b.booking.com", BOOKING, [bookingStay("season", "2028-03-01", "2028-03-11")]);
    await sync(id);
    expect(await kinds()).toEqual([]);
    expect(await taken("2028-03-01", "2028-03-12")).toHaveLength(10);
  });

  test("S-33: a drop stays on hold despite a booking that appears with it, until there have been twelve identical reads over six hours", async () => {
    const site = "s33b.airbnb.com";
    const four = ["02", "03", "04", "05"].map((month) =>
      airbnbStay(`HMDROP33${month}`, `2027-${month}-01`, `2027-${month}-04`),
    );
    shows(site, AIRBNB, four);
    const id = await connect(site, "airbnb");
    const fresh = airbnbStay("HMFRESH033", "2027-10-12", "2027-10-15");
    shows(site, AIRBNB, [...four.slice(2), fresh]);
    for (let reading = 1; reading <= 12; reading++) {
      await sync(id, 32);
      expect(await taken("2027-02-01", "2027-03-05"), `reading ${reading}`).toHaveLength(6);
      expect((await channel(id)).health).toBe("held");
    }
    await sync(id, 32);
    expect(await taken("2027-02-01", "2027-03-05")).toEqual([]);
    expect(await taken("2027-10-11", "2027-10-16")).toHaveLength(3);
    expect((await channel(id)).health).toBe("ok");
    expect(
      (await emails("Airbnb: stays are missing from the calendar")).filter((one) => one.channel === "email"),
    ).toHaveLength(1);
    expect((await host("GET", "/api/admin/channel-reviews")).json).toEqual([]);
    const [released, ...others] = (await emails("Airbnb: 2 stays released")).filter((one) => one.channel === "email");
    expect(others).toEqual([]);
    expect(released?.body).toContain("February 1, 2027 to February 4, 2027");
    expect(released?.body).toContain("block the nights");
  });

  test("S-33: if some of the missing stays return, the host is told which of the others were released", async () => {
    const site = "s33d.airbnb.com";
    const three = ["07", "08", "09"].map((month) =>
      airbnbStay(`HMSOME33${month}`, `2027-${month}-21`, `2027-${month}-24`),
    );
    shows(site, AIRBNB, three);
    const id = await connect(site, "airbnb");
    shows(site, AIRBNB, three.slice(0, 1));
    await sync(id, 20);
    expect((await channel(id)).health).toBe("held");
    shows(site, AIRBNB, three.slice(0, 2));
    await sync(id, 40);
    for (const month of ["07", "08"]) expect(await taken(`2027-${month}-21`, `2027-${month}-24`)).toHaveLength(3);
    expect(await taken("2027-09-21", "2027-09-25")).toEqual([]);
    const [released, ...others] = (await emails("Airbnb: 1 stay released")).filter((one) => one.channel === "email");
    expect(others).toEqual([]);
    expect(released?.body).toContain("September 21, 2027 to September 24, 2027");
    // This stay was missing for only 40 minutes (S-31).
    expect(released?.body).not.toContain("six hours");
  });

  test("S-33: an empty calendar of an unknown platform frees no nights either", async () => {
    const [site, product] = ["s33c.example.com", "-//Holidu//EN"];
    const months = ["02", "03", "04"];
    const shown = months.map((month) => ({
      uid: `${month}@holidu`,
      from: `2027-${month}-01`,
      to: `2027-${month}-04`,
      summary: "Booked",
    }));
    shows(site, product, shown);
    const id = await connect(site, "other");
    shows(site, product, []);
    for (let n = 0; n < 4; n++) await sync(id, 32);
    expect(await taken("2027-02-01", "2027-04-05")).toHaveLength(9);
    expect(await channel(id)).toMatchObject({ health: "held" });
    expect(await emails("s33c.example.com: stays are missing from the calendar")).toHaveLength(1);
    const [question] = (await host("GET", "/api/admin/channel-reviews")).json;
    expect(question.question).toContain("is suddenly missing 3 upcoming stays");
    await host("POST", `/api/admin/channel-reviews/${question.id}`, { answer: "cancelled", version: question.version });
    expect(await taken("2027-02-01", "2027-04-05")).toEqual([]);
  });

  test("a calendar of an unknown platform is called by the name that the host gave it", async () => {
    const site = "named.example.com";
    shows(site, "-//Holidu//EN", [{ uid: "long", from: "2028-11-01", to: "2028-12-11", summary: "Booked" }]);
    const url = `https://${site}/calendar/ical/4711.ics?s=0123456789abcdef`;
    const { id } = (await host("POST", "/api/admin/channels", { platform: "other", url, name: "Holidu" })).json;
    shows(site, "-//Holidu//EN", [{ uid: "long", from: "2028-07-20", to: "2028-08-29", summary: "Booked" }]);
    await sync(id);
    const [question] = (await host("GET", "/api/admin/channel-reviews")).json;
    expect(question.question).toContain("Holidu shows 40 nights closed, from July 20, 2028");
    await host("POST", "/api/admin/feeds", { channel: id });
    const booked = (await enter("2028-10-17", "2028-10-19")).json;
    const deliveries = (await host("GET", `/api/admin/deliveries?kind=booking&id=${booked.id}`)).json;
    expect(deliveries.find((one: { channel: string }) => one.channel === id)).toMatchObject({ name: "Holidu" });
  });

  test("S-41: the host is asked about overlapping nights in two calendars that do not say whether they are bookings", async () => {
    const shown = (uid: string, from: string, to: string) => [{ uid, from, to, summary: "Booked" }];
    shows("s41.holidu.example", "-//Holidu//EN", shown("one", "2027-09-01", "2027-09-06"));
    shows("s41.tripadvisor.example", "-//TripAdvisor//EN", shown("two", "2027-09-04", "2027-09-09"));
    await connect("s41.holidu.example", "other", 41);
    server.clock.advance(MINUTE);
    await connect("s41.tripadvisor.example", "other", 42);
    const questions = async () => (await host("GET", "/api/admin/channel-reviews")).json;
    const [question] = await questions();
    expect(question).toMatchObject({
      kind: "sold-twice",
      question:
        "s41.holidu.example and s41.tripadvisor.example both show the nights from September 4, 2027 to September 6, 2027 as taken. Were they sold twice, or are the two platforms linked directly?",
    });
    expect((await emails("%were these nights sold twice?")).length).toBeGreaterThan(0);
    const conflicts = async () => (await host("GET", "/api/admin/channel-conflicts")).json;
    expect(await conflicts()).toEqual([]);
    await host("POST", `/api/admin/channel-reviews/${question.id}`, { answer: "both", version: question.version });
    expect(await conflicts()).toMatchObject([{ from: "2027-09-04", to: "2027-09-06" }]);
    expect(await questions()).toEqual([]);
  });

  test("S-25: if a stay's UID and dates change, the new nights close immediately, and the host's notes move to the new stay when the old nights are free", async () => {
    const site = "s25.booking.com";
    shows(site, BOOKING, [bookingStay("before", "2027-06-20", "2027-06-23")]);
    const id = await connect(site, "booking.com");
    const [old] = await stays(id);
    const words = {
      guestName: "Ann",
      guestPhone: "",
      amount: "450.00",
      notes: "Late",
      bookingId: null,
      hostOverride: null,
    };
    expect((await host("PUT", `/api/admin/channel-stays/${old.id}`, { ...words, version: old.version })).status).toBe(
      200,
    );
    shows(site, BOOKING, [bookingStay("after", "2027-06-22", "2027-06-25")]);
    await sync(id);
    expect(await taken("2027-06-20", "2027-06-26")).toHaveLength(5);
    expect((await emails("%dates changed")).length).toBeGreaterThan(0);
    await sync(id, 31);
    expect(await taken("2027-06-20", "2027-06-26")).toEqual(["2027-06-22", "2027-06-23", "2027-06-24"]);
    const now = (await stays(id)).find((one: { state: string }) => one.state === "active");
    expect(now).toMatchObject({ guestName: "Ann", amount: "450.00", notes: "Late", startsOn: "2027-06-22" });
  });

  test("S-44: when two platforms show exactly the same nights, the host is asked by email at once, and the stays are counted once", async () => {
    // 06:00 UTC is 11:30 at the property, so "today" does not change during the test.
    server.clock.advance(DAY - ((server.clock().getTime() - 6 * HOUR) % DAY));
    cookie = await server.signIn();
    const imported = async () => {
      const { stats } = (await host("GET", "/api/admin/dashboard")).json;
      const { tiles } = (await host("GET", "/api/admin/channels")).json;
      return [stats.totalBookings, tiles.autoBookingsToday];
    };
    const before = await imported();
    const more = async () => (await imported()).map((count, n) => count - before[n]);
    shows("twin.booking.com", BOOKING, [bookingStay("twin", "2027-07-13", "2027-07-16")]);
    shows("twin.agoda.com", "-//Agoda//EN", [
      { uid: "a1@agoda", from: "2027-07-13", to: "2027-07-16", summary: "Booked" },
    ]);
    await connect("twin.booking.com", "booking.com");
    expect(await more()).toEqual([1, 1]);
    server.clock.advance(MINUTE);
    const two = await connect("twin.agoda.com", "agoda", 12);
    expect(await taken("2027-07-13", "2027-07-17")).toHaveLength(3);
    expect(await more()).toEqual([1, 1]);
    const questions = async () => (await host("GET", "/api/admin/channel-reviews")).json;
    expect(await questions()).toMatchObject([
      {
        kind: "sold-twice",
        question:
          "Booking.com and Agoda both show the nights from July 13, 2027 to July 16, 2027 as taken. Were they sold twice, or are the two platforms linked directly?",
      },
    ]);
    for (let n = 0; n < 3; n++) await sync(two);
    const mails = await emails("Booking.com and Agoda: were these nights sold twice?");
    expect(mails.filter(({ channel: by }) => by === "email")).toHaveLength(1);

    // The host's answer is "sold twice": both records count, and there is a double booking.
    const [question] = await questions();
    await host("POST", `/api/admin/channel-reviews/${question.id}`, { answer: "both", version: question.version });
    expect(await more()).toEqual([2, 2]);
    expect((await host("GET", "/api/admin/channel-conflicts")).json).toMatchObject([{ from: "2027-07-13" }]);
    for (let n = 0; n < 3; n++) await sync(two);
    expect(await questions()).toEqual([]);
  });

  test("S-44: the host is asked at most once a month about directly linked platforms, and the copied stays only close nights", async () => {
    // The clock is set back afterwards: otherwise, stays in other tests would already be over.
    const before = server.clock().toISOString();
    onTestFinished(() => server.clock.set(before));
    shows("link.booking.com", BOOKING, [bookingStay("one", "2027-07-13", "2027-07-16")]);
    shows("link.agoda.com", "-//Agoda//EN", [
      { uid: "a1@agoda", from: "2027-07-13", to: "2027-07-16", summary: "Booked" },
    ]);
    const one = await connect("link.booking.com", "booking.com");
    server.clock.advance(MINUTE);
    const two = await connect("link.agoda.com", "agoda", 13);
    const questions = async () => (await host("GET", "/api/admin/channel-reviews")).json;
    const [question] = await questions();
    await host("POST", `/api/admin/channel-reviews/${question.id}`, { answer: "linked", version: question.version });
    shows("link.booking.com", BOOKING, [
      bookingStay("one", "2027-07-13", "2027-07-16"),
      bookingStay("two", "2027-08-13", "2027-08-16"),
    ]);
    shows("link.agoda.com", "-//Agoda//EN", [
      { uid: "a1@agoda", from: "2027-07-13", to: "2027-07-16", summary: "Booked" },
      { uid: "a2@agoda", from: "2027-08-13", to: "2027-08-16", summary: "Booked" },
    ]);
    await sync(one);
    await sync(two);
    expect(await questions()).toEqual([]);
    expect((await host("GET", "/api/admin/channel-conflicts")).json).toEqual([]);
    expect((await stays(two)).map((stay: { isStay: boolean; holds: boolean }) => [stay.isStay, stay.holds])).toEqual([
      [false, true],
      [false, true],
    ]);
    // A month later the answer no longer applies, so the host is asked again.
    server.clock.advance(31 * DAY);
    shows("link.booking.com", BOOKING, [bookingStay("three", "2027-09-13", "2027-09-16")]);
    shows("link.agoda.com", "-//Agoda//EN", [
      { uid: "a3@agoda", from: "2027-09-13", to: "2027-09-16", summary: "Booked" },
    ]);
    await sync(one);
    await sync(two);
    expect((await questions()).map(({ kind }: { kind: string }) => kind)).toContain("sold-twice");
  });

  test("a stay that the host calls a closure is not counted among today's bookings", async () => {
    const tile = async () => (await host("GET", "/api/admin/channels")).json.tiles.autoBookingsToday;
    const before = await tile();
    shows("tile.airbnb.com", AIRBNB, [airbnbStay("HMTILE0001", "2027-07-20", "2027-07-23")]);
    const id = await connect("tile.airbnb.com", "airbnb");
    expect(await tile()).toBe(before + 1);
    const [stay] = await stays(id);
    const words = { guestName: "", guestPhone: "", amount: null, notes: "", bookingId: null };
    const changed = await host("PUT", `/api/admin/channel-stays/${stay.id}`, {
      ...words,
      hostOverride: "closure",
      version: 1,
    });
    expect(changed.json).toMatchObject({ isStay: false, holds: true });
    expect(await tile()).toBe(before);
  });

  test("S-25: a new stay after nights that the host called a closure is a stay, not the same closure on other dates", async () => {
    const site = "s25-ended.booking.com";
    const today = toLocalDate(server.clock().toISOString().slice(0, 10));
    const stayOn = (id: string, from: number, to: number) => bookingStay(id, addDays(today, from), addDays(today, to));
    const rest = [stayOn("later", 200, 203), stayOn("latest", 220, 223)];
    shows(site, BOOKING, [stayOn("owner", 1, 4), ...rest]);
    const id = await connect(site, "booking.com");
    const first = async () =>
      (await stays(id)).find(
        ({ state, startsOn }: { state: string; startsOn: string }) =>
          state === "active" && startsOn < addDays(today, 100),
      );
    const { id: stayId, version } = await first();
    const words = { guestName: "", guestPhone: "", amount: null, notes: "", bookingId: null };
    await host("PUT", `/api/admin/channel-stays/${stayId}`, { ...words, hostOverride: "closure", version });
    shows(site, BOOKING, [stayOn("guest", 7, 10), ...rest]);
    expect((await sync(id, 5 * 24 * 60)).text).toBe("3 events read: 1 new.");
    expect(await first()).toMatchObject({ startsOn: addDays(today, 7), hostOverride: null, isStay: true });
  });

  test("S-31, S-34: a closure in progress that disappears is released; if it may be a sale, the host is asked", async () => {
    const now = toLocalDate(server.clock().toISOString().slice(0, 10));
    const [from, to] = [addDays(now, -1), addDays(now, 5)];
    const isFree = async () => (await taken(addDays(now, 1), to)).length === 0;
    const rest = [1, 2, 3].map((n) => airbnbStay(`HMREST000${n}`, `2028-0${n}-01`, `2028-0${n}-04`));
    shows("s34.airbnb.com", AIRBNB, [airbnbBlock("own", from, to), ...rest]);
    const id = await connect("s34.airbnb.com", "airbnb");
    const { name, version } = await channel(id);
    const everything = { name, mode: "everything", paused: false, version };
    expect((await host("PUT", `/api/admin/channels/${id}`, everything)).status).toBe(200);
    await sync(id, 2);
    expect(await isFree()).toBe(false);
    shows("s34.airbnb.com", AIRBNB, rest);
    await sync(id);
    expect(await isFree()).toBe(false);
    await sync(id, 31);
    expect(await isFree()).toBe(true);

    const site = "s34.example.com";
    const away = { uid: "away@example.com", from, to, summary: "Away" };
    shows(site, "-//Example//EN", [away, ...rest]);
    const other = await connect(site, "other");
    shows(site, "-//Example//EN", rest);
    await sync(other);
    await sync(other, 31);
    expect(await isFree()).toBe(false);
    const reviews = (await host("GET", "/api/admin/channel-reviews")).json;
    const question = reviews.find(({ kind }: { kind: string }) => kind === "left-in-stay");
    expect(question.question).toMatch(/ as closed\. Are the nights from today on free\?$/);
    const [stay] = await stays(other);
    expect((await host("GET", `/api/admin/channel-stays/${stay.id}`)).json.mayBeInHouse).toBe(true);
    const answer = { answer: "left", version: question.version };
    expect((await host("POST", `/api/admin/channel-reviews/${question.id}`, answer)).status).toBe(200);
    expect(await isFree()).toBe(true);
  });

  test("S-44: identical stays on two platforms are not a double booking until they differ", async () => {
    shows("s44.airbnb.com", AIRBNB, [airbnbStay("HMMIRROR01", "2027-06-13", "2027-06-16")]);
    shows("s44.booking.com", BOOKING, [bookingStay("mirror", "2027-06-13", "2027-06-16")]);
    const [one, two] = [await connect("s44.airbnb.com", "airbnb"), await connect("s44.booking.com", "booking.com")];
    expect((await host("GET", "/api/admin/channel-conflicts")).json).toEqual([]);
    expect((await host("GET", "/api/admin/channel-reviews")).json).toMatchObject([{ kind: "sold-twice" }]);
    const mirrors = async (id: string) => {
      const [stay] = await stays(id);
      return (await host("GET", `/api/admin/channel-stays/${stay.id}`)).json.mirrors;
    };
    expect(await mirrors(two)).toEqual([expect.objectContaining({ title: "Airbnb stay HMMIRROR01" })]);
    expect(await mirrors(one)).toHaveLength(1);
    shows("s44.booking.com", BOOKING, [bookingStay("mirror", "2027-06-13", "2027-06-17")]);
    await sync(two);
    expect(await mirrors(one)).toEqual([]);
    expect((await host("GET", "/api/admin/channel-reviews")).json).toEqual([]);
    expect((await host("GET", "/api/admin/channel-conflicts")).json).toHaveLength(1);
  });

  test("S-60: across instances, each channel and server has one read at a time; a reader that has died blocks others for at most two minutes", async () => {
    shows("s60.example.com", BOOKING, []);
    shows("other60.example.com", BOOKING, []);
    const [one, two] = [await connect("s60.example.com", "booking.com"), await connect("s60.example.com", "vrbo", 2)];
    const other = await connect("other60.example.com", "agoda", 3);
    const imports = createImportStore({
      database: server.database,
      servedTo: async () => [],
      notifyHost: null,
      record: async () => {},
    });
    const lease = (id: string, name: string) => imports.lease(id, name, server.clock());
    expect(await lease(one, "first")).not.toBeNull();
    expect([await lease(one, "second"), await lease(two, "second")]).toEqual([null, null]);
    expect(await lease(other, "second")).not.toBeNull();
    server.clock.advance(2 * MINUTE - 1);
    expect(await lease(two, "third")).toBeNull();
    server.clock.advance(1);
    expect(await lease(two, "third")).not.toBeNull();
    await imports.release(one, "first");
    await imports.release(two, "third");
    expect(await lease(one, "fourth")).not.toBeNull();
  });

  test("S-63: a failing calendar causes an alert after two hours, an email after six, daily emails and WhatsApp messages after a day, and an email when it recovers", async () => {
    const site = "s63.airbnb.com";
    shows(site, AIRBNB, [airbnbStay("HMSILENT01", "2027-07-01", "2027-07-03")]);
    const id = await connect(site, "airbnb");
    platforms.replies.set(site, { status: 500 });
    const banner = async () => {
      const { alerts } = (await host("GET", "/api/admin/dashboard")).json;
      return alerts.some(({ title }: { title: string }) => title === "Airbnb: we can't read the calendar");
    };
    const notified: HostNotification[] = [];
    const look = async () => {
      await server.db.deleteFrom("scheduled_message").execute();
      const keys = new Set(notified.map(({ key }) => key));
      await notifyOfFailures(server.database, server.clock(), async (_trx, notification) => {
        if (!keys.has(notification.key)) notified.push(notification);
      });
      return notified.length;
    };
    await sync(id, 119);
    expect([await banner(), await look()]).toEqual([false, 0]);
    const begun = server.clock().getTime();
    server.clock.advance(2 * MINUTE);
    expect([await banner(), await look()]).toEqual([true, 0]);
    server.clock.set(new Date(begun + 6 * HOUR - 1).toISOString());
    expect(await look()).toBe(0);
    server.clock.advance(1);
    expect(await look()).toBe(1);
    expect(notified[0]).toMatchObject({ subject: "Airbnb: we can't read the calendar", urgent: false });
    server.clock.set(new Date(begun + DAY).toISOString());
    expect(await look()).toBe(1);
    for (const days of [1, 2, 3]) {
      server.clock.set(new Date(begun + days * DAY + MINUTE).toISOString());
      await look();
      expect([await look(), notified.at(-1)?.urgent]).toEqual([1 + days, true]);
    }
    shows(site, AIRBNB, [airbnbStay("HMSILENT01", "2027-07-01", "2027-07-03")]);
    await sync(id);
    await sync(id);
    expect(await emails("%read the calendar again")).toHaveLength(1);
  });

  test("S-63: the host is notified of a dead link at once, and only once", async () => {
    shows("s63b.airbnb.com", AIRBNB, [airbnbStay("HMGONE0063", "2027-07-11", "2027-07-13")]);
    const id = await connect("s63b.airbnb.com", "airbnb");
    for (const status of [404, 410, 403]) {
      platforms.replies.set("s63b.airbnb.com", { status });
      await sync(id, 61);
    }
    expect((await emails("Airbnb: link no longer valid")).map(({ channel: way }) => way)).toEqual([
      "email",
      "whatsapp",
    ]);
  });

  test("S-63: the host is told that a calendar can be read again if, and only if, its failure was reported", async () => {
    const site = "s63r.airbnb.com";
    const works = () => shows(site, AIRBNB, [airbnbStay("HMAGAIN063", "2027-07-21", "2027-07-23")]);
    works();
    const id = await connect(site, "airbnb");
    const fails = (status: number, minutes?: number) => {
      platforms.replies.set(site, { status });
      return sync(id, minutes);
    };
    const setPaused = async (paused: boolean) => {
      cookie = await server.signIn();
      const { name, mode, version } = await channel(id);
      const changed = await host("PUT", `/api/admin/channels/${id}`, { name, mode, version, paused });
      expect(changed.status, changed.text).toBe(200);
    };
    const pauseForADay = async () => {
      await setPaused(true);
      server.clock.advance(DAY);
      works();
      await setPaused(false);
    };
    const recoveries = async () => {
      const { length } = await emails("%read the calendar again");
      await server.db.deleteFrom("scheduled_message").execute();
      return length;
    };

    await fails(404);
    await fails(500);
    works();
    await sync(id);
    expect(await recoveries(), "a dead link was reported, whatever failed after it").toBe(1);

    await fails(500);
    await pauseForADay();
    expect(await recoveries(), "one failed read was not reported, however long the pause").toBe(0);

    await fails(404);
    await pauseForADay();
    expect(await recoveries()).toBe(1);

    await fails(500);
    await fails(500, 7 * 60);
    await pauseForADay();
    expect(await recoveries()).toBe(1);
  });

  test("S-64: bookings made or moved while a platform was unreachable are listed with that platform", async () => {
    const site = "s64.airbnb.com";
    shows(site, AIRBNB, []);
    const id = await connect(site, "airbnb");
    const before = await enter("2027-08-01", "2027-08-03");
    const { id: movedId, reference: moved } = (await enter("2027-08-04", "2027-08-06")).json;
    const own = await bookStay(server, { checkInDate: "2027-08-07", checkOutDate: "2027-08-08" });
    server.clock.advance(MINUTE);
    platforms.replies.set(site, { status: 500 });
    await sync(id, 3);
    const { version, totalAmount } = (await host("GET", `/api/admin/bookings/${movedId}`)).json;
    const stay = { checkInDate: "2027-08-20", checkOutDate: "2027-08-22", guestCount: 2 };
    const change = { ...stay, price: "keep", expectedTotal: totalAmount, version };
    expect((await host("PUT", `/api/admin/bookings/${movedId}/stay`, change)).status).toBe(200);
    const during = await bookStay(server, { checkInDate: "2027-08-10", checkOutDate: "2027-08-12" });
    const { missing: _missing, debugUntil: _until, ...settings } = (await host("GET", "/api/admin/settings")).json;
    await host("PUT", "/api/admin/settings", { ...settings, bookingMode: "request" });
    const longer = { checkInDate: "2027-08-07", checkOutDate: "2027-08-09", guestCount: 2, expectedTotal: "300.00" };
    const guest = { cookie: cookieOf(own) };
    const asked = await server.send("PUT", `/api/bookings/${own.json.id}/stay`, longer, guest);
    expect(asked.json.requested, asked.text).toBe(true);
    const { version: now } = (await host("GET", "/api/admin/settings")).json;
    await host("PUT", "/api/admin/settings", { ...settings, version: now });
    await sync(id, 7 * 60);
    const { atRisk } = await channel(id);
    const others = [{ reference: during.json.reference }, { reference: moved }];
    const request = { reference: own.json.reference, checkIn: "2027-08-08", checkOut: "2027-08-09" };
    expect(atRisk).toMatchObject([request, ...others]);
    const declined = { accept: false, version: (await host("GET", `/api/admin/bookings/${own.json.id}`)).json.version };
    await host("POST", `/api/admin/bookings/${own.json.id}/change-request`, declined);
    expect((await channel(id)).atRisk).toMatchObject(others);
    expect(before.status).toBe(201);
    shows(site, AIRBNB, []);
    await sync(id);
    expect((await channel(id)).atRisk).toEqual([]);
  });

  test("S-67: the last 30 different calendars are kept for at most 30 days, and deleted with the channel", async () => {
    const site = "s67.booking.com";
    const body = (n: number) => calendarOf(BOOKING, [bookingStay(`n${n}`, "2027-09-01", "2027-09-03")]);
    platforms.replies.set(site, { body: body(0) });
    const id = await connect(site, "booking.com");
    for (let n = 1; n <= 32; n++) {
      platforms.replies.set(site, { body: body(n) });
      server.clock.advance(61_000);
      await host("POST", `/api/admin/channels/${id}/sync`);
    }
    server.clock.advance(61_000);
    await host("POST", `/api/admin/channels/${id}/sync`);
    const kept = async () =>
      (await server.db.selectFrom("channel_body").select("run_id").where("channel_id", "=", id).execute()).length;
    expect(await kept()).toBe(30);
    const forget = (days: number) => {
      const now = new Date(server.clock().getTime() + days * DAY);
      return deleteOldTexts(server.db, { now, today: toLocalDate("2026-12-01"), afterDays: 30 });
    };
    await forget(29);
    expect(await kept()).toBe(30);
    await forget(31);
    expect(await kept()).toBe(0);
    platforms.replies.set(site, { body: body(99) });
    await sync(id);
    expect(await kept()).toBe(1);
    const { version } = await channel(id);
    await host("DELETE", `/api/admin/channels/${id}?stays=release&version=${version}`);
    expect(await kept()).toBe(0);
  });

  test("S-67: once more than thirty days have passed since check-out, no name or phone number of a platform's guest is left", async () => {
    const site = "s67b.vrbo.com";
    const today = toLocalDate(server.clock().toISOString().slice(0, 10));
    const plus = (days: number) => addDays(today, days);
    shows(site, "-//HomeAway.com, Inc.//EN", [
      { uid: "v1", from: plus(1), to: plus(3), summary: "Reserved - Quillon Zarathustra" },
      { uid: "bad", from: "2027-13-45", to: plus(3), summary: "Reserved - Quillon Zarathustra" },
    ]);
    const id = await connect(site, "vrbo");
    const [stay] = await stays(id);
    expect(stay.guestName).toBe("Quillon Zarathustra");
    const words = {
      guestName: "Quillon",
      guestPhone: "+94 77 000 0000",
      amount: "450.00",
      notes: "",
      hostOverride: null,
    };
    await host("PUT", `/api/admin/channel-stays/${stay.id}`, { ...words, bookingId: null, version: stay.version });
    const forget = (days: number) => {
      const now = new Date(server.clock().getTime() + days * DAY);
      return deleteOldTexts(server.db, { now, today: plus(days), afterDays: 30 });
    };
    const traces = async () => {
      const tables = ["channel_stay", "channel_run", "channel_stay_event", "channel_body", "audit_entry"] as const;
      const rows = await Promise.all(tables.map((table) => server.db.selectFrom(table).selectAll().execute()));
      return tables.filter((_, n) => /quillon|zarathustra|77 000/i.test(JSON.stringify(rows[n])));
    };
    await forget(33);
    expect(await traces()).toEqual(["channel_stay"]);
    await forget(34);
    expect(await traces()).toEqual([]);
    expect((await stays(id))[0]).toMatchObject({ amount: "450.00", startsOn: plus(1), holds: true });
  });

  test("S-68: the address of our calendar stops working when the channel is disconnected", async () => {
    shows("s68.booking.com", BOOKING, []);
    const id = await connect("s68.booking.com", "booking.com");
    await host("POST", "/api/admin/feeds", { channel: id });
    const { feeds } = (await host("GET", "/api/admin/feeds")).json;
    const { path } = feeds.find((feed: { channel: string }) => feed.channel === id);
    expect((await server.send("GET", path)).status).toBe(200);
    await host("DELETE", `/api/admin/channels/${id}?version=${(await channel(id)).version}`);
    expect((await server.send("GET", path)).status).toBe(404);
  });

  test("S-82: the history can be filtered by channel and day, and limited to reads with changes", async () => {
    shows("a82.booking.com", BOOKING, [bookingStay("a", "2027-10-01", "2027-10-03")]);
    shows("b82.booking.com", BOOKING, []);
    const [a, b] = [await connect("a82.booking.com", "booking.com"), await connect("b82.booking.com", "vrbo")];
    await sync(a);
    server.clock.advance(2 * DAY);
    cookie = await server.signIn();
    shows("a82.booking.com", BOOKING, [bookingStay("a", "2027-10-02", "2027-10-04")]);
    await sync(a);
    // At the same moment, so that midnight never falls between the two reads.
    await sync(b, 0);
    const runs = async (query: string) =>
      (await host("GET", `/api/admin/channel-runs?show=all&${query}`)).json.runs as {
        channelId: string;
        startedAt: string;
        changed: number;
        changes: { before: string; after: string }[];
        hasBody: boolean;
        id: string;
      }[];
    // The day at the property, which begins at 18:30 UTC.
    const day = (moment: Date) => new Date(moment.getTime() + 5.5 * HOUR).toISOString().slice(0, 10);
    const today = day(server.clock());
    expect(new Set((await runs(`channelId=${a}`)).map(({ channelId }) => channelId))).toEqual(new Set([a]));
    expect(await runs(`channelId=${a}`)).toHaveLength(3);
    expect(await runs(`channelId=${a}&on=${today}`)).toHaveLength(1);
    expect(await runs(`channelId=${b}&on=${today}`)).toHaveLength(1);
    expect(await runs(`channelId=${b}&on=2027-12-24`)).toEqual([]);
    const changed = (await host("GET", `/api/admin/channel-runs?show=changes&channelId=${a}&on=${today}`)).json.runs;
    expect(changed).toMatchObject([
      { changed: 1, hasBody: true, changes: [{ before: "2027-10-01/2027-10-03", after: "2027-10-02/2027-10-04" }] },
    ]);
    expect((await host("GET", `/api/admin/channel-runs/${changed[0].id}/body`)).text).toContain("20271002");
    const unchanged = `/api/admin/channel-runs?show=changes&channelId=${b}&on=${today}`;
    expect((await host("GET", unchanged)).json.runs).toEqual([]);
  });

  test("S-55: the host is asked if our own nights come back more often than we published them; if the host answers that one of the entries is a booking, there is a double booking", async () => {
    const site = "s55.booking.com";
    shows(site, BOOKING, []);
    const id = await connect(site, "booking.com");
    await enter("2027-11-03", "2027-11-06");
    await host("POST", "/api/admin/feeds", { channel: id });
    const { feeds } = (await host("GET", "/api/admin/feeds")).json;
    const { path } = feeds.find((feed: { channel: string }) => feed.channel === id);
    await server.send("GET", path);
    const shown = (uid: string) => bookingStay(uid, "2027-11-03", "2027-11-06");
    const [back, sold] = [shown("back"), shown("sold")];
    shows(site, BOOKING, [back]);
    await sync(id);
    const questions = async () => (await host("GET", "/api/admin/channel-reviews")).json;
    expect([(await questions()).length, (await channel(id)).counts.echoes]).toEqual([0, 1]);
    shows(site, BOOKING, [back, sold]);
    await sync(id);
    const [question] = await questions();
    expect(question.question).toContain("2 times. It received these nights from us");
    expect(await emails("%sold twice?")).toHaveLength(1);
    expect((await host("GET", "/api/admin/channel-conflicts")).json).toEqual([]);
    await host("POST", `/api/admin/channel-reviews/${question.id}`, { answer: "booking", version: question.version });
    expect((await host("GET", "/api/admin/channel-conflicts")).json.length).toBeGreaterThan(0);
  });
});

/** Takes several real seconds, so it runs on one engine only. */
test("S-65, S-66: when a platform hangs, the host gets a result within ten seconds, and a guest within about five", async () => {
  const platforms = await startPlatforms();
  const server = await startTestApp(engines[0] ?? "sqlite", { platforms: platforms.reach });
  const cookie = await server.signIn();
  const host = (method: string, path: string, body?: unknown) => server.send(method, path, body, { cookie });
  const ids: string[] = [];
  for (const platform of ["airbnb", "vrbo", "agoda"]) {
    platforms.replies.set(`hangs.${platform}.com`, { body: calendarOf(AIRBNB, []) });
    const url = `https://hangs.${platform}.com/calendar/ical/1.ics?s=1`;
    ids.push((await host("POST", "/api/admin/channels", { platform, url })).json.id);
  }
  // Agoda's link is dead before the platforms hang.
  platforms.replies.set("hangs.agoda.com", { status: 404 });
  server.clock.advance(3 * MINUTE);
  await host("POST", `/api/admin/channels/${ids[2]}/sync`);
  for (const platform of ["airbnb", "vrbo", "agoda"])
    platforms.replies.set(`hangs.${platform}.com`, { serve: () => {} });
  const plans = async () => {
    const { channels } = (await host("GET", "/api/admin/channels")).json;
    return channels.map(({ nextRunAt }: { nextRunAt: string }) => nextRunAt);
  };
  const planned = await plans();
  server.clock.advance(3 * MINUTE);
  const seconds = async (work: Promise<unknown>) => {
    const begun = performance.now();
    await work;
    return (performance.now() - begun) / 1000;
  };
  const response = host("POST", `/api/admin/channels/${ids[0]}/sync`);
  const dead = host("POST", `/api/admin/channels/${ids[2]}/sync`);
  const sale = bookStay(server, { checkInDate: "2027-01-04", checkOutDate: "2027-01-06" });
  const [synced, sold] = await Promise.all([seconds(response), seconds(sale), dead]);
  expect(synced).toBeLessThan(10);
  expect(sold).toBeLessThan(7.5);
  expect((await response).json).toEqual({
    ran: true,
    text: "Airbnb did not respond in time. We'll try again automatically.",
  });
  const { status, json } = await sale;
  expect(status).toBe(201);
  const { history } = (await host("GET", `/api/admin/bookings/${json.id}`)).json;
  expect(history[0].event).toMatch(/not checked against Airbnb since .*; not checked against Vrbo since /);
  // S-61: none of these reads had as much time as a scheduled one, so the next runs are not postponed.
  expect(await plans()).toEqual(planned);
  const { channels } = (await host("GET", "/api/admin/channels")).json;
  const agoda = channels.find((one: { id: string }) => one.id === ids[2]);
  expect(agoda.healthText).toMatch(/^The link is no longer valid \(404\)/);
  expect(
    await server.db.selectFrom("channel").select("failures").where("last_state", "=", "timeout").execute(),
  ).toEqual([{ failures: 0 }, { failures: 0 }]);
  await server.close();
  await platforms.close();
});

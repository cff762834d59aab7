import type { ServerResponse } from "node:http";
import { addDays, toLocalDate } from "#domain/calendar/local-date.ts";
import { dayAt } from "#domain/calendar/time-zone.ts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { bookStay, GUEST } from "../testing/given.ts";
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
import { followLink, ownLinkOf } from "../testing/own-link.ts";
import { cookieOf, startTestApp, type TestApp } from "../testing/test-app.ts";
import { remindOfConflicts } from "./update-conflicts.ts";
import { createImportStore } from "./import-store.ts";
import { deleteOldCalendars } from "./jobs.ts";

const MINUTE = 60_000;

/** Requirements in docs/calendar-sync.md, tested through the real server against simulated platforms. */
describe.each(engines)("the platforms' calendars on %s", (engine) => {
  let server: TestApp;
  let platforms: Platforms;
  let cookie: string;
  beforeAll(async () => {
    platforms = await startPlatforms();
    server = await startTestApp(engine, { platforms: platforms.reach });
    cookie = await server.signIn();
  });
  afterAll(async () => {
    await server.close();
    await platforms.close();
  });

  const host = (method: string, path: string, body?: unknown) => server.send(method, path, body, { cookie });
  /** A booking entered by the host; such a booking does not count towards a guest's allowance. */
  const enter = (stay: { checkInDate: string; checkOutDate: string }) =>
    host("POST", "/api/admin/bookings", { ...GUEST, ...stay, guestCount: 2, status: "confirmed" });
  const shows = (site: string, product: string, events: SimEvent[]) =>
    platforms.replies.set(site, { body: calendarOf(product, events) });
  const link = (site: string) => `https://${site}/calendar/ical/4711.ics?s=0123456789abcdef0123456789abcdef`;
  const list = async () => (await host("GET", "/api/admin/channels")).json;
  const saveRules = async (change: object) =>
    host("PUT", "/api/admin/channels/rules", { ...(await list()).rules, ...change });
  const channel = async (id: string) => (await list()).channels.find((one: { id: string }) => one.id === id);
  const stays = async (id: string) => (await host("GET", `/api/admin/channel-stays?show=all&channelId=${id}`)).json;
  const conflicts = async () => (await host("GET", "/api/admin/channel-conflicts")).json;
  const reviews = async () => (await host("GET", "/api/admin/channel-reviews")).json;
  async function taken(from: string, to: string): Promise<string[]> {
    return (await server.send("GET", `/api/availability?from=${from}&to=${to}`)).json.unavailable;
  }
  async function connect(site: string, platform: string, extra: object = {}): Promise<string> {
    const response = await host("POST", "/api/admin/channels", { platform, url: link(site), ...extra });
    expect(response.status, response.text).toBe(201);
    return response.json.id;
  }
  async function sync(id: string, minutes = 15) {
    server.clock.advance(minutes * MINUTE);
    cookie = await server.signIn();
    return (await host("POST", `/api/admin/channels/${id}/sync`)).json;
  }
  /** Moves to the next morning, so that everything that a test reads is read on the same day. */
  async function nextMorning() {
    const day = server.clock().toISOString().slice(0, 10);
    server.clock.set(`${addDays(toLocalDate(day), 1)}T02:00:00Z`);
    cookie = await server.signIn();
  }
  const open: string[] = [];
  async function forTest(site: string, platform: string, extra: object = {}): Promise<string> {
    const id = await connect(site, platform, extra);
    open.push(id);
    return id;
  }
  afterEach(async () => {
    cookie = await server.signIn();
    for (const id of open.splice(0)) {
      const one = await channel(id);
      if (one) await host("DELETE", `/api/admin/channels/${id}?stays=release&version=${one.version}`);
    }
  });

  test("S-03: a preview shows the contents of a link and saves nothing; then the link is connected", async () => {
    const site = "www.airbnb.com";
    shows(site, AIRBNB, [
      airbnbStay("HMPREVIEW1", "2027-09-10", "2027-09-13"),
      airbnbBlock("b", "2027-09-20", "2027-09-22"),
    ]);
    const booked = await enter({ checkInDate: "2027-09-12", checkOutDate: "2027-09-14" });
    const preview = await host("POST", "/api/admin/channels/preview", { platform: "airbnb", url: link(site) });
    expect(preview.json).toMatchObject({
      recognised: "airbnb",
      warning: "",
      mode: "reservations",
      reservations: 1,
      blocks: 1,
      ignored: 1,
      firstDay: "2027-09-10",
      lastDay: "2027-09-22",
      conflicts: 1,
    });
    expect(preview.json.events[0].meets).toContain("Booking LK-");
    expect(preview.text).not.toContain("0123456789abcdef");
    expect((await list()).channels).toEqual([]);
    const wrong = await host("POST", "/api/admin/channels/preview", { platform: "vrbo", url: link(site) });
    expect(wrong.json.warning).toBe("This looks like a calendar from Airbnb, not from Vrbo.");
    const unnamed = await host("POST", "/api/admin/channels/preview", { platform: "other", url: link(site) });
    expect(unnamed.json.warning).toBe("This looks like a calendar from Airbnb. If it is, connect it as Airbnb.");
    shows("calendar.google.com", "-//Google Inc//Google Calendar 70.9054//EN", []);
    const google = { platform: "airbnb", url: link("calendar.google.com") };
    expect((await host("POST", "/api/admin/channels/preview", google)).json.warning).toBe(
      "This doesn't look like a calendar from Airbnb.",
    );

    await host("POST", `/api/admin/bookings/${booked.json.id}/cancel`, {
      version: 1,
      waiveFee: true,
      expectedFee: "0.00",
    });
    const id = await forTest(site, "airbnb");
    expect(await channel(id)).toMatchObject({ health: "ok", counts: { reservations: 1, blocksIgnored: 1 } });
    expect(await taken("2027-09-10", "2027-09-23")).toEqual(["2027-09-10", "2027-09-11", "2027-09-12"]);
    const [imported] = await stays(id);
    expect(imported).toMatchObject({ title: "Airbnb stay HMPREVIEW1", phoneDigits: "0042", amount: null, holds: true });
  });

  test("a calendar without a name is called by its site, in the preview and in errors as when it is connected", async () => {
    const site = `${"our-family".repeat(6)}.example.com`;
    const shownName = site.slice(0, 60);
    const unnamed = { platform: "other", url: link(site) };
    platforms.replies.set(site, { body: "<html>Sorry</html>" });
    const failed = await host("POST", "/api/admin/channels", unnamed);
    expect(failed.json.message).toContain(`${shownName} sent something that is not a calendar`);
    shows(site, "-//Family//EN", []);
    expect((await host("POST", "/api/admin/channels/preview", unnamed)).json.name).toBe(shownName);
    expect((await channel(await forTest(site, "other"))).name).toBe(shownName);
  });

  test("calendars of one site without a name are told apart by a number, wherever they are named", async () => {
    const body = calendarOf("-//Family//EN", [{ uid: "a", from: "2027-09-10", to: "2027-09-13", summary: "Family" }]);
    platforms.replies.set("family.example.com", { body });
    const unnamed = (n: number) => ({ platform: "other", url: `https://family.example.com/${n}.ics` });
    const preview = async (n: number) => (await host("POST", "/api/admin/channels/preview", unnamed(n))).json.name;
    const named = { ...unnamed(1), name: "Expedia" };
    for (const channelOf of [named, unnamed(2)])
      open.push((await host("POST", "/api/admin/channels", channelOf)).json.id);
    expect(await preview(3)).toBe("family.example.com 2");
    const both = await Promise.all([3, 4].map((n) => host("POST", "/api/admin/channels", unnamed(n))));
    open.push(...both.map(({ json }) => json.id));
    const all = (await list()).channels;
    expect(all.map(({ name }: { name: string }) => name).toSorted()).toEqual([
      "Expedia",
      "family.example.com",
      "family.example.com 2",
      "family.example.com 3",
    ]);
    const third = all.find(({ name }: { name: string }) => name.endsWith(" 3"));
    expect((await stays(third.id))[0].title).toBe("Closed at family.example.com 3");
    platforms.replies.set("family.example.com", { status: 410 });
    await sync(third.id);
    expect((await channel(third.id)).healthText).toContain("from family.example.com 3");
    const subjects = await server.db.selectFrom("scheduled_message").select("subject").execute();
    expect(subjects.map(({ subject }) => subject)).toContain("family.example.com 3: link no longer valid");
    // The name of a disconnected calendar is free again.
    const { id, version } = all.find(({ name }: { name: string }) => name === "family.example.com");
    await host("DELETE", `/api/admin/channels/${id}?stays=release&version=${version}`);
    platforms.replies.set("family.example.com", { body });
    expect(await preview(5)).toBe("family.example.com");
  });

  test("S-01, S-02, S-04: a link is cleaned up and masked, can be used only once, and cannot be one of ours", async () => {
    shows("ycs.agoda.com", "-//Agoda//EN", []);
    const url = " webcal://ycs.agoda.com/en-us/api/ari/icalendar?key=a%2fb%2bC%2Fd ";
    const response = await host("POST", "/api/admin/channels", { platform: "agoda", url });
    expect(response.status, response.text).toBe(201);
    open.push(response.json.id);
    expect(platforms.requests.at(-1)?.url).toBe("/en-us/api/ari/icalendar?key=a%2fb%2bC%2Fd");
    expect(response.json.maskedUrl).toBe("ycs.agoda.com/en-us/api/ari/icalendar?••••");
    const shown = await host("GET", `/api/admin/channels/${response.json.id}/link`);
    expect(shown.json.url).toBe("https://ycs.agoda.com/en-us/api/ari/icalendar?key=a%2fb%2bC%2Fd");
    const again = await host("POST", "/api/admin/channels", { platform: "other", url: url.trim() });
    expect([again.status, again.json.message]).toEqual([
      400,
      expect.stringContaining("This calendar is already connected."),
    ]);
    // Airbnb serves a listing's calendar on all of its country domains, and the secret in the URL can change.
    shows("www.airbnb.com", AIRBNB, [airbnbStay("HMTWODOMS1", "2027-09-10", "2027-09-13")]);
    await forTest("www.airbnb.com", "airbnb");
    const german = "https://www.airbnb.de/calendar/ical/4711.ics?t=fedcba9876543210fedcba9876543210";
    shows("www.airbnb.de", AIRBNB, [airbnbStay("HMTWODOMS1", "2027-09-10", "2027-09-13")]);
    for (const path of ["/api/admin/channels", "/api/admin/channels/preview"]) {
      const twice = await host("POST", path, { platform: "airbnb", url: german });
      expect([twice.status, twice.json.message]).toEqual([
        400,
        expect.stringContaining("This calendar is already connected."),
      ]);
    }
    const second = await host("POST", "/api/admin/channels", {
      platform: "airbnb",
      url: german.replace("4711", "4712"),
    });
    expect(second.status, second.text).toBe(201);
    open.push(second.json.id);
    const ours = "https://cottage.example.com/calendar/AbCdEfGhIjKlMnOpQrStUvWx/cottage.ics";
    expect(
      (await host("POST", "/api/admin/channels/preview", { platform: "other", url: ours })).json.message,
    ).toContain("Latchkey's own");
    shows("other.example.com", "-//Latchkey//Calendar 1//EN", []);
    expect(
      (await host("POST", "/api/admin/channels/preview", { platform: "other", url: link("other.example.com") })).json
        .message,
    ).toContain("Latchkey's own");
    // The API does not require a preview, and a link may lead to our calendar later.
    const direct = { platform: "airbnb", url: link("other.example.com") };
    const connected = await host("POST", "/api/admin/channels", direct);
    expect([connected.status, connected.json.message]).toEqual([400, expect.stringContaining("Latchkey's own")]);
    shows("other.example.com", "-//Family//EN", []);
    const family = await host("POST", "/api/admin/channels", { ...direct, platform: "other" });
    open.push(family.json.id);
    const booked = { uid: "ours", from: "2027-09-01", to: "2027-09-03", summary: "Reserved" };
    shows("other.example.com", "-//Latchkey//Calendar 1//EN", [booked]);
    expect((await sync(family.json.id)).text).toContain("now returns Latchkey's own calendar. Choose “Change link”");
    expect(await taken("2027-09-01", "2027-09-03")).toEqual([]);
    const problemOf = async (url: string) =>
      (await host("POST", "/api/admin/channels/preview", { platform: "other", url })).json.fields.url;
    expect(await problemOf("https://a.example.com/x https://b.example.com/y")).toBe(
      "Paste one link only; this field contains more than one.",
    );
    expect(await problemOf("my calendar")).toBe("Paste the whole link; it begins with https://");
    expect(await problemOf("https://a.example.com/ical/\n1.ics")).toBe(
      "We can't read this link. Copy it again from the platform.",
    );
    const audit = await host("GET", "/api/admin/audit");
    expect(audit.text).toContain("Connected a channel");
    expect(audit.text).not.toContain("2fb");
  });

  test("S-05: requests identify us and send validators back; a 304 is a successful read without changes", async () => {
    const site = "feeds.example.com";
    const body = calendarOf("-//Example//EN", [
      { uid: "a@example.com", from: "2027-01-05", to: "2027-01-08", summary: "Guests" },
    ]);
    platforms.replies.set(site, (request) =>
      request.headers["if-none-match"] === '"v1"' ? { status: 304 } : { body, headers: { etag: '"v1"' } },
    );
    await nextMorning();
    const id = await forTest(site, "other", { name: "Private calendar" });
    expect(platforms.requests.at(-1)?.headers).toMatchObject({ accept: "text/calendar, */*;q=0.1" });
    expect(platforms.requests.at(-1)?.headers["user-agent"]).toMatch(/^Latchkey\/\d+\.\d+\.\d+ \(/);
    expect(await sync(id)).toEqual({ ran: true, text: "Nothing has changed since the last sync." });
    expect(platforms.requests.at(-1)?.headers["if-none-match"]).toBe('"v1"');
    expect(await channel(id)).toMatchObject({ health: "ok", counts: { unknown: 1 } });
    expect(await taken("2027-01-05", "2027-01-09")).toHaveLength(3);
    // The current date determines which events count, so each day begins with a full read.
    await nextMorning();
    expect((await sync(id)).text).toBe("1 event read, nothing changed.");
    expect(platforms.requests.at(-1)?.headers["if-none-match"]).toBeUndefined();
  });

  test("S-05: a 304 response to a request for the whole calendar is a failed read", async () => {
    const site = "always304.example.com";
    const body = calendarOf("-//Example//EN", [
      { uid: "b@example.com", from: "2027-01-15", to: "2027-01-18", summary: "Guests" },
    ]);
    platforms.replies.set(site, { body, headers: { etag: '"v1"' } });
    const id = await forTest(site, "other", { name: "Behind a cache" });
    platforms.replies.set(site, { status: 304 });
    expect((await sync(id)).text).toBe("Nothing has changed since the last sync.");
    await nextMorning();
    expect((await sync(id)).text).toContain("Behind a cache returned an error (304).");
    expect(await channel(id)).toMatchObject({ health: "failing" });
    const link = { platform: "other", url: `https://${site}/other.ics` };
    const preview = await host("POST", "/api/admin/channels/preview", link);
    expect(preview.status).toBe(400);
    expect(preview.json.message).toBe(`${site} returned an error (304). Please try again.`);
  });

  test("S-05, S-22: a 304 response already in flight does not undo the full read that a change of mode needs", async () => {
    const site = "a05.airbnb.com";
    const body = calendarOf(AIRBNB, [airbnbBlock("mode", "2027-08-20", "2027-08-22")]);
    let held: ServerResponse | null = null;
    platforms.replies.set(site, ({ headers }) =>
      headers["if-none-match"]
        ? { serve: (response: ServerResponse) => void (held = response) }
        : { body, headers: { etag: '"v1"' } },
    );
    await nextMorning();
    const id = await forTest(site, "airbnb");
    const reading = sync(id);
    await expect.poll(() => held).toBeTruthy();
    const { version, name } = await channel(id);
    const settings = { version, name, mode: "everything", paused: false };
    expect((await host("PUT", `/api/admin/channels/${id}`, settings)).status).toBe(200);
    // Assigned by the platform's simulated server, which the compiler does not see.
    const response = held as ServerResponse | null;
    response?.writeHead(304).end();
    expect((await reading).text).toBe("Nothing has changed since the last sync.");
    await sync(id);
    expect(await taken("2027-08-20", "2027-08-23")).toEqual(["2027-08-20", "2027-08-21"]);
  });

  test("S-24, S-31, S-26: dates follow the event; a stay is freed only once it has been missing from two reads at least half an hour apart", async () => {
    const site = "a24.airbnb.com";
    const [first, second, third] = [
      airbnbStay("HMAAAAAAA1", "2027-02-01", "2027-02-04"),
      airbnbStay("HMAAAAAAA2", "2027-02-10", "2027-02-12"),
      airbnbStay("HMAAAAAAA3", "2027-02-20", "2027-02-22"),
    ];
    shows(site, AIRBNB, [first, second, third]);
    const id = await forTest(site, "airbnb");
    shows(site, AIRBNB, [{ ...first, from: "2027-02-02", to: "2027-02-05" }, second, third]);
    expect((await sync(id)).text).toBe("3 events read: 1 changed.");
    expect(await taken("2027-02-01", "2027-02-06")).toEqual(["2027-02-02", "2027-02-03", "2027-02-04"]);
    const moved = (await stays(id))[0];
    const detail = (await host("GET", `/api/admin/channel-stays/${moved.id}`)).json;
    expect(detail.history.at(-1)).toMatchObject({
      event: "Dates changed",
      before: "2027-02-01/2027-02-04",
      after: "2027-02-02/2027-02-05",
    });

    shows(site, AIRBNB, [{ ...first, from: "2027-02-02", to: "2027-02-05" }, third]);
    await sync(id);
    expect((await stays(id))[1].state).toBe("missing");
    await sync(id);
    expect(await taken("2027-02-10", "2027-02-13")).toHaveLength(2);
    expect((await sync(id)).text).toBe("2 events read: 1 released.");
    expect(await taken("2027-02-10", "2027-02-13")).toEqual([]);

    shows(site, AIRBNB, [{ ...first, from: "2027-02-02", to: "2027-02-05" }, second, third]);
    await sync(id);
    expect(await taken("2027-02-10", "2027-02-13")).toHaveLength(2);
    expect((await stays(id))[1]).toMatchObject({ state: "active", code: "HMAAAAAAA2" });
  });

  test("S-33, S-37: after a sudden drop, the nights stay closed, and are freed once the host confirms that the stays are cancelled", async () => {
    const site = "a33.airbnb.com";
    const all = ["2027-03-01", "2027-03-10", "2027-03-20"].map((day, n) =>
      airbnbStay(`HMBBBBBBB${n}`, day, `${day.slice(0, 9)}${Number(day.slice(9)) + 2}`),
    );
    shows(site, AIRBNB, all);
    const id = await forTest(site, "airbnb");
    shows(site, AIRBNB, []);
    for (let n = 0; n < 5; n++) await sync(id, 31);
    expect(await taken("2027-03-01", "2027-03-31")).toHaveLength(6);
    expect(await channel(id)).toMatchObject({ health: "held" });
    const [question] = await reviews();
    expect(question.question).toBe("The calendar of Airbnb is suddenly missing 3 upcoming stays. Are they cancelled?");
    const response = await host("POST", `/api/admin/channel-reviews/${question.id}`, {
      answer: "cancelled",
      version: question.version,
    });
    expect(response.json.answer).toBe("cancelled");
    expect(await taken("2027-03-01", "2027-03-31")).toEqual([]);
    await sync(id);
    expect(await channel(id)).toMatchObject({ health: "ok" });
  });

  test("S-33, S-37: the host's answer releases only the stays in the question, and none that the host has kept", async () => {
    const site = "b33.airbnb.com";
    const all = ["2027-06-01", "2027-06-05", "2027-06-10", "2027-06-15", "2027-06-20"].map((day, n) =>
      airbnbStay(`HMCCCCCCC${n}`, day, `${day.slice(0, 8)}${String(Number(day.slice(8)) + 2).padStart(2, "0")}`),
    );
    shows(site, AIRBNB, all);
    const id = await forTest(site, "airbnb");
    const nights = async () => (await taken("2027-06-01", "2027-06-30")).map((night) => night.slice(8));
    // Only one stay vanishes, and the host decides to keep it.
    shows(site, AIRBNB, all.slice(1));
    await sync(id);
    const alone = (await stays(id)).find((one: { startsOn: string }) => one.startsOn === "2027-06-01");
    const keep = { version: alone.version, decision: "keep" };
    expect((await host("POST", `/api/admin/channel-stays/${alone.id}/decide`, keep)).status).toBe(200);
    // Two of the other four vanish, and the host opens the question.
    shows(site, AIRBNB, all.slice(3));
    await sync(id);
    const [question] = await reviews();
    expect(question.question).toContain("suddenly missing 2 of 4 upcoming stays");
    // Before the host answers, one of the two returns and another vanishes: the question has the same wording but is
    // about other nights.
    shows(site, AIRBNB, [all[1], all[4]] as SimEvent[]);
    await sync(id);
    const [now] = await reviews();
    expect([now.id, now.question]).toEqual([question.id, question.question]);
    const cancelled = (version: string) =>
      host("POST", `/api/admin/channel-reviews/${question.id}`, { answer: "cancelled", version });
    const late = await cancelled(question.version);
    expect([late.status, late.json.message]).toEqual([409, "This has changed. Check it, then try again."]);
    expect(await nights()).toHaveLength(10);
    expect((await cancelled(now.version)).status).toBe(200);
    expect(await nights()).toEqual(["01", "02", "05", "06", "20", "21"]);
  });

  test("S-30, S-61, S-62: a failed read frees nothing, is retried at growing intervals, and raises an alert after three failures", async () => {
    const site = "ical.booking.com";
    shows(site, BOOKING, [bookingStay("one", "2027-04-01", "2027-04-05")]);
    const id = await forTest(site, "booking.com");
    const bad: [object, string][] = [
      [{ body: "<html>Sorry</html>" }, "not_ical"],
      [{ body: "" }, "empty_body"],
      [{ body: calendarOf(BOOKING, [bookingStay("one", "2027-04-01", "2027-04-05")]).slice(0, 200) }, "truncated"],
      [{ status: 500, headers: { "retry-after": "7200" } }, "http_error"],
    ];
    const outcomes: [boolean, number][] = [];
    for (const [reply, state] of bad) {
      platforms.replies.set(site, reply);
      await sync(id);
      const runs = (await host("GET", `/api/admin/channel-runs?channelId=${id}`)).json.runs;
      expect(runs[0].state).toBe(state);
      expect(await taken("2027-04-01", "2027-04-06")).toHaveLength(4);
      const { health, nextRunAt } = await channel(id);
      outcomes.push([health === "failing", (Date.parse(nextRunAt) - server.clock().getTime()) / MINUTE]);
    }
    // The last response asked for a longer pause.
    expect(outcomes).toEqual([
      [false, 15],
      [false, 30],
      [true, 60],
      [true, 120],
    ]);
    const failing = await channel(id);
    expect(failing.health).toBe("failing");
    expect(new Date(failing.nextRunAt).getTime() - server.clock().getTime()).toBe(7200_000);
    const { alerts } = (await host("GET", "/api/admin/dashboard")).json;
    expect(alerts.map(({ title }: { title: string }) => title)).toContain("Booking.com: we can't read the calendar");
    shows(site, BOOKING, [bookingStay("one", "2027-04-01", "2027-04-05")]);
    await sync(id);
    expect((await channel(id)).health).toBe("ok");
    expect((await list()).tiles).toMatchObject({ available: 4 });
  });

  test("S-63: a dead link counts as failing at once, and frees no nights", async () => {
    const site = "gone.airbnb.com";
    shows(site, AIRBNB, [airbnbStay("HMGONE0001", "2027-04-20", "2027-04-22")]);
    const id = await forTest(site, "airbnb");
    platforms.replies.set(site, { status: 404 });
    expect((await sync(id)).text).toContain(
      "The link is no longer valid (404). Copy the calendar link from Airbnb again, then choose “Change link”",
    );
    expect(await channel(id)).toMatchObject({ health: "failing" });
    expect(await taken("2027-04-20", "2027-04-23")).toHaveLength(2);
  });

  test("S-42: the host is emailed about a double booking at once, and again if it is still open after six hours", async () => {
    const site = "a42.airbnb.com";
    await enter({ checkInDate: "2027-05-13", checkOutDate: "2027-05-16" });
    server.clock.advance(MINUTE);
    shows(site, AIRBNB, [airbnbStay("HMLETTER01", "2027-05-15", "2027-05-17")]);
    await forTest(site, "airbnb");
    const emails = () =>
      server.db
        .selectFrom("scheduled_message")
        .select(["subject", "body", "link"])
        .where("subject", "=", "Double booking: 1 night from May 15, 2027")
        .execute();
    const [email] = await emails();
    expect(email?.body).toMatch(
      /First: Booking LK-.*\n\nThen: Airbnb stay HMLETTER01, May 15, 2027 to May 17, 2027.*details\/HMLETTER01/,
    );
    expect(email?.body).toContain("1. ");
    expect(email?.link).toBe("/admin/channels#conflicts");
    expect(await emails()).toHaveLength(1);

    const reminded: string[] = [];
    const remind = () =>
      remindOfConflicts(
        server.db,
        server.clock(),
        async (_trx, notification) => void reminded.push(notification.subject),
      );
    server.clock.advance(6 * 60 * MINUTE - 1);
    await remind();
    expect(reminded).not.toContain("Double booking: 1 night from May 15, 2027");
    server.clock.advance(1);
    await remind();
    await remind();
    expect(reminded.filter((subject) => subject === "Double booking: 1 night from May 15, 2027")).toHaveLength(1);
  });

  test("a double booking is listed twice, but each of its nights and their revenue are counted once", async () => {
    const site = "a41.airbnb.com";
    expect((await enter({ checkInDate: "2028-09-03", checkOutDate: "2028-09-06" })).status).toBe(201);
    shows(site, AIRBNB, [airbnbStay("HMCLASH041", "2028-09-05", "2028-09-08")]);
    const [stay] = await stays(await forTest(site, "airbnb"));
    const range = "from=2028-09-01&to=2028-10-01";
    const figures = async () => ({
      revenue: Number((await host("GET", "/api/admin/dashboard")).json.stats.revenue),
      range: (await host("GET", `/api/admin/analytics?${range}`)).json,
    });
    const before = await figures();
    const words = { guestName: "", guestPhone: "", notes: "", bookingId: null, hostOverride: null };
    const change = { ...words, amount: "300.00", version: stay.version };
    expect((await host("PUT", `/api/admin/channel-stays/${stay.id}`, change)).status).toBe(200);
    const after = await figures();
    expect([after.range.totalBookings, after.range.nightsSold]).toEqual([2, 5]);
    expect(after.range.totalRevenue - before.range.totalRevenue).toBe(200);
    expect(after.revenue - before.revenue).toBe(200);
    const rows = (await host("GET", `/api/admin/analytics/stays?${range}`)).json;
    expect(rows.map((row: { nightsInRange: number }) => row.nightsInRange)).toEqual([2, 3]);
    expect(rows[0].revenueInRange).toBe(200);
    const { alerts } = (await host("GET", "/api/admin/dashboard")).json;
    const warning = { id: "channel-conflicts", title: expect.stringMatching(/^\d+ calendar conflicts?$/) };
    expect(alerts).toContainEqual(expect.objectContaining(warning));
  });

  test("S-40 to S-43: a platform's stay that overlaps a booking is recorded and reported, and its nights stay closed when the booking is cancelled", async () => {
    const site = "a40.airbnb.com";
    const booked = await enter({ checkInDate: "2027-05-03", checkOutDate: "2027-05-06" });
    expect(booked.status).toBe(201);
    server.clock.advance(MINUTE);
    shows(site, AIRBNB, [airbnbStay("HMCLASH001", "2027-05-05", "2027-05-08")]);
    const id = await forTest(site, "airbnb");
    const [conflict] = await conflicts();
    expect(conflict).toMatchObject({ from: "2027-05-05", to: "2027-05-06" });
    expect(conflict.sides.map(({ title }: { title: string }) => title)).toEqual([
      expect.stringMatching(/^Booking LK-/),
      "Airbnb stay HMCLASH001",
    ]);
    expect(conflict.sides[1].link).toBe("https://www.airbnb.com/hosting/reservations/details/HMCLASH001");
    expect(conflict.steps.length).toBeGreaterThan(2);
    expect(await taken("2027-05-03", "2027-05-09")).toHaveLength(5);
    await sync(id);
    expect(await conflicts()).toHaveLength(1);

    // Lets the remembered time zone expire: the action has to read it in its own transaction.
    server.clock.advance(5000);
    const cancelled = await host("POST", `/api/admin/bookings/${booked.json.id}/cancel`, {
      version: 1,
      waiveFee: true,
      expectedFee: "0.00",
    });
    expect(cancelled.status, cancelled.text).toBe(200);
    expect(await conflicts()).toEqual([]);
    expect(await taken("2027-05-03", "2027-05-09")).toEqual(["2027-05-05", "2027-05-06", "2027-05-07"]);
    const again = await host("POST", `/api/admin/bookings/${booked.json.id}/status`, {
      version: 2,
      status: "confirmed",
    });
    expect(again.status).toBe(409);
    const all = (await host("GET", "/api/admin/channel-conflicts?show=all")).json;
    expect(all[0]).toMatchObject({ closedBy: "Latchkey", reason: "One of the two stays is gone." });
  });

  test("a reconnected platform gets its kept stays back, and nothing is booked twice", async () => {
    const site = "anew2.airbnb.com";
    const [first, second] = [
      airbnbStay("HMKEPT0001", "2028-08-02", "2028-08-05"),
      airbnbStay("HMKEPT0002", "2028-08-10", "2028-08-12"),
    ];
    shows(site, AIRBNB, [first, second]);
    const id = await connect(site, "airbnb");
    const [stay] = await stays(id);
    const words = { guestName: "Ravi", guestPhone: "", amount: "300", notes: "", bookingId: null, hostOverride: null };
    await host("PUT", `/api/admin/channel-stays/${stay.id}`, { ...words, version: stay.version });
    const [entry] = (await host("GET", "/api/admin/audit")).json.entries;
    expect(entry).toMatchObject({
      act: "Changed an imported stay",
      before: { amount: null },
      after: { amount: "$300" },
    });
    const { version } = await channel(id);
    expect((await host("DELETE", `/api/admin/channels/${id}?stays=keep&version=${version}`)).status).toBe(204);

    const third = airbnbStay("HMKEPT0003", "2028-08-20", "2028-08-22");
    shows(site, AIRBNB, [{ ...first, uid: "1418fb94e984-anew@airbnb.com" }, third]);
    const again = await forTest(site, "airbnb");
    expect(await conflicts()).toEqual([]);
    const [shown, ...others] = await stays(again);
    expect(shown).toMatchObject({ id: stay.id, guestName: "Ravi", amount: "300.00", state: "active" });
    expect(others).toMatchObject([{ code: "HMKEPT0003" }]);
    // A kept stay that does not appear in this calendar does not count as cancelled.
    await sync(again);
    await sync(again, 40);
    await sync(again, 40);
    expect(await taken("2028-08-01", "2028-08-31")).toEqual(
      ["02", "03", "04", "10", "11", "20", "21"].map((day) => `2028-08-${day}`),
    );
  });

  test("a calendar whose UIDs change at each read still shows the same stays, and none is reported missing", async () => {
    const site = "anew.airbnb.com";
    const reading = (n: number) =>
      ["2028-02-01", "2028-02-05"].map((from, i) => ({
        ...airbnbStay(
          `HMANEW000${i}`,
          from,
          from.replace(/.$/, (day) => String(Number(day) + 1).slice(-1)),
        ),
        uid: `1418fb94e984-${n}-${i}@airbnb.com`,
      }));
    shows(site, AIRBNB, reading(0));
    const id = await forTest(site, "airbnb");
    for (let n = 1; n <= 5; n++) {
      shows(site, AIRBNB, reading(n));
      expect(await sync(id)).toEqual({ ran: true, text: "2 events read, nothing changed." });
    }
    expect((await stays(id)).map(({ state }: { state: string }) => state)).toEqual(["active", "active"]);
    expect(await channel(id)).toMatchObject({ health: "ok" });
    expect(await reviews()).toEqual([]);
  });

  test("a channel read while the clock was ahead is read again once the clock is right", async () => {
    const site = "ahead.airbnb.com";
    shows(site, AIRBNB, []);
    const id = await forTest(site, "airbnb");
    const now = server.clock().toISOString();
    server.clock.set("2031-01-01T00:00:00Z");
    await sync(id);
    server.clock.set(now);
    server.clock.advance(MINUTE);
    cookie = await server.signIn();
    const imports = createImportStore({
      database: server.database,
      servedTo: async () => [],
      notifyHost: null,
      record: async () => {},
    });
    expect((await imports.due(server.clock())).map((one) => one.id)).toContain(id);
    shows(site, AIRBNB, [airbnbStay("HMAHEAD001", "2027-05-20", "2027-05-23")]);
    const booked = await bookStay(server, { checkInDate: "2027-05-21", checkOutDate: "2027-05-22" });
    expect([booked.status, booked.json.nights]).toEqual([409, ["2027-05-21"]]);
  });

  test("S-41, S-43: two platforms' stays on one night conflict, but back-to-back stays do not; a conflict closed by the host stays closed, and no night is freed", async () => {
    const [one, two] = ["a41.airbnb.com", "b41.booking.com"];
    shows(one, AIRBNB, [
      airbnbStay("HMTWICE001", "2027-06-01", "2027-06-05"),
      airbnbStay("HMTWICE002", "2027-06-10", "2027-06-12"),
    ]);
    shows(two, BOOKING, [bookingStay("x", "2027-06-04", "2027-06-07"), bookingStay("y", "2027-06-12", "2027-06-14")]);
    await forTest(one, "airbnb");
    const id = await forTest(two, "booking.com");
    const [conflict, ...others] = await conflicts();
    expect(others).toEqual([]);
    expect(await taken("2027-06-01", "2027-06-15")).toHaveLength(10);
    const closed = await host("POST", `/api/admin/channel-conflicts/${conflict.id}/close`, {
      reason: "The same guest booked twice",
      version: conflict.version,
    });
    expect(closed.json).toMatchObject({ closedBy: "host", reason: "The same guest booked twice" });
    await sync(id);
    expect(await conflicts()).toEqual([]);
    expect(await taken("2027-06-01", "2027-06-15")).toHaveLength(10);
    const again = { reason: "again and again", version: conflict.version };
    expect((await host("POST", `/api/admin/channel-conflicts/${conflict.id}/close`, again)).status).toBe(409);
  });

  test("S-27: the host's answer about a stay overrides the calendar, and is kept each time the calendar is read", async () => {
    const site = "b27.booking.com";
    shows(site, BOOKING, [bookingStay("z", "2027-07-01", "2027-07-04")]);
    const id = await forTest(site, "booking.com");
    const [stay] = await stays(id);
    const words = {
      guestName: "Ravi",
      guestPhone: "+94 77 000 0000",
      amount: "450.00",
      notes: "Late arrival",
      bookingId: null,
    };
    const ignored = await host("PUT", `/api/admin/channel-stays/${stay.id}`, {
      ...words,
      hostOverride: "ignore",
      version: stay.version,
    });
    expect(ignored.json).toMatchObject({ hostOverride: "ignore", holds: false, amount: "450.00", guestName: "Ravi" });
    expect(await taken("2027-07-01", "2027-07-05")).toEqual([]);
    await sync(id);
    expect(await taken("2027-07-01", "2027-07-05")).toEqual([]);
    expect((await stays(id))[0]).toMatchObject({ guestName: "Ravi", notes: "Late arrival", exclusion: "ignored" });
    const now = (await stays(id))[0];
    const back = await host("PUT", `/api/admin/channel-stays/${stay.id}`, {
      ...words,
      hostOverride: "booking",
      version: now.version,
    });
    expect(back.json).toMatchObject({ holds: true, isStay: true });
    expect(await taken("2027-07-01", "2027-07-05")).toHaveLength(3);
    expect(
      (await host("PUT", `/api/admin/channel-stays/${stay.id}`, { ...words, hostOverride: null, version: 1 })).status,
    ).toBe(409);
  });

  test("S-23: the host is asked about a long closure; its nights stay open until the host answers, and the answer is remembered", async () => {
    const site = "b23.booking.com";
    const closure = bookingStay("season", "2027-08-01", "2028-01-30");
    shows(site, BOOKING, [closure, bookingStay("month", "2028-02-01", "2028-03-15")]);
    const id = await forTest(site, "booking.com");
    expect(await taken("2027-08-01", "2028-01-30")).toEqual([]);
    const open = await reviews();
    expect(open.map((one: { question: string }) => one.question)).toContain(
      "Booking.com shows 182 nights closed, from August 1, 2027 to January 30, 2028. Is this a booking or a block? These nights are on sale until you answer.",
    );
    const [question] = open.filter((one: { question: string }) => one.question.includes("182"));
    await host("POST", `/api/admin/channel-reviews/${question.id}`, { answer: "closure", version: question.version });
    expect(await taken("2027-08-01", "2028-01-30")).toHaveLength(182);
    // Booking.com lists the same nights under a new UID: the host is not asked twice.
    shows(site, BOOKING, [{ ...closure, uid: "other@booking.com" }]);
    await sync(id);
    expect(await taken("2027-08-01", "2028-01-30")).toHaveLength(182);
    expect((await reviews()).filter((one: { question: string }) => one.question.includes("182"))).toEqual([]);
  });

  test("S-29: a calendar that is closed indefinitely can be closed here too", async () => {
    const site = "endless.booking.com";
    shows(site, BOOKING, [bookingStay("endless", "2028-04-01", "9999-12-31")]);
    const id = await forTest(site, "booking.com");
    const [question] = (await reviews()).filter((one: { channelId: string }) => one.channelId === id);
    const answer = { answer: "closure", version: question.version };
    const answered = await host("POST", `/api/admin/channel-reviews/${question.id}`, answer);
    expect(answered.status, answered.text).toBe(200);
    const closed = async () => (await taken("2028-10-01", "2028-11-20")).length;
    expect(await closed()).toBe(50);
    const [before] = await stays(id);
    await sync(id);
    expect((await stays(id))[0].version).toBe(before.version);
    expect(await closed()).toBe(50);
  });

  test("S-22: blocks are counted and shown, and their nights are closed once the host says so", async () => {
    const site = "a22.airbnb.com";
    shows(site, AIRBNB, [
      airbnbStay("HMMODE0001", "2027-09-01", "2027-09-03"),
      airbnbBlock("prep", "2027-09-03", "2027-09-04"),
    ]);
    const id = await forTest(site, "airbnb");
    const before = await channel(id);
    expect(before.ignoredText).toBe("1 blocked period on Airbnb is not closed here (1 next to stays)");
    expect(await taken("2027-09-01", "2027-09-05")).toHaveLength(2);
    const settings = { name: "Airbnb", mode: "everything", paused: false, version: before.version };
    const changed = await host("PUT", `/api/admin/channels/${id}`, settings);
    expect(changed.json).toMatchObject({
      mode: "everything",
      counts: { reservations: 1, blocks: 1, blocksIgnored: 0 },
    });
    expect(await taken("2027-09-01", "2027-09-05")).toHaveLength(3);
    const back = await host("PUT", `/api/admin/channels/${id}`, {
      ...settings,
      mode: "reservations",
      version: changed.json.version,
    });
    expect(back.json.counts.blocksIgnored).toBe(1);
    expect(await taken("2027-09-01", "2027-09-05")).toHaveLength(2);
  });

  test("S-35: nothing is imported from a link that returns a different calendar until the host confirms it", async () => {
    const site = "swap.example.com";
    shows(site, AIRBNB, [airbnbStay("HMSWAP0001", "2027-10-01", "2027-10-03")]);
    const id = await forTest(site, "airbnb");
    shows(site, BOOKING, [bookingStay("swapped", "2027-10-10", "2027-10-12")]);
    await sync(id);
    expect(await channel(id)).toMatchObject({ health: "held" });
    expect(await taken("2027-10-01", "2027-10-13")).toEqual(["2027-10-01", "2027-10-02"]);
    const question = (await reviews()).find((one: { kind: string }) => one.kind === "other-calendar");
    await host("POST", `/api/admin/channel-reviews/${question.id}`, { answer: "same", version: question.version });
    expect(await channel(id)).toMatchObject({ counts: { unknown: 1 } });
    expect(await taken("2027-10-10", "2027-10-13")).toHaveLength(2);
  });

  test("S-35: a private calendar does not count as a different one when its last entry from another program is gone", async () => {
    const site = "private35.example.com";
    const product = "-//Sabre//Sabre VObject 4.5.4//EN";
    const invitation = { uid: "0a1b2c3d@google.com", from: "2027-10-20", to: "2027-10-22", summary: "Invited" };
    const own = { uid: "5F1A-77", from: "2027-10-24", to: "2027-10-26", summary: "Away" };
    shows(site, product, [invitation, own]);
    const id = await forTest(site, "other");
    shows(site, product, [own, { ...own, uid: "5F1A-78", from: "2027-10-28", to: "2027-10-30" }]);
    await sync(id);
    expect(await channel(id)).toMatchObject({ health: "ok" });
    expect(await taken("2027-10-27", "2027-10-31")).toEqual(["2027-10-28", "2027-10-29"]);
  });

  test("S-65: the host can have a channel read once a minute, and only one read runs at a time", async () => {
    const site = "b65.booking.com";
    shows(site, BOOKING, []);
    const id = await forTest(site, "booking.com");
    expect((await host("POST", `/api/admin/channels/${id}/sync`)).json).toEqual({
      ran: false,
      text: "The calendar was read less than a minute ago. Please wait a moment.",
    });
    server.clock.advance(2 * MINUTE);
    platforms.replies.set(site, { body: calendarOf(BOOKING, []), delay: 300 });
    const both = await Promise.all([1, 2].map(() => host("POST", `/api/admin/channels/${id}/sync`)));
    expect(both.map(({ json }) => json.ran).filter(Boolean)).toEqual([true]);
    const all = await host("POST", "/api/admin/channels/sync");
    expect(all.json.results).toEqual([expect.objectContaining({ channelId: id, ran: false })]);
  });

  test("S-60: connecting waits while another calendar on the same server is being read", async () => {
    const site = "a60.booking.com";
    shows(site, BOOKING, []);
    const id = await forTest(site, "booking.com");
    server.clock.advance(2 * MINUTE);
    let onRequest = () => {};
    const requestReceived = new Promise<void>((resolve) => (onRequest = resolve));
    platforms.replies.set(site, () => {
      onRequest();
      return { body: calendarOf(BOOKING, []), delay: 500 };
    });
    const reading = host("POST", `/api/admin/channels/${id}/sync`);
    await requestReceived;
    const url = `https://${site}/calendar/ical/60.ics?s=60`;
    const second = await host("POST", "/api/admin/channels", { platform: "booking.com", url });
    expect([second.status, second.json.health]).toEqual([201, "ok"]);
    expect((await reading).json.ran).toBe(true);
    await host("DELETE", `/api/admin/channels/${second.json.id}?version=1`);
  });

  test("S-68: when a channel is disconnected, its nights stay closed or its upcoming stays are released, as the host chooses", async () => {
    const site = "b68.booking.com";
    shows(site, BOOKING, [bookingStay("keep", "2027-01-21", "2027-01-23")]);
    const id = await connect(site, "booking.com");
    const { version } = await channel(id);
    expect((await host("DELETE", `/api/admin/channels/${id}?version=${version}`)).status).toBe(204);
    expect(await taken("2027-01-21", "2027-01-24")).toHaveLength(2);
    expect((await host("GET", `/api/admin/channels/${id}/link`)).status).toBe(404);
    // When the link is connected again, the calendar shows the kept stay, which is released once the host says so.
    const next = await connect(site, "booking.com");
    const again = await channel(next);
    await host("DELETE", `/api/admin/channels/${next}?stays=release&version=${again.version}`);
    expect(await taken("2027-01-21", "2027-01-24")).toEqual([]);
  });

  test("S-82, S-67: reads are in the history with their changes, and the original calendar can be downloaded", async () => {
    const site = "a82.airbnb.com";
    const body = calendarOf(AIRBNB, [airbnbStay("HMHISTORY1", "2027-12-01", "2027-12-03")]);
    platforms.replies.set(site, { body });
    const id = await forTest(site, "airbnb");
    await sync(id);
    const { runs } = (await host("GET", `/api/admin/channel-runs?channelId=${id}`)).json;
    expect(runs).toHaveLength(2);
    expect(runs[1]).toMatchObject({
      cause: "connect",
      state: "ok",
      events: 1,
      added: 1,
      hasBody: true,
      bytes: body.length,
    });
    expect(runs[1].changes[0]).toMatchObject({ title: "Airbnb stay HMHISTORY1", after: "2027-12-01/2027-12-03" });
    expect(runs[0]).toMatchObject({ added: 0, hasBody: false });
    expect((await host("GET", `/api/admin/channel-runs/${runs[1].id}/body`)).text).toBe(body);
    expect((await host("GET", "/api/admin/audit")).json.entries).toContainEqual(
      expect.objectContaining({ act: "Downloaded a received calendar" }),
    );
    const changes = (await host("GET", `/api/admin/channel-runs?channelId=${id}&show=changes`)).json.runs;
    expect(changes).toHaveLength(1);
  });

  test("S-66: a platform's calendar is read before a sale; nights that a platform sold a moment ago are not sold twice", async () => {
    const site = "a66.airbnb.com";
    shows(site, AIRBNB, []);
    const id = await forTest(site, "airbnb");
    server.clock.advance(3 * MINUTE);
    shows(site, AIRBNB, [airbnbStay("HMJUSTNOW1", "2028-01-02", "2028-01-05")]);
    const refused = await bookStay(server, { checkInDate: "2028-01-04", checkOutDate: "2028-01-06" });
    expect([refused.status, refused.json.nights]).toEqual([409, ["2028-01-04"]]);
    expect((await channel(id)).counts.reservations).toBe(1);
  });

  test("S-64, S-66: while a platform is unreachable, direct sales continue, wait for the host or stop, as the host has chosen", async () => {
    const site = "silent.airbnb.com";
    shows(site, AIRBNB, []);
    await forTest(site, "airbnb");
    platforms.replies.set(site, { status: 500 });
    cookie = await server.signIn();
    const sell = async (onUnreachable: string, day: string) => {
      await saveRules({ onUnreachable });
      server.clock.advance(3 * MINUTE);
      return bookStay(server, { checkInDate: `2028-02-0${day}`, checkOutDate: `2028-02-0${Number(day) + 1}` });
    };
    const sold = await sell("sell", "1");
    expect(sold.status).toBe(201);
    const detail = (await host("GET", `/api/admin/bookings/${sold.json.id}`)).json;
    expect(detail.history[0].event).toMatch(
      /^Booked on the website as upcoming; not checked against Airbnb since \w+ \d+, 20\d\d, \d+:\d\d [AP]M/,
    );
    const response = await sell("ask", "3");
    expect((await host("GET", `/api/admin/bookings/${response.json.id}`)).json.status).toBe("pending");
    const stopped = await sell("stop", "5");
    expect([stopped.status, stopped.headers.get("retry-after")]).toEqual([503, "120"]);
    expect(await taken("2028-02-05", "2028-02-06")).toEqual([]);
    await saveRules({ onUnreachable: "sell" });
  });

  test("S-64: a guest's acceptance of an offer and change of dates wait for a host who wants to be asked", async () => {
    const site = "asks.airbnb.com";
    shows(site, AIRBNB, []);
    await forTest(site, "airbnb");
    const offer = { checkInDate: "2028-02-11", checkOutDate: "2028-02-13" };
    const entered = await host("POST", "/api/admin/bookings", { ...GUEST, ...offer, guestCount: 2, status: "pending" });
    const { id } = entered.json;
    const version = async () => (await host("GET", `/api/admin/bookings/${id}`)).json.version;
    const sent = await host("POST", `/api/admin/bookings/${id}/offer`, { version: await version(), hours: 48 });
    expect(sent.status, sent.text).toBe(200);
    const opened = await followLink(server, await ownLinkOf(server, id));
    const ofGuest = (method: string, act: string, body?: object) =>
      server.send(method, `/api/bookings/${id}/${act}`, body, { cookie: cookieOf(opened) });
    await saveRules({ onUnreachable: "ask" });
    platforms.replies.set(site, { status: 500 });
    server.clock.advance(3 * MINUTE);
    const note = async () => (await ofGuest("GET", "confirmation")).json.requestNote;
    expect(await note()).toBe(undefined);
    expect((await bookStay(server, { checkInDate: "2028-02-15", checkOutDate: "2028-02-16" })).status).toBe(201);
    expect(await note()).toMatch(/^If we first have to check your dates, you send us a request, without paying, /);
    const accepted = await ofGuest("POST", "accept", { expectedTotal: sent.json.totalAmount });
    expect([accepted.status, accepted.json], accepted.text).toEqual([200, { status: "pending", payPage: null }]);
    const { waiting, history } = (await host("GET", `/api/admin/bookings/${id}`)).json;
    expect(waiting).toMatchObject({ for: "host" });
    expect(history.map(({ event }: { event: string }) => event)).toContainEqual(
      expect.stringMatching(
        /^The guest has accepted the offer; waiting for the host; not checked against Airbnb since /,
      ),
    );
    const answer = { status: "confirmed", version: await version() };
    const { warnings: confirmedWarnings } = (await host("POST", `/api/admin/bookings/${id}/status`, answer)).json;
    const confirmed = await host("POST", `/api/admin/bookings/${id}/status`, { ...answer, confirmedWarnings });
    expect(confirmed.json.status, confirmed.text).toBe("confirmed");

    const longer = { checkInDate: "2028-02-11", checkOutDate: "2028-02-14" };
    const quote = await ofGuest("GET", `stay-quote?${new URLSearchParams({ ...longer, guestCount: "2" })}`);
    const change = { ...longer, guestCount: 2, expectedTotal: quote.json.totalAmount };
    expect((await ofGuest("PUT", "stay", change)).json).toMatchObject({ status: "confirmed", requested: true });
    await saveRules({ onUnreachable: "sell" });
  });

  test("S-64: a host who saves the rules does not undo what another host has changed since", async () => {
    const { rules } = await list();
    expect(rules.onUnreachable).toBe("sell");
    expect((await saveRules({ onUnreachable: "stop" })).status).toBe(200);
    const refused = await host("PUT", "/api/admin/channels/rules", { ...rules, pollMinutes: 20 });
    expect([refused.status, refused.json.message]).toEqual([409, "This has changed. Check it, then try again."]);
    expect((await list()).rules).toMatchObject({ onUnreachable: "stop", pollMinutes: rules.pollMinutes });
    expect((await saveRules({ pollMinutes: 20 })).json).toEqual({
      ...(await list()).rules,
      onUnreachable: "stop",
      pollMinutes: 20,
    });
    const [entry] = (await host("GET", "/api/admin/audit")).json.entries;
    expect([entry.before, entry.after]).toEqual([{ pollMinutes: rules.pollMinutes }, { pollMinutes: 20 }]);
    await saveRules({ pollMinutes: rules.pollMinutes, onUnreachable: "sell" });
  });

  test("S-80: imported stays appear in the bookings (with an unknown amount, never 0), the calendar, the dashboard and the figures", async () => {
    const site = "a80.airbnb.com";
    const before = (await host("GET", "/api/admin/dashboard")).json.stats;
    const figures = async () => (await host("GET", "/api/admin/analytics?from=2028-03-01&to=2028-04-01")).json;
    const none = await figures();
    shows(site, AIRBNB, [airbnbStay("HMSHOWN001", "2028-03-02", "2028-03-06")]);
    const id = await forTest(site, "airbnb");
    const [stay] = await stays(id);
    const row = async () =>
      (await host("GET", "/api/admin/bookings")).json.find((one: { id: string }) => one.id === stay.id);
    expect(await row()).toMatchObject({
      source: "airbnb",
      totalAmount: null,
      nights: 4,
      guest: { name: "Airbnb stay HMSHOWN001", email: "" },
      imported: { code: "HMSHOWN001", phoneDigits: "0042", link: expect.stringContaining("airbnb.com") },
    });
    const csv = await host("GET", "/api/admin/bookings.csv?source=airbnb");
    expect(csv.text).toMatch(/HMSHOWN001,confirmed,airbnb,Airbnb stay HMSHOWN001,,,2028-03-02,2028-03-06,4,,,,,/);
    const { stays: drawn } = (await host("GET", "/api/admin/calendar?from=2028-03-01&to=2028-03-31")).json;
    expect(drawn).toEqual([
      expect.objectContaining({ id: stay.id, guestName: "Airbnb stay HMSHOWN001", imported: true }),
    ]);
    const after = (await host("GET", "/api/admin/dashboard")).json;
    expect(after.stats).toMatchObject({ totalBookings: before.totalBookings + 1, revenue: before.revenue });
    expect(await figures()).toMatchObject({
      nightsSold: none.nightsSold + 4,
      totalRevenue: none.totalRevenue,
      sources: [{ source: "airbnb", bookings: 1, nights: 4, revenue: null, nightsWithoutAmount: 4 }],
    });
    const words = {
      guestName: "Ravi",
      guestPhone: "+94 77 123 9876",
      amount: "401.01",
      notes: "",
      bookingId: null,
      hostOverride: null,
    };
    const found = async (search: string) => {
      const query = new URLSearchParams({ search, page: "1" });
      return (await host("GET", `/api/admin/bookings-page?${query}`)).json.bookings.map(
        ({ id: one }: { id: string }) => one,
      );
    };
    expect(await found("077 123 9876")).toEqual([]);
    await host("PUT", `/api/admin/channel-stays/${stay.id}`, { ...words, version: stay.version });
    expect(await row()).toMatchObject({ totalAmount: "401.01", guest: { name: "Ravi", phone: "+94 77 123 9876" } });
    expect([await found("77 123 9876"), await found("+94771239876")]).toEqual([[stay.id], [stay.id]]);
    expect((await host("GET", "/api/admin/bookings.csv?source=airbnb")).text).toMatch(/Ravi,,\S{0,2}\+94 77 123 9876/);
    expect(await figures()).toMatchObject({
      totalRevenue: none.totalRevenue + 401.01,
      sources: [{ revenue: 401.01, nightsWithoutAmount: 0 }],
    });
    const { version } = (await host("GET", `/api/admin/channel-stays/${stay.id}`)).json;
    await host("PUT", `/api/admin/channel-stays/${stay.id}`, { ...words, guestPhone: "", version });
    expect(await found("77 123 9876")).toEqual([]);
    const counted = (await host("GET", "/api/admin/analytics/stays?from=2028-03-01&to=2028-03-04")).json;
    expect(counted).toEqual([
      expect.objectContaining({ imported: true, guestCount: null, nightsInRange: 2, revenueInRange: 200.5 }),
    ]);
  });

  test("S-60, S-67: the jobs read calendars when they are due, and delete the platform's details about a guest once more than thirty days have passed since check-out", async () => {
    // Jobs on the shared server would read calendars before other tests do.
    const other = await startTestApp(engine, { platforms: platforms.reach });
    const get = async (path: string) =>
      (await other.send("GET", path, undefined, { cookie: await other.signIn() })).json;
    const site = "a67.airbnb.com";
    shows(site, AIRBNB, [airbnbStay("HMFORGET01", "2026-11-20", "2026-11-24")]);
    const given = { platform: "airbnb", url: link(site) };
    const connected = await other.send("POST", "/api/admin/channels", given, { cookie: await other.signIn() });
    expect(connected.status, connected.text).toBe(201);
    const read = async () => (await get("/api/admin/channels")).channels[0].lastOkAt;
    const first = await read();
    other.clock.advance(40 * 24 * 60 * MINUTE);
    await other.app.start();
    await expect.poll(read).not.toBe(first);
    const imports = createImportStore({
      database: other.database,
      servedTo: async () => [],
      notifyHost: null,
      record: async () => {},
    });
    const today = async () => dayAt(other.clock(), "Asia/Colombo");
    await deleteOldCalendars(other.database, { clock: other.clock, today, imports }).run();
    const [stay] = await get("/api/admin/channel-stays?show=all");
    expect(stay).toMatchObject({ code: "", phoneDigits: "", link: "", state: "finished" });
    await other.close();
  });
});

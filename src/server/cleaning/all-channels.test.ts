import { globSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addDays, type LocalDate, toLocalDate } from "#domain/calendar/local-date.ts";
import { engines } from "../testing/engines.ts";
import { bookStay, GUEST } from "../testing/given.ts";
import { AIRBNB, airbnbStay, calendarOf, type Platforms, type SimEvent, startPlatforms } from "../testing/platforms.ts";
import { cookieOf, type TestResponse, startTestApp, type TestApp } from "../testing/test-app.ts";

const MINUTE_MS = 60_000;
const FORM = { "content-type": "application/x-www-form-urlencoded" };
const SITE = "cleaning.airbnb.com";
const LINK = `https://${SITE}/calendar/ical/4712.ics?s=0123456789abcdef0123456789abcdef`;

test("only these files change occupied nights; a new file needs a row in the test below", () => {
  const sources = globSync("src/server/**/*.ts").filter((file) => !/\.test\.ts$|\/testing\/|\/migrations\//.test(file));
  const files = sources.filter((file) =>
    /\b(?:claimNights|freeNights)\(|(?:insertInto|deleteFrom)\("occupied_night"\)/.test(readFileSync(file, "utf8")),
  );
  expect(files.map((file) => relative("src/server", file)).toSorted()).toEqual([
    "blocks/store.ts",
    "booking/act-store.ts",
    "booking/add-store.ts",
    "booking/remove-store.ts",
    "channels/write-stay.ts",
    "database/calendar.ts",
    "demo/store.ts",
  ]);
});

describe.each(engines)("the cleaner's emails on %s", (engine) => {
  let server: TestApp;
  let platforms: Platforms;
  let cookie: string;
  beforeAll(async () => {
    platforms = await startPlatforms();
    server = await startTestApp(engine, {
      platforms: platforms.reach,
      config: { publicUrl: "https://cottage.example" },
    });
    cookie = await server.signIn();
    shows([]);
    expect((await host("POST", "/channels", { platform: "airbnb", url: LINK })).status).toBe(201);
    const { path } = (await host("POST", "/cleaning/link", { seen: null })).json;
    await server.send("POST", `${path}/email`, "email=maya%40example.com", FORM);
  });
  beforeEach(async () => {
    cookie = await server.signIn();
  });
  afterAll(async () => {
    await server.close();
    await platforms.close();
  });

  const host = (method: string, path: string, body?: unknown): Promise<TestResponse> =>
    server.send(method, `/api/admin${path}`, body, { cookie });
  const shown = new Map<string, SimEvent>();
  const shows = (events: Iterable<SimEvent>) => platforms.replies.set(SITE, { body: calendarOf(AIRBNB, [...events]) });
  /** Adds a stay to the platform's calendar, or removes it, and reads that calendar. */
  async function platform(
    code: string,
    span: { checkInDate: LocalDate; checkOutDate: LocalDate } | null,
  ): Promise<TestResponse> {
    if (span) shown.set(code, airbnbStay(code, span.checkInDate, span.checkOutDate));
    else shown.delete(code);
    shows(shown.values());
    // A stay counts as cancelled once it has been missing from two reads at least half an hour apart (S-31).
    let last: TestResponse | null = null;
    for (const _ of [1, 2, 3]) {
      server.clock.advance(20 * MINUTE_MS);
      last = await host("POST", "/channels/sync", {});
    }
    if (!last) throw new Error("The platform's calendar was not read");
    return last;
  }
  const span = (from: LocalDate, nights: number) => ({ checkInDate: from, checkOutDate: addDays(from, nights) });
  const version = async (id: string) => (await host("GET", `/bookings/${id}`)).json.version;
  const book = async (from: LocalDate, nights: number) => {
    const made = await bookStay(server, span(from, nights));
    expect(made.status, made.text).toBe(201);
    return { id: String(made.json.id), cookie: cookieOf(made) };
  };
  async function mode(bookingMode: string): Promise<void> {
    const { missing: _missing, debugUntil: _until, ...settings } = (await host("GET", "/settings")).json;
    expect((await host("PUT", "/settings", { ...settings, bookingMode })).status).toBe(200);
  }
  /** The text of the emails sent to the cleaner. */
  async function notified(): Promise<string[]> {
    const rows = await server.db
      .selectFrom("scheduled_message")
      .select("body")
      .where("message_key", "like", "notice/cleaning/%")
      .orderBy("created_at")
      .execute();
    return rows.map(({ body }) => body ?? "");
  }
  /** Advances the clock far enough for the change to be reported. */
  async function settle(): Promise<string[]> {
    for (const minutes of [1, 11, 1]) {
      server.clock.advance(minutes * MINUTE_MS);
      await server.app.runJobs(/email the cleaner/);
    }
    cookie = await server.signIn();
    return notified();
  }

  let day = toLocalDate("2026-11-24");
  /** The first of three days that no other test uses. */
  const next = () => (day = addDays(day, 3));
  type Way = { name: string; hears: boolean; prepare: (from: LocalDate) => Promise<() => Promise<TestResponse>> };
  const cancel = async (id: string) =>
    host("POST", `/bookings/${id}/cancel`, { version: await version(id), waiveFee: true, expectedFee: "0.00" });
  const confirm = async (id: string) =>
    host("POST", `/bookings/${id}/status`, { version: await version(id), status: "confirmed" });
  const ways: Way[] = [
    { name: "a guest books", hears: true, prepare: async (from) => () => bookStay(server, span(from, 1)) },
    {
      name: "a guest changes the dates",
      hears: true,
      prepare: async (from) => {
        const own = await book(from, 1);
        const change = { ...span(from, 2), guestCount: 2, expectedTotal: "300.00" };
        return () => server.send("PUT", `/api/bookings/${own.id}/stay`, change, { cookie: own.cookie });
      },
    },
    {
      name: "a guest cancels",
      hears: true,
      prepare: async (from) => {
        const own = await book(from, 1);
        const free = { expectedFee: "0.00" };
        return () => server.send("POST", `/api/bookings/${own.id}/cancel`, free, { cookie: own.cookie });
      },
    },
    {
      name: "the host enters a booking",
      hears: true,
      prepare: async (from) => () =>
        host("POST", "/bookings", { ...GUEST, ...span(from, 1), guestCount: 2, status: "confirmed" }),
    },
    {
      name: "the host moves a booking",
      hears: true,
      prepare: async (from) => {
        const { id } = await book(from, 1);
        const moved = { ...span(from, 2), guestCount: 2, price: "new", expectedTotal: "300.00" };
        return async () => host("PUT", `/bookings/${id}/stay`, { ...moved, version: await version(id) });
      },
    },
    {
      name: "the host cancels a booking",
      hears: true,
      prepare: async (from) => {
        const { id } = await book(from, 1);
        return () => cancel(id);
      },
    },
    {
      name: "the host removes a test booking",
      hears: true,
      prepare: async (from) => {
        const { id } = await book(from, 1);
        const { reference } = (await host("GET", `/bookings/${id}`)).json;
        return async () => host("POST", `/bookings/${id}/remove`, { version: await version(id), reference });
      },
    },
    {
      name: "the host restores a booking",
      hears: true,
      prepare: async (from) => {
        const { id } = await book(from, 1);
        await cancel(id);
        return () => confirm(id);
      },
    },
    {
      name: "the host accepts a request",
      hears: true,
      prepare: async (from) => {
        await mode("request");
        const { id } = await book(from, 1);
        await mode("instant");
        return () => confirm(id);
      },
    },
    {
      name: "a request that nobody has accepted",
      hears: false,
      prepare: async (from) => async () => {
        await mode("request");
        const made = await bookStay(server, span(from, 1));
        await mode("instant");
        return made;
      },
    },
    { name: "a platform sells nights", hears: true, prepare: async (from) => () => platform("HMSOLD", span(from, 1)) },
    {
      name: "a platform moves a stay",
      hears: true,
      prepare: async (from) => {
        await platform("HMMOVED", span(from, 1));
        return () => platform("HMMOVED", span(from, 2));
      },
    },
    {
      name: "a platform's stay is cancelled",
      hears: true,
      prepare: async (from) => {
        await platform("HMGONE", span(from, 1));
        // Without another stay, the calendar would suddenly be empty, and the release would be held back (S-33).
        await platform("HMSTAYS", span(addDays(from, 1), 1));
        return () => platform("HMGONE", null);
      },
    },
    {
      name: "the host blocks nights",
      hears: false,
      prepare: async (from) => () =>
        host("POST", "/blocks", { startsOn: from, endsOn: addDays(from, 1), reason: "Painting" }),
    },
  ];

  test.each(ways)("$name: the cleaner is notified: $hears", async ({ hears, prepare }) => {
    const act = await prepare(next());
    const before = (await settle()).length;
    const done = await act();
    expect(done.status, done.text).toBeLessThan(300);
    const after = await settle();
    expect(after.slice(before)).toHaveLength(hears ? 1 : 0);
    // The emails contain no names.
    expect(after.join()).not.toMatch(/Perera|HM[A-Z]/);
  });
});

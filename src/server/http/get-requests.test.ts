import { resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { followLink, ownLinkOf } from "../testing/own-link.ts";
import { plant } from "../testing/planted-data.ts";
import { AIRBNB, airbnbStay, calendarOf, type Platforms, startPlatforms } from "../testing/platforms.ts";
import { settledDigests } from "../testing/settled-digests.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { loadBuiltSite } from "./built-site.ts";

const RANGE = "?from=2026-11-21&to=2026-12-20";
const STAY = "?checkInDate=2027-04-01&checkOutDate=2027-04-03&guestCount=2";
const QUERIES: Record<string, string> = {
  "/api/availability": RANGE,
  "/api/admin/calendar": RANGE,
  "/api/admin/blocks": RANGE,
  "/api/admin/day-notes": RANGE,
  "/api/admin/analytics/stays": RANGE,
  "/api/bookings/:bookingId/stay-quote": STAY,
  "/api/admin/stay-quote": STAY,
  "/api/admin/deliveries": "?kind=booking&id=:bookingId",
};

/**
 * GET requests that store something, and the tables in which they do. If a payment page is open, the request with which
 * the guest returns from it (`back`) also records what the provider reports; payments.test.ts makes such requests.
 */
const STORES: Record<string, string[]> = {
  // An index of the bookings, and a key, both of which are made when they are first needed.
  "/api/admin/bookings-page": ["listed_booking", "listed_booking_change"],
  "/api/admin/push": ["signing_key"],
  // Who downloaded what.
  "/api/admin/bookings.csv": ["audit_entry"],
  "/api/admin/bookings/:bookingId/personal-data": ["audit_entry"],
  "/api/admin/bookings/:bookingId/dispute-evidence": ["audit_entry"],
  "/api/admin/channel-runs/:runId/body": ["audit_entry"],
  "/api/admin/export": ["audit_entry"],
  // Who read our calendar, and what they were given.
  "/calendar/:token/:file": ["feed_item", "feed_read", "feed_version"],
  // The browser may see the booking. This is stored only if the email address is verified (own-link.test.ts).
  "/booking/link/:bookingId/:secret": ["booking_access"],
};
/** Routes that return an error here, because they need a file, a token, a provider or a page of the simulated bank. */
const NOT_FOUND = [
  "/api/admin/backups/:runId/file",
  "/api/admin/bookings/:bookingId/pictures/:pictureId/:size",
  "/api/bookings/:bookingId/pictures/:pictureId/:size",
  "/api/metrics",
  "/api/webhooks/whatsapp",
  "/simulated-bank/:sessionId",
];

describe.each(engines)("GET requests on %s", (engine) => {
  let platforms: Platforms;
  let server: TestApp;
  let people: { admin: string; guest: string };
  let addressOf: (pattern: string) => string;
  let patterns: string[];
  beforeAll(async () => {
    const site = await loadBuiltSite(resolve("dist"));
    platforms = await startPlatforms();
    const body = calendarOf(AIRBNB, [airbnbStay("HMZQ4CANAR", "2027-01-10", "2027-01-14")]);
    platforms.replies.set("calendar.example", { body });
    const mail = { smtpUrl: "smtp://127.0.0.1:9", from: { address: "stay@cottage.example" } };
    const config = { publicUrl: "http://cottage.example", localBank: true, mail };
    server = await startTestApp(engine, { site, config, platforms: platforms.reach });
    const admin = await server.signIn();
    const { parts, guest } = await plant(server, admin);
    people = { admin, guest };
    const link = await ownLinkOf(server, parts["bookingId"]?.[0] ?? "");
    await followLink(server, link);
    const idIn = async (table: "channel" | "channel_stay" | "channel_run" | "scheduled_message") =>
      (await server.db.selectFrom(table).select("id").executeTakeFirstOrThrow()).id;
    const known: Record<string, string[]> = {
      ...parts,
      secret: [link.split("/").at(-1) ?? ""],
      channelId: [await idIn("channel")],
      stayId: [await idIn("channel_stay")],
      runId: [await idIn("channel_run")],
      messageId: [await idIn("scheduled_message")],
      sessionId: ["none"],
    };
    addressOf = (pattern) =>
      (pattern + (QUERIES[pattern] ?? "")).replace(/:(\w+)/g, (_, name: string) => {
        const [value] = known[`${pattern} ${name}`] ?? known[name] ?? [];
        if (value === undefined) throw new Error(`no value defined for :${name} in ${pattern}`);
        return value;
      });
    // The stream of events does not end.
    const routes = server.app.http.mountedRoutes.filter(
      ({ method, url }) => method === "GET" && !url.endsWith("/events"),
    );
    const pages = [...site.pagePatterns, "/admin/login", "/admin/setup", "/admin/audit", "/nothing/here"];
    patterns = routes.flatMap(({ url }) => (url === "/*" ? pages : [url]));
  }, 180_000);
  afterAll(async () => {
    await server.close();
    await platforms.close();
  });

  /** Requests the pages and API calls as the host and as the guest; returns the tables that change. */
  async function changedBy(asked: string[]): Promise<string[]> {
    const before = await settledDigests(server.config);
    for (const pattern of asked) {
      const statuses: number[] = [];
      for (const cookie of Object.values(people))
        statuses.push((await server.send("GET", addressOf(pattern), undefined, { cookie })).status);
      const isFound = statuses.some((status) => status < 400);
      expect(isFound, `${pattern}: ${statuses.join()}; add a query to QUERIES if the endpoint needs one`).toBe(
        ![...NOT_FOUND, "/nothing/here"].includes(pattern),
      );
    }
    const after = await settledDigests(server.config);
    return Object.keys(after).filter((table) => !isDeepStrictEqual(after[table], before[table]));
  }

  test("change no table, except on the listed routes and to record when the host was last seen", async () => {
    // A background task creates the other files of the host's picture.
    const files = () => server.db.selectFrom("picture").where("share", "is", null).select("id").execute();
    await expect.poll(files, { timeout: 120_000 }).toEqual([]);
    server.clock.advance(10 * 60_000);
    expect((await changedBy(["/api/admin/auth/user"])).toSorted()).toEqual(["admin", "admin_session"]);
    expect(patterns.length).toBeGreaterThan(100);
    expect(await changedBy(patterns.filter((pattern) => !STORES[pattern]))).toEqual([]);
    // Each of these stores something, so the comparison above would notice a change.
    for (const [pattern, tables] of Object.entries(STORES))
      expect((await changedBy([pattern])).toSorted(), pattern).toEqual(tables);
  }, 180_000);
});

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LANGUAGES } from "#domain/language/language.ts";
import { pathIn } from "#domain/language/language-path.ts";
import { startingProperty } from "../property/starting-content.ts";
import { engines } from "../testing/engines.ts";
import { bookStay } from "../testing/given.ts";
import { AIRBNB, airbnbStay, calendarOf, type Platforms, startPlatforms } from "../testing/platforms.ts";
import { CANARY, type Parts, plant, STAYS } from "../testing/planted-data.ts";
import { fieldNames, readable, type Secret, secretNames, secretsIn } from "../testing/secrets.ts";
import { cookieOf, type TestResponse, startTestApp, type TestApp } from "../testing/test-app.ts";
import { loadBuiltSite } from "./built-site.ts";
import type { MountedRoute } from "./http-server.ts";

const site = await loadBuiltSite(resolve("dist"));
const MAIL = { smtpUrl: "smtp://127.0.0.1:9", from: { address: "stay@cottage.example" } };

/** Query strings to try, in addition to the URL without a query string. */
const QUERIES: Record<string, string> = {
  "/api/availability": "?from=2026-11-21&to=2026-12-31",
  "/api/bookings/:bookingId/stay-quote": "?checkInDate=2026-12-20&checkOutDate=2026-12-22&guestCount=2",
  "/book": "?checkIn=2026-11-23&checkOut=2026-11-26&guests=2",
};
/** Bodies that pass an endpoint's validation. */
const BODIES: Record<string, unknown> = {
  "POST /api/guests": { name: "Ann Perera", email: "ann@example.com", phone: "+94 77 123 4567" },
  "POST /api/bookings": { propertyId: 1, guestId: "none", guestCount: 2, status: "upcoming", ...STAYS[0] },
  "PUT /api/bookings/:bookingId/stay": { ...STAYS[0], guestCount: 2, expectedTotal: "450.00" },
  "POST /api/bookings/:bookingId/cancel": { expectedFee: "0.00" },
  "POST /api/bookings/:bookingId/messages": { text: "Who is there?" },
  "PUT /api/bookings/:bookingId/reading": { share: true },
  "POST /api/bookings/find": { reference: "LK-00000000", email: CANARY.email },
  "PUT /api/bookings/:bookingId/email": { email: "other@example.com" },
  "POST /api/admin/auth/login": { username: "host", password: "not this one at all" },
};
/** Routes that never give the callers here a 200: they redirect, do not exist, or need a secret or a guest's access. */
const NEVER_200 = [
  "GET /nothing/here",
  "GET /api/nothing",
  "GET /api/metrics",
  "GET /api/webhooks/whatsapp",
  "GET /booking/link/:bookingId/:secret",
  ...LANGUAGES.map((language) => `GET ${pathIn(language, "/booking/prove/:mark/:until/:secret")}`),
  "GET /api/bookings/:bookingId/stay.ics",
  "GET /api/bookings/:bookingId/stay-quote",
  // Only the guest may read this, and the guest is not one of the callers here.
  "GET /api/bookings/:bookingId/conversation",
  "GET /api/bookings/:bookingId/pictures/:pictureId/:size",
  // There is no payment provider.
  "GET /booking/pay/:bookingId",
  "GET /booking/receipt/:bookingId/:number",
];
/** Private columns that the test data must fill, so that there is something to find. */
const MUST_BE_TRIED = [
  "property.wifi_password",
  "property.check_in_instructions",
  "guest.name",
  "guest.email",
  "guest.phone",
  "booking.special_requests",
  "booking.host_notes",
  "conversation_message.body",
  "settings.value",
  "cleaner_page.token",
  "cleaner_page.note",
  "owner_block.reason",
  "day_note.text",
  "admin.password_hash",
  "admin_session.token_hash",
  "channel.import_url",
  "channel_stay.code",
  "feed.token",
  "picture.alt",
  "rating.words",
  "scheduled_message.to_address",
  "signing_key.secret",
  "content_change.before_value",
];
/**
 * Who may read what: the id of a booking gives access to its public page, and the host's cookie to everything about the
 * booking.
 */
const ENTITLED: { at: RegExp; who: RegExp; columns: string[] }[] = [
  { at: /:bookingId/, who: /./, columns: ["booking.guest_count", "audit_entry.subject"] },
  {
    at: /^(?:GET|HEAD) .*\/confirmation/,
    who: /^admin$/,
    columns: [
      "guest.name",
      "guest.email",
      "guest.phone",
      "booking.special_requests",
      "property.wifi_password",
      "property.check_in_instructions",
      "settings.value",
    ],
  },
  // The link in the guest's email shows the guest's own review.
  { at: /^(?:GET|HEAD) .*\/(?:rate|ratings)\/:token/, who: /./, columns: ["rating.words"] },
  // Likewise, the cleaner's link shows what the host has written for the cleaner.
  { at: /\/cleaning\/:token/, who: /./, columns: ["cleaner_page.note", "cleaner_page.email"] },
];
/** Fields that everyone receives, but that are empty without permission. */
const EMPTY = /"(?:specialRequests|changeRequest)":null/g;
/**
 * Public fields (rules for stays, amounts, the id of a failed request) that have the same names as private columns. The
 * values of these columns are searched for anyway.
 */
const PUBLIC_NAMES = new Set(["minimumNights", "amountCents", "requestId"]);

type Exchange = { route: string; address: string; who: string; response: TestResponse };

/** Every public URL, generated from the mounted routes and the site's pages. */
function publicAddresses(routes: readonly MountedRoute[], patterns: readonly string[], parts: Parts) {
  const requests: { route: string; method: string; pattern: string; address: string }[] = [];
  const faults: string[] = [];
  const open = routes.filter(({ access }) => access === "anyone");
  const all = open.flatMap(({ method, url }) =>
    (url === "/*" ? patterns : [url]).map((pattern) => ({ method, pattern })),
  );
  for (const { method, pattern } of all) {
    let addresses = [pattern];
    for (const [part, name = ""] of pattern.matchAll(/:(\w+)/g)) {
      const values = parts[`${pattern} ${name}`] ?? parts[name];
      if (!values) faults.push(`no value defined for :${name} in ${pattern}`);
      addresses = addresses.flatMap((address) => (values ?? []).map((value) => address.replace(part, value)));
    }
    const query = QUERIES[pattern];
    if (query) addresses.push(...addresses.map((address) => address + query));
    const route = `${method} ${pattern}`;
    requests.push(...addresses.map((address) => ({ route, method, pattern, address })));
  }
  return { requests, faults };
}

/** Secrets found in a response, and fields that only contain secrets. */
function leaksIn({ route, who, address, response }: Exchange, { values, names }: Secrets): string[] {
  const allowed = ENTITLED.flatMap((one) => (one.at.test(route) && one.who.test(who) ? one.columns : []));
  const isSecret = (where: string[]) => !where.some((column) => allowed.includes(column));
  const readableText = readable(response);
  // Values in the request's URL do not count as leaks.
  const isLeak = (value: string) => !address.includes(value) && readableText.includes(value.toLowerCase());
  const found = values.filter(({ value, where }) => isSecret(where) && isLeak(value));
  const text = response.text.replaceAll(EMPTY, "");
  // A 400 response names the fields that the endpoint accepts.
  const fields = new Set(response.status === 400 ? [] : fieldNames({ ...response, text })).intersection(names);
  return [
    ...found.map(({ where, value }) => `${route} ${address} shows ${who} ${where.join()}: ${value.slice(0, 40)}`),
    ...[...fields.difference(PUBLIC_NAMES)]
      .filter((name) => isSecret(names.get(name) ?? []))
      .map((name) => `${route} ${address} shows ${who} the field ${name}`),
  ];
}
type Secrets = { values: Secret[]; names: Map<string, string[]> };

describe.each(engines)("S13: public responses on %s", (engine) => {
  let server: TestApp;
  let platforms: Platforms;
  let parts: Parts;
  let people: Record<string, string>;
  beforeAll(async () => {
    platforms = await startPlatforms();
    platforms.replies.set("calendar.example", {
      body: calendarOf(AIRBNB, [airbnbStay("HMZQ4CANAR", "2027-01-10", "2027-01-14")]),
    });
    const config = { publicUrl: "http://cottage.example", mail: MAIL };
    server = await startTestApp(engine, { site, config, platforms: platforms.reach });
    await server.app.start();
    const expired = await server.signIn();
    server.clock.advance(61 * 60_000);
    const admin = await server.signIn();
    ({ parts } = await plant(server, admin));
    const other = cookieOf(await bookStay(server, { checkInDate: "2027-02-01", checkOutDate: "2027-02-03" }));
    people = { nobody: "", expired, "another guest": other, admin };
  });
  afterAll(async () => {
    await server.close();
    await platforms.close();
  });

  async function askAll(): Promise<{ exchanges: Exchange[]; faults: string[] }> {
    const patterns = [
      ...site.pagePatterns,
      "/nothing/here",
      "/api/nothing",
      "/admin/login",
      "/admin/setup",
      "/admin/audit",
    ];
    const { requests, faults } = publicAddresses(server.app.http.mountedRoutes, patterns, parts);
    const exchanges: Exchange[] = [];
    for (const { route, method, address } of requests) {
      const isReading = method === "GET" || method === "HEAD";
      const bodies = isReading ? [undefined] : [{}, "{", ...(BODIES[route] ? [BODIES[route]] : [])];
      for (const [who, cookie] of Object.entries(people)) {
        // Logging out would end the session that the rest of the test needs.
        if (who === "admin" && route.endsWith("/logout")) continue;
        for (const body of bodies) {
          const response = await server.send(method, address, body, { cookie });
          exchanges.push({ route, address, who, response });
        }
      }
    }
    return { exchanges, faults };
  }

  test("no public response contains a value or a field from the database's private columns", async () => {
    const secrets = { values: await secretsIn(server.db, engine), names: await secretNames(server.db, engine) };
    const { exchanges, faults } = await askAll();
    // Without data in these columns, there would be nothing to find.
    for (const column of MUST_BE_TRIED) {
      expect(
        secrets.values.some(({ where }) => where.includes(column)),
        column,
      ).toBe(true);
    }
    expect(faults).toEqual([]);
    const empty = [
      ...new Set(exchanges.filter(({ route }) => route.startsWith("GET")).map(({ route }) => route)),
    ].filter(
      (route) =>
        !NEVER_200.includes(route) && !exchanges.some((one) => one.route === route && one.response.status === 200),
    );
    expect(empty).toEqual([]);
    expect(exchanges.filter(({ response }) => response.status >= 500)).toEqual([]);
    expect(exchanges.flatMap((one) => leaksIn(one, secrets))).toEqual([]);
  });

  /** Seeded faults: the same check on pages and endpoints that leak. */
  test("the check detects a private field, a secret (in a page, in a header or encoded), and a route without sample values", async () => {
    const secrets = { values: await secretsIn(server.db, engine), names: await secretNames(server.db, engine) };
    const wifi = "Zq-monsoon-2027";
    const holes: Record<string, { body: string; headers?: Record<string, string> }> = {
      "GET /in-html": { body: `<p title="${wifi}">` },
      "GET /in-json": { body: JSON.stringify({ rate: "The key lies **under the third pot**, code ZQ-4711" }) },
      "GET /escaped": { body: "<p>Peacock allergy&#44; ZQ</p>" },
      "GET /in-base64": { body: `<i id="${Buffer.from(`x ${CANARY.email}`).toString("base64")}">` },
      "GET /in-header": { body: "", headers: { "x-note": encodeURIComponent(CANARY.name) } },
      "GET /field": { body: '{"wifiPassword":null}', headers: { "content-type": "application/json" } },
      "GET /in-state": { body: '<script type="application/json" id="state">{"hostNotes":""}</script>' },
    };
    for (const [route, { body, headers = {} }] of Object.entries(holes)) {
      const response: TestResponse = { status: 200, headers: new Headers(headers), text: body, json: null };
      expect(leaksIn({ route, address: "", who: "nobody", response }, secrets), route).toHaveLength(1);
    }
    const added: MountedRoute[] = [
      { method: "GET", url: "/api/added", access: "anyone" },
      { method: "GET", url: "/api/added/:thing", access: "anyone" },
      { method: "GET", url: "/api/admin/added", access: "admin" },
    ];
    const { requests, faults } = publicAddresses(added, [], parts);
    expect(requests.map(({ address }) => address)).toEqual(["/api/added"]);
    expect(faults).toEqual(["no value defined for :thing in /api/added/:thing"]);
  });

  test("no built file contains a secret from the default content", () => {
    const revealed = [startingProperty.checkInInstructions];
    const files = [...site.files].filter((path) => /\.(js|css|svg|webmanifest|txt)$/.test(path));
    expect(files.length).toBeGreaterThan(50);
    const holding = files.filter((path) => {
      const text = readFileSync(join(site.clientDir, path), "utf8");
      return revealed.some((secret) => text.includes(secret));
    });
    expect(holding).toEqual([]);
  });
});

import fastify from "fastify";
import { createLogger } from "#server/runtime/logger.ts";
import { allDigests } from "#server/backups/restore-files.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHttpServer, type MountedRoute } from "#server/http/http-server.ts";
import { engines } from "#server/testing/engines.ts";
import { settledDigests } from "#server/testing/settled-digests.ts";
import { ADMIN, cookieOf, startTestApp, type TestApp } from "#server/testing/test-app.ts";
import { ACCESS_MATRIX } from "./access-matrix.ts";

/**
 * S11: calls every route that needs a sign-in: without a session, with an expired session, as the demo account and as
 * the admin. The routes in `NOT_TO_BE_CALLED_BY_ADMIN` are not called as the admin, nor read as the demo account.
 */

const isReading = (method: string) => method === "GET" || method === "HEAD";
const key = ({ method, url }: MountedRoute) => `${method === "HEAD" ? "GET" : method} ${url}`;
const addressOf = (url: string, id: string) => url.replace(/:\w+/g, id);
/** The first route has an endless response, and the second would end the sessions that the rest of the test needs. */
const NOT_TO_BE_CALLED_BY_ADMIN = ["GET /api/admin/events", "DELETE /api/admin/auth/sessions"];

/** Full archives contain account secrets. */
const NOT_FOR_DEMO = ["GET /api/admin/export"];

type Ask = (route: MountedRoute, cookie: string, id?: string) => Promise<{ status: number; text: string }>;
type People = { expired: string; demo: string };

/** Messages that say how a route differs from the matrix. */
async function faults(route: MountedRoute, ask: Ask, people: People): Promise<string[]> {
  const expected = ACCESS_MATRIX[key(route)];
  if (!expected) return [`${key(route)} has no entry in the access matrix`];
  if (route.access !== expected) return [`${key(route)} is mounted for ${String(route.access)}, not for ${expected}`];
  if (expected === "anyone") return [];
  const found: string[] = [];
  const unknownId = await ask(route, "", "does-not-exist");
  for (const [who, cookie] of [
    ["anonymous", ""],
    ["expired", people.expired],
  ] as const) {
    const response = await ask(route, cookie);
    if (response.status !== 401) found.push(`${key(route)} answers ${response.status} to ${who}`);
    if (response.text !== unknownId.text) found.push(`${key(route)} reveals to ${who} which ids exist`);
  }
  if (!isReading(route.method)) {
    const response = await ask(route, people.demo);
    const right =
      response.status === 403 && response.text === JSON.stringify({ message: "The demo account is read-only" });
    if (!right) found.push(`${key(route)} answers ${response.status} to the demo account`);
  }
  return found;
}

describe.each(engines)("S11: who may call what on %s", (engine) => {
  let server: TestApp;
  let people: People & { admin: string };
  beforeAll(async () => {
    server = await startTestApp(engine, { config: { demoMode: true, localBank: true } });
    // A demo normally has no admin. This test adds one, so that both roles can call the routes of the same server.
    await server.app.admins.createAdmin(ADMIN);
    const expired = await server.signIn();
    server.clock.advance(61 * 60_000);
    people = { expired, admin: await server.signIn(), demo: cookieOf(await demoSignIn(server)) };
  });
  afterAll(() => server.close());

  const ask: Ask = async ({ method, url }, cookie, id = "1") =>
    server.send(method, addressOf(url, id), isReading(method) ? undefined : {}, { cookie });

  test("every mounted route is in the matrix and enforces its permission, and the matrix lists no others", async () => {
    const routes = server.app.http.mountedRoutes;
    expect(routes.length).toBeGreaterThan(40);
    const found: string[] = [];
    for (const route of routes) found.push(...(await faults(route, ask, people)));
    expect(found).toEqual([]);
    const mounted = new Set(routes.map(key));
    expect(Object.keys(ACCESS_MATRIX).filter((entry) => !mounted.has(entry))).toEqual([]);
  });

  test("the admin is refused no admin route; the demo account is refused those that write, and the export", async () => {
    for (const route of server.app.http.mountedRoutes) {
      if (route.access !== "admin" || NOT_TO_BE_CALLED_BY_ADMIN.includes(key(route))) continue;
      const admin = await ask(route, people.admin);
      expect([401, 403], `${key(route)} to the admin`).not.toContain(admin.status);
      if (!isReading(route.method)) continue;
      const refused = [401, 403].includes((await ask(route, people.demo)).status);
      expect(refused, `${key(route)} to the demo account`).toBe(NOT_FOR_DEMO.includes(key(route)));
    }
  });

  test("under /api/admin, a stranger cannot tell routes that need a sign-in from unknown ones", async () => {
    const known = await server.send("GET", "/api/admin/bookings/1");
    const others = ["bookings/2", "settings", "audit?olderThan=3", "unknown", "unknown/1"].map(
      (path) => `/api/admin/${path}`,
    );
    for (const path of others) {
      const response = await server.send("GET", path);
      expect([response.status, response.text]).toEqual([known.status, known.text]);
    }
  });

  /** The negative control: the same check is run on a server with these faults. */
  test("the check detects a route without an entry, one open by mistake, and one that lets the demo account write", async () => {
    const broken = await createHttpServer({
      publicUrl: null,
      logger: createLogger("silent"),
      trustProxy: false,
      serveFromCache: () => false,
      hashKey: async () => "",
      // The fault: any cookie identifies the caller as an admin.
      authenticate: async () => ({
        id: "1",
        username: "x",
        role: "admin",
        secondFactor: false,
        sessionHash: "",
        kept: false,
        confirmed: true,
      }),
    });
    broken.get("/api/admin/forgotten", { config: { access: "admin" } }, async () => ({}));
    broken.get("/api/admin/settings", { config: { access: "anyone" } }, async () => ({}));
    broken.put("/api/admin/settings", { config: { access: "admin" } }, async () => ({}));
    await broken.ready();
    const askBroken: Ask = async ({ method, url }, cookie) => {
      const response = await broken.inject({ url, method: method === "PUT" ? "PUT" : "GET", headers: { cookie } });
      return { status: response.statusCode, text: response.body };
    };
    const found: string[] = [];
    for (const route of broken.mountedRoutes) found.push(...(await faults(route, askBroken, people)));
    expect(found).toContain("GET /api/admin/forgotten has no entry in the access matrix");
    expect(found).toContain("GET /api/admin/settings is mounted for anyone, not for admin");
    expect(found).toContain("PUT /api/admin/settings answers 200 to expired");
    expect(found).toContain("PUT /api/admin/settings answers 200 to the demo account");
    await broken.close();
    expect(() => broken.get("/late", async () => ({}))).toThrow();
  });

  test("S10: no state-changing endpoint accepts a request from another site", async () => {
    const unsafe = server.app.http.mountedRoutes.filter((route) => !isReading(route.method));
    expect(unsafe.length).toBeGreaterThan(20);
    await backupsEnded(server, people.admin);
    const before = await settledDigests(server.config);
    const found: string[] = [];
    for (const { method, url } of unsafe) {
      const send: Send = (headers, body) =>
        server.send(method, addressOf(url, "1"), body, { cookie: people.admin, ...headers });
      found.push(...(await forgeriesTaken(send)).map((forgery) => `${method} ${url} ${forgery}`));
    }
    expect(found).toEqual([]);
    expect(await allDigests(server.config)).toEqual(before);
    expect((await server.send("GET", "/api/admin/auth/user", undefined, { cookie: people.admin })).status).toBe(200);
  });

  /** The negative control: this server checks neither the origin nor the content type. */
  test("the check detects a server that accepts all six forged requests", async () => {
    const open = fastify();
    open.addContentTypeParser("text/plain", { parseAs: "string" }, (_request, body, done) => done(null, body));
    open.put("/api/admin/settings", async () => ({}));
    const taken = await forgeriesTaken(async (headers, payload) => {
      const response = await open.inject({ method: "PUT", url: "/api/admin/settings", headers, payload });
      return { status: response.statusCode };
    });
    await open.close();
    expect(taken).toHaveLength(6);
  });
});

type Send = (headers: Record<string, string>, body: object | string) => Promise<{ status: number }>;

/**
 * S10: sends six requests that another site's page could send through a browser, and returns those that are not
 * rejected.
 */
async function forgeriesTaken(send: Send): Promise<string[]> {
  const forged: Record<string, string>[] = [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "http://127.0.0.1.evil.example" },
  ];
  const taken: string[] = [];
  for (const headers of forged) {
    const { status } = await send(headers, {});
    if (status !== 403) taken.push(`answers ${status} to ${JSON.stringify(headers)}`);
  }
  // Another site's form can send this content type without a preflight request. Such a body is never parsed as JSON.
  const { status } = await send({ "content-type": "text/plain" }, "{}");
  if (![400, 403, 404, 415].includes(status)) taken.push(`answers ${status} to a form`);
  return taken;
}

/** Waits for a backup that another test may have started, because a backup records its result when it ends. */
async function backupsEnded(server: TestApp, cookie: string): Promise<void> {
  const running = async () => (await server.send("GET", "/api/admin/backups", undefined, { cookie })).json.running;
  await expect.poll(running, { timeout: 30_000 }).toBe(false);
}

/** The demo credentials appear only in the page, which this test does not render, so they are taken from the app. */
async function demoSignIn(server: TestApp) {
  return server.send("POST", "/api/auth/login", server.app.demo ?? {});
}

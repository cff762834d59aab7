import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { ADMIN, cookieOf, type TestResponse, startTestApp, type TestApp } from "../testing/test-app.ts";

const LIMIT = { signIn: { calls: 10, seconds: 900 } };
const WRONG = { username: ADMIN.username, password: "not the right sentence" };
const MINUTE = 60_000;
const USER = "/api/admin/auth/user";

describe.each(engines)("signing in on %s", (engine) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp(engine, { config: { trustProxy: true } });
  });
  // Failed attempts from other tests have expired.
  beforeEach(() => server.clock.advance(24 * 60 * MINUTE));
  afterAll(() => server.close());

  const from = (address: string) => ({ "x-forwarded-for": address });
  const login = (body: unknown, headers = {}) => server.send("POST", "/api/admin/auth/login", body, headers);
  const user = (cookie: string, headers = {}) => server.send("GET", USER, undefined, { cookie, ...headers });

  test("both fields are required, and the message is worded as in SPEC 5", async () => {
    for (const body of [
      {},
      { username: "host" },
      { username: " ", password: "x" },
      { username: "host", password: "" },
    ]) {
      const response = await login(body);
      expect(response.status).toBe(400);
      expect(response.json.message).toBe("Please enter both username and password.");
    }
  });

  test("S04: a wrong password and an unknown name get the same response, byte for byte", async () => {
    const known = await login(WRONG);
    const unknown = await login({ ...WRONG, username: "nobody" });
    expect(known.status).toBe(401);
    expect(known.text).toBe(JSON.stringify({ message: "Invalid credentials. Please try again." }));
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    // Each request has its own id and time.
    const lasting = (sent: TestResponse) =>
      [...sent.headers].filter(([name]) => name !== "date" && name !== "x-request-id");
    expect(lasting(unknown)).toEqual(lasting(known));
  });

  test("S06: the cookie is bound to the host name and to HTTPS and is inaccessible to scripts; no stored value grants access", async () => {
    const response = await login(ADMIN, { "x-forwarded-proto": "https" });
    const cookie = response.headers.getSetCookie()[0] ?? "";
    expect(cookie).toMatch(/^__Host-latchkey-session=[A-Za-z0-9_-]{43}; /);
    for (const attribute of ["Path=/", "HttpOnly", "Secure", "SameSite=Lax"]) expect(cookie).toContain(attribute);
    expect(cookie).not.toContain("Domain");

    const rows = [
      ...(await server.db.selectFrom("admin_session").selectAll().execute()),
      ...(await server.db.selectFrom("admin").selectAll().execute()),
    ];
    const values = rows.flatMap((row) => Object.values(row).map(String));
    expect(values.length).toBeGreaterThan(5);
    for (const value of values) {
      expect((await user(`latchkey-session=${encodeURIComponent(value)}`)).status).toBe(401);
      expect((await login({ username: ADMIN.username, password: value })).status).not.toBe(200);
    }
  });

  test("S05: each sign-in starts a new session and ends the browser's previous one", async () => {
    const before = await server.signIn();
    const response = await login(ADMIN, { cookie: before });
    const after = cookieOf(response);
    expect(after).not.toBe(before);
    expect((await user(before)).status).toBe(401);
    expect((await user(after)).status).toBe(200);
    const planted = `latchkey-session=${"a".repeat(43)}`;
    expect(cookieOf(await login(ADMIN, { cookie: planted }))).not.toContain("aaaaaaaa");
  });

  test("S07: an hour of inactivity ends the session; a person's actions keep it alive, but a page's polling does not", async () => {
    const polling = await server.signIn();
    const working = await server.signIn();
    // Screens that poll do so every half minute (SPEC 9).
    for (let minute = 0; minute < 62; minute += 0.5) {
      server.clock.advance(MINUTE / 2);
      if (minute < 59) {
        expect((await user(polling, { "x-latchkey-background": "1" })).status).toBe(200);
      }
      if (minute % 20 === 0) expect((await user(working)).status).toBe(200);
    }
    expect((await user(polling)).status).toBe(401);
    expect((await user(working)).status).toBe(200);
  });

  test("a password stays valid for years: nobody has to change one that is not compromised", async () => {
    for (let year = 1; year <= 5; year++) {
      server.clock.advance(365 * 24 * 60 * MINUTE);
      const response = await login(ADMIN);
      expect([response.status, response.json]).toEqual([200, { username: ADMIN.username }]);
    }
  });

  test("S07: no ordinary session lasts longer than twelve hours", async () => {
    const cookie = await server.signIn();
    for (let hour = 0; hour < 47; hour++) {
      server.clock.advance(15 * MINUTE);
      expect((await user(cookie)).status).toBe(200);
    }
    server.clock.advance(15 * MINUTE);
    expect((await user(cookie)).status).toBe(401);
  });

  test("a session from a time when the clock was ahead ends when the clock is corrected, even a long session", async () => {
    const right = server.clock().toISOString();
    server.clock.advance(365 * 24 * 60 * MINUTE);
    const ahead = [await server.signIn(), cookieOf(await login({ ...ADMIN, keep: true }))];
    for (const cookie of ahead) expect((await user(cookie)).status).toBe(200);
    server.clock.set(right);
    for (const cookie of ahead) expect((await user(cookie)).status).toBe(401);
    // The clock of another instance may be a little behind.
    const here = await server.signIn();
    server.clock.advance(-MINUTE / 2);
    await server.app.runJobs(/^delete expired sessions$/);
    expect((await user(here)).status).toBe(200);
    // The sessions do not become valid when the clock catches up.
    server.clock.advance(365 * 24 * 60 * MINUTE + MINUTE / 2);
    for (const cookie of ahead) expect((await user(cookie)).status).toBe(401);
  });

  test.each(["/api/admin/auth/logout", "/api/auth/logout"])(
    "S07: %s ends the session, and can safely be called again",
    async (path) => {
      const cookie = await server.signIn();
      const response = await server.send("POST", path, undefined, { cookie });
      expect([response.status, response.text]).toEqual([204, ""]);
      expect(response.headers.get("clear-site-data")).toBe('"cache", "storage"');
      expect(response.headers.getSetCookie()[0]).toMatch(/^latchkey-session=; .*Expires=Thu, 01 Jan 1970/);
      expect((await user(cookie)).status).toBe(401);
      expect((await server.send("POST", path, undefined, { cookie })).status).toBe(204);
      expect((await server.send("POST", path)).status).toBe(204);
    },
  );

  test("the host sees where they are signed in, and can end one session or all of them", async () => {
    await server.send("DELETE", "/api/admin/auth/sessions", undefined, { cookie: await server.signIn() });
    const phone = cookieOf(
      await login(ADMIN, { "user-agent": "Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile Safari/537.36" }),
    );
    server.clock.advance(5 * MINUTE);
    const here = await server.signIn();
    const list = await server.send("GET", "/api/admin/auth/sessions", undefined, { cookie: here });
    expect(list.json.map((row: { device: string; current: boolean }) => [row.device, row.current])).toEqual([
      ["Unknown device", true],
      ["Chrome on Android", false],
    ]);
    const ended = await server.send("DELETE", `/api/admin/auth/sessions/${list.json[1].id}`, undefined, {
      cookie: here,
    });
    expect(ended.status).toBe(204);
    expect((await user(phone)).status).toBe(401);
    expect((await user(here)).status).toBe(200);
    const again = await server.send("DELETE", `/api/admin/auth/sessions/${list.json[1].id}`, undefined, {
      cookie: here,
    });
    expect(again.status).toBe(404);

    const other = await server.signIn();
    expect((await server.send("DELETE", "/api/admin/auth/sessions", undefined, { cookie: other })).status).toBe(204);
    expect([(await user(here)).status, (await user(other)).status]).toEqual([401, 401]);
  });

  test("S09: an installation that takes bookings has no demo account and no demo sign-in", async () => {
    for (const [username, password] of [
      ["demo", "demo"],
      ["admin", "admin"],
      ["demo", "password"],
      ["admin", "password"],
    ]) {
      expect((await login({ username, password })).status).toBe(401);
      expect((await server.send("POST", "/api/auth/login", { username, password })).status).toBe(404);
    }
  });

  test("two customers of one IPv6 provider count as two networks, and all addresses of one customer count as one", async () => {
    const limited = await startTestApp(engine, { config: { trustProxy: true }, limits: { ...LIMIT } });
    const attempt = (address: string) => limited.send("POST", "/api/admin/auth/login", WRONG, from(address));
    const spread = await Promise.all(Array.from({ length: 14 }, (_, n) => attempt(`2001:db8:1:2::${n + 1}`)));
    expect(spread.filter((response) => response.status === 401)).toHaveLength(10);
    expect((await attempt("2001:db8:1:3::1")).status).toBe(401);
    await limited.close();
  });
});

describe.each(engines)("S03: guessing passwords on %s", (engine) => {
  test("two flooded processes together check exactly ten attempts from one network; the owner can sign in from another", async () => {
    const first = await startTestApp(engine, { config: { trustProxy: true }, limits: { ...LIMIT } });
    const second = await startTestApp(engine, {
      config: { trustProxy: true, ...first.sameDatabase },
      limits: { ...LIMIT },
    });
    try {
      const flood = Array.from({ length: 200 }, (_, n) =>
        [first, second].map((server) =>
          server.send("POST", "/api/admin/auth/login", WRONG, {
            // The proxy adds the last address; the attacker made up those before it.
            "x-forwarded-for": `198.51.100.${n % 250}, 203.0.113.9`,
          }),
        ),
      ).flat();
      const responses = await Promise.all(flood);
      const count = (status: number) => responses.filter((response) => response.status === status).length;
      expect([count(401), count(429), responses.length]).toEqual([10, 390, 400]);
      const refused = responses.find((response) => response.status === 429);
      expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(800);

      const owner = await first.send("POST", "/api/admin/auth/login", ADMIN, { "x-forwarded-for": "192.0.2.1" });
      expect(owner.status).toBe(200);
      const tooEarly = await second.send("POST", "/api/admin/auth/login", ADMIN, { "x-forwarded-for": "203.0.113.9" });
      expect(tooEarly.status).toBe(429);
      first.clock.advance(15 * MINUTE);
      expect(
        (await first.send("POST", "/api/admin/auth/login", ADMIN, { "x-forwarded-for": "203.0.113.9" })).status,
      ).toBe(200);
    } finally {
      await second.close();
      await first.close();
    }
  });

  test("an account allows seventy failed attempts a day from all networks together, plus ten from the owner's network; the counts expire", async () => {
    const server = await startTestApp(engine, { config: { trustProxy: true } });
    try {
      const attempt = (body: unknown, address: string) =>
        server.send("POST", "/api/admin/auth/login", body, { "x-forwarded-for": address });
      const home = "192.0.2.1";
      expect((await attempt(ADMIN, home)).status).toBe(200);
      const statuses: number[] = [];
      for (let n = 0; n < 74; n++) statuses.push((await attempt(WRONG, `198.51.100.${n}`)).status);
      expect(statuses.filter((status) => status === 401)).toHaveLength(70);
      expect((await attempt(ADMIN, "198.51.100.200")).status).toBe(429);
      expect((await attempt(ADMIN, home)).status).toBe(200);
      const atHome: number[] = [];
      for (let n = 0; n < 11; n++) atHome.push((await attempt(WRONG, home)).status);
      expect([atHome.filter((status) => status === 401).length, atHome.at(-1)]).toEqual([10, 429]);
      // The owner's actions give strangers no further attempts.
      expect((await attempt(WRONG, "198.51.100.200")).status).toBe(429);

      // Attempts with an unknown name are counted in the same way, and the response has the same wording.
      const nobody = { ...WRONG, username: "nobody" };
      for (let n = 0; n < 70; n++) expect((await attempt(nobody, `198.51.100.${n}`)).status).toBe(401);
      const unknown = await attempt(nobody, "198.51.100.1");
      const known = await attempt(WRONG, "203.0.113.201");
      expect([unknown.status, unknown.json.message]).toEqual([429, known.json.message]);

      server.clock.advance(24 * 60 * MINUTE);
      expect((await attempt(ADMIN, "198.51.100.200")).status).toBe(200);
    } finally {
      await server.close();
    }
  }, 120_000);

  test("nobody can sign in while attempts cannot be counted", async () => {
    const server = await startTestApp(engine);
    try {
      await server.db.schema.alterTable("sign_in_network").renameTo("sign_in_network_gone").execute();
      const response = await server.send("POST", "/api/admin/auth/login", ADMIN);
      expect([response.status, response.headers.get("retry-after"), response.headers.getSetCookie()]).toEqual([
        503,
        "5",
        [],
      ]);
      await server.db.schema.alterTable("sign_in_network_gone").renameTo("sign_in_network").execute();
      expect((await server.send("POST", "/api/admin/auth/login", ADMIN)).status).toBe(200);
    } finally {
      await server.close();
    }
  });
});

import { createConnection } from "node:net";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { bookStay, GUEST, stayBody } from "../testing/given.ts";
import { randomId } from "../runtime/ids.ts";
import { ADMIN, cookieOf, startTestApp, type TestApp } from "../testing/test-app.ts";
import { startPayBank } from "../testing/pay-bank.ts";
import { WHATSAPP_ACCOUNT } from "../testing/test-config.ts";

describe.each(engines)("readiness on %s", (engine) => {
  test("a server that cannot save a booking is not ready", async () => {
    let free = 1e12;
    const server = await startTestApp(engine, { freeBytes: async () => free });
    expect((await server.send("GET", "/api/ready")).status).toBe(200);
    free = 1e6;
    const full = await server.send("GET", "/api/ready");
    // The data of a PostgreSQL server is on a different disk.
    expect(full.status).toBe(engine === "sqlite" ? 503 : 200);
    await server.close();
  });
});

describe.each(engines)("bad input on %s", (engine) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp(engine);
  });
  afterAll(() => server.close());

  test("random and hostile JSON causes no server error", async () => {
    const paths = fc.constantFrom("/api/guests", "/api/bookings", "/api/admin/auth/login", "/api/admin/auth/setup");
    const hostile = fc.constantFrom(
      "\u0000",
      "infinity",
      "today",
      "2026-02-30",
      "1e400",
      "\ud800",
      -1,
      1e308,
      null,
      [],
      {},
      true,
    );
    const field = fc.constantFrom(
      ...Object.keys({
        ...GUEST,
        ...stayBody(),
        guestId: "",
        specialRequests: "",
        token: "",
        username: "",
        password: "",
      }),
    );
    const body = fc.dictionary(field, fc.oneof(hostile, fc.jsonValue(), fc.string()), { maxKeys: 12 });
    await fc.assert(
      fc.asyncProperty(paths, body, async (path, sent) => {
        const response = await server.send("POST", path, sent);
        expect(response.status).toBeGreaterThanOrEqual(200);
        expect(response.status).toBeLessThan(500);
        expect(response.text).not.toMatch(/at \w+ \(|node_modules|select |insert |SQLITE|kysely/i);
      }),
      { numRuns: 300 },
    );
  });

  test("a NUL is refused in fields that are stored as text and in ids", async () => {
    const booked = await bookStay(server);
    const cookie = `${await server.signIn()}; ${cookieOf(booked)}`;
    const words = { subject: "Hello", body: "Hello" };
    const calls: [string, string, object][] = [
      ["POST", `/api/bookings/${booked.json.id}/messages`, { text: "Hello", pictures: ["\u0000"] }],
      ["POST", "/api/admin/custom-messages/test", { words, language: "en", bookingId: "\u0000" }],
      ["POST", "/api/admin/payment-alerts/close", { id: "\u0000", words: "Settled" }],
      ["POST", `/api/admin/ratings/${booked.json.id}/publish`, { published: true, words: "\u0000" }],
    ];
    for (const [method, path, body] of calls) {
      const { status, json } = await server.send(method, path, body, { cookie });
      expect([path, status, json.message]).toEqual([path, 400, "Remove the characters that cannot be shown"]);
    }
  });

  test("random ids in an address cause no server error, and a malformed address gets a 400", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 60 }), async (text) => {
        const path = `/api/properties/${encodeURIComponent(text.toWellFormed())}`;
        expect([200, 404]).toContain((await server.send("GET", path)).status);
      }),
      { numRuns: 100 },
    );
    for (const path of ["/api/properties/%E0%A4%A", "/api/bookings/%ZZ/confirmation"]) {
      expect((await server.send("GET", path)).status).toBe(400);
    }
  });

  // The engine makes no difference to what follows: most of these requests never reach the database.
  if (engine !== "sqlite") return;

  test.each([
    ["cut off", '{"name":', 400],
    ["not JSON", "hello", 400],
    ["nothing", "", 400],
    ["an array", "[]", 400],
    ["a number", "42", 400],
    ["null", "null", 400],
    ["a prototype", '{"__proto__":{"admin":true},"name":"Ann"}', 400],
    ["a constructor's prototype", '{"constructor":{"prototype":{"admin":true}}}', 400],
    ["60,000 brackets", "[".repeat(60_000), 400],
    ["70,000 nested arrays", `{"name":${"[".repeat(70_000)}${"]".repeat(70_000)}}`, 413],
    ["2 MB", JSON.stringify({ name: "x".repeat(2_000_000) }), 413],
  ])("a body that is %s gets a clear response", async (_what, body, status) => {
    for (const path of ["/api/guests", "/api/bookings", "/api/admin/auth/login"]) {
      const response = await server.send("POST", path, body, { "content-type": "application/json" });
      expect([path, response.status]).toEqual([path, status]);
      expect(response.json.message.length).toBeGreaterThan(10);
    }
  });

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/xml",
    "nonsense",
  ])("a body of type %s is refused", async (type) => {
    const response = await server.send("POST", "/api/guests", JSON.stringify(GUEST), { "content-type": type });
    expect(response.status).toBe(415);
    expect(response.json.message).toContain("application/json");
  });

  test("the message names a missing field; its translations do not", async () => {
    const cancel = (headers: Record<string, string>) => server.send("POST", "/api/bookings/x/cancel", {}, headers);
    const { status, json } = await cancel({});
    const message = "expectedFee is missing or not valid";
    expect([status, json.message, json.fields]).toEqual([400, message, { expectedFee: message }]);
    expect((await cancel({ "x-latchkey-language": "de" })).json.message).toBe("Bitte prüfen Sie diese Angabe");
  });

  test("requests from other sites that would change something are refused", async () => {
    const forged: Record<string, string>[] = [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: server.url.replace("127.0.0.1", "localhost") },
      { origin: "not an origin" },
    ];
    for (const headers of forged) {
      for (const path of ["/api/guests", "/api/bookings", "/api/admin/auth/login", "/api/admin/auth/logout"]) {
        const response = await server.send("POST", path, GUEST, headers);
        expect(response.status).toBe(403);
      }
    }
    expect((await server.send("POST", "/api/guests", GUEST, { origin: server.url })).status).toBe(201);
    expect((await server.send("POST", "/api/guests", GUEST, { "sec-fetch-site": "same-origin" })).status).toBe(201);
  });

  test("an error has a request id and restrictive security headers, for visitors and for the portal", async () => {
    const response = await server.send("GET", "/api/properties/7");
    expect(response.json.requestId).toMatch(/^\w{8}$/);
    expect(response.headers.get("x-request-id")).toBe(response.json.requestId);
    const refused = await server.send("GET", "/api/admin/settings");
    expect([refused.status, refused.json]).toEqual([401, { message: "Please sign in." }]);
    expect(refused.headers.get("x-request-id")).toMatch(/^\w{8}$/);
    for (const path of ["/nothing", "/de/nichts", "/pictures/nothing/photo.avif"]) {
      const page = await server.send("GET", path, undefined, { accept: "text/html,*/*" });
      expect([path, page.status, page.headers.get("x-request-id")]).toEqual([
        path,
        404,
        expect.stringMatching(/^\w{8}$/),
      ]);
    }
    for (const { headers } of [response, refused]) {
      expect(headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("cache-control")).toBe("no-store");
    }
  });

  test("unknown and malformed addresses get our own errors, whatever the method", async () => {
    const nothing: [string, string][] = [
      ["PUT", "/"],
      ["DELETE", "/api/nothing"],
      ["PATCH", "/api/guests"],
      ["OPTIONS", "/location"],
      ["GET", "/%"],
      ["GET", "/api/bookings/%ZZ/confirmation"],
    ];
    for (const [method, path] of nothing) {
      const { status, json, headers } = await server.send(method, path);
      expect([path, status, json.error]).toEqual([path, path.includes("%") ? 400 : 404, undefined]);
      expect([path, json.message.includes("Route"), json.message.includes(path)]).toEqual([path, false, false]);
      expect(headers.get("x-request-id")).toBe(json.requestId);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
    }
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
      const body = method === "GET" ? undefined : {};
      const response = await server.send(method, "/api/admin/nothing", body);
      expect([method, response.status]).toEqual([method, 401]);
      const known = await server.send(method, "/api/admin/nothing", body, { cookie: await server.signIn() });
      expect([method, known.status]).toEqual([method, 404]);
    }
  });

  test.each([
    ["POST", "/api/uploads/none", 404],
    ["PUT", "/api/uploads/none", 401],
    ["DELETE", "/api/uploads/none", 404],
    ["PUT", "/api/admin/import", 415],
    ["POST", "/api/nothing", 404],
  ])(
    "%s %s: a body that never arrives does not keep the connection open after the response",
    async (method, path, status) => {
      const head = `${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\nx`;
      const output = await new Promise<string>((resolve) => {
        let text = "";
        const socket = createConnection(Number(new URL(server.url).port), "127.0.0.1", () => socket.write(head));
        socket.on("error", () => undefined);
        socket.on("data", (chunk) => (text += chunk.toString()));
        socket.on("close", () => resolve(text));
      });
      expect(output).toContain(`HTTP/1.1 ${status}`);
    },
  );

  test("a client that sends its headers very slowly is disconnected", async () => {
    const { port } = new URL(server.url);
    const begun = performance.now();
    await new Promise<void>((resolve) => {
      const socket = createConnection(Number(port), "127.0.0.1", () => socket.write("GET / HTTP/1.1\r\nHost: x\r\n"));
      const drip = setInterval(() => socket.write("a: b\r\n"), 500);
      socket.on("error", () => undefined);
      socket.on("data", () => undefined);
      socket.on("close", () => {
        clearInterval(drip);
        resolve();
      });
    });
    expect(performance.now() - begun).toBeLessThan(15_000);
  });
});

describe.each(engines)("limits on %s", (engine) => {
  test("attempts counted while the clock ran ahead lock nobody out afterwards", async () => {
    const limit = { calls: 2, seconds: 600 };
    const server = await startTestApp(engine, { limits: { guests: limit, signIn: limit } });
    const login = async () => (await server.send("POST", "/api/admin/auth/login", ADMIN)).status;
    const register = async () => (await server.send("POST", "/api/guests", GUEST)).status;
    const now = server.clock().toISOString();
    server.clock.set("2031-01-01T00:00:00Z");
    expect([await login(), await login(), await login()]).toEqual([200, 200, 429]);
    expect([await register(), await register(), await register()]).toEqual([201, 201, 429]);
    server.clock.set(now);
    expect([await login(), await login(), await login()]).toEqual([200, 200, 429]);
    // With SQLite, registrations are counted in memory, by the machine's own clock.
    if (engine === "postgres") expect([await register(), await register(), await register()]).toEqual([201, 201, 429]);
    await server.close();
  });

  test("pages with the same limit are counted together, but each webhook and each kind of link separately", async () => {
    const bank = await startPayBank(() => new Date());
    const limit = { calls: 1, seconds: 600 };
    const server = await startTestApp(engine, {
      config: {
        whatsapp: { ...WHATSAPP_ACCOUNT, apiUrl: "http://127.0.0.1:1" },
        stripe: bank.account,
        inbound: { address: "reply@mail.cottage.example", secret: "a secret of the mail provider" },
      },
      limits: {
        confirmation: limit,
        webhook: limit,
        whatsappWebhook: limit,
        mailWebhook: limit,
        link: limit,
        signInLink: limit,
      },
    });
    const open = async (page: string) => (await server.send("GET", `/api/bookings/${randomId()}/${page}`)).status;
    expect([await open("confirmation"), await open("conversation")]).toEqual([404, 429]);
    const isRefused = async (path: string, body = {}) => (await server.send("POST", path, body)).status === 429;
    const lost = { reference: "LK-00000000", email: GUEST.email };
    for (const [path, body] of [
      ["/api/webhooks/stripe", {}],
      ["/api/webhooks/whatsapp", {}],
      ["/api/webhooks/mail", {}],
      ["/api/bookings/find", lost],
      ["/api/admin/auth/link", {}],
    ] as const)
      expect([path, await isRefused(path, body), await isRefused(path, body)]).toEqual([path, false, true]);
    await server.close();
    await bank.close();
  });
});

describe("limits", () => {
  test("a network with too many attempts is told how long to wait; other networks are not affected", async () => {
    const server = await startTestApp("sqlite", {
      config: { trustProxy: true },
      limits: { guests: { calls: 3, seconds: 60 } },
    });
    const from = (address: string) => server.send("POST", "/api/guests", GUEST, { "x-forwarded-for": address });
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push((await from("192.0.2.7")).status);
    expect(statuses).toEqual([201, 201, 201, 429]);
    const refused = await from("192.0.2.7");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(refused.json.message).toContain("wait");
    expect((await from("192.0.2.8")).status).toBe(201);
    // All addresses in one IPv6 /64 count as one caller.
    const v6 = [];
    for (let i = 1; i <= 4; i++) v6.push((await from(`2001:db8:1:2::${i}`)).status);
    expect(v6).toEqual([201, 201, 201, 429]);
    await server.close();
  });

  test("a forged forwarding header changes nothing", async () => {
    const server = await startTestApp("sqlite", { limits: { guests: { calls: 1, seconds: 60 } } });
    const from = (address: string) => server.send("POST", "/api/guests", GUEST, { "x-forwarded-for": address });
    expect((await from("192.0.2.1")).status).toBe(201);
    expect((await from("192.0.2.2")).status).toBe(429);
    await server.close();
  });
});

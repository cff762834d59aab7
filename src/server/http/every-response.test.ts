import { createConnection } from "node:net";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLogger } from "../runtime/logger.ts";
import { ADMIN, startTestApp, type TestApp } from "../testing/test-app.ts";
import { loadBuiltSite } from "./built-site.ts";
import { createHttpServer } from "./http-server.ts";

/** Checks properties of every response that do not depend on the database engine. */
describe("every response", () => {
  const lines: string[] = [];
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp("sqlite", {
      site: await loadBuiltSite(resolve("dist")),
      config: { publicUrl: "https://cottage.example", trustProxy: true },
      limits: { guests: { calls: 1, seconds: 60 } },
      logger: createLogger("info", { write: (line) => void lines.push(line) }),
    });
    await server.app.start();
  });
  afterAll(() => server.close());

  /** Sends bytes as they are, valid HTTP or not, and splits the response into status, headers and body. */
  async function raw(request: string) {
    const { port } = new URL(server.url);
    const received = await new Promise<string>((resolved) => {
      const socket = createConnection(Number(port), "127.0.0.1", () => socket.write(request));
      let all = "";
      socket.on("data", (bytes) => (all += bytes.toString()));
      socket.on("error", () => undefined);
      socket.on("close", () => resolved(all));
    });
    const [head = "", text = ""] = received.split("\r\n\r\n", 2);
    const [first = "", ...rest] = head.split("\r\n");
    const headers = new Headers(
      rest.map((line): [string, string] => [line.split(": ", 1)[0] ?? "", line.slice(line.indexOf(": ") + 2)]),
    );
    return { status: Number(first.split(" ")[1]), headers, text, responses: received.split("HTTP/1.1 ").length - 1 };
  }
  const call = (line: string, more = "") =>
    raw(`${line} HTTP/1.1\r\nHost: cottage.example\r\nConnection: close\r\n${more}\r\n`);

  function lacks({ status, headers, text }: { status: number; headers: Headers; text: string }): string[] {
    const policy = headers.get("content-security-policy") ?? "";
    const expected: Record<string, boolean> = {
      "HSTS for a year or more, with subdomains":
        headers.get("strict-transport-security") === "max-age=63072000; includeSubDomains",
      "no content type sniffing": headers.get("x-content-type-options") === "nosniff",
      "no referrer for other sites": headers.get("referrer-policy") === "same-origin",
      "only listed sources may load": policy.startsWith("default-src 'none'"),
      "no base element": policy.includes("base-uri 'none'"),
      "no framing": policy.includes("frame-ancestors 'none'"),
      "no CORS access": headers.get("access-control-allow-origin") === null,
      "content type with charset":
        text === "" ||
        /^(text|application)\/[a-z+-]+; charset=utf-8$|^image\/(png|svg\+xml)|^text\/css/.test(
          headers.get("content-type") ?? "",
        ),
      "no internal details": !/FST_|Route |not a valid url component|node_modules|Fastify/.test(text),
    };
    return Object.entries(expected).flatMap(([what, is]) => (is ? [] : [`${status} without: ${what}`]));
  }

  test("has the security headers, errors included", async () => {
    const addresses = [
      "/",
      "/book",
      "/admin/login",
      "/admin/settings",
      "/no/such/page",
      "/robots.txt",
      "/manifest.webmanifest",
    ];
    const files = ["/drawings/cottage/hero.svg", "/pictures/1/2.jpg", "/calendar/x/y.ics"];
    const calls = [
      "/api/properties/1",
      "/api/admin/settings",
      "/api/nothing",
      "/api/health",
      `/api/bookings/${"x".repeat(300)}/confirmation`,
    ];
    for (const path of [...addresses, ...files, ...calls, "/api/properties/%E0%A4%A", "/%E0%A4%A"]) {
      const response = await call(`GET ${path}`);
      expect([path, response.status < 500, ...lacks(response)]).toEqual([path, true]);
    }
    for (const line of [
      "TRACE /",
      "TRACE /api/health",
      "OPTIONS /api/admin/settings",
      "PUT /",
      "DELETE /api/nothing",
    ]) {
      const response = await call(line, "Origin: https://evil.example\r\nAccess-Control-Request-Method: PUT\r\n");
      expect([line, response.status >= 400 && response.status < 500, ...lacks(response)]).toEqual([line, true]);
    }
    expect(lacks(await call("POST /book", "Sec-Fetch-Site: cross-site\r\nContent-Length: 0\r\n"))).toEqual([]);
  });

  test("a request for a file with a condition or range that the file does not meet is refused, without a server error", async () => {
    const requests = [
      [412, 'If-Match: "other"'],
      [412, "If-Unmodified-Since: Mon, 01 Jan 2001 00:00:00 GMT"],
      [416, "Range: bytes=999999999-"],
      [416, "Range: bytes=9-0"],
    ] as const;
    for (const [status, header] of requests) {
      const response = await call("GET /drawings/cottage/hero.svg", `${header}\r\n`);
      expect([header, response.status, ...lacks(response)]).toEqual([header, status]);
      expect(response.text).toContain("Request the whole file");
    }
  });

  test("project files are not served, and no folder is listed", async () => {
    for (const path of ["/.git/config", "/.env", "/package.json", "/data/latchkey.db", "/assets/", "/pictures/"]) {
      expect([path, (await call(`GET ${path}`)).status]).toEqual([path, 404]);
    }
  });

  test("TRACE gets a 404 that does not repeat the request, and no method tells a stranger which admin addresses exist", async () => {
    for (const path of ["/", "/api/health"]) {
      const traced = await call(`TRACE ${path}`, "Cookie: latchkey-session=secret-to-trace\r\n");
      expect([traced.status, traced.text.includes("secret-to-trace")]).toEqual([404, false]);
    }
    const known = await server.send("PUT", "/api/admin/settings", {});
    for (const method of ["PUT", "DELETE", "PATCH", "POST"]) {
      for (const path of ["/api/admin/nothing", "/api/%61dmin/nothing"]) {
        const unknown = await server.send(method, path, method === "POST" ? undefined : {});
        expect([method, path, unknown.status, unknown.text]).toEqual([method, path, 401, known.text]);
      }
    }
  });

  test("an API response has the same headers and format however its path is encoded", async () => {
    const accept = "Accept: text/html\r\n";
    for (const [path, as] of [
      ["/api/admin/settings", "/%61pi/admin/settings"],
      ["/api/admin/settings", "/api/%61dmin/settings"],
      ["/api/availability", "/%61pi/availability"],
      ["/api/nothing", "/%61pi/nothing"],
    ]) {
      const [plain, encoded] = await Promise.all([call(`GET ${path}`, accept), call(`GET ${as}`, accept)]);
      const named = ({ status, headers }: typeof plain) => [
        status,
        [...headers.keys()],
        headers.get("cache-control"),
        headers.get("content-type"),
      ];
      expect(named(encoded)).toEqual(named(plain));
      expect(named(encoded)[2]).toBe("no-store");
    }
  });

  test("an ambiguous request is refused, and nothing after it is read", async () => {
    const smuggled = "GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n";
    const post = "POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
    for (const [what, request] of [
      ["a length and chunks", `${post}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`],
      ["two lengths", `${post}Content-Length: 0\r\nContent-Length: 44\r\n\r\n${smuggled}`],
      ["chunks by another name", `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`],
      ["a space before the colon", `${post}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${smuggled}`],
      ["a line folded", `${post}Transfer-Encoding:\r\n chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n${smuggled}`],
      ["bare line feeds", "GET /api/health HTTP/1.1\nHost: x\n\n"],
      ["not HTTP", "\u0001\u0002\r\n\r\n"],
    ]) {
      const response = await raw(request ?? "");
      expect([what, response.status, response.responses, ...lacks(response)]).toEqual([what, 400, 1]);
    }
  });

  test("after an error, people get an explanation and a reference; the log contains the error's location but not its message", async () => {
    const heard: string[] = [];
    const broken = await createHttpServer({
      publicUrl: null,
      logger: createLogger("info", { write: (line) => void heard.push(line) }),
      trustProxy: false,
      serveFromCache: () => false,
      authenticate: async () => null,
      hashKey: async () => "",
    });
    broken.get("/api/broken", { config: { access: "anyone" } }, async () => {
      throw new Error("duplicate key (email)=(ann@example.com)");
    });
    const response = await broken.inject({ url: "/api/broken" });
    await broken.close();
    const { message, requestId } = response.json();
    expect([response.statusCode, message]).toEqual([500, expect.stringContaining("went wrong on our side")]);
    expect(heard.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        level: 50,
        msg: "request failed",
        reqId: requestId,
        route: "/api/broken",
        err: expect.objectContaining({ name: "Error", stack: expect.stringContaining("every-response.test.ts") }),
      }),
    ]);
    expect(`${response.body}${heard.join("")}`).not.toContain("duplicate");
  });

  test("a parameter given twice is refused, and neither value is used", async () => {
    expect((await server.send("GET", "/api/availability?from=2026-12-01&from=2026-12-05&to=2026-12-09")).status).toBe(
      400,
    );
    const twice = await server.send("POST", "/api/admin/auth/login?username=host", {
      ...ADMIN,
      username: ["host", "host"],
    });
    expect(twice.status).toBe(400);
  });

  test("each refused request is logged on one line with time, route, status and a hash of the network, without any input", async () => {
    lines.length = 0;
    const from = (address: string) => ({ "x-forwarded-for": address, "x-forwarded-proto": "https" });
    const wrong = { username: ADMIN.username, password: "not the right sentence" };
    await server.send("POST", "/api/admin/auth/login", wrong, from("192.0.2.1"));
    await server.send("GET", "/api/admin/bookings/secret-id", undefined, from("192.0.2.1"));
    await server.send("POST", "/api/guests", {}, { ...from("192.0.2.2"), "sec-fetch-site": "cross-site" });
    for (let n = 0; n < 2; n++) await server.send("POST", "/api/guests", { name: "line\nbreak" }, from("192.0.2.3"));
    await server.send("GET", "/api/secret-id/%E0%A4%A", undefined, from("192.0.2.3"));
    await raw("\u0001\r\n\r\n");
    const logged = lines.map((line): Record<string, unknown> => JSON.parse(line));
    // On a busy machine, a query may be reported too.
    const entries = logged.filter(({ msg }) => msg !== "slow query");
    expect(entries.map(({ method, route, status, msg }) => [method, route, status, msg])).toEqual([
      ["POST", "/api/admin/auth/login", 401, "refused"],
      ["GET", "/api/admin/bookings/:bookingId", 401, "refused"],
      ["POST", "/api/guests", 403, "refused"],
      ["POST", "/api/guests", 400, "refused"],
      ["POST", "/api/guests", 429, "refused"],
      ["GET", "unknown", 400, "refused"],
      [undefined, undefined, undefined, "unreadable request refused"],
    ]);
    const [first, second, third, fourth, , sixth] = entries.map(({ from: mark }) => mark);
    expect(sixth).toBe(fourth);
    expect(first).toMatch(/^[\w-]{8}$/);
    expect([second === first, third === first]).toEqual([true, false]);
    for (const { time, reqId, msg } of entries) {
      expect(Math.abs(Date.now() - Number(time))).toBeLessThan(60_000);
      if (msg === "refused") expect(reqId).toMatch(/^\w{8}$/);
    }
    expect(lines.every((line) => line.indexOf("\n") === line.length - 1)).toBe(true);
    expect(lines.join("")).not.toMatch(/192\.0\.2|secret-id|sentence|line\\n|"host"/);
  });
});

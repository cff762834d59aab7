/**
 * S16: random, mostly malformed requests to random routes, 50,000 on SQLite and 10,000 on PostgreSQL. There must be no
 * 5xx response other than 503, no response slower than 1 s, and only well-formed errors that do not reveal internals.
 */
import { join, resolve } from "node:path";
import { problemBody } from "#contract/problem.ts";
import { loadBuiltSite } from "#server/http/built-site.ts";
import { engines } from "#server/testing/engines.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import { brokenCopy } from "./support/broken-copy.ts";
import { prove } from "./support/proof.ts";

const REQUESTS = { sqlite: 50_000, postgres: 10_000 };
const site = await loadBuiltSite(resolve("dist"));
/** Endless streams, and routes that start processes, are skipped. */
const NOT_HERE = /\/events$|\/export$|^POST \/api\/admin\/backups$/;

const TYPES: [string, ...string[]] = [
  "application/json",
  "application/json; charset=utf-8",
  "application/json; charset=latin1",
  "text/plain",
  "text/html",
  "application/xml",
  "multipart/form-data; boundary=x",
  "application/x-www-form-urlencoded",
  "application/octet-stream",
  "image/png",
  "application/json\t",
  "*/*",
];
const VALUES: [unknown, ...unknown[]] = [
  null,
  true,
  0,
  -1,
  1e308,
  0.1,
  "",
  " ",
  "\u0000",
  "\ud800",
  "infinity",
  "today",
  "2027-02-30",
  "2027-01-01",
  "999999-01-01",
  "' or 1=1 --",
  "<script>",
  "../../etc/passwd",
  "x".repeat(5000),
  [],
  [[]],
  {},
  { $ne: null },
  9_007_199_254_740_991,
  "1",
  "١",
  "confirmed",
  "upcoming",
  "__proto__",
];
const FIELDS: [string, ...string[]] = [
  "propertyId",
  "guestId",
  "checkInDate",
  "checkOutDate",
  "guestCount",
  "status",
  "name",
  "email",
  "phone",
  "specialRequests",
  "totalAmount",
  "from",
  "to",
  "id",
  "version",
  "reason",
  "startsOn",
  "endsOn",
  "username",
  "password",
  "code",
  "token",
  "__proto__",
  "constructor",
  "amount",
  "method",
  "notes",
];
const RAW: [string, ...string[]] = [
  "",
  "{",
  "[]",
  "null",
  '"x"',
  "1e400",
  `${"[".repeat(50_000)}`,
  '{"a":1,"a":2}',
  '{"__proto__":{"x":1}}',
  '{"constructor":{"prototype":{}}}',
  "\u0000",
  "\ufeff{}",
  "{'a':1}",
  `{"a":"${"x".repeat(100_000)}"}`,
];
const INTERNALS = /at .+\.(ts|js):\d+|node_modules|SQLITE_|select .+ from|insert into|ECONN|postgres:\/\//i;

function pick<T>(all: readonly [T, ...T[]]): T {
  return all[Math.floor(Math.random() * all.length)] ?? all[0];
}

const SLOW_MS = 1000;

type Response = { status: number; text: string; ms: number; api: boolean };
type Faults = { serverErrors: number; tooSlow: number; wrongShape: number; internals: number };

function judge({ status, text, ms, api }: Response, faults: Faults): void {
  // 503 means "not available now", for example because an upload folder or a calendar is missing.
  if (status >= 500 && status !== 503) faults.serverErrors += 1;
  if (ms > SLOW_MS) faults.tooSlow += 1;
  if (!api || status < 400 || text === "") return;
  if (INTERNALS.test(text)) faults.internals += 1;
  try {
    if (!problemBody.safeParse(JSON.parse(text)).success) faults.wrongShape += 1;
  } catch {
    faults.wrongShape += 1;
  }
}
/** The negative control: bad input causes an exception. */
const CRASHES_ON_BAD_INPUT = {
  file: "src/server/http/mount.ts",
  is: "if (!parsed.success) return invalid(parsed.error.issues);",
  becomes: "if (!parsed.success) throw parsed.error;",
};
const REQUESTS_OF_THE_BROKEN = 1000;

const none = (): Faults => ({ serverErrors: 0, tooSlow: 0, wrongShape: 0, internals: 0 });

for (const engine of engines) {
  const check = {
    id: "S16",
    what: "API fuzz",
    aim: "no 5xx other than 503, at most 1 s, well-formed errors, 0 internals exposed",
  };
  await prove(check, engine, async () => {
    const { aliveAfterwards, routes, faults, statuses } = await fuzz(engine, startTestApp, REQUESTS[engine], true);
    const broken = brokenCopy([CRASHES_ON_BAD_INPUT]);
    const { startTestApp: startBroken } = await import(join(broken.folder, "src/server/testing/test-app.ts"));
    const control = await fuzz(engine, startBroken, REQUESTS_OF_THE_BROKEN, false);
    broken.remove();
    const controlFaults = none();
    judge({ status: 500, text: "Error\n    at f (/app/src/server/x.ts:3)", ms: 2000, api: true }, controlFaults);
    return {
      figures: {
        requests: REQUESTS[engine],
        routes,
        ...statuses,
        ...faults,
        aliveAfterwards: String(aliveAfterwards),
        serverErrorsOfTheBrokenBuild: `${control.faults.serverErrors} of ${REQUESTS_OF_THE_BROKEN}`,
      },
      met: aliveAfterwards && Object.values(faults).every((count) => count === 0),
      negativeControl: {
        fault: "a build that does not handle bad input; a slow 500 with a stack trace, given to the same check",
        detected: control.faults.serverErrors > 0 && Object.values(controlFaults).every((count) => count === 1),
      },
    };
  });
}

async function fuzz(engine: (typeof engines)[number], start: typeof startTestApp, requests: number, loud: boolean) {
  const server = await start(engine, { site });
  const cookie = await server.signIn();
  const faults = none();
  const statuses: Record<string, number> = {};
  for (let i = 0; i < requests; i++) {
    const response = await ask(server, cookie);
    judge(response, faults);
    const kind = `${Math.floor(response.status / 100)}xx`;
    statuses[kind] = (statuses[kind] ?? 0) + 1;
    if (loud && ((response.status >= 500 && response.status !== 503) || response.ms > SLOW_MS))
      console.log(response.sent.slice(0, 300), response.status, Math.round(response.ms), response.text.slice(0, 200));
  }
  const aliveAfterwards = (await server.send("GET", "/api/ready")).status === 200;
  const routes = server.app.http.mountedRoutes.length;
  await server.close();
  return { aliveAfterwards, routes, faults, statuses };
}

/** From nearly valid to random. */
async function ask(server: TestApp, cookie: string): Promise<Response & { sent: string }> {
  const routes = server.app.http.mountedRoutes.filter(
    ({ method, url }) =>
      !NOT_HERE.test(url) && !NOT_HERE.test(`${method} ${url}`) && !url.includes("logout") && !url.includes("sessions"),
  );
  const [first, ...others] = routes;
  if (!first) throw new Error("No route is mounted");
  const { method, url } = pick([first, ...others]);
  const path = url
    .replace(
      /:\w+/g,
      () =>
        encodeURIComponent(String(pick([...VALUES, "x"] as [unknown, ...unknown[]])).toWellFormed()).slice(0, 150) ||
        "x",
    )
    .replace("*", "x");
  const query =
    Math.random() < 0.3
      ? `?${pick(FIELDS)}=${encodeURIComponent(String(pick(VALUES)).toWellFormed().slice(0, 200))}`
      : "";
  const hasBody = !["GET", "HEAD"].includes(method);
  const body =
    Math.random() < 0.3
      ? pick(RAW)
      : JSON.stringify(
          Object.fromEntries(Array.from({ length: Math.floor(Math.random() * 8) }, () => [pick(FIELDS), pick(VALUES)])),
        );
  const headers: Record<string, string> = {
    ...(hasBody ? { "content-type": Math.random() < 0.7 ? "application/json" : pick(TYPES) } : {}),
    ...(Math.random() < 0.6 ? { cookie } : {}),
    ...(Math.random() < 0.2 ? { "idempotency-key": pick(["abcdefgh", "x", "\u00e9", "k".repeat(300)]) } : {}),
  };
  const begun = performance.now();
  const response = await server.app.http.inject({
    method: method as "GET",
    url: path + query,
    headers,
    ...(hasBody ? { payload: body } : {}),
  });
  const sent = `${method} ${path}${query} ${hasBody ? body : ""}`;
  return {
    status: response.statusCode,
    text: response.body,
    ms: performance.now() - begun,
    api: path.startsWith("/api/"),
    sent,
  };
}

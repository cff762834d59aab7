/**
 * S17: runs sqlmap at level 3, with the cookies of a signed-in host who is also a guest, on every parameter in the
 * paths, queries and bodies of the requests that the host's actions send and of those in a list, except for the routes
 * in `NOT_HERE`. The negative control is a small server with two SQL injection vulnerabilities, which sqlmap must find.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import BetterSqlite from "better-sqlite3";
import { parseArgs } from "node:util";
import { bookStay, GUEST, stayBody } from "#server/testing/given.ts";
import { engines } from "#server/testing/engines.ts";
import type { Engine } from "#server/database/dialect.ts";
import { cookieOf, type TestApp } from "#server/testing/test-app.ts";
import { openEveryHostAct } from "./support/every-host-act.ts";
import { prove } from "./support/proof.ts";

const { values } = parseArgs({
  options: { on: { type: "string" }, only: { type: "string" }, minutes: { type: "string", default: "8" } },
});

/** Sent to the first of the two servers if `server` is missing. */
type Target = { method: string; path: string; body?: unknown; server?: TestApp };
/** They would end the session, call other servers, or take minutes each time. */
const NOT_HERE = /auth\/|backups|export$|events|channels\/preview|sync|\/uploads\/|objects\/upload|messaging\/test/;
/** Includes those in the path. */
const parametersOf = ({ path, body }: Target) =>
  (path.match(/\*/g)?.length ?? 0) + [...new URLSearchParams(path.split("?")[1] ?? "")].length + leaves(body).length;
const leaves = (value: unknown): unknown[] =>
  typeof value === "object" && value !== null
    ? Object.values(value).flatMap(leaves)
    : value === undefined
      ? []
      : [value];

/** Returns sqlmap's messages about injectable parameters. */
function sqlmap(url: string, { method, path, body }: Target, dbms: string, more: string[] = []): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-proof-sqlmap-"));
  const level = "--batch --level=3 --risk=1 --technique=BEUS --time-sec=2 --threads=4 --retries=0 --timeout=10";
  const args = [
    ...level.split(" "),
    "-u",
    url + path,
    `--method=${method}`,
    "--skip-waf",
    "--disable-coloring",
    `--dbms=${dbms}`,
    `--output-dir=${folder}`,
    ...(body === undefined ? [] : [`--data=${JSON.stringify(body)}`, "--header=Content-Type: application/json"]),
    ...more,
  ];
  return new Promise((resolve) => {
    const child = spawn("sqlmap", args, { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.once("close", () => {
      rmSync(folder, { recursive: true, force: true });
      if (!/testing|tested/.test(output)) resolve([`sqlmap did not run: ${output.slice(-300)}`]);
      else resolve([...output.matchAll(/^Parameter: (.+)$/gm)].map(([, name = ""]) => `${method} ${path} ${name}`));
    });
  });
}

/** One request for each route, with the ids in its path as parameters. */
async function targetsOf(engine: Engine): Promise<{
  targets: Target[];
  server: TestApp;
  guestCookie: string;
  close: () => Promise<void>;
}> {
  const targets: Target[] = [];
  const { runs, plain, close } = await openEveryHostAct(engine, (real) => ({
    ...real,
    send: (method, path, body, headers) => {
      if (headers?.["cookie"]) targets.push({ method, path, server: real, ...(body === undefined ? {} : { body }) });
      return real.send(method, path, body, headers);
    },
  }));
  const server = plain;
  for (const { act, fixture } of runs.filter(({ route }) => !NOT_HERE.test(route)))
    await act(fixture).catch(() => undefined);
  const guest = (await server.send("POST", "/api/guests", GUEST)).json.id;
  const stay = {
    ...stayBody({ checkInDate: "2027-11-01", checkOutDate: "2027-11-03" }),
    guestId: guest,
    specialRequests: "x",
  };
  const booked = await server.send("POST", "/api/bookings", stay);
  const { id } = booked.json;
  const guestCookie = cookieOf(booked);
  const dates = { checkInDate: "2027-11-03", checkOutDate: "2027-11-05" };
  const toCancel = await bookStay(server, dates, GUEST, { cookie: guestCookie });
  const other = { checkInDate: "2027-11-08", checkOutDate: "2027-11-10", guestCount: 2 };
  const span = "from=2027-01-01&to=2027-02-01";
  targets.push(
    { method: "POST", path: "/api/guests", body: GUEST },
    { method: "POST", path: "/api/bookings", body: stay },
    { method: "GET", path: `/api/availability?${span}` },
    { method: "GET", path: `/api/bookings/${id}/confirmation` },
    { method: "POST", path: "/api/quote", body: other },
    { method: "POST", path: "/api/bookings/find", body: { reference: booked.json.reference, email: GUEST.email } },
    { method: "PUT", path: `/api/bookings/${id}/email`, body: { email: "other@example.com" } },
    { method: "PUT", path: `/api/bookings/${id}/stay`, body: { ...other, expectedTotal: "300.00" } },
    { method: "POST", path: `/api/bookings/${id}/messages`, body: { text: "x" } },
    { method: "POST", path: `/api/bookings/${toCancel.json.id}/cancel`, body: { expectedFee: "0.00" } },
    { method: "POST", path: `/api/bookings/${id}/link`, body: {} },
    { method: "GET", path: "/api/properties/1" },
    { method: "PUT", path: "/api/ratings/abcdefabcdefabcdefabcdefabcdefabcdef", body: { stars: 5, words: "x" } },
    { method: "POST", path: "/api/admin/auth/login", body: { username: "nobody", password: "nothing" } },
    {
      method: "POST",
      path: "/api/admin/auth/setup",
      body: { token: "x", username: "somebody", password: "a long sentence" },
    },
    { method: "GET", path: `/api/admin/calendar?${span}` },
    { method: "GET", path: `/api/admin/blocks?${span}` },
    { method: "GET", path: `/api/admin/analytics?${span}` },
    { method: "GET", path: `/api/admin/analytics/stays?${span}` },
    { method: "GET", path: "/api/admin/audit?olderThan=9" },
    { method: "GET", path: "/api/admin/bookings.csv?search=ann&status=all&source=all&sort=checkIn" },
    { method: "GET", path: "/api/admin/bookings-page?search=ann&status=all&source=all&sort=checkIn&page=1" },
    { method: "GET", path: "/api/admin/channel-stays?show=all&channelId=x" },
    { method: "GET", path: "/api/admin/channel-conflicts?show=all" },
    { method: "GET", path: "/api/admin/channel-reviews?show=all" },
    { method: "GET", path: "/api/admin/channel-runs?channelId=x" },
    { method: "GET", path: `/api/admin/deliveries?kind=booking&id=${id}` },
    { method: "GET", path: `/api/admin/bookings/${id}/personal-data` },
    { method: "GET", path: `/calendar/abcdefabcdefabcdef/calendar.ics` },
  );
  const once = new Map<string, Target>();
  for (const one of targets.filter(({ path }) => !NOT_HERE.test(path) || /login|setup/.test(path))) {
    const [own = "", query] = one.path.split("?");
    // sqlmap changes the value before a star.
    const marked = own.replace(/(\/[A-Za-z0-9_-]{18,}|\/\d+|\/review|\/channel-\w+)(?=\/|$)/g, "$1*");
    once.set(`${one.method} ${own.replace(/[A-Za-z0-9_-]{18,}|\d+/g, ":id")}`, {
      ...one,
      path: query ? `${marked}?${query}` : marked,
    });
  }
  return { targets: [...once.values()].filter((one) => parametersOf(one) > 0), server, guestCookie, close };
}

if (spawnSync("sqlmap", ["--version"]).error) console.log("SKIPPED: sqlmap is not installed (Debian package sqlmap)");
else {
  for (const engine of engines.filter((one) => one === (values.on ?? "sqlite"))) {
    await prove(
      { id: "S17", what: "SQL injection", aim: "0 findings; both known vulnerabilities found" },
      engine,
      async () => {
        const { targets, server, guestCookie, close } = await targetsOf(engine);
        const all = targets.filter(({ path }) => !values.only || path.includes(values.only));
        const dbms = engine === "sqlite" ? "SQLite" : "PostgreSQL";
        let requests = 0;
        const servers = new Set([server, ...all.flatMap((one) => one.server ?? [])]);
        for (const one of servers) one.app.http.server.on("request", () => (requests += 1));
        const headers = ["--skip=user-agent,referer,host,cookie", "--cookie"];
        const found: string[] = [];
        let tried = 0;
        let parameters = 0;
        const until = performance.now() + Number(values.minutes) * 60_000;
        const queue = all.toSorted((a, b) => parametersOf(a) - parametersOf(b));
        const worker = async () => {
          for (let one = queue.shift(); one && performance.now() < until; one = queue.shift()) {
            const on = one.server ?? server;
            const cookie = [await on.signIn(), guestCookie].join("; ");
            found.push(...(await sqlmap(on.url, one, dbms, [headers[0] ?? "", `--cookie=${cookie}`])));
            tried += 1;
            parameters += parametersOf(one);
          }
        };
        await Promise.all([worker(), worker()]);
        // The headers and the cookie are tested with one API call.
        const cookie = await server.signIn();
        found.push(
          ...(await sqlmap(server.url, { method: "GET", path: "/api/admin/bookings" }, dbms, [
            `--cookie=${cookie}`,
            "-p",
            "user-agent,referer,cookie",
          ])),
        );
        await close();
        const careless = await carelessServer();
        const vulnerabilities = [
          ...(await sqlmap(careless.url, { method: "GET", path: "/stay?id=1" }, "SQLite")),
          ...(await sqlmap(careless.url, { method: "POST", path: "/guest", body: { name: "ann" } }, "SQLite")),
        ];
        careless.close();
        for (const line of found) console.log(`  ${line}`);
        console.log(`  known vulnerabilities: ${vulnerabilities.join("; ")}`);
        return {
          figures: {
            level: 3,
            routes: tried,
            ofRoutes: all.length,
            parameters,
            andHeaders: 3,
            requests,
            findings: found.length,
            knownVulnerabilitiesFound: `${vulnerabilities.length} of 2`,
          },
          met: found.length === 0 && tried === all.length && requests > 1000,
          negativeControl: {
            fault: "a server that puts query and body values into its SQL",
            detected: vulnerabilities.length === 2,
          },
          notTried: "the other engine: both use the same query builder with the same parameters",
        };
      },
    );
  }
}

async function carelessServer(): Promise<{ url: string; close: () => void }> {
  const db = new BetterSqlite(":memory:");
  db.exec("create table stay (id integer, name text); insert into stay values (1, 'ann'), (2, 'bea'), (3, 'carl')");
  const server: Server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      try {
        const id = new URL(request.url ?? "/", "http://here").searchParams.get("id");
        const query =
          id === null
            ? `select * from stay where name = '${JSON.parse(body).name}'`
            : `select * from stay where id = ${id}`;
        response.end(JSON.stringify(db.prepare(query).all()));
      } catch (error) {
        response.writeHead(500).end(String(error));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

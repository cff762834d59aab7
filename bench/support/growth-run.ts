/** One engine with a given number of bookings, in a separate process that sends each figure to `growth.bench.ts`. */
import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { addDays, toLocalDate } from "#domain/calendar/local-date.ts";
import type { Engine } from "#server/database/dialect.ts";
import { engines, scratchDatabase } from "#server/testing/engines.ts";
import { bookStay } from "#server/testing/given.ts";
import { openChannel } from "#server/testing/open-channel.ts";
import { startTestApp } from "#server/testing/test-app.ts";

/** `ms` and `cpu` are in ms, `mb` in MB. `cpu` is the lowest of any run; null for commands and jobs. */
export type Figure = { name: string; ms: number; cpu: number | null; mb: number };

const [selected, size = "100", repetitions = "7"] = process.argv.slice(2);
const engine = engines.find((one) => one === selected);
if (!engine) throw new Error(`There is no ${selected ?? "engine"} here`);
const [bookings, runs] = [Number(size), Number(repetitions)];
const tell = (name: string, figure: Omit<Figure, "name">) => process.send?.({ name, ...figure } satisfies Figure);
// The booking guard is on, as for real guests; each booking comes from its own network.
const server = await startTestApp(engine, { config: { guardBookings: true, trustProxy: true } });
const cookie = await server.signIn();
const feed = await openChannel(server, cookie, "airbnb");
const { databaseUrl, dataDir } = server.sameDatabase;
await once(fork("bench/support/growth-fill.ts", [databaseUrl ?? "", dataDir, size], { execArgv: [] }), "exit");

/** In MB; for this process, since the last call of `forgetMost`. */
const most = (pid: number | "self") =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? Number.NaN) / 1024;
const forgetMost = () => writeFileSync("/proc/self/clear_refs", "5");

async function measured(name: string, times: number, work: (run: number) => Promise<unknown>): Promise<void> {
  await work(0);
  forgetMost();
  let [ms, cpu] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let run = 1; run <= times; run++) {
    const [begun, busy] = [performance.now(), process.cpuUsage()];
    await work(run);
    const { user, system } = process.cpuUsage(busy);
    ms = Math.min(ms, performance.now() - begun);
    cpu = Math.min(cpu, (user + system) / 1000);
  }
  tell(name, { ms, cpu, mb: most("self") });
}

/** Discards what it receives. A new connection each time, because an idle one may have been closed. */
function get(path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request(server.url + path, { agent: false, headers: { cookie } }, (response) => {
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on("error", reject);
      response.on("end", () =>
        response.statusCode === 200 ? resolve(bytes) : reject(new Error(`${path}: ${response.statusCode ?? 0}`)),
      );
    })
      .on("error", reject)
      .end();
  });
}

/** Resolves when a download begins. */
function beginningOf(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = request(server.url + path, { agent: false, headers: { cookie } }, (response) => {
      response.once("data", () => {
        call.destroy();
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${path}: ${response.statusCode ?? 0}`));
      });
    });
    call.on("error", reject).end();
  });
}

const [begun, busy] = [performance.now(), process.cpuUsage()];
forgetMost();
await get("/api/admin/bookings-page");
const { user, system } = process.cpuUsage(busy);
const first = { ms: performance.now() - begun, cpu: (user + system) / 1000, mb: most("self") };
tell("host: the first list after all bookings were imported", first);
forgetMost();
const listing = performance.now();
await server.app.runJobs(/^bookings list$/);
tell("job: the list is complete after the import", { ms: performance.now() - listing, cpu: null, mb: most("self") });

const list = "/api/admin/bookings-page?";
const READS = {
  "guest: availability of 60 days": "/api/availability?from=2026-12-01&to=2027-01-30",
  "platform: our calendar": feed,
  "host: bookings, first page": list,
  "host: bookings, last page": `${list}page=1000000`,
  "host: bookings, page in the middle": `${list}page=${Math.ceil(bookings / 100)}`,
  "host: bookings, search with few results": `${list}search=m%C3%BCller+99`,
  "host: bookings, search for one letter, last page": `${list}search=m&page=1000000`,
  "host: bookings, search that finds nothing": `${list}search=nobody`,
  "host: bookings, status and source, page in the middle": `${list}status=cancelled&source=airbnb&page=${Math.ceil(bookings / 300)}`,
  "host: bookings, upcoming first, last page": `${list}sort=upcoming&page=1000000`,
  "host: bookings by guest, page in the middle": `${list}sort=guest&search=e&page=${Math.ceil(bookings / 150)}`,
  "host: month calendar": "/api/admin/calendar?from=2026-11-25&to=2027-01-05",
  "host: dashboard": "/api/admin/dashboard",
  "host: analytics, all time": "/api/admin/analytics",
  "host: analytics, one year": "/api/admin/analytics?from=2021-01-01&to=2022-01-01",
  "host: conversations": "/api/admin/conversations",
  "host: conversations, search": "/api/admin/conversations?search=kettle",
  "host: messages": "/api/admin/scheduled-messages",
  "host: audit log": "/api/admin/audit",
} as const;
for (const [name, path] of Object.entries(READS)) {
  // They take about 1 ms, so it takes more runs to find one that no other work has slowed down.
  await measured(name, name.startsWith("guest:") ? 20 * runs : runs, () => get(path));
}
// Each run waits for the disk, so it takes more runs to find an undisturbed one.
await measured("guest: register and book", 4 * runs, async (run) => {
  const checkInDate = addDays(toLocalDate("2027-04-05"), run);
  const guest = { name: "Ann Perera", email: `guest-of-${run}@example.org`, phone: `+94 77 555 ${1000 + run}` };
  const network = { "x-forwarded-for": `10.1.${run}.1` };
  const booked = await bookStay(server, { checkInDate, checkOutDate: addDays(checkInDate, 1) }, guest, network);
  if (booked.status !== 201) throw new Error(booked.text);
});
await measured("host: the beginning of the CSV of all bookings", runs, () => beginningOf("/api/admin/bookings.csv"));
await measured("host: CSV of all bookings", bookings < 100_000 ? 3 : 1, () => get("/api/admin/bookings.csv"));

/** In a separate process, as by the nightly backup. */
function command(name: string, args: string[], at: { databaseUrl: string | null; dataDir: string }): Promise<void> {
  const env = { ...process.env, DATA_DIR: at.dataDir, ...(at.databaseUrl ? { DATABASE_URL: at.databaseUrl } : {}) };
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(process.execPath, ["src/server/cli.ts", ...args], { env, stdio: ["ignore", "ignore", "pipe"] });
    let mb = 0;
    const watch = setInterval(() => {
      try {
        if (child.pid !== undefined) mb = Math.max(mb, most(child.pid) || 0);
      } catch {
        // The process has just ended.
      }
    }, 10);
    let output = "";
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.once("exit", (code) => {
      clearInterval(watch);
      tell(name, { ms: performance.now() - started, cpu: null, mb });
      if (code === 0) resolve();
      else reject(new Error(`${args.join(" ")}: ${output}`));
    });
  });
}
if (process.argv[5] !== "reads") await commands(engine);
await server.close();
process.disconnect?.();

async function commands(engine: Engine): Promise<void> {
  await command("command: backup, with its test restore", ["backup"], server.sameDatabase);
  await command("command: export", ["export", join(server.sameDatabase.dataDir, "export.tar.gz")], server.sameDatabase);
  const elsewhere = await scratchDatabase(engine);
  mkdirSync(elsewhere.dataDir, { recursive: true });
  const folder = join(server.sameDatabase.dataDir, "backups");
  const [file] = readdirSync(folder).filter((one) => one.includes("latchkey"));
  await command("command: restore", ["restore", join(folder, file ?? "")], elsewhere);
  await elsewhere.remove();
}

/**
 * Where the server spends its processor time under load: the five parts of the code with the largest shares, and the
 * time per request. The load consists of the cached landing page, a booking page rendered for the dates in its URL, and
 * bookings. OLD=folder also profiles the commit that is built in that folder.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addDays, type LocalDate } from "#domain/calendar/local-date.ts";
import { stop } from "../e2e/support/latchkey.ts";
import { type BuiltScript, buildWithMaps } from "./support/build-with-maps.ts";
import { report } from "./support/measure.ts";

const CLIENTS = 8;
const TOP = 5;

type Send = (path: string, body?: object) => Promise<{ id: string; today: LocalDate }>;
type Load = { name: string; requests: number; send: (send: Send, place: number, today: LocalDate) => Promise<unknown> };

const GUEST = { name: "Ann Perera", phone: "+94 77 123 4567" };
const LOADS: Load[] = [
  { name: "landing page", requests: 10_000, send: (send) => send("/") },
  {
    name: "booking page with dates",
    requests: 600,
    send: (send, place, today) =>
      send(`/book?in=${addDays(today, 10 + (place % 300))}&out=${addDays(today, 13 + (place % 300))}`),
  },
  {
    name: "booking",
    requests: 600,
    send: async (send, place, today) => {
      const guest = await send("/api/guests", { ...GUEST, email: `guest${place}@example.com` });
      const stay = { checkInDate: addDays(today, place + 1), checkOutDate: addDays(today, place + 2), guestCount: 2 };
      await send("/api/bookings", { propertyId: 1, guestId: guest.id, status: "upcoming", ...stay });
    },
  },
];

type Server = { child: ChildProcess; url: string; debuggerUrl: string; dataDir: string };

/** From source, so that the profile names each function's file. */
async function start(folder: string): Promise<Server> {
  const dataDir = mkdtempSync(join(tmpdir(), "latchkey-bench-"));
  const env = { DATA_DIR: dataDir, PORT: "0", HOST: "127.0.0.1", LOG_LEVEL: "info", TRUST_PROXY: "true" };
  const child = spawn(process.execPath, ["--inspect=127.0.0.1:0", "src/server/main.ts"], {
    cwd: folder,
    env: { ...process.env, ...env, NODE_ENV: "production", BOOKING_GUARD: "false" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return new Promise((resolve, reject) => {
    let output = "";
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const debuggerUrl = /Debugger listening on (ws:\S+)/.exec(output)?.[1];
      const port = /http:\/\/(?:localhost|127\.0\.0\.1):([1-9]\d*)/.exec(output)?.[1];
      if (debuggerUrl && port) resolve({ child, url: `http://127.0.0.1:${port}`, debuggerUrl, dataDir });
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", (code) => reject(new Error(`The server exited with ${code}: ${output}`)));
  });
}

/** From an IP address per guest, because the number of requests per network is limited. */
function sendTo(url: string, place: number): Send {
  const address = `10.${place >> 16}.${(place >> 8) & 255}.${place & 255}`;
  return async (path, body) => {
    const headers = { "x-forwarded-for": address, origin: url, "content-type": "application/json" };
    const response = await fetch(
      url + path,
      body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers },
    );
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return text.startsWith("{") ? JSON.parse(text) : {};
  };
}

/** Lines and columns count from 0. Native functions have no URL. */
type Frame = { functionName: string; url: string; lineNumber: number; columnNumber: number };
type CallNode = { id: number; callFrame: Frame; children?: number[] };
type Profile = { nodes: CallNode[]; samples: number[]; timeDeltas: number[] };

async function profiled(debuggerUrl: string, work: () => Promise<void>): Promise<Profile> {
  const socket = new WebSocket(debuggerUrl);
  await new Promise((resolve) => socket.addEventListener("open", resolve));
  let requests = 0;
  const ask = (method: string) =>
    new Promise<{ profile?: Profile }>((resolve) => {
      const id = ++requests;
      socket.addEventListener("message", ({ data }) => {
        const message = JSON.parse(String(data));
        if (message.id === id) resolve(message.result);
      });
      socket.send(JSON.stringify({ id, method }));
    });
  await ask("Profiler.enable");
  await ask("Profiler.start");
  await work();
  const { profile } = await ask("Profiler.stop");
  socket.close();
  if (!profile) throw new Error("The debugger returned no profile");
  return profile;
}

/**
 * In ms. A part is a package, one of our folders, a Node module, a native function together with the part that calls
 * it, or work that the engine does outside JavaScript.
 */
function timeByPart({ nodes, samples, timeDeltas }: Profile, pages: Pages): Map<string, number> {
  const callers = new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node] as const)));
  const partOfNode = ({ id, callFrame }: CallNode): string => {
    const part = partOf(callFrame, pages);
    if (part) return part;
    const { functionName } = callFrame;
    const ofEngine = /^\((.+)\)$/.exec(functionName)?.[1];
    if (ofEngine) return OF_ENGINE[ofEngine] ?? ofEngine;
    const caller = callers.get(id);
    const calledBy = caller ? partOfNode(caller) : "";
    // The functions of better-sqlite3 are native and have no names.
    if (functionName === "" && CALLS_SQLITE.includes(calledBy)) return "SQLite";
    return `${functionName || "native code"} of ${calledBy}`;
  };
  const parts = new Map(nodes.map((node) => [node.id, partOfNode(node)]));
  const times = new Map<string, number>();
  for (const [i, sample] of samples.entries()) {
    const part = parts.get(sample);
    if (!part || part === "idle") continue;
    times.set(part, (times.get(part) ?? 0) + (timeDeltas[i] ?? 0) / 1000);
  }
  return times;
}

const CALLS_SQLITE = ["kysely", "better-sqlite3", "src/server/database"];
const OF_ENGINE: Record<string, string> = {
  program: "system calls and engine",
  "garbage collector": "garbage collection",
};

/** Undefined for a native function. */
function partOf({ url, lineNumber, columnNumber }: Frame, pages: Pages): string | undefined {
  const file = /\/dist\/server\/(.+)$/.exec(url)?.[1];
  const source = file ? pages.get(file)?.sourceOf(lineNumber, columnNumber) || url : url;
  const library = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1];
  if (library) return library;
  const builtIn = /^node:(?:internal\/)?_?(\w+)/.exec(source)?.[1];
  if (builtIn) return `Node ${builtIn}`;
  return /(?:^|\/)(src\/\w+\/[\w-]+|dist\/server)/.exec(source)?.[1] ?? (source || undefined);
}

/** The built files that render pages contain their packages; a source map shows to which one a function belongs. */
type Pages = Map<string, BuiltScript>;

async function builtPages(folder: string): Promise<Pages> {
  const here = process.cwd();
  process.chdir(folder);
  const pages = await buildWithMaps("server");
  process.chdir(here);
  for (const [name, { code }] of pages) {
    if (readFileSync(join(folder, "dist/server", name), "utf8") !== code)
      throw new Error(`dist/server/${name} in ${folder} is from another commit: run npm run build`);
  }
  return pages;
}

for (const [build, folder] of Object.entries({
  ...(process.env["OLD"] ? { old: process.env["OLD"] } : {}),
  ours: ".",
})) {
  const pages = await builtPages(folder);
  for (const { name, requests, send } of LOADS) {
    const { child, url, debuggerUrl, dataDir } = await start(folder);
    const { today } = await sendTo(url, 0)("/api/availability?from=2026-01-01&to=2026-01-02");
    let next = 0;
    const until = (end: number) => async () => {
      const client = async () => {
        while (next < end) {
          const place = next++;
          await send(sendTo(url, place), place, today);
        }
      };
      await Promise.all(Array.from({ length: CLIENTS }, client));
    };
    const warm = Math.ceil(requests / 6);
    await until(warm)();
    const parts = timeByPart(await profiled(debuggerUrl, until(requests)), pages);
    await stop(child);
    rmSync(dataDir, { recursive: true, force: true });
    const total = [...parts.values()].reduce((sum, ms) => sum + ms, 0);
    const top = [...parts].toSorted(([, a], [, b]) => b - a).slice(0, TOP);
    const figures = Object.fromEntries(top.map(([part, ms]) => [part, `${((100 * ms) / total).toFixed(0)} %`]));
    report(`profile of a ${name}, ${build}`, { "ms each": total / (requests - warm), ...figures });
  }
}

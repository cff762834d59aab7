/**
 * The portal's first load on a slow phone with empty caches: how soon the sign-in form and the dashboard are shown, and
 * how many files and kB of script they load. OLD=folder compares the portal with another commit's build, in turn.
 * RUNS=n visits each page n times; a visit takes 5 to 12 s.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium } from "@playwright/test";
import { ADMIN, startServer, stop } from "../e2e/support/latchkey.ts";
import { median, report, runs } from "./support/measure.ts";
import { openOnSlowPhone } from "./support/slow-phone.ts";

const RUNS = runs(7);
const OLD = process.env["OLD"];

type State = Awaited<ReturnType<typeof signedIn>>;
type Build = { name: string; url: string; state: State };
type Visit = { readyMs: number; files: number; scriptBytes: number };

const NOBODY: State = { cookies: [], origins: [] };
const SCREENS = [
  {
    path: "/admin/login",
    signedIn: false,
    ready: `document.querySelector("main form button[type=submit], form button[type=submit]")`,
  },
  { path: "/admin/dashboard", signedIn: true, ready: `document.body?.innerText.includes("at the cottage")` },
];

async function signedIn(url: string) {
  const response = await fetch(`${url}/api/admin/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify(ADMIN),
  });
  const [name = "", value = ""] = (response.headers.getSetCookie()[0]?.split("; ")[0] ?? "").split("=");
  if (value === "") throw new Error(`The sign-in was answered with ${response.status}`);
  const cookie = { name, value, domain: "127.0.0.1", path: "/", expires: -1, httpOnly: true, secure: false };
  return { cookies: [{ ...cookie, sameSite: "Lax" as const }], origins: [] };
}

async function visit(browser: Browser, build: Build, screen: (typeof SCREENS)[number]): Promise<Visit> {
  const page = await openOnSlowPhone(browser, build.url + screen.path, screen.signedIn ? build.state : NOBODY);
  const handle = await page.waitForFunction(`(${screen.ready}) && performance.now()`, null, { polling: "raf" });
  const readyMs = Number(await handle.jsonValue());
  const loaded = await page.evaluate(() => {
    const entries = performance
      .getEntriesByType("resource")
      .filter((entry) => entry instanceof PerformanceResourceTiming && entry.name.endsWith(".js"))
      .map((entry) => (entry instanceof PerformanceResourceTiming ? entry.encodedBodySize : 0));
    return { files: entries.length, scriptBytes: entries.reduce((sum, bytes) => sum + bytes, 0) };
  });
  await page.context().close();
  return { readyMs, ...loaded };
}

async function begin(name: string, folder?: string) {
  const dataDir = mkdtempSync(join(tmpdir(), "latchkey-bench-"));
  // Earlier builds write their URL only to the log.
  const env = {
    DATA_DIR: dataDir,
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    LOG_LEVEL: "info",
  };
  const { child, url } = await startServer(env, folder);
  const end = async () => {
    await stop(child);
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { build: { name, url, state: await signedIn(url) }, end };
}

const servers = [await begin("ours"), ...(OLD ? [await begin("old", OLD)] : [])];
const browser = await chromium.launch({
  executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
for (const screen of SCREENS) {
  const visits = servers.map((): Visit[] => []);
  // The first visit warms up the browser and the server and is not counted.
  for (let run = 0; run <= RUNS; run++) {
    for (const [index, { build }] of servers.entries()) {
      const seen = await visit(browser, build, screen);
      if (run > 0) visits[index]?.push(seen);
    }
  }
  const figures = visits.map((list) => ({
    ready: median(list.map(({ readyMs }) => readyMs)),
    files: median(list.map(({ files }) => files)),
    kB: median(list.map(({ scriptBytes }) => scriptBytes)) / 1000,
  }));
  const lines = figures.flatMap(({ ready, files, kB }, index) => {
    const name = servers[index]?.build.name ?? "";
    return [
      [`${name} ready ms`, ready],
      [`${name} files`, files],
      [`${name} script kB`, kB],
    ];
  });
  const [ours, old] = figures;
  const aim = ours && old ? { ratio: ours.ready / old.ready, atMost: 1 } : undefined;
  report(`portal's first load on a slow phone, ${screen.path}`, Object.fromEntries(lines), aim);
}
await browser.close();
for (const { end } of servers) await end();

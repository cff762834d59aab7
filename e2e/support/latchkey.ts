import { test as base, expect, type Frame, type Page } from "@playwright/test";
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { run as runAxe, RunOptions } from "axe-core";
import { atTheOtherWidth } from "./widths.ts";

export { expect } from "@playwright/test";

export const ADMIN = { username: "host", password: "a long sentence to sign in" };

/** For a server with these tests' host account. */
export const WITH_HOST = {
  // Each test uses its own network address (below), so that the rate limits can stay on.
  TRUST_PROXY: "true",
  ADMIN_USERNAME: ADMIN.username,
  ADMIN_PASSWORD: ADMIN.password,
};

export type OwnServer = Awaited<ReturnType<typeof startOwnServer>>;

/** With an empty database, which is removed when the server is closed. */
export async function startOwnServer(env: Record<string, string>) {
  const dataDir = mkdtempSync(join(tmpdir(), "latchkey-e2e-"));
  const { child, url, output } = await startServer({ DATA_DIR: dataDir, ...env });
  return {
    url,
    dataDir,
    output,
    close: async () => {
      await stop(child);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** One server process per worker. */
export function testWithServer(env: Record<string, string>) {
  return base.extend<{ baseURL: string }, { server: OwnServer }>({
    server: [
      async ({}, use) => {
        const server = await startOwnServer(env);
        await use(server);
        await server.close();
      },
      { scope: "worker", timeout: 60_000 },
    ],
    extraHTTPHeaders: async ({}, use) => use({ "x-forwarded-for": randomAddress() }),
    baseURL: async ({ server }, use) => use(server.url),
  });
}

/** The tests share one server per worker, so each chooses its own nights (see `nights`). */
export const test = testWithServer(WITH_HOST);

/** For tests that change what the others see. */
export const testWithOwnServer = test.extend<{ own: OwnServer }>({
  own: async ({}, use) => {
    const own = await startOwnServer(WITH_HOST);
    await use(own);
    await own.close();
  },
  baseURL: async ({ own }, use) => use(own.url),
});

function randomAddress(): string {
  const part = () => Math.floor(Math.random() * 254) + 1;
  return `10.${part()}.${part()}.${part()}`;
}

/** Letters only, because a name with many digits is refused: it may be a phone number. */
export function uniqueLetters(): string {
  return crypto
    .randomUUID()
    .slice(0, 8)
    .replaceAll(/\d/g, (digit) => "ghijklmnop"[Number(digit)] ?? "");
}

/** The built product on a free port, without the booking guard. Waits until it reports its URL. */
export async function startServer(
  env: Record<string, string>,
  /** Must contain the built `dist`. */
  folder = process.cwd(),
): Promise<{ child: ChildProcess; url: string; output: () => string }> {
  const child = spawn(process.execPath, ["dist/server/main.js"], {
    cwd: folder,
    env: { ...process.env, PORT: "0", HOST: "127.0.0.1", LOG_LEVEL: "warn", BOOKING_GUARD: "false", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      // With PUBLIC_URL, only a log line at level info contains the port.
      const port = /(?:is running at http:\/\/localhost|listening at http:\/\/127\.0\.0\.1):(\d+)/.exec(output)?.[1];
      if (port) resolve(`http://127.0.0.1:${port}`);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", (code) => reject(new Error(`the server exited with ${code}:\n${output}`)));
  });
  return { child, url, output: () => output };
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await ended;
}

/** Compressed, because sending 650 kB to the browser takes more than twice as long. */
const AXE = gzipSync(readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"))).toString("base64");
declare const axe: { run: typeof runAxe };
declare const axeScript: string;

/** Does nothing if the document already has axe. */
async function injectAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => "axe" in window)) return;
  await frame.evaluate(async (base64) => {
    const bytes = new Blob([Uint8Array.fromBase64(base64)]);
    const axeScript = await new Response(bytes.stream().pipeThrough(new DecompressionStream("gzip"))).text();
    Object.assign(window, { axeScript });
  }, AXE);
  // The page's content security policy allows `eval` only while a command of the browser's debugger runs.
  // oxlint-disable-next-line no-eval
  await frame.evaluate(() => void (0, eval)(axeScript));
}

/**
 * axe's default rules: those for WCAG 2.1 AA, and its best practices. The rule for WCAG 2.2, about the size of targets,
 * stays off because it counts targets that the save bar happens to cover. In a journey that runs at only one width, axe
 * also checks the other width.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(page);
  await atTheOtherWidth(page, base.info(), () => expectNoViolations(page));
}

/** Rules whose result depends on the colours. */
const ABOUT_COLOURS = ["color-contrast", "link-in-text-block"];

/**
 * Like `expectAccessible`, but in both colour schemes: at the journey's own width, the light scheme is checked only
 * with the rules about colours.
 */
export async function expectAccessibleInBoth(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expectNoViolations(page);
  await page.emulateMedia({ colorScheme: "light" });
  await expectNoViolations(page, ABOUT_COLOURS);
  await atTheOtherWidth(page, base.info(), () => expectNoViolations(page));
}

async function expectNoViolations(page: Page, rules?: string[]): Promise<void> {
  // Contrast cannot be checked during a colour transition. A page that paints no frames never ends one.
  await page.evaluate(() => {
    for (const motion of document.getAnimations()) if (motion instanceof CSSTransition) motion.finish();
  });
  for (const frame of page.frames()) await injectAxe(frame);
  const found = await page.evaluate(async (only) => {
    const options = { resultTypes: ["violations"], ...(only ? { runOnly: only } : {}) } satisfies RunOptions;
    const { violations } = await axe.run(options);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary = "" }) => `${id}: ${target.join(" ")} (${failureSummary})`),
    );
  }, rules);
  expect(found).toEqual([]);
  // An object was used as text or as an attribute.
  expect(await page.content()).not.toContain("[object Object]");
}

let used = 0;
/**
 * Each call returns a later stay, so tests on one server never collide. No stay crosses the end of a month, because a
 * phone's calendar would show it on two pages.
 */
export function nights(count: number): { checkIn: string; checkOut: string } {
  const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const month = (day: string) => day.slice(0, 7);
  let first = 20 + used;
  while (month(dayFromNow(first)) !== month(dayFromNow(first + count))) first += 1;
  used = first + count + 1 - 20;
  return { checkIn: dayFromNow(first), checkOut: dayFromNow(first + count) };
}

export async function signIn(page: Page): Promise<void> {
  await page.goto("/admin/login");
  await page.getByLabel("Username").fill(ADMIN.username);
  await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL("**/admin/dashboard");
}

/**
 * The site with nine photos, uploaded as a host would: files and bytes of the first view on a 390 px phone at three pixel
 * densities and on a wide screen, the largest paint compared with static HTML using the same files, and Lighthouse scores.
 * PHOTOGRAPHS=folder uses real photos from that folder.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Browser, chromium } from "@playwright/test";
import { ADMIN, startServer, stop } from "../e2e/support/latchkey.ts";
import { goThroughSamples } from "../e2e/support/samples.ts";
import { DEBUGGING_PORT, judge } from "./support/lighthouse.ts";
import { report, startRival } from "./support/measure.ts";
import { comparePaints } from "./support/paint-series.ts";
import { photographs } from "./support/photographs.ts";
import { PHOTO_COUNT, showPhotographs } from "./support/show-photographs.ts";

const MOST_IN_VIEW = 250_000;
/** The same limits as for the pages with drawings: bench/pages.bench.ts, bench/lighthouse.bench.ts. */
const PAGES = [
  { path: "/", atMost: 1.05 },
  { path: "/book", atMost: 1.1 },
];
const PERFORMANCE = 99;
const SCREENS = [
  { width: 390, height: 844, scale: 1 },
  { width: 390, height: 844, scale: 2 },
  { width: 390, height: 844, scale: 3 },
  { width: 1280, height: 900, scale: 1 },
];

type Screen = (typeof SCREENS)[number];

/** What a page fetches before any interaction: pictures and fonts until one second after the network is idle. */
async function fetchedFirst(browser: Browser, url: string, { width, height, scale }: Screen) {
  const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor: scale });
  const page = await context.newPage();
  await page.goto(url, { waitUntil: "networkidle" });
  const found = await page.evaluate(() => {
    const entries = performance
      .getEntriesByType("resource")
      .filter((entry) => entry instanceof PerformanceResourceTiming);
    const bytesOf = (pattern: RegExp) =>
      entries.filter(({ name }) => pattern.test(name)).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    const pictures = entries.filter(({ name }) => /\/(pictures|drawings)\//.test(name));
    return {
      pictures: pictures.map(({ name }) => name.split("/").at(-1)).join(" "),
      "picture bytes": bytesOf(/\/(pictures|drawings)\//),
      "font bytes": bytesOf(/\.woff2$/),
      "script bytes": bytesOf(/\.js$/),
    };
  });
  await context.close();
  return found;
}

const dataDir = mkdtempSync(join(tmpdir(), "latchkey-bench-"));
const { child, url } = await startServer({
  DATA_DIR: dataDir,
  ADMIN_USERNAME: ADMIN.username,
  ADMIN_PASSWORD: ADMIN.password,
});
const browser = await chromium.launch({
  executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", `--remote-debugging-port=${DEBUGGING_PORT}`],
});
const { from, files } = await photographs(PHOTO_COUNT);
console.log(
  `${PHOTO_COUNT} photographs, ${from}, ${(files.reduce((sum, { length }) => sum + length, 0) / 1e6).toFixed(1)} MB`,
);
await goThroughSamples(url);
await showPhotographs(url, files);
for (const { path } of PAGES) {
  for (const screen of SCREENS) {
    const found = await fetchedFirst(browser, url + path, screen);
    const aim = { ratio: MOST_IN_VIEW / found["picture bytes"], atLeast: 1 };
    report(`${path} on ${screen.width} px at ${screen.scale}x`, found, aim);
  }
}
for (const { path, atMost } of PAGES) {
  const html = await (await fetch(url + path)).text();
  const rival = await startRival("bench/support/static-page.ts", { html, clientDir: resolve("dist/client"), dataDir });
  await comparePaints(browser, { name: `${path} on a slow phone`, ours: url + path, rival: rival.url + path, atMost });
  rival.child.kill();
}
await judge(`${url}/`, PERFORMANCE);
await browser.close();
await stop(child);
rmSync(dataDir, { recursive: true, force: true });

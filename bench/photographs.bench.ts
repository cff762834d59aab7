/**
 * The files and bytes that the first views of the landing page and /book load, on a 390 px phone at three pixel
 * densities and on a wide screen: first with the sample drawings, and then with nine uploaded photos. With the photos,
 * the largest paint is also compared with that of static HTML with the same files, and Lighthouse runs on the landing
 * page. PHOTOGRAPHS=folder uses real photos.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { type Browser, chromium } from "@playwright/test";
import { ADMIN, startServer, stop } from "../e2e/support/latchkey.ts";
import { goThroughSamples } from "../e2e/support/samples.ts";
import { DEBUGGING_PORT, judge } from "./support/lighthouse.ts";
import { compressedFully, report, startRival } from "./support/measure.ts";
import { comparePaints } from "./support/paint-series.ts";
import { photographs } from "./support/photographs.ts";
import { PHOTO_COUNT, showPhotographs } from "./support/show-photographs.ts";

const MAX_PICTURE_KB = 250;
const PICTURE = /\/(pictures|drawings)\//;
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

/** Before any interaction, until the network is idle. The sizes are those of the bodies as sent, without headers. */
async function firstView(browser: Browser, url: string, { width, height, scale }: Screen) {
  const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor: scale });
  const page = await context.newPage();
  await page.goto(url, { waitUntil: "networkidle" });
  const { files, style } = await page.evaluate(() => ({
    files: [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .map(({ name, encodedBodySize }) => ({ name, bytes: encodedBodySize })),
    style: [...document.querySelectorAll("style")].map(({ textContent }) => textContent).join(""),
  }));
  await context.close();
  const kB = (kind: RegExp) =>
    files.filter(({ name }) => kind.test(name)).reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
  return {
    pictures: String(files.filter(({ name }) => PICTURE.test(name)).length),
    "picture kB": kB(PICTURE),
    "font kB": kB(/\.woff2$/),
    "script kB": kB(/\.js$/),
    // The style sheet is part of the page; this is its size when compressed alone.
    "style kB": brotliCompressSync(style).length / 1000 + kB(/\.css$/),
    "all kB": kB(/^/),
    files: String(files.length),
  };
}

async function reportFirstViews(browser: Browser, url: string, shown: string): Promise<void> {
  for (const { path } of PAGES) {
    for (const screen of SCREENS) {
      const view = await firstView(browser, url + path, screen);
      const name = `first view of ${path} with ${shown}, ${screen.width} px at ${screen.scale}x`;
      report(name, view, { ratio: view["picture kB"] / MAX_PICTURE_KB, atMost: 1 });
    }
  }
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
await compressedFully(`${url}/`);
await reportFirstViews(browser, url, "sample drawings");
await goThroughSamples(url);
await showPhotographs(url, files);
await compressedFully(`${url}/`);
await reportFirstViews(browser, url, `${PHOTO_COUNT} photographs`);
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

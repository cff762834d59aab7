/**
 * The landing page and the booking page on a slow 390 px phone, in turn with the same pages built with other
 * technologies (support/rivals.ts): the first and largest paint, the kB of script and, on the landing page, a tap on
 * the menu right after the first paint. WordPress with a booking plugin and QloApps are left out, because they need PHP
 * and MySQL, which npm cannot install. RUNS=n visits each page n times. PHOTOGRAPHS=folder uses real photos.
 */
import { globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { chromium } from "@playwright/test";
import sharp from "sharp";
import { ADMIN, startServer, stop } from "../e2e/support/latchkey.ts";
import { goThroughSamples } from "../e2e/support/samples.ts";
import { type Aim, compressedFully, median, report, runs, startRival } from "./support/measure.ts";
import { photographs } from "./support/photographs.ts";
import { startRivals } from "./support/rivals.ts";
import { PHOTO_COUNT, showPhotographs } from "./support/show-photographs.ts";
import { IPHONE, type Paints, paints } from "./support/slow-phone.ts";
import { tapOnce } from "./support/tap.ts";

const RUNS = runs(7);
/** As in bench/pages.bench.ts. */
const PAGES = [
  { path: "/", atMost: 1.05, menu: true },
  { path: "/book", atMost: 1.1, menu: false },
];
const MENU = {
  on: "[popovertarget=menu], [aria-controls=menu]",
  answered: `document.querySelector("#menu")?.checkVisibility()`,
};
/** Downloads are counted once a page has fetched nothing for this long. */
const SETTLED_MS = 2000;
/** Like the pictures at commit 11fc3b5. Our landing page must not be slower than a static page with those pictures. */
const EARLIER = { file: "earlier.avif", width: 1200, quality: 50 };
const [STATIC, EARLIER_STATIC] = ["static HTML", "static HTML with the pictures of 11fc3b5"];
/** If a rival's page has a smaller share of the words on ours, it is outdated. */
const SAME_WORDS = 0.9;

type Site = { name: string; url: string };
type Visit = Paints & { tapMs: number | null };

async function visit(url: string, menu: boolean): Promise<Visit> {
  const seen = await paints(browser, url, { phone: IPHONE, settle: SETTLED_MS });
  return { ...seen, tapMs: menu ? await tapOnce(browser, { url, ...MENU, phone: IPHONE }) : null };
}

async function makeEarlierPictures(): Promise<void> {
  for (const master of globSync(join(dataDir, "pictures", "*", "master.jpg"))) {
    const image = sharp(master).resize(EARLIER.width).avif({ quality: EARLIER.quality, effort: 4 });
    await image.toFile(join(dirname(master), EARLIER.file));
  }
}

const withEarlierPictures = (html: string) =>
  html.replaceAll(/(srcset=")(\/pictures\/[^/]+\/)\d+\.avif[^"]*"/gi, `$1$2${EARLIER.file} ${EARLIER.width}w"`);

async function compare(sites: Site[], { path, atMost, menu }: (typeof PAGES)[number]) {
  const visits = sites.map((): Visit[] => []);
  // The first visit warms up the browser and the server and is not counted.
  for (let run = 0; run <= RUNS; run++) {
    for (const [index, { url }] of sites.entries()) {
      const seen = await visit(url + path, menu);
      if (run > 0) visits[index]?.push(seen);
    }
  }
  const medianOf = (index: number, figure: (visit: Visit) => number) => median((visits[index] ?? []).map(figure));
  const paintOf = (target: string) =>
    medianOf(
      sites.findIndex(({ name }) => name === target),
      ({ largest }) => largest,
    );
  for (const [index, { name }] of sites.entries()) {
    const largest = medianOf(index, (seen) => seen.largest);
    const taps = (visits[index] ?? []).map(({ tapMs }) => tapMs);
    const answered = taps.filter((ms) => ms !== null);
    const menuFigures = {
      "menu tap ms": answered.length > 0 ? median(answered) : "none",
      "taps lost": `${taps.length - answered.length} of ${taps.length}`,
    };
    const aim: Aim | undefined = name === "ours" ? { ratio: largest / paintOf(STATIC), atMost } : undefined;
    report(
      `${path} on a slow phone, ${name}`,
      {
        "FCP ms": medianOf(index, ({ first }) => first),
        "LCP ms": `${Math.round(largest)} (${visits[index]?.at(-1)?.element ?? "none"})`,
        "its kB": medianOf(index, ({ largestBytes }) => largestBytes / 1000),
        "script kB": medianOf(index, ({ scriptBytes }) => scriptBytes / 1000),
        ...(menu ? menuFigures : {}),
      },
      aim,
    );
    if (name !== "ours" || !menu) continue;
    report(
      `${path}, our largest paint compared with ${EARLIER_STATIC}`,
      { "LCP ms": largest, "static ms": paintOf(EARLIER_STATIC) },
      { ratio: largest / paintOf(EARLIER_STATIC), atMost: 1 },
    );
    report(
      "our menu's taps",
      { lost: taps.length - answered.length },
      { ratio: taps.length - answered.length, atMost: 0 },
    );
  }
}

async function wordsOf(url: string): Promise<Set<string>> {
  const page = await browser.newPage();
  await page.goto(url, { waitUntil: "networkidle" });
  // Our page has a field that only bots can see.
  await page
    .locator("form [aria-hidden=true]:has(input)")
    .evaluateAll((traps) => traps.forEach((trap) => trap.remove()));
  const text = await page.locator("main").innerText();
  await page.close();
  return new Set(text.toLowerCase().match(/\p{L}+/gu));
}

async function expectSameWords(ours: string, { name, url }: Site, path: string): Promise<void> {
  const [expected, found] = [await wordsOf(ours + path), await wordsOf(url + path)];
  const missing = [...expected.difference(found)];
  if (missing.length > (1 - SAME_WORDS) * expected.size)
    throw new Error(`${name}, ${path}: bench/rivals is missing words from our page: ${missing.join(", ")}`);
}

const dataDir = mkdtempSync(join(tmpdir(), "latchkey-bench-"));
const { child, url } = await startServer({
  DATA_DIR: dataDir,
  ADMIN_USERNAME: ADMIN.username,
  ADMIN_PASSWORD: ADMIN.password,
});
const browser = await chromium.launch({
  executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
const { from, files } = await photographs(PHOTO_COUNT);
console.log(`${PHOTO_COUNT} photographs, ${from}`);
await goThroughSamples(url);
await showPhotographs(url, files);
await compressedFully(`${url}/`);
const rivals = await startRivals({ url, dataDir });
await makeEarlierPictures();
for (const page of PAGES) {
  const html = await (await fetch(url + page.path)).text();
  const serve = (given: string) =>
    startRival("bench/support/static-page.ts", { html: given, clientDir: resolve("dist/client"), dataDir });
  const [plain, earlier] = [await serve(html), await serve(withEarlierPictures(html))];
  for (const rival of rivals) await expectSameWords(url, rival, page.path);
  const sites = [
    { name: STATIC, url: plain.url },
    { name: EARLIER_STATIC, url: earlier.url },
    { name: "ours", url },
    ...rivals,
  ];
  await compare(sites, page);
  plain.child.kill();
  earlier.child.kill();
}
await browser.close();
for (const rival of rivals) rival.child.kill();
await stop(child);
rmSync(dataDir, { recursive: true, force: true });

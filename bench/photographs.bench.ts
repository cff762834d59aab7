/**
 * The landing page with nine 12-megapixel photos, uploaded as a host would: the bytes a 390 px phone fetches for the visible
 * part, the largest paint compared with static HTML using the same files, and Lighthouse scores. PHOTOGRAPHS=folder uses real
 * photos from that folder.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Browser, chromium } from "@playwright/test";
import type { SavedContent } from "#contract/content.ts";
import type { Picture } from "#contract/media.ts";
import { ADMIN, startServer, stop } from "../e2e/support/latchkey.ts";
import { DEBUGGING_PORT, judge } from "./support/lighthouse.ts";
import { report, startRival } from "./support/measure.ts";
import { comparePaints } from "./support/paint-series.ts";
import { photographs } from "./support/photographs.ts";

const MOST_IN_VIEW = 250_000;
/** The same limits as for the page with drawings: bench/pages.bench.ts, bench/lighthouse.bench.ts. */
const LCP_AT_MOST = 1.05;
const PERFORMANCE = 99;
/** All pictures on the page: the hero, the card, four of the cottage, and three of Kandy's treasures. */
const [ON_THE_CARD_AND_WALL, TREASURES] = [
  5,
  ["Temple of the Sacred Tooth", "Royal Botanical Gardens", "Hanthana Mountain Range"],
];
const COUNT = 1 + ON_THE_CARD_AND_WALL + TREASURES.length;

/** Uploads the photos, uses them on the landing page, and waits until every format of each is ready. */
async function show(url: string, photos: Buffer[]): Promise<void> {
  const json = { "content-type": "application/json" };
  const signedIn = await fetch(`${url}/api/admin/auth/login`, {
    method: "POST",
    headers: json,
    body: JSON.stringify(ADMIN),
  });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const ask = async (method: string, path: string, body?: unknown) => {
    const sent = body === undefined ? {} : { headers: { ...json, cookie }, body: JSON.stringify(body) };
    const answer = await fetch(url + path, { method, headers: { cookie }, ...sent });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const pictures: Picture[] = [];
  for (const [i, bytes] of photos.entries()) {
    const { uploadURL } = await ask("POST", "/api/objects/upload");
    const headers = { "content-type": "image/jpeg", cookie };
    await fetch(url + uploadURL, { method: "PUT", headers, body: new Uint8Array(bytes) });
    pictures.push(await ask("POST", "/api/admin/pictures", { uploadURL, alt: `Photograph ${i + 1}` }));
  }
  const [hero, ...rest] = pictures;
  const present: SavedContent = await ask("GET", "/api/admin/content/property");
  await ask("PUT", "/api/admin/content/hero", { ...present.hero, imageUrl: hero?.url });
  const around = rest.slice(0, ON_THE_CARD_AND_WALL);
  const wall = around.map((photo, i) => ({ url: photo.url, title: photo.alt, category: "Garden", isMain: i === 0 }));
  await ask("PUT", "/api/admin/content/photos", wall);
  const treasures = rest.slice(ON_THE_CARD_AND_WALL);
  const localAttractions = present.localAttractions.map((place) => {
    const picture = treasures[TREASURES.indexOf(place.name)];
    return picture ? { ...place, imageUrl: picture.url } : place;
  });
  await ask("PUT", "/api/admin/content/property", { localAttractions });
  for (;;) {
    const all: Picture[] = await ask("GET", "/api/admin/pictures");
    if (all.every((picture) => picture.formats.length === 2)) return;
    await new Promise((done) => setTimeout(done, 1000));
  }
}

async function fetchedInView(browser: Browser, url: string, deviceScaleFactor: number) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor });
  const page = await context.newPage();
  await page.goto(url, { waitUntil: "networkidle" });
  const found = await page.evaluate(() => {
    const sizeOf = (address: string) => {
      const entry = performance.getEntriesByName(address)[0];
      return entry instanceof PerformanceResourceTiming ? entry.encodedBodySize : 0;
    };
    const images = [...document.images].filter((image) => image.currentSrc && !image.currentSrc.startsWith("data:"));
    const bytesOf = (some: HTMLImageElement[]) => some.reduce((sum, image) => sum + sizeOf(image.currentSrc), 0);
    const inView = images.filter((image) => image.getBoundingClientRect().top < innerHeight);
    return {
      "bytes in view": bytesOf(inView),
      files: inView.map((image) => image.currentSrc.split("/").at(-1)).join(" "),
      "bytes fetched before a scroll": bytesOf(images),
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
const { from, files } = await photographs(COUNT);
console.log(
  `${COUNT} photographs, ${from}, ${(files.reduce((sum, { length }) => sum + length, 0) / 1e6).toFixed(1)} MB`,
);
await show(url, files);
for (const scale of [2, 3]) {
  const found = await fetchedInView(browser, url, scale);
  const aim = { ratio: MOST_IN_VIEW / found["bytes in view"], atLeast: 1 };
  report(`pictures in a 390 px window at ${scale}x`, found, aim);
}
const html = await (await fetch(url)).text();
const rival = await startRival("bench/support/static-page.ts", { html, clientDir: resolve("dist/client"), dataDir });
await comparePaints(browser, { name: "a slow phone", ours: url, rival: rival.url, atMost: LCP_AT_MOST });
await judge(`${url}/`, PERFORMANCE);
rival.child.kill();
await browser.close();
await stop(child);
rmSync(dataDir, { recursive: true, force: true });

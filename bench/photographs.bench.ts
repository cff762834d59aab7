/**
 * The landing page with ten photographs of 12 megapixels: what a phone of 390 px fetches for what is in view, and when
 * the largest of it is painted, against the same page with its drawings. PHOTOGRAPHS=folder takes real ones from there.
 */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium } from "@playwright/test";
import sharp from "sharp";
import type { Picture } from "#contract/media.ts";
import { ADMIN, startServer, stop } from "../e2e/support/latchkey.ts";
import { median, report } from "./support/measure.ts";
import { paints } from "./support/slow-phone.ts";

const COUNT = 10;
const RUNS = 3;
const MOST_IN_VIEW = 250_000;
/** The slow phone's largest paint with drawings, by so much at most. */
const LCP_RATIO = 2;
const SIZE = { width: 4000, height: 3000, fit: "cover" } as const;

/** Clouds of every size, as photographs have them: 1/f noise. */
async function madeUp(seed: number): Promise<Buffer> {
  const layer = (cells: number, sigma: number) =>
    sharp({
      create: {
        width: cells,
        height: cells,
        channels: 3,
        background: "#000",
        noise: { type: "gaussian", mean: 120 + seed * 3, sigma },
      },
    })
      .resize(SIZE.width, SIZE.height, { fit: "fill" })
      .png({ compressionLevel: 0 })
      .toBuffer();
  const finer = await Promise.all([layer(60, 40), layer(400, 20)]);
  const image = sharp(await layer(8, 70)).composite(finer.map((input) => ({ input, blend: "soft-light" as const })));
  return image.jpeg({ quality: 88 }).toBuffer();
}

async function photographs(): Promise<Buffer[]> {
  const folder = process.env["PHOTOGRAPHS"];
  const files = folder ? readdirSync(folder).filter((name) => name.endsWith(".jpg")) : [];
  const made: Buffer[] = [];
  for (let i = 0; i < COUNT; i++) {
    const file = files[i % Math.max(1, files.length)];
    // The tint makes a second use of one photograph another picture.
    const real =
      file && folder ? sharp(join(folder, file)).resize(SIZE).modulate({ hue: i }).jpeg({ quality: 88 }) : null;
    made.push(real ? await real.toBuffer() : await madeUp(i));
  }
  return made;
}

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
    await fetch(url + uploadURL, {
      method: "PUT",
      headers: { "content-type": "image/jpeg", cookie },
      body: new Uint8Array(bytes),
    });
    pictures.push(await ask("POST", "/api/admin/pictures", { uploadURL, alt: `Photograph ${i + 1}` }));
  }
  const [hero, ...rest] = pictures;
  await ask("PUT", "/api/admin/content/hero", { title: "A house", content: "On a hill", imageUrl: hero?.url });
  const wall = rest.map(({ url: address, alt }, i) => ({
    url: address,
    title: alt,
    category: "Garden",
    isMain: i === 0,
  }));
  await ask("PUT", "/api/admin/content/photos", wall);
  for (;;) {
    const all: Picture[] = await ask("GET", "/api/admin/pictures");
    if (all.every((picture) => picture.formats.length === 2)) return;
    await new Promise((resolve) => setTimeout(resolve, 1000));
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
    const images = [...document.images].filter((image) => !image.currentSrc.startsWith("data:"));
    const inView = images.filter((image) => image.getBoundingClientRect().top < innerHeight);
    return {
      files: inView.map((image) => image.currentSrc),
      bytes: inView.reduce((sum, image) => sum + sizeOf(image.currentSrc), 0),
    };
  });
  await context.close();
  return found;
}

async function largestPaint(browser: Browser, url: string): Promise<number> {
  const found: number[] = [];
  for (let run = 0; run < RUNS; run++) found.push((await paints(browser, url)).largest);
  return median(found);
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
const drawn = await largestPaint(browser, url);
const photos = await photographs();
await show(url, photos);
for (const scale of [2, 3]) {
  const { files, bytes } = await fetchedInView(browser, url, scale);
  const names = files.map((file) => file.split("/").at(-1)).join(" ");
  report(`pictures in view, 390 px at ${scale}x`, { bytes, files: names }, { ratio: MOST_IN_VIEW / bytes, atLeast: 1 });
}
const photographed = await largestPaint(browser, url);
const figures = { "with photographs ms": photographed, "with drawings ms": drawn };
report("largest paint on a slow phone", figures, { ratio: (drawn * LCP_RATIO) / photographed, atLeast: 1 });
await browser.close();
await stop(child);
rmSync(dataDir, { recursive: true, force: true });

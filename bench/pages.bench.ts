/** How soon a slow phone sees our pages, against the same pages written by hand as static HTML: A B A B … in one run. */
import { chromium } from "@playwright/test";
import { resolve } from "node:path";
import { scratchDatabase } from "#server/testing/engines.ts";
import { startServerProcess } from "#server/testing/processes.ts";
import { median, startRival } from "./support/measure.ts";
import { paints } from "./support/slow-phone.ts";

const BROWSER = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
const RUNS = 7;
/** Our largest paint as a multiple of the static page's, at most. */
const PAGES = [
  { path: "/", atMost: 1.05 },
  { path: "/book", atMost: 1.25 },
];

const scratch = await scratchDatabase("sqlite");
const ours = await startServerProcess(scratch, { pages: true });
const browser = await chromium.launch({
  executablePath: BROWSER,
  args: ["--no-sandbox", "--disable-gpu"],
});

for (const { path, atMost } of PAGES) {
  const html = await (await fetch(ours.url + path)).text();
  const rival = await startRival("bench/support/static-page.ts", { html, clientDir: resolve("dist/client") });
  const [mine, theirs] = [await series(ours.url + path), await series(rival.url + path)];
  for (let run = 0; run < RUNS; run++) {
    await mine.next();
    await theirs.next();
  }
  const ratio = mine.largest() / theirs.largest();
  console.log(
    `${path}: LCP ${mine.say()}, static HTML ${theirs.say()} | ratio ${ratio.toFixed(3)} (aim: at most ${atMost}) ` +
      (ratio <= atMost ? "met" : "MISSED"),
  );
  if (ratio > atMost) process.exitCode = 1;
  rival.child.kill();
}
await browser.close();
ours.child.kill("SIGTERM");
await scratch.remove();

/** Repeated visits of one page; the first is not counted, for the browser warms up on it. */
async function series(url: string) {
  await paints(browser, url);
  const seen: Awaited<ReturnType<typeof paints>>[] = [];
  const largest = () => median(seen.map((paint) => paint.largest));
  return {
    next: async () => seen.push(await paints(browser, url)),
    largest,
    say: () =>
      `${Math.round(largest())} ms (${seen.at(-1)?.element ?? "none"}), FCP ${Math.round(median(seen.map((paint) => paint.first)))} ms`,
  };
}

/** How soon a slow phone shows our pages, compared with the same pages as static HTML, measured in turn: A B A B … */
import { chromium } from "@playwright/test";
import { resolve } from "node:path";
import { scratchDatabase } from "#server/testing/engines.ts";
import { startServerProcess } from "#server/testing/processes.ts";
import { startRival } from "./support/measure.ts";
import { comparePaints } from "./support/paint-series.ts";

const BROWSER = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
/** The maximum ratio of our largest contentful paint to that of the static page. */
const PAGES = [
  { path: "/", atMost: 1.05 },
  { path: "/book", atMost: 1.1 },
  { path: "/de/", atMost: 1.05 },
  { path: "/de/book", atMost: 1.1 },
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
  await comparePaints(browser, { name: path, ours: ours.url + path, rival: rival.url + path, atMost });
  rival.child.kill();
}
await browser.close();
ours.child.kill("SIGTERM");
await scratch.remove();

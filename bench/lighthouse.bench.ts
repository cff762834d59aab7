/** On the landing page, the information pages and /book. */
import { chromium } from "@playwright/test";
import { scratchDatabase } from "#server/testing/engines.ts";
import { ADMIN } from "../e2e/support/latchkey.ts";
import { goThroughSamples } from "../e2e/support/samples.ts";
import { startServerProcess } from "#server/testing/processes.ts";
import { DEBUGGING_PORT, judge } from "./support/lighthouse.ts";

const BROWSER = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
const PAGES = [
  { path: "/", performance: 99 },
  { path: "/attractions", performance: 99 },
  { path: "/house-rules", performance: 99 },
  { path: "/location", performance: 99 },
  { path: "/guest-info", performance: 99 },
  { path: "/book", performance: 99 },
];

const scratch = await scratchDatabase("sqlite");
const ours = await startServerProcess(scratch, { pages: true, firstAdmin: ADMIN });
await goThroughSamples(ours.url);
const chrome = await chromium.launch({
  executablePath: BROWSER,
  args: ["--no-sandbox", "--disable-gpu", `--remote-debugging-port=${DEBUGGING_PORT}`],
});
for (const { path, performance } of PAGES) await judge(ours.url + path, performance);
await chrome.close();
ours.child.kill("SIGTERM");
await scratch.remove();

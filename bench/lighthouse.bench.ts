/** Lighthouse (mobile, its own simulated throttling) on every public page: medians of five runs. */
import { chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { scratchDatabase } from "#server/testing/engines.ts";
import { startServerProcess } from "#server/testing/processes.ts";
import { median } from "./support/measure.ts";

const BROWSER = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
const DEBUGGING_PORT = 9333;
const RUNS = Number(process.env["LIGHTHOUSE_RUNS"] ?? 5);
const FULL = 100;
const CLS_AT_MOST = 0.01;
const PAGES = [
  { path: "/", performance: 99 },
  { path: "/attractions", performance: 99 },
  { path: "/house-rules", performance: 99 },
  { path: "/location", performance: 99 },
  { path: "/guest-info", performance: 99 },
  { path: "/book", performance: 97 },
];
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;

const scratch = await scratchDatabase("sqlite");
const ours = await startServerProcess(scratch, { pages: true });
const chrome = await chromium.launch({
  executablePath: BROWSER,
  args: ["--no-sandbox", "--disable-gpu", `--remote-debugging-port=${DEBUGGING_PORT}`],
});

for (const { path, performance } of PAGES) {
  const runs: Awaited<ReturnType<typeof measure>>[] = [];
  for (let run = 0; run < RUNS; run++) runs.push(await measure(ours.url + path));
  const score = (category: (typeof CATEGORIES)[number]) => median(runs.map((run) => run.scores[category] ?? 0));
  const cls = median(runs.map((run) => run.cls));
  const met =
    score("performance") >= performance &&
    CATEGORIES.slice(1).every((category) => score(category) === FULL) &&
    cls <= CLS_AT_MOST;
  const scores = CATEGORIES.map((category) => `${category} ${score(category)}`).join(", ");
  const lcp = Math.round(median(runs.map((run) => run.lcp)));
  console.log(`${path}: ${scores}, CLS ${cls.toFixed(4)}, LCP ${lcp} ms | ${met ? "met" : "MISSED"}`);
  for (const complaint of new Set(runs.flatMap((run) => run.complaints))) console.log(`    ${complaint}`);
  if (!met) process.exitCode = 1;
}
await chrome.close();
ours.child.kill("SIGTERM");
await scratch.remove();

async function measure(url: string) {
  const result = await lighthouse(url, { port: DEBUGGING_PORT, onlyCategories: [...CATEGORIES], logLevel: "error" });
  if (!result) throw new Error(`Lighthouse has nothing to say about ${url}`);
  const { audits, categories } = result.lhr;
  const scoreOf = (category: string) => Math.round((categories[category]?.score ?? 0) * FULL);
  const weighed = CATEGORIES.slice(1).flatMap((category) => categories[category]?.auditRefs ?? []);
  const scores: Record<string, number> = {};
  for (const category of CATEGORIES) scores[category] = scoreOf(category);
  return {
    scores,
    cls: audits["cumulative-layout-shift"]?.numericValue ?? Number.NaN,
    lcp: audits["largest-contentful-paint"]?.numericValue ?? Number.NaN,
    /** What keeps a category below 100, other than speed. */
    complaints: weighed
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${id}: ${audits[id]?.title ?? ""}`),
  };
}

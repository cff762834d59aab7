/**
 * Taps on days in the booking page's calendar on a slow phone, starting 2.0 s after the page was requested: how long it
 * takes until the response is painted (as browsers report it for INP), and how many taps were lost. RUNS=n opens the
 * page n times and taps five days each time.
 */
import { type Browser, chromium, type Page } from "@playwright/test";
import { scratchDatabase } from "#server/testing/engines.ts";
import { startServerProcess } from "#server/testing/processes.ts";
import { median, report, runs } from "./support/measure.ts";
import { openOnSlowPhone } from "./support/slow-phone.ts";

const RUNS = runs(20);
const TAPS_A_VISIT = 5;
const FIRST_TAP_AT_MS = 2000;
/** A tap with no response within this time counts as lost. */
const LOST_AFTER_MS = 15_000;
const MEDIAN_AT_MOST_MS = 100;
const P75_AT_MOST_MS = 200;

/** Until the script has loaded, the response is a mark on the tapped day. */
const ANSWERED = (day: string) =>
  `document.querySelector('[data-day="${day}"]')?.matches("[data-place], [data-waiting]")`;
const CHOSEN = (day: string) => `document.querySelector('[data-day="${day}"]')?.matches("[data-place]")`;

type Visit = { first: number; later: number[]; lost: number };

async function visit(browser: Browser, url: string): Promise<Visit> {
  const page = await openOnSlowPhone(browser, url);
  try {
    await page.evaluate(keepTapTimes);
    await page.waitForFunction(`performance.now() > ${FIRST_TAP_AT_MS}`, null, { polling: 20 });
    const first = await tapDay(page, 0);
    const later: number[] = [];
    let lost = first === null ? 1 : 0;
    for (let tap = 1; tap < TAPS_A_VISIT; tap++) {
      const ms = await tapDay(page, tap);
      if (ms === null) lost += 1;
      else later.push(ms);
    }
    return { first: first ?? Number.NaN, later, lost };
  } finally {
    await page.context().close();
  }
}

/** Runs in the page. For each event of a tap: from the touch to the frame that shows the response. */
function keepTapTimes(): void {
  const times: number[] = [];
  Object.assign(globalThis, { tapTimes: times });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ("interactionId" in entry && Number(entry.interactionId) > 0) times.push(entry.duration);
    }
  }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

async function tapDay(page: Page, place: number): Promise<number | null> {
  // Four days apart, so that each tap changes several days.
  const day = page
    .locator(".stay-month")
    .first()
    .locator("[data-state=open]:not([data-place])")
    .nth(place % 2 === 0 ? 0 : 4);
  const date = (await day.getAttribute("data-day")) ?? "";
  const box = await day.evaluate((element) => {
    element.scrollIntoView({ block: "center", behavior: "instant" });
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  });
  await page.evaluate("tapTimes.length = 0");
  await page.touchscreen.tap(box.x, box.y);
  try {
    await page.waitForFunction(ANSWERED(date), null, { polling: "raf", timeout: LOST_AFTER_MS });
    await page.waitForFunction(CHOSEN(date), null, { polling: "raf", timeout: LOST_AFTER_MS });
  } catch {
    return null;
  }
  // Event timing entries arrive only after the frame.
  await page.waitForTimeout(400);
  // Events shorter than 16 ms are not reported.
  return Number(await page.evaluate("Math.max(16, ...tapTimes)"));
}

const percentile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? Number.NaN;

const scratch = await scratchDatabase("sqlite");
// At the end of a month, too few days of the first month would be left.
const ours = await startServerProcess(scratch, { pages: true, clockAt: "2026-12-01T06:00:00Z" });
const browser = await chromium.launch({
  executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
const visits: Visit[] = [];
for (let run = 0; run < RUNS; run++) visits.push(await visit(browser, `${ours.url}/book`));
const lost = visits.reduce((sum, one) => sum + one.lost, 0);
for (const [name, times] of [
  ["first tap, 2.0 s after the page was requested", visits.map(({ first }) => first).filter(Number.isFinite)],
  ["later taps", visits.flatMap(({ later }) => later)],
] as const) {
  const [middle, p75] = [median(times), percentile(times, 0.75)];
  report(
    `taps on days of /book at CPU 4x, ${name}`,
    { taps: times.length, "median ms": middle, "p75 ms": p75, "slowest ms": Math.max(...times) },
    { ratio: Math.max(middle / MEDIAN_AT_MOST_MS, p75 / P75_AT_MOST_MS), atMost: 1 },
  );
}
report("all taps on days of /book", { taps: RUNS * TAPS_A_VISIT, lost }, { ratio: lost, atMost: 0 });
await browser.close();
ours.child.kill("SIGTERM");
await scratch.remove();

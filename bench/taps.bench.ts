/**
 * Taps on a slow phone while the script is still loading, right after the first paint and 2.0 s after the page was
 * requested: whether each tap gets a response, and when the response is painted. RUNS=n taps each element n times.
 */
import { loadavg } from "node:os";
import { chromium } from "@playwright/test";
import { scratchDatabase } from "#server/testing/engines.ts";
import { startServerProcess } from "#server/testing/processes.ts";
import { median, report, runs } from "./support/measure.ts";
import { tapOnce } from "./support/tap.ts";

const RUNS = runs(15);
const MOMENTS = [
  { name: "right after the first paint", fromMs: 0 },
  { name: "2.0 s after the page was requested", fromMs: 2000, medianAtMostMs: 100 },
];

type Tap = {
  path: string;
  name: string;
  /** A selector. */
  on: string;
  /** A condition that is checked at each frame; if the tap leads to another page, that page is checked. */
  answered: string;
  /** Set if the result may appear later than the first painted response. */
  isResult?: true;
};

/** A tapped day starts a new stay. */
const ARRIVAL_ALONE = `document.querySelectorAll("[data-place]").length === 1`;

const TAPS: Tap[] = [
  { path: "/", name: "menu", on: "[popovertarget=menu]", answered: `document.querySelector("#menu:popover-open")` },
  { path: "/", name: "photo", on: "#photo-1", answered: `document.querySelector(".photos-close")?.checkVisibility()` },
  // This button submits a form, so the result of the tap is another page.
  {
    path: "/",
    name: "day, /book opened",
    on: "[data-state=open]",
    answered: `location.pathname === "/book"`,
    isResult: true,
  },
  {
    path: "/book",
    name: "photo",
    on: "#photo-1",
    answered: `document.querySelector(".photos-close")?.checkVisibility()`,
  },
  {
    path: "/book",
    name: "day",
    on: "[data-state=open]:not([data-place])",
    answered: `document.querySelector("[data-waiting]") ?? ${ARRIVAL_ALONE}`,
  },
  {
    path: "/book",
    name: "day, chosen",
    on: "[data-state=open]:not([data-place])",
    answered: ARRIVAL_ALONE,
    isResult: true,
  },
  { path: "/book", name: "form", on: "#name, [name=name]", answered: `document.activeElement?.matches("input")` },
];

const scratch = await scratchDatabase("sqlite");
const ours = await startServerProcess(scratch, { pages: true });
const browser = await chromium.launch({
  executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
let [taps, lost] = [0, 0];
for (const { name, fromMs, medianAtMostMs } of MOMENTS) {
  for (const tap of TAPS) {
    const times: (number | null)[] = [];
    for (let run = 0; run < RUNS; run++)
      times.push(await tapOnce(browser, { ...tap, url: ours.url + tap.path, fromMs }));
    const answered = times.filter((ms) => ms !== null);
    taps += times.length;
    lost += times.length - answered.length;
    const figures = {
      taps: times.length,
      lost: times.length - answered.length,
      "median ms": median(answered),
      "slowest ms": Math.max(0, ...answered),
      load: loadavg()[0] ?? 0,
    };
    const limit = tap.isResult ? undefined : medianAtMostMs;
    report(
      `${tap.path} ${tap.name}, ${name}`,
      figures,
      limit === undefined ? undefined : { ratio: median(answered) / limit, atMost: 1 },
    );
  }
}
report("all taps", { taps, lost }, { ratio: lost === 0 ? 1 : 0, atLeast: 1 });
await browser.close();
ours.child.kill("SIGTERM");
await scratch.remove();

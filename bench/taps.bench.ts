/**
 * Taps on a slow phone right after the first paint, while the script is still loading: whether each gets a response,
 * and after how long it is painted. RUNS=n taps each element n times.
 */
import { loadavg } from "node:os";
import { chromium } from "@playwright/test";
import { scratchDatabase } from "#server/testing/engines.ts";
import { startServerProcess } from "#server/testing/processes.ts";
import { median, report, runs } from "./support/measure.ts";
import { tapOnce } from "./support/tap.ts";

const RUNS = runs(15);

type Tap = {
  path: string;
  name: string;
  /** The element to tap, as a selector. */
  on: string;
  /**
   * Whether the page has responded, checked at each frame; if the tap leads to another page, that page is checked.
   */
  answered: string;
};

/** A tapped day starts a new stay. */
const ARRIVAL_ALONE = `document.querySelectorAll("[data-place]").length === 1`;

const TAPS: Tap[] = [
  { path: "/", name: "menu", on: "[popovertarget=menu]", answered: `document.querySelector("#menu:popover-open")` },
  { path: "/", name: "photo", on: "#photo-1", answered: `document.querySelector(".photos-close")?.checkVisibility()` },
  { path: "/", name: "day", on: "[data-state=open]", answered: `location.pathname === "/book"` },
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
for (const tap of TAPS) {
  const times: (number | null)[] = [];
  for (let run = 0; run < RUNS; run++) times.push(await tapOnce(browser, { ...tap, url: ours.url + tap.path }));
  const answered = times.filter((ms) => ms !== null);
  taps += times.length;
  lost += times.length - answered.length;
  report(`${tap.path} ${tap.name}`, {
    taps: times.length,
    lost: times.length - answered.length,
    "median ms": median(answered),
    "slowest ms": Math.max(0, ...answered),
    load: loadavg()[0] ?? 0,
  });
}
report("taps right after the first paint", { taps, lost }, { ratio: lost === 0 ? 1 : 0, atLeast: 1 });
await browser.close();
ours.child.kill("SIGTERM");
await scratch.remove();

/**
 * Goes through guest and host journeys in real Chromium, counts the taps, the fields, and the seconds for which the
 * machine kept the person waiting, and writes docs/journeys.md. Needs a build. ONLY=rate runs only the journeys with
 * `rate` in their name, and writes nothing. WHO=host or WHO=guest runs only that person's journeys and leaves the other
 * half of docs/journeys.md as it is. EARLIER=folder, where folder contains commit 11fc3b5 and its build, goes through
 * the host's week in that portal too.
 */
import { join, resolve } from "node:path";
import { type Browser, chromium, expect } from "@playwright/test";
import { loadBuiltSite } from "#server/http/built-site.ts";
import { bookStay, GUEST } from "#server/testing/given.ts";
import { followLink, ownLinkOf } from "#server/testing/own-link.ts";
import { startPlatforms } from "#server/testing/platforms.ts";
import { cookieOf, startTestApp, type TestApp } from "#server/testing/test-app.ts";
import {
  earlierHostJourneys,
  hostJourneys,
  type HostWeek,
  type Journey,
  prepareHostWeek,
  publishCalendars,
} from "./support/host-week.ts";
import { report } from "./support/measure.ts";
import { type Row, writeEarlierRows, writeJourneysPage } from "./support/journeys-page.ts";
import { walk, type Walker, type Way } from "./support/walker.ts";

/** Tonight's guest arrives on this day. */
const NOW = "2026-12-01T06:00:00Z";
const day = (date: number) => `2026-12-${String(date).padStart(2, "0")}`;
const january = (date: number) => `2027-01-${String(date).padStart(2, "0")}`;

const ONLY = process.env["ONLY"] ?? "";
const WHO = process.env["WHO"];
const EARLIER = process.env["EARLIER"];

const longDay = (date: string) =>
  new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(new Date(`${date}T00:00:00Z`));
const calendarDay = ({ page }: Walker, date: string) =>
  page
    .getByRole("group", { name: "Calendar" })
    .getByRole("button", { name: longDay(date) })
    .first();

/** Returns the URL of the stay's page, which the walker's browser may now open. */
async function stayOf(server: TestApp, walker: Walker, checkInDate: string, checkOutDate: string): Promise<string> {
  const booked = await bookStay(server, { checkInDate, checkOutDate });
  if (booked.status !== 201) throw new Error(`${checkInDate} could not be booked: ${booked.text}`);
  const [name = "", value = ""] = (cookieOf(booked).split("; ")[0] ?? "").split("=");
  await walker.context.addCookies([{ name, value, url: server.url }]);
  return `${server.url}/booking/confirmation/${booked.json.id}`;
}

function guestJourneys(server: TestApp, ratingPath: () => string): Journey[] {
  return [
    {
      name: "from opening /book for the first time to seeing the calendar",
      walk: async (walker) => {
        await walker.open(`${server.url}/book`);
        // Without the script, each day is a button that submits a form; with it, an early tap is replayed.
        await walker.sees(calendarDay(walker, day(28)));
      },
    },
    {
      name: "from opening /book for the first time to choosing the check-in day",
      walk: async (walker) => {
        const { page, open, tap, sees } = walker;
        await open(`${server.url}/book`);
        await tap(calendarDay(walker, day(28)));
        await sees(page.getByText("Now choose your check-out day.").first());
      },
    },
    {
      name: "from the landing page to the confirmation",
      walk: async (walker, place) => {
        const { page, open, tap, fill, sees, arrivesAt } = walker;
        const [arrival, departure] = [day(3 + place * 3), day(5 + place * 3)];
        await open(`${server.url}/`);
        await tap(page.locator(`button[name=in][value="${arrival}"]`));
        await arrivesAt("**/book?*");
        await tap(calendarDay(walker, departure));
        await sees(page.getByText("$300 total").first());
        await fill(page.getByLabel("Guest name"), GUEST.name);
        await fill(page.getByLabel("Email"), GUEST.email);
        await fill(page.getByLabel("Phone"), GUEST.phone);
        await tap(page.getByRole("button", { name: "Book Now" }));
        await arrivesAt("**/booking/confirmation/*");
        await sees(page.getByRole("heading", { level: 1, name: "Your stay is booked" }));
      },
    },
    {
      name: "direct booking",
      walk: async ({ page, way, open, tap, fill, arrivesAt, sees }, place) => {
        const bookNow = page.getByRole("button", { name: "Book Now" });
        await open(`${server.url}/direct-booking`);
        await fill(page.getByLabel("Check-in", { exact: true }), day(16 + place * 3));
        await fill(page.getByLabel("Check-out", { exact: true }), day(18 + place * 3));
        // Nobody books before reading the price.
        if (way !== "without script") await sees(page.getByText("$300 total").first());
        await fill(page.getByLabel("Full name"), GUEST.name);
        await fill(page.getByLabel("Email"), GUEST.email);
        await tap(bookNow);
        if (way === "without script") {
          // The page shows the price for these dates first.
          await sees(page.getByText("These dates cost $300 in total"));
          await tap(bookNow);
        }
        await arrivesAt("**/booking/confirmation/*");
        await sees(page.getByRole("heading", { level: 1 }));
      },
    },
    {
      name: "change a stay by two nights",
      walk: async (walker, place) => {
        const { page, open, tap, sees } = walker;
        const first = 2 + place * 7;
        const address = await stayOf(server, walker, january(first), january(first + 2));
        await open(address);
        await tap(page.getByText("Change dates or guests", { exact: true }));
        await tap(calendarDay(walker, january(first)));
        await tap(calendarDay(walker, january(first + 4)));
        const change = page.getByRole("button", { name: "Change my stay" });
        if (walker.way === "without script") {
          await expect(page.getByLabel("Check-out", { exact: true })).toHaveValue(january(first + 4));
          await tap(page.getByRole("button", { name: "Show the new price" }));
        }
        await tap(change);
        await sees(page.getByText("Your stay has been changed."));
      },
    },
    {
      name: "cancel a stay",
      walk: async (walker, place) => {
        const { page, open, tap, sees } = walker;
        const date = (extra: number) => `2027-02-${String(2 + place * 4 + extra).padStart(2, "0")}`;
        const address = await stayOf(server, walker, date(0), date(2));
        await open(address);
        await tap(page.getByText("Cancel this stay", { exact: true }));
        await tap(page.getByRole("button", { name: /^Cancel my stay/ }));
        await sees(page.getByRole("heading", { level: 1, name: "This stay is cancelled" }));
      },
    },
    {
      name: "rate a stay",
      walk: async ({ page, open, tap, sees }) => {
        await open(server.url + ratingPath());
        await tap(page.getByRole("radio", { name: /Wonderful/ }));
        await tap(page.getByRole("button", { name: /my rating/i }));
        await sees(page.getByRole("heading", { name: /^Thank you/ }));
      },
    },
  ];
}

const unfinished: string[] = [];

type Walks = {
  rows: Row[];
  prepare?: (walker: Walker) => Promise<void>;
  /** Called after each measurement, so that an interruption does not lose it. */
  wrote: (rows: readonly Row[]) => void;
};

async function walkAll(
  browser: Browser,
  who: Row["who"],
  journeys: readonly Journey[],
  ways: readonly Way[],
  { rows, prepare = async () => {}, wrote }: Walks,
): Promise<void> {
  for (const journey of journeys.filter(({ name }) => name.includes(ONLY))) {
    for (const [place, way] of ways.entries()) {
      const counted = await walk(browser, way, async (walker) => {
        await prepare(walker);
        await journey.walk(walker, place);
      }).catch((error: unknown) => {
        console.error(`${who}: ${journey.name}, ${way}: not completed:`, error);
        process.exitCode = 1;
        unfinished.push(`${who}: ${journey.name}, ${way}`);
        return null;
      });
      if (counted) rows.push({ who, name: journey.name, way, counted });
      wrote(rows);
      if (!counted) continue;
      const { taps, fields, seconds, handSeconds } = counted;
      const isShortest = journey.name.startsWith("from the landing page");
      // Each field counts as a tap too.
      report(
        `${who}: ${journey.name}, ${way}`,
        { taps: taps + fields, fields, seconds, "hand seconds": handSeconds },
        isShortest ? { ratio: Math.max((taps + fields) / 8, fields / 3), atMost: 1 } : undefined,
      );
    }
  }
}

const HOSTS_WAYS: Way[] = ["phone", "computer"];
const wrote = (rows: readonly Row[]) => (ONLY === "" ? writeJourneysPage(rows, unfinished) : undefined);

/** An earlier commit's server, with that commit's test support and libraries. */
async function startEarlier(folder: string): Promise<{ week: HostWeek; close: () => Promise<void> }> {
  const part = (file: string) => import(join(folder, "src/server", file));
  // The types of these exports have not changed since that commit.
  const startApp: typeof startTestApp = (await part("testing/test-app.ts")).startTestApp;
  const loadSite: typeof loadBuiltSite = (await part("http/built-site.ts")).loadBuiltSite;
  const bookEarlier: typeof bookStay = (await part("testing/given.ts")).bookStay;
  const reached = await startPlatforms();
  publishCalendars(reached);
  const site = await loadSite(join(folder, "dist"));
  const app = await startApp("sqlite", { site, platforms: reached.reach, config: { localMailbox: true } });
  await app.app.start();
  app.clock.set(NOW);
  const week = await prepareHostWeek(app, bookEarlier);
  return { week, close: () => app.close().then(reached.close) };
}

/** Each journey directly follows the same one in the earlier portal, if any, so that both run under the same load. */
async function walkHostWeek(week: HostWeek, rows: Row[]): Promise<void> {
  const earlier = EARLIER ? await startEarlier(resolve(EARLIER)) : null;
  const before = earlier ? earlierHostJourneys(earlier.week) : [];
  const rowsBefore: Row[] = [];
  try {
    for (const [place, journey] of hostJourneys(week).entries()) {
      const same = before[place];
      if (earlier && same) {
        const prepare = ({ context }: Walker) => earlier.week.signIn(context);
        const wroteBefore = ONLY === "" ? writeEarlierRows : () => {};
        await walkAll(browser, "host", [same], HOSTS_WAYS, { rows: rowsBefore, prepare, wrote: wroteBefore });
      }
      const prepare = ({ context }: Walker) => week.signIn(context);
      await walkAll(browser, "host", [journey], HOSTS_WAYS, { rows, prepare, wrote });
    }
  } finally {
    await earlier?.close();
  }
}

const platforms = await startPlatforms();
publishCalendars(platforms);
const server = await startTestApp("sqlite", {
  site: await loadBuiltSite(resolve("dist")),
  outbox: { everyMs: 50 },
  platforms: platforms.reach,
  config: { localMailbox: true },
});
const browser = await chromium.launch({
  executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  await server.app.start();
  // In the past, so that its guest is emailed a link to rate it.
  server.clock.set("2026-11-21T06:00:00Z");
  const rated = await bookStay(server, { checkInDate: "2026-11-26", checkOutDate: "2026-11-28" });
  await followLink(server, await ownLinkOf(server, rated.json.id));
  server.clock.set("2026-11-29T10:00:00Z");
  let ratingPath = "";
  for (let tries = 0; tries < 100 && ratingPath === ""; tries++) {
    const mailbox = await server.send("GET", "/api/admin/mailbox", undefined, { cookie: await server.signIn() });
    ratingPath = /https?:\/\/[^/\s"]+(\/rate\/[\w.-]+)/.exec(mailbox.text)?.[1] ?? "";
    await new Promise((done) => setTimeout(done, 100));
  }
  if (ratingPath === "") throw new Error("No email has said where to rate the stay");
  server.clock.set(NOW);
  const week = await prepareHostWeek(server, bookStay);
  const rows: Row[] = [];
  if (WHO !== "guest") await walkHostWeek(week, rows);
  if (WHO !== "host") {
    await walkAll(
      browser,
      "guest",
      guestJourneys(server, () => ratingPath),
      ["slow phone", "computer", "without script", "keyboard"],
      { rows, wrote },
    );
  }
} finally {
  await browser.close();
  await server.close();
  await platforms.close();
}

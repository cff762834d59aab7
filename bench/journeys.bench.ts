/**
 * The ways of guests and of the host, walked in real Chromium: taps, fields and the seconds in which the machine kept them
 * waiting. Writes docs/journeys.md. `npm run build` first. ONLY=rate walks the journeys with that in their name, and writes
 * nothing.
 */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { resolve } from "node:path";
import { type Browser, chromium, expect } from "@playwright/test";
import { loadBuiltSite } from "#server/http/built-site.ts";
import { bookStay, GUEST } from "#server/testing/given.ts";
import { ownLinkOf } from "#server/testing/own-link.ts";
import { AIRBNB, airbnbStay, calendarOf, startPlatforms } from "#server/testing/platforms.ts";
import { cookieOf, startTestApp, type TestApp } from "#server/testing/test-app.ts";
import { report } from "./support/measure.ts";
import { type Counted, walk, type Walker, type Way } from "./support/walker.ts";

/** Tonight's guest has arrived; the months before it are the past. */
const NOW = "2026-12-01T06:00:00Z";
const day = (date: number) => `2026-12-${String(date).padStart(2, "0")}`;
const january = (date: number) => `2027-01-${String(date).padStart(2, "0")}`;

const ONLY = process.env["ONLY"] ?? "";

type Journey = { name: string; walk: (walker: Walker, place: number) => Promise<void> };
type Row = { who: string; name: string; way: Way; counted: Counted };

const longDay = (date: string) =>
  new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(new Date(`${date}T00:00:00Z`));
const calendarDay = ({ page }: Walker, date: string) =>
  page
    .getByRole("group", { name: "Calendar" })
    .getByRole("button", { name: longDay(date) })
    .first();

/** A stay with the cookie of its guest's browser. */
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
        // Nobody books before they have read what it costs.
        if (way !== "without script") await sees(page.getByText("$300 total").first());
        await fill(page.getByLabel("Full name"), GUEST.name);
        await fill(page.getByLabel("Email"), GUEST.email);
        await tap(bookNow);
        if (way === "without script") {
          // The page names the price of these dates and asks for a second tap.
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

function hostJourneys(server: TestApp, ids: { moved: string[]; asked: string[] }, calendarLinks: string[]): Journey[] {
  const admin = `${server.url}/admin`;
  return [
    {
      name: "find tonight's guest",
      walk: async ({ page, open, tap, sees }) => {
        await open(`${admin}/dashboard`);
        await tap(page.getByText(/^Tonight:/).getByRole("link"));
        await sees(page.getByRole("region", { name: "Guest" }).first());
      },
    },
    {
      name: "move a stay",
      walk: async ({ page, open, tap, fill, sees }, place) => {
        await open(`${admin}/bookings/${ids.moved[place]}`);
        await tap(page.getByRole("button", { name: "Change dates or guests" }));
        const dialog = page.getByRole("dialog", { name: "Change dates or guests" });
        await fill(dialog.getByLabel("Check-in"), `2027-03-${10 + place * 4}`);
        await fill(dialog.getByLabel("Check-out"), `2027-03-${12 + place * 4}`);
        await tap(dialog.getByRole("button", { name: "Save changes" }));
        await sees(page.getByText(`Mar ${10 + place * 4}`).first());
      },
    },
    {
      name: "enter a phone booking with an agreed price",
      walk: async ({ page, open, tap, fill, sees, arrivesAt }, place) => {
        await open(`${admin}/bookings`);
        await tap(page.getByRole("button", { name: "New booking" }));
        const dialog = page.getByRole("dialog", { name: "New booking" });
        await fill(dialog.getByLabel("Guest name"), "Ruwan Silva");
        await fill(dialog.getByLabel("Phone"), "+94 77 555 0123");
        await fill(dialog.getByLabel("Check-in"), `2027-04-${10 + place * 4}`);
        await fill(dialog.getByLabel("Check-out"), `2027-04-${12 + place * 4}`);
        await fill(dialog.getByLabel(/^Agreed price/), "270");
        await tap(dialog.getByRole("button", { name: "Add booking" }));
        await arrivesAt("**/admin/bookings/*");
        await sees(page.getByText("$270").first());
      },
    },
    {
      name: "accept a request",
      walk: async ({ page, open, tap, sees }, place) => {
        await open(`${admin}/bookings/${ids.asked[place]}`);
        await tap(page.getByRole("button", { name: /^Accept/ }).first());
        await sees(page.getByText("Booking accepted").first());
      },
    },
    {
      name: "block nights",
      walk: async ({ page, open, tap, fill, sees }, place) => {
        await open(`${admin}/calendar?month=2027-05`);
        await tap(page.getByRole("button", { name: "Block nights" }).first());
        const dialog = page.getByRole("dialog");
        await fill(dialog.getByLabel("First night"), `2027-05-${10 + place * 4}`);
        await fill(dialog.getByLabel("Free again on"), `2027-05-${12 + place * 4}`);
        await fill(dialog.getByLabel("Reason"), "Painting");
        await tap(dialog.getByRole("button", { name: "Block nights" }));
        await sees(page.getByText("Painting").first());
      },
    },
    {
      name: "connect a platform",
      walk: async ({ page, open, tap, fill, sees }, place) => {
        const platform = ["Airbnb", "Vrbo"][place] ?? "Airbnb";
        await open(`${admin}/channels`);
        await tap(page.getByRole("button", { name: `Connect ${platform}` }));
        await fill(page.getByLabel(`Calendar link of ${platform}`), calendarLinks[place] ?? "");
        await tap(page.getByRole("dialog").locator("button[type=submit]"));
        await tap(page.getByRole("button", { name: "Save and connect" }));
        const done = page.getByRole("button", { name: "Done" });
        await sees(done);
        await tap(done);
      },
    },
    {
      name: "change the check-in time",
      walk: async ({ page, open, tap, fill, sees }, place) => {
        await open(`${admin}/content?tab=guest-info`);
        await fill(page.getByLabel("Check-in from"), place === 0 ? "15:00" : "16:00");
        await tap(page.getByRole("button", { name: "Save Guest Info" }));
        await sees(page.getByText("Content updated successfully!").first());
      },
    },
  ];
}

/** Journeys that were begun and did not come to their end. */
const unfinished: string[] = [];

async function walkAll(
  browser: Browser,
  who: string,
  journeys: readonly Journey[],
  ways: readonly Way[],
  { rows, prepare = async () => {} }: { rows: Row[]; prepare?: (walker: Walker) => Promise<void> },
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
      if (counted === null) {
        write(rows);
        continue;
      }
      rows.push({ who, name: journey.name, way, counted });
      write(rows);
      const { taps, fields, seconds } = counted;
      const isShortest = journey.name.startsWith("from the landing page");
      // On a phone each field takes a tap too.
      report(
        `${who}: ${journey.name}, ${way}`,
        { taps: taps + fields, fields, seconds },
        isShortest ? { ratio: Math.max((taps + fields) / 8, fields / 3), atMost: 1 } : undefined,
      );
    }
  }
}

function table(rows: readonly Row[], of: string): string {
  const lines = rows
    .filter(({ who }) => who === of)
    .map(
      ({ name, way, counted: { taps, fields, seconds } }) =>
        `| ${name} | ${way} | ${taps + fields} | ${fields} | ${seconds.toFixed(1)} |`,
    );
  return ["| journey | how | taps | fields | machine seconds |", "|---|---|--:|--:|--:|", ...lines].join("\n");
}

/** After each journey: what was measured stays when a later one fails. */
function write(rows: readonly Row[]): void {
  if (ONLY !== "") return;
  const commit = execFileSync("git", ["rev-parse", "--short=12", "HEAD"], { encoding: "utf8" }).trim();
  writeFileSync(
    "docs/journeys.md",
    `# Journeys: taps and seconds

Written by \`node bench/journeys.bench.ts\` on ${new Date().toISOString().slice(0, 10)} at commit ${commit}, in real
Chromium, on a machine with a load of ${loadavg()[0]?.toFixed(1)} over ${availableParallelism()} cores. A tap is a tap, a
click, Enter on what has the focus, or a field that is touched to be written in; "fields" says how many of them were fields.
Machine seconds are those in which a person waits: from opening a page, or from a tap, to what they look for. Where a journey
begins with a field (direct booking, the check-in time), the wait until the field is there is not in them. The slow phone is 390 px wide, with 400 kbit/s, 400 ms and a CPU four times slower; nothing is cached at the
beginning of a journey. Phones are 390 px wide, computers 1280; a keyboard is used at a computer.

## Guests

${table(rows, "guest")}

The issue that asked for this table counted 10 taps from the landing page to the confirmation, and 6.4 to 7.5 seconds from
the first visit to a usable calendar. The aim is 8 taps and 3 fields, and 20 seconds on the slow phone.

## The host's week

Before the work on these journeys (commit 11fc3b5) an agreed price could not be entered, and the first screen did not name
tonight's guest. In the first measured run, at commit 2534553, a phone booking with an agreed price took 11 taps and 6
fields, and the guest was emailed the usual price before the agreed one.

${table(rows, "host")}
${unfinished.length > 0 ? `\nNot completed in this run, and so without figures: ${unfinished.join("; ")}.\n` : ""}`,
  );
}

const platforms = await startPlatforms();
platforms.replies.set("www.airbnb.com", {
  body: calendarOf(AIRBNB, [airbnbStay("HMAAAAAAAA", "2027-06-10", "2027-06-14")]),
});
platforms.replies.set("www.vrbo.com", {
  body: calendarOf("-//HomeAway.com, Inc.//EN", [
    { uid: "1@vrbo.com", from: "2027-07-10", to: "2027-07-14", summary: "Reserved - Ann" },
  ]),
});
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
  // A stay that is over tells its guest where to rate it.
  server.clock.set("2026-11-21T06:00:00Z");
  const rated = await bookStay(server, { checkInDate: "2026-11-26", checkOutDate: "2026-11-28" });
  await server.send("GET", await ownLinkOf(server, rated.json.id));
  server.clock.set("2026-11-29T10:00:00Z");
  let ratingPath = "";
  for (let tries = 0; tries < 100 && ratingPath === ""; tries++) {
    const mailbox = await server.send("GET", "/api/admin/mailbox", undefined, { cookie: await server.signIn() });
    ratingPath = /https?:\/\/[^/\s"]+(\/rate\/[\w.-]+)/.exec(mailbox.text)?.[1] ?? "";
    await new Promise((done) => setTimeout(done, 100));
  }
  if (ratingPath === "") throw new Error("No email has told where to rate the stay");
  server.clock.set(NOW);
  const cookie = await server.signIn();
  const [name = "", value = ""] = cookie.split("=");
  const book = async (checkInDate: string, checkOutDate: string) =>
    String((await bookStay(server, { checkInDate, checkOutDate })).json.id);
  await book(day(1), day(2));
  const moved = [await book("2027-03-01", "2027-03-03"), await book("2027-03-04", "2027-03-06")];
  const { version } = (await server.send("GET", "/api/admin/settings", undefined, { cookie })).json;
  await server.send("PUT", "/api/admin/settings", { bookingMode: "request", version }, { cookie });
  const asked = [await book("2027-03-22", "2027-03-24"), await book("2027-03-25", "2027-03-27")];
  const links = ["https://www.airbnb.com/calendar/ical/1.ics?s=abc", "https://www.vrbo.com/icalendar/abc.ics"];
  const rows: Row[] = [];
  await walkAll(browser, "host", hostJourneys(server, { moved, asked }, links), ["phone", "computer"], {
    rows,
    prepare: async ({ context }) => context.addCookies([{ name, value, url: server.url }]),
  });
  const { version: later } = (await server.send("GET", "/api/admin/settings", undefined, { cookie })).json;
  await server.send("PUT", "/api/admin/settings", { bookingMode: "instant", version: later }, { cookie });
  await walkAll(
    browser,
    "guest",
    guestJourneys(server, () => ratingPath),
    ["slow phone", "computer", "without script", "keyboard"],
    { rows },
  );
} finally {
  await browser.close();
  await server.close();
  await platforms.close();
}

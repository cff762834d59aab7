/**
 * R19: in four server and six browser time zones, everything must be the same across midnight at the cottage. Then the
 * clock of a sending server jumps back a day and ahead an hour, with and without the guard against wrong clocks, and no
 * email may be sent twice.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Browser, chromium, type Page } from "@playwright/test";
import { fakeClock } from "#server/testing/fake-clock.ts";
import { bookStay, GUEST } from "#server/testing/given.ts";
import { type Mailbox, openMailbox, type ReceivedEmail } from "#server/testing/mailbox.ts";
import { sendTo, startTestApp, type TestApp } from "#server/testing/test-app.ts";
import { type BuiltServer, signIn, randomCaller, startBuilt } from "./support/server-in-time.ts";
import { send } from "./support/guests.ts";
import { prove } from "./support/proof.ts";

const SERVER_ZONES = ["UTC", "Asia/Colombo", "America/Los_Angeles", "Pacific/Kiritimati"];
const BROWSER_ZONES = [
  "UTC",
  "Asia/Colombo",
  "America/Los_Angeles",
  "Pacific/Kiritimati",
  "Europe/Berlin",
  "Australia/Lord_Howe",
];
/**
 * Just before and after midnight in Colombo (UTC+5:30), on an ordinary day and on the night of Berlin's clock change.
 */
const MOMENTS = ["2026-12-01T18:29:40Z", "2026-12-01T18:30:10Z", "2027-03-27T18:29:40Z", "2027-03-27T18:30:10Z"].map(
  (iso) => new Date(iso),
);
/** For the browsers, which are slower: two minutes before and after midnight. */
const LOOKS = ["2026-12-01T18:28:00Z", "2026-12-01T18:32:00Z"].map((iso) => new Date(iso));
const BEGIN = new Date("2026-12-01T17:00:00Z");

/** Calculated independently: Colombo is UTC+5:30 without daylight saving time. */
const dayInColombo = (at: Date, days = 0) =>
  new Date(at.getTime() + 5.5 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

type Place = { server: BuiltServer; bookingId: string; guestCookie: string };

async function furnish(server: BuiltServer): Promise<Place> {
  const body = { propertyId: 1, guestCount: 2, status: "confirmed" };
  const stays = [
    ["2026-12-02", "2026-12-04"],
    ["2026-12-05", "2026-12-09"],
    ["2027-03-27", "2027-03-29"],
  ];
  const caller = randomCaller();
  const cookie = await signIn(server.url);
  const settings = JSON.parse((await send(`${server.url}/api/admin/settings`, "GET", undefined, { cookie })).text);
  // Whether tonight's backup has run is not part of this check.
  await send(`${server.url}/api/admin/settings`, "PUT", { ...settings, automaticBackups: false }, { cookie });
  let found: Pick<Place, "bookingId" | "guestCookie"> = { bookingId: "", guestCookie: "" };
  for (const [checkInDate, checkOutDate] of stays) {
    const guest = JSON.parse((await send(`${server.url}/api/guests`, "POST", GUEST, caller)).text);
    const response = await send(
      `${server.url}/api/bookings`,
      "POST",
      {
        ...body,
        checkInDate,
        checkOutDate,
        guestId: guest.id,
      },
      caller,
    );
    if (checkInDate === "2026-12-05")
      found = {
        bookingId: JSON.parse(response.text).id,
        guestCookie: String(response.headers["set-cookie"]).split(";")[0] ?? "",
      };
  }
  return { server, ...found };
}

/** Responses without random values, such as ids, references and versions. */
async function textsAt({ server, bookingId, guestCookie }: Place, at: Date): Promise<Record<string, string>> {
  const cookie = await signIn(server.url);
  const asks: Record<string, [path: string, cookie: string]> = {
    availability: [`/api/availability?from=${dayInColombo(at, -3)}&to=${dayInColombo(at, 10)}`, ""],
    dashboard: ["/api/admin/dashboard", cookie],
    analytics: [`/api/admin/analytics?from=${dayInColombo(at, -30)}&to=${dayInColombo(at, 30)}`, cookie],
    calendar: [`/api/admin/calendar?from=${dayInColombo(at, -3)}&to=${dayInColombo(at, 30)}`, cookie],
    bookings: ["/api/admin/bookings", cookie],
    messages: ["/api/admin/scheduled-messages", cookie],
    confirmation: [`/api/bookings/${bookingId}/confirmation`, guestCookie],
    stayFile: [`/api/bookings/${bookingId}/stay.ics`, guestCookie],
    bookingPage: ["/book", ""],
    confirmationPage: [`/booking/confirmation/${bookingId}`, guestCookie],
    landingPage: ["/", ""],
  };
  const responses = await Promise.all(
    Object.entries(asks).map(async ([name, [path, as]]) => {
      const { status, text } = await send(server.url + path, "GET", undefined, { cookie: as });
      return [name, `${status} ${settled(text)}`] as const;
    }),
  );
  return Object.fromEntries(responses);
}

/** Times of writes differ by the duration of the proof, and ids and keys are random. */
function settled(text: string): string {
  const plain = text
    .replaceAll(/127\.0\.0\.1:\d+/g, "HERE")
    .replaceAll(/LK-[0-9A-Z]{4,}/g, "REF")
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "KEY")
    .replaceAll(
      /"(id|guestId|bookingId|formKey|latestChange|createdAt|lastSeenAt|now|generatedAt)":("[^"]*"|\d+)/g,
      '"$1":0',
    )
    .replaceAll(/[A-Za-z0-9_-]{22,}/g, "ID")
    .replaceAll(/"(dehydratedAt|dataUpdatedAt)":\d+/g, '"$1":0')
    .replaceAll(/(DTSTAMP|CREATED|LAST-MODIFIED):\S+/g, "$1")
    .replaceAll(/(\d\d:\d\d):\d\d\.\d{3}Z/g, "$1Z");
  // These lists are ordered by a random id.
  return plain.startsWith("[")
    ? JSON.stringify(
        JSON.parse(plain)
          .map((one: unknown) => JSON.stringify(one))
          .toSorted(),
      )
    : plain;
}

/** The browser's clock is set to the same time. */
async function shown(
  browser: Browser,
  { server, bookingId, guestCookie }: Place,
  zone: string,
  at: Date,
): Promise<string[]> {
  const context = await browser.newContext({ timezoneId: zone, locale: "en-US", baseURL: server.url });
  const cookies = `${await signIn(server.url)}; ${guestCookie}`.split("; ").map((cookie) => {
    const [name = "", value = ""] = cookie.split(/[=;]/);
    return { name, value, url: server.url };
  });
  await context.addCookies(cookies);
  const page = await context.newPage();
  await page.clock.install({ time: at });
  const texts: string[] = [];
  const expected = {
    "/book": "Check-in",
    [`/booking/confirmation/${bookingId}`]: "Share",
    "/admin/dashboard": "Quick Actions",
  };
  for (const [path, words] of Object.entries(expected)) {
    await page.goto(path, { waitUntil: "load" });
    const finished = await stillness(page, words);
    const inputs = await page
      .locator("input")
      .evaluateAll((all) =>
        all.map((one) => (one instanceof HTMLInputElement && one.type !== "hidden" ? one.value : "")),
      );
    texts.push(
      `${finished ? "" : UNFINISHED_SCREEN}${path.replace(bookingId, "ID")} ${settled(await page.locator("main").innerText())} ${inputs.join("|")}`,
    );
  }
  await context.close();
  return texts;
}

/** Shown until the data or the script has loaded. */
const UNFINISHED = ["Loading", "Update price"];
/** Marks a screen that never showed its content: without this, all screens could look the same because none did. */
const UNFINISHED_SCREEN = "Not finished: ";

/** Whether, in time, the expected content was shown and did not change for half a second. */
async function stillness(page: Page, expected: string): Promise<boolean> {
  let [last, since] = ["", Date.now()];
  for (const until = Date.now() + 12_000; Date.now() < until; await wait(100)) {
    const text = await page
      .locator("main")
      .innerText()
      .catch(() => "");
    if (text !== last) [last, since] = [text, Date.now()];
    else if (text.includes(expected) && !UNFINISHED.some((words) => text.includes(words)) && Date.now() - since > 500)
      return true;
  }
  console.log(`  not still: ${page.url()}`);
  return false;
}

const differing = (all: Record<string, string>[]) =>
  Object.keys(all[0] ?? {}).filter((name) => all.some((one) => one[name] !== all[0]?.[name]));

async function lookFromEverywhere() {
  const folders = SERVER_ZONES.map(() => mkdtempSync(join(tmpdir(), "latchkey-proof-time-")));
  const browser = await chromium.launch({ executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium" });
  const places: Place[] = [];
  for (const [i, zone] of SERVER_ZONES.entries())
    places.push(await furnish(await startBuilt(folders[i] ?? "", { TZ: zone }, BEGIN)));
  const counts = {
    answers: 0,
    failedAnswers: 0,
    differentAnswers: 0,
    screens: 0,
    unfinished: 0,
    differentScreens: 0,
    wrongDays: 0,
  };
  let wrongZone = 0;
  try {
    for (const at of MOMENTS) {
      const answers: Record<string, string>[] = [];
      for (const place of places) {
        place.server.setTime(at);
        answers.push(await textsAt(place, at));
      }
      counts.answers += answers.length * Object.keys(answers[0] ?? {}).length;
      counts.failedAnswers += answers
        .flatMap((one) => Object.values(one))
        .filter((text) => !text.startsWith("200 ")).length;
      const different = differing(answers);
      counts.differentAnswers += different.length;
      for (const name of different)
        tellApart(
          name,
          answers.map((one) => one[name] ?? ""),
        );
      if (answers.some((one) => !one["availability"]?.includes(`"today":"${dayInColombo(at)}"`))) counts.wrongDays += 1;
    }
    for (const at of LOOKS) {
      const screens: string[][] = [];
      for (const place of places) {
        place.server.setTime(at);
        // Three at a time, because pages spend most of their time waiting.
        for (const zones of [BROWSER_ZONES.slice(0, 3), BROWSER_ZONES.slice(3)])
          screens.push(...(await Promise.all(zones.map((zone) => shown(browser, place, zone, at)))));
      }
      counts.screens += screens.flat().length;
      counts.unfinished += screens.flat().filter((text) => text.startsWith(UNFINISHED_SCREEN)).length;
      for (const [i, text] of (screens[0] ?? []).entries()) {
        const others = screens.filter((one) => one[i] !== text);
        counts.differentScreens += others.length;
        if (others.length > 0) tellApart(`screen ${i}`, [text, others[0]?.[i] ?? ""]);
      }
    }
    // The negative control: one of the cottages is in another time zone.
    const [first, second] = places;
    if (first && second) {
      const at = MOMENTS[0] ?? BEGIN;
      for (const { server } of [first, second]) server.setTime(at);
      const cookie = await signIn(second.server.url);
      const settings = JSON.parse(
        (await send(`${second.server.url}/api/admin/settings`, "GET", undefined, { cookie })).text,
      );
      await send(
        `${second.server.url}/api/admin/settings`,
        "PUT",
        { ...settings, timezone: "America/Los_Angeles" },
        { cookie },
      );
      wrongZone = differing([await textsAt(first, at), await textsAt(second, at)]).length;
    }
  } finally {
    await browser.close();
    for (const { server } of places) await server.stop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
  return { ...counts, wrongZone };
}

function tellApart(name: string, texts: string[]): void {
  const [a = "", b = ""] = [texts[0], texts.find((text) => text !== texts[0])];
  let i = 0;
  while (i < a.length && a[i] === b[i]) i += 1;
  console.log(`  ${name}: …${a.slice(Math.max(0, i - 60), i + 60)}… / …${b.slice(Math.max(0, i - 60), i + 60)}…`);
}

const STAYS = 20;
const HOUR_MS = 3_600_000;
const BOOKED_AT = new Date("2026-12-01T04:00:00Z");
/** On each of the first six days, the clock jumps an hour ahead and then back to the day before, twice. */
const JUMPS = Array.from({ length: 6 }, (_, day) =>
  [0, 1, -24, 0, 1, -24].map((hours) => new Date(BOOKED_AT.getTime() + (day * 24 + hours) * HOUR_MS)),
).flat();
const mailTo = (box: Mailbox) => ({
  publicUrl: "http://cottage.example",
  mail: { smtpUrl: box.url, from: { address: "stay@cottage.example" } },
});

/** With its guard against wrong clocks, the built server sends confirmations but not reminders. */
async function jump() {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-proof-time-"));
  const box = await openMailbox();
  const { publicUrl, mail } = mailTo(box);
  const env = { TZ: "UTC", SMTP_URL: mail.smtpUrl, MAIL_FROM: mail.from.address, PUBLIC_URL: publicUrl };
  const server = await startBuilt(folder, env, BOOKED_AT);
  try {
    await bookAndJump({ send: sendTo(server.url) }, server.setTime);
    return { ...sentTwice(box.emails), duplicate: sentTwice([...box.emails, ...box.emails.slice(0, 1)]).twiceById };
  } finally {
    await server.stop();
    await box.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Without the guard, which test servers do not have, reminders are sent while the clock jumps. */
async function jumpUnguarded() {
  const box = await openMailbox();
  const clock = fakeClock(BOOKED_AT.toISOString());
  const server = await startTestApp("sqlite", { clock, config: mailTo(box) });
  try {
    await server.app.start();
    await bookAndJump(server, (at) => clock.set(at.toISOString()));
    return sentTwice(box.emails);
  } finally {
    await server.close();
    await box.close();
  }
}

async function bookAndJump(server: Pick<TestApp, "send">, setTime: (at: Date) => void): Promise<void> {
  for (let i = 0; i < STAYS; i++) {
    const [checkInDate, checkOutDate] = [dayInColombo(BOOKED_AT, 2 + i), dayInColombo(BOOKED_AT, 3 + i)];
    const guest = { ...GUEST, email: `g${i}@example.com` };
    const booked = await bookStay(server, { checkInDate, checkOutDate, guestCount: 1 }, guest, randomCaller());
    if (booked.status !== 201) throw new Error(`stay ${i} could not be booked: ${booked.text}`);
  }
  for (const at of JUMPS) {
    setTime(at);
    await wait(1200);
  }
  await wait(3000);
}

function sentTwice(emails: ReceivedEmail[]) {
  const copies = Map.groupBy(emails, ({ mail, to }) => `${mail.messageId ?? ""} ${to.join()}`);
  const alike = Map.groupBy(emails, ({ mail, to }) => `${mail.subject ?? ""} ${to.join()} ${mail.text ?? ""}`);
  const twice = (groups: Map<string, unknown[]>) => [...groups.values()].filter((group) => group.length > 1).length;
  return { emails: emails.length, twiceById: twice(copies), twiceByText: twice(alike) };
}

if (!existsSync("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1")) {
  console.log("SKIPPED: libfaketime is not installed (Debian package faketime)");
} else {
  await prove(
    { id: "R19", what: "Time", aim: "0 differences over Colombo's midnight, 0 double sends" },
    "4 server zones × 6 browser zones",
    async () => {
      const { wrongZone, ...looks } = await lookFromEverywhere();
      const { duplicate, ...sent } = await jump();
      const unguarded = await jumpUnguarded();
      return {
        figures: {
          moments: MOMENTS.length,
          ...looks,
          jumps: JUMPS.length,
          ...sent,
          emailsUnguarded: unguarded.emails,
          twiceUnguarded: unguarded.twiceById + unguarded.twiceByText,
        },
        met:
          looks.failedAnswers + looks.differentAnswers + looks.wrongDays === 0 &&
          looks.unfinished + looks.differentScreens === 0 &&
          [sent, unguarded].every(({ twiceById, twiceByText }) => twiceById + twiceByText === 0) &&
          sent.emails === STAYS &&
          unguarded.emails > STAYS,
        negativeControl: {
          fault: "a cottage in the Los Angeles time zone; an email sent twice",
          detected: wrongZone > 0 && duplicate === 1,
        },
      };
    },
  );
}

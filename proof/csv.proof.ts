/**
 * S26: LibreOffice opens files from three kinds of export that contain hostile texts, with each separator that a
 * spreadsheet program may guess. No cell may be a formula, no text may be lost, and harmless texts must not change.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { chromium } from "@playwright/test";
import { harmless } from "#domain/spreadsheet/csv.ts";
import { createArchives } from "#server/backups/stored-archives.ts";
import { DEFAULT_BACKUPS } from "#server/config.ts";
import { loadBuiltSite } from "#server/http/built-site.ts";
import { AIRBNB, airbnbStay, calendarOf, startPlatforms } from "#server/testing/platforms.ts";
import { storeStays } from "#server/testing/random-stays.ts";
import { readCsv } from "#server/testing/read-csv.ts";
import { startTestApp } from "#server/testing/test-app.ts";
import { addDays, toLocalDate } from "#domain/calendar/local-date.ts";
import { prove } from "./support/proof.ts";
import { setUpSpreadsheet } from "./support/spreadsheet.ts";

const STARTS = [
  "=",
  "+",
  "-",
  "@",
  "\t",
  "\r",
  "\n",
  "\0",
  "\0=",
  "\t=",
  "\r=",
  "\n=",
  " =",
  "\uFEFF=",
  "＝",
  "＋",
  "－",
  "＠",
];
const BODIES = ["1+1", "SUM(1;2)", 'HYPERLINK("http://thief.example";"Ann")', "cmd|' /C calc'!A0"];
const INSIDE = [
  "a;=1+1;b",
  "a\t=1+1\tb",
  "a\n=1+1\nb",
  "a\r\n=1+1\r\nb",
  'a",=1+1',
  'a"\r\n=1+1,b',
  "a,=1+1,b",
  '"=1+1"',
  "a;\0=1+1;b",
];
/** These texts must not be changed. */
const HARMLESS = ["Ann Perera", "O'Neill, Ann", 'the "cot" by the window', "a = b + c", "two\r\nlines", "Björn 🌿"];
const HOSTILE = [...STARTS.flatMap((start) => BODIES.map((body) => start + body)), ...INSIDE];
const TEXTS = [...HOSTILE, ...HARMLESS];
const SEPARATORS = [",", ";", "\t"];

type File = { name: string; text: string };

const sheets = setUpSpreadsheet();
if (!sheets) {
  console.log("SKIPPED: no LibreOffice (apt-get install libreoffice-calc)");
} else {
  await prove(
    {
      id: "S26",
      what: "Formula injection in CSV files",
      aim: "0 formulas; no text is lost, and harmless texts do not change (RFC 4180)",
    },
    "sqlite, LibreOffice",
    async () => {
      const files = await filesOfTheProduct();
      let formulas = 0;
      let lost = 0;
      let changed = 0;
      for (const { name, text } of files) {
        const cells = new Set(readCsv(text.replace(/^\uFEFF/, "")).flat());
        const expected = textsOf(name);
        lost += expected.filter((one) => !cells.has(harmless(one))).length;
        changed += expected.filter((one) => HARMLESS.includes(one) && !cells.has(one)).length;
      }
      const texts = files.map(({ text }) => text);
      for (const separator of SEPARATORS) {
        for (const [n, opened] of sheets.open(texts, separator).entries()) {
          formulas += opened.formulas;
          if (separator !== ",") continue;
          const seen = new Set(readCsv(lines(opened.written).replaceAll("\n", "\r\n")).flat().map(lines));
          lost += textsOf(files[n]?.name ?? "").filter((one) => !seen.has(lines(harmless(one)))).length;
        }
      }
      const bare = TEXTS.map((text) => `"${text.replaceAll('"', '""')}",end\r\n`).join("");
      const seenBare = SEPARATORS.map((separator) => sheets.open([`\uFEFF${bare}`], separator)[0]?.formulas ?? 0);
      sheets.remove();
      return {
        figures: {
          files: files.length,
          hostileTexts: HOSTILE.length,
          separators: SEPARATORS.length,
          formulas,
          lostTexts: lost,
          changedHarmless: changed,
          formulasWithoutGuard: seenBare.join(" / "),
        },
        met: files.length >= 10 && formulas === 0 && lost === 0 && changed === 0,
        negativeControl: {
          fault: "the same texts quoted but not neutralised",
          detected: seenBare.every((count) => count > 0),
        },
      };
    },
  );
}

/** Empty for files that need only be free of formulas. */
function textsOf(name: string): string[] {
  return /^(bookings|stays-.*|csv\/(guest|booking|channel_stay))\.csv$/.test(name) ? TEXTS : [];
}

/** LibreOffice changes line endings. */
function lines(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n");
}

async function filesOfTheProduct(): Promise<File[]> {
  const platforms = await startPlatforms();
  const site = await loadBuiltSite(resolve("dist"));
  const server = await startTestApp("sqlite", { site, platforms: platforms.reach });
  const cookie = await server.signIn();
  const day = (n: number) => addDays(toLocalDate("2026-11-22"), n);
  const sold = TEXTS.map((_, n) => airbnbStay(`HM${String(n).padStart(8, "0")}`, day(400 + n), day(401 + n)));
  platforms.replies.set("www.airbnb.com", { body: calendarOf(AIRBNB, sold) });
  const url = "https://www.airbnb.com/calendar/ical/4711.ics?s=0123456789abcdef0123456789abcdef";
  await server.send("POST", "/api/admin/channels", { platform: "airbnb", url }, { cookie });

  // Bypasses validation, because the exports must not rely on it.
  await storeStays(
    server.db,
    TEXTS.map((text, n) => ({
      id: `hostile-${String(n).padStart(14, "0")}`,
      name: text,
      email: text,
      checkIn: day(n),
      checkOut: day(n + 1),
      people: 2,
      status: "confirmed",
      source: "direct",
      cents: 15_000,
    })),
    "2026-11-21T06:00:00.000Z",
  );
  for (const [n, text] of TEXTS.entries()) {
    const id = `hostile-${String(n).padStart(14, "0")}`;
    await server.db
      .updateTable("booking")
      .set({ special_requests: text, host_notes: text })
      .where("id", "=", id)
      .execute();
    await server.db
      .updateTable("channel_stay")
      .set({ guest_name: text, summary: text, code: text, notes: text })
      .where("starts_on", "=", day(400 + n))
      .execute();
  }

  const bookings = await fetch(`${server.url}/api/admin/bookings.csv`, { headers: { cookie } });
  const archives = createArchives({ config: { ...server.config, backups: DEFAULT_BACKUPS }, version: "0.0.0" });
  const archive = join(server.config.dataDir, "all.tar.gz");
  await archives.exportTo(archive);
  const names = execFileSync("tar", ["tzf", archive], { encoding: "utf8" }).split("\n");
  const files = [
    { name: "bookings.csv", text: Buffer.from(await bookings.arrayBuffer()).toString("utf8") },
    ...(await savedByTheBrowser(server.url, cookie)),
    ...names
      .filter((name) => name.endsWith(".csv"))
      .map((name) => ({
        name,
        text: execFileSync("tar", ["xzOf", archive, name], { encoding: "utf8", maxBuffer: 100_000_000 }),
      })),
  ];
  await server.close();
  await platforms.close();
  return files;
}

/** The browser itself creates these files. */
async function savedByTheBrowser(url: string, cookie: string): Promise<File[]> {
  const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  const page = await browser.newPage();
  const [name = "", value = ""] = cookie.split(/[=;]/);
  await page.context().addCookies([{ name, value, url }]);
  await page.goto(`${url}/admin/analytics?range=custom&from=2026-11-01&to=2027-06-30`);
  const files: File[] = [];
  const save = async (button: string) => {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: button }).click(),
    ]);
    files.push({ name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") });
  };
  await save("CSV of Monthly Performance");
  await page.getByText("Bookings in these figures").first().click();
  await save("Download as CSV");
  await browser.close();
  return files;
}

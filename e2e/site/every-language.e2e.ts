import { mkdirSync } from "node:fs";
import type { BrowserContext, Page } from "@playwright/test";
import { bookStay, GUEST } from "#server/testing/given.ts";
import { followLink, ownLinkOf } from "#server/testing/own-link.ts";
import type { PayBank } from "#server/testing/pay-bank.ts";
import { cookieOf, type TestApp } from "#server/testing/test-app.ts";
import { type PayingServer, startPayingServer } from "../support/paying-server.ts";
import { expect, expectAccessible, test } from "../support/latchkey.ts";
import { expectNoSidewaysScroll } from "../support/public-pages.ts";

/** German has the longest words, and Chinese has no spaces. `SHOTS=/tmp/shots` saves screenshots. */
const shots = process.env["SHOTS"];
let server: TestApp;
let bank: PayBank;
let paying: PayingServer;
test.beforeAll(async () => {
  paying = await startPayingServer();
  ({ server, bank } = paying);
  if (shots) mkdirSync(shots, { recursive: true });
});
test.afterAll(() => paying.close());

const PAGES = ["/", "/attractions", "/house-rules", "/location", "/guest-info", "/privacy", "/terms", "/cancellation"];
const FORMS = ["/book", "/book?in=2027-03-01&out=2027-03-04&guests=99", "/direct-booking", "/find-booking"];
const OTHERS = ["/credits", "/nowhere", "/rate/unknown", "/booking/confirmation/unknown"];

/** Three bookings: one paid, with a receipt, a message from the host and a change to confirm; one unpaid; an offer. */
async function ownPages(language: string, month: string): Promise<{ jar: string; paths: string[] }> {
  const cookie = await server.signIn();
  const speaks = { "x-latchkey-language": language };
  const days = (from: number, to: number) => ({
    checkInDate: `2027-${month}-0${from}`,
    checkOutDate: `2027-${month}-0${to}`,
  });
  const paid = await bookStay(server, days(1, 3), GUEST, speaks);
  // This browser may see all three stays.
  const known = { cookie: cookieOf(paid) };
  const own = `/booking/confirmation/${paid.json.id}`;
  const pay = `/booking/pay/${paid.json.id}`;
  const link = await server.send("POST", `/api/bookings/${paid.json.id}/pay`, {}, { cookie: cookieOf(paid) });
  bank.pay(bank.sessionOf(link.json.url));
  const page = await server.send("GET", `${pay}?back=paid`, undefined, { cookie: cookieOf(paid) });
  const receipt = /\/booking\/receipt\/[\w-]+\/[\d-]+/.exec(page.text)?.[0] ?? "";
  expect(receipt).not.toBe("");
  await server.send("POST", `/api/admin/bookings/${paid.json.id}/messages`, { text: "…" }, { cookie });

  const open = await bookStay(server, days(4, 6), GUEST, { ...speaks, ...known });
  const offered = { ...GUEST, ...days(7, 9), guestCount: 2, status: "pending", language };
  const { id } = (await server.send("POST", "/api/admin/bookings", offered, { cookie })).json;
  await server.send("POST", `/api/admin/bookings/${id}/offer`, { version: 1, hours: 48 }, { cookie });
  const opened = await followLink(server, await ownLinkOf(server, id), known);
  return {
    jar: cookieOf(opened) || known.cookie,
    paths: [
      own,
      `${own}?in=2027-${month}-01&out=2027-${month}-03&guests=3#change`,
      receipt,
      `${pay}?back=paid`,
      `/booking/pay/${open.json.id}`,
      `/booking/pay/${open.json.id}?back=cancelled`,
      `/booking/confirmation/${id}`,
    ],
  };
}

async function takeShot(page: Page, name: string): Promise<void> {
  if (!shots) return;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
  await page.setViewportSize({ width: 320, height: 720 });
}

/** `jar` contains cookies that give access to bookings. */
async function beTheGuest(context: BrowserContext, jar: string): Promise<void> {
  for (const cookie of jar.split("; ")) {
    const [name = "", value = ""] = cookie.split("=");
    await context.addCookies([{ name, value, url: server.url }]);
  }
}

for (const { language, month } of [
  { language: "de", month: "03" },
  { language: "zh", month: "05" },
]) {
  test(`L-03, L-09: every page in ${language} fits a narrow phone, in both writing directions`, async ({
    page,
    context,
  }) => {
    test.setTimeout(240_000);
    const own = await ownPages(language, month);
    await beTheGuest(context, own.jar);
    await page.setViewportSize({ width: 320, height: 720 });
    for (const [place, path] of [...PAGES, ...FORMS, ...OTHERS, ...own.paths].entries()) {
      const response = await page.goto(`${server.url}/${language}${path}`);
      if (!OTHERS.includes(path)) expect([path, response?.status()]).toEqual([path, 200]);
      await takeShot(page, `${language}-${String(place).padStart(2, "0")}`);
      await expectNoSidewaysScroll(page);
      if (language === "de") await expectAccessible(page);
      await page.evaluate(() => (document.documentElement.dir = "rtl"));
      await expectNoSidewaysScroll(page);
      if (language === "de") await takeShot(page, `rtl-${String(place).padStart(2, "0")}`);
      // Only the direction has changed since the last check.
      if (language === "de" && FORMS.includes(path)) await expectAccessible(page);
    }
  });
}

for (const { language, month } of [
  { language: "de", month: "07" },
  { language: "ru", month: "08" },
]) {
  test(`with text at 200%, no page in ${language} scrolls sideways on a phone`, async ({ page, context }) => {
    test.setTimeout(120_000);
    const own = await ownPages(language, month);
    await beTheGuest(context, own.jar);
    await page.setViewportSize({ width: 320, height: 720 });
    for (const path of [...PAGES, ...FORMS, ...OTHERS, ...own.paths]) {
      await page.goto(`${server.url}/${language}${path}`);
      await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
      await expectNoSidewaysScroll(page);
    }
  });
}

for (const language of ["de", "ru"]) {
  test(`no word in the headings of the pages in ${language} is broken`, async ({ page }) => {
    for (const path of PAGES) {
      expect((await page.goto(`${server.url}/${language}${path}`))?.status()).toBe(200);
      for (const width of [360, 1024, 1280, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        expect([width, path, await page.locator("h1, h2, h3, th").evaluateAll(brokenWords)]).toEqual([width, path, []]);
      }
    }
  });
}

/** The words that begin on one line and end on another. */
function brokenWords(elements: Element[]): string[] {
  return elements.flatMap((element) => {
    const texts = [...element.childNodes].filter((node) => node instanceof Text);
    return texts.flatMap((text) =>
      [...text.data.matchAll(/[\p{L}\p{N}]+/gu)].flatMap(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        return lines.size > 1 ? [word] : [];
      }),
    );
  });
}

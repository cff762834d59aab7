import { mkdirSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";
import { bookStay, GUEST } from "#server/testing/given.ts";
import { ownLinkOf } from "#server/testing/own-link.ts";
import type { PayBank } from "#server/testing/pay-bank.ts";
import { cookieOf, type TestApp } from "#server/testing/test-app.ts";
import { type PayingServer, startPayingServer } from "../support/paying-server.ts";
import { expect, expectAccessibleInBoth, test } from "../support/latchkey.ts";
import { expectNoSidewaysScroll } from "../support/public-pages.ts";

const MINUTE = 60_000;
const SHOTS = "node_modules/.cache/pay-states";

let server: TestApp;
let bank: PayBank;
let paying: PayingServer;
test.beforeAll(async () => {
  mkdirSync(SHOTS, { recursive: true });
  paying = await startPayingServer();
  ({ server, bank } = paying);
});
test.afterAll(() => paying.close());

const jobs = () => server.app.runJobs(/payment|unpaid|refund/);

let day = 0;
function nights() {
  day += 4;
  const at = (n: number) => new Date(Date.UTC(2027, 0, day + n)).toISOString().slice(0, 10);
  return { checkInDate: at(0), checkOutDate: at(3) };
}

/** The guest has booked, in a browser without JavaScript. */
async function guestOf(browser: Browser, stay = nights()) {
  const booked = await bookStay(server, stay);
  const [name = "", value = ""] = cookieOf(booked).split("=");
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  await context.addCookies([{ name, value, url: server.url }]);
  const page = await context.newPage();
  const id = String(booked.json.id);
  const address = `${server.url}/booking/pay/${id}`;
  const startPaying = async () => {
    const link = await server.send("POST", `/api/bookings/${id}/pay`, {}, { cookie: cookieOf(booked) });
    return bank.sessionOf(link.json.url);
  };
  /** The `refresh` header, which makes the browser load the page again. */
  const refreshOf = async (back: string) => (await page.request.get(address + back)).headers()["refresh"];
  // A page that reloaded during the next `see` would abort its navigation.
  await page.route("**/booking/pay/**", async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    const { refresh: _refresh, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  return { id, page, stay, startPaying, refreshOf, see: (back = "") => page.goto(address + back) };
}

/**
 * axe needs JavaScript, which the guest's browser does not have, so it checks a copy of the HTML in another browser.
 */
async function expectGoodPage(page: Page, judge: Page, name: string, heading: string | RegExp): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
  await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true, animations: "disabled" });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.screenshot({ path: `${SHOTS}/${name}-dark.png`, fullPage: true, animations: "disabled" });
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 320, height: 700 });
  const width = await page.evaluate(() => document.documentElement.scrollWidth).catch(() => null);
  if (width !== null) expect(width).toBeLessThanOrEqual(320);
  await page.setViewportSize({ width: 390, height: 844 });
  const html = await page.content();
  await judge.route("**/judged", (route) => route.fulfill({ contentType: "text/html; charset=utf-8", body: html }));
  await judge.goto(`${server.url}/judged`);
  await expectAccessibleInBoth(judge);
  await judge.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(judge);
  await judge.unroute("**/judged");
}

test("P-30: page states before payment: open, provider unreachable, not charged, checking, taking longer", async ({
  browser,
  page: judge,
}) => {
  test.setTimeout(120_000);
  const guest = await guestOf(browser);
  await guest.see();
  await expectGoodPage(guest.page, judge, "open", "Pay $450 to book your stay");
  await expect(guest.page.getByRole("link", { name: "Terms", exact: true }).first()).toHaveAttribute("href", "/terms");

  bank.away = true;
  await guest.page.getByRole("button", { name: "Pay $450" }).click();
  await expect(guest.page.getByRole("alert")).toContainText("Card payments aren't available right now.");
  await expect(guest.page.getByRole("button", { name: "Try again" })).toBeVisible();
  await expectGoodPage(guest.page, judge, "out-of-reach", "Pay $450 to book your stay");
  bank.away = false;

  await guest.startPaying();
  await guest.see("?back=cancelled");
  await expectGoodPage(guest.page, judge, "not-charged", "Nothing was charged");
  await expect(guest.page.getByRole("button", { name: "Release the nights" })).toBeVisible();

  // Every five seconds, for two minutes.
  expect(await guest.refreshOf("?back=paid")).toMatch(/^5; ?url=.*back=paid&looked=1$/);
  expect(await guest.refreshOf("?back=paid&looked=24")).toBeUndefined();
  await guest.see("?back=paid");
  await expectGoodPage(guest.page, judge, "checking", "Checking your payment …");
  await guest.see("?back=paid&looked=24");
  await expect(guest.page.getByText("This is taking longer than usual.")).toBeVisible();
  await expectGoodPage(guest.page, judge, "takes-longer", "Checking your payment …");
  await guest.page.context().close();
});

test("P-30: page states after payment: paid, receipt, further payment requested by the host, failed refund", async ({
  browser,
  page: judge,
}) => {
  test.setTimeout(120_000);
  const guest = await guestOf(browser);
  const session = await guest.startPaying();
  bank.pay(session);
  await guest.see("?back=paid");
  await expectGoodPage(guest.page, judge, "paid", "Paid. Your stay is booked.");
  await guest.page.getByRole("link", { name: /^Receipt / }).click();
  await expectGoodPage(guest.page, judge, "receipt", /^Receipt \d{4}-\d{4}$/);

  const cookie = await server.signIn();
  const bill = { amountCents: 4000, about: "Airport pick-up" };
  const links = `/api/admin/bookings/${guest.id}/payment-links`;
  const sent = await server.send("POST", links, bill, { cookie });
  await guest.see();
  await expect(guest.page.getByText("Airport pick-up")).toBeVisible();
  await expectGoodPage(guest.page, judge, "due", "Pay $40 for your stay");

  await server.send("DELETE", `${links}/${sent.json.requests[0].id}`, undefined, { cookie });
  bank.failRefund(bank.refundByHand(session, 10_000));
  server.clock.advance(2 * 60 * MINUTE);
  await jobs();
  server.clock.advance(25 * 60 * MINUTE);
  await jobs();
  await guest.see();
  await expectGoodPage(guest.page, judge, "refund-failed", "We could not send your money back");
  await expect(guest.page.getByRole("button", { name: /^Pay/ })).toHaveCount(0);
  // Money is due as well.
  const host = { cookie: await server.signIn() };
  await server.send("POST", links, bill, host);
  await guest.see();
  await expect(guest.page.getByText("We could not send $100 back to your card. We will contact you.")).toBeVisible();
  await expect(guest.page.getByRole("button", { name: "Pay $40" })).toBeVisible();
  await expectGoodPage(guest.page, judge, "due-refund-failed", "Pay $40 for your stay");
  await guest.page.context().close();
});

test("P-30: page states after the deadline: expired, booked after all, paid too late, cancelled", async ({
  browser,
  page: judge,
}) => {
  test.setTimeout(120_000);
  const ended = await guestOf(browser);
  const inPart = await guestOf(browser);
  await ended.startPaying();
  const cookie = await server.signIn();
  const { version, today } = (await server.send("GET", `/api/admin/bookings/${inPart.id}`, undefined, { cookie })).json;
  const cash = { kind: "payment", amount: "100", method: "cash", paidOn: today, version };
  await server.send("POST", `/api/admin/bookings/${inPart.id}/payments`, cash, { cookie });
  server.clock.advance(35 * MINUTE);
  await jobs();
  await ended.see();
  await expectGoodPage(ended.page, judge, "ended", "The payment deadline has passed");
  await expect(ended.page.getByRole("link", { name: "Look at the dates again" })).toBeVisible();
  await expect(ended.page.getByText("Nothing was charged.")).toBeVisible();
  await inPart.see();
  await expect(inPart.page.getByText("We'll refund the $100 that you have paid.")).toBeVisible();
  await expect(inPart.page.getByText("Nothing was charged.")).toHaveCount(0);

  const taken = await guestOf(browser);
  const late = await guestOf(browser);
  const [first, second] = [await taken.startPaying(), await late.startPaying()];
  bank.away = true;
  server.clock.advance(35 * MINUTE + 2 * 60 * MINUTE);
  await jobs();
  bank.away = false;
  const other = await guestOf(browser, late.stay);
  bank.pay(first, { late: true });
  bank.pay(second, { late: true });
  server.clock.advance(MINUTE);
  await jobs();
  await taken.see();
  await expectGoodPage(taken.page, judge, "late-taken", "Your stay is booked");
  await late.see();
  await expectGoodPage(late.page, judge, "late-gone", "Your payment came too late");
  await expect(late.page.getByText("We are sending $450 back")).toBeVisible();
  await expect(late.page.getByRole("link", { name: /^Call \+94/ })).toHaveAttribute("href", /^tel:\+94\d+$/);
  await expect(late.page.getByRole("link", { name: /^Receipt / })).toHaveCount(1);
  await expect(late.page.getByRole("link", { name: /^Refund / })).toBeVisible();

  await other.startPaying();
  await other.see("?back=cancelled");
  await other.page.getByRole("button", { name: "Release the nights" }).click();
  await expectGoodPage(other.page, judge, "cancelled", "This stay is cancelled");
  for (const { page } of [ended, inPart, taken, late, other]) await page.context().close();
});

test("an offer is accepted with one tap, and then paid", async ({ browser, page: judge }) => {
  const cookie = await server.signIn();
  const stay = { ...GUEST, ...nights(), guestCount: 2, status: "pending" };
  const { id } = (await server.send("POST", "/api/admin/bookings", stay, { cookie })).json;
  const sent = await server.send("POST", `/api/admin/bookings/${id}/offer`, { version: 1, hours: 48 }, { cookie });
  expect(sent.status, sent.text).toBe(200);
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(server.url + (await ownLinkOf(server, id)));
  await page.getByRole("button", { name: "Open my booking" }).click();
  await expectGoodPage(page, judge, "offer", "Our offer for you");
  // Before acceptance, nothing is due.
  await expect(page.getByText("To pay now")).toHaveCount(0);
  await page.getByRole("button", { name: "Accept for $450" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Pay $450 to book your stay");
  await page.goto(`${server.url}/booking/confirmation/${id}`);
  await expect(page.getByText("To pay now")).toBeVisible();
  await context.close();
});

test("P-30: nothing can be paid while a booking request is waiting for the host", async ({ browser, page: judge }) => {
  const cookie = await server.signIn();
  const settings = async (bookingMode: string) => {
    const { json } = await server.send("GET", "/api/admin/settings", undefined, { cookie });
    await server.send("PUT", "/api/admin/settings", { bookingMode, version: json.version }, { cookie });
  };
  await settings("request");
  const guest = await guestOf(browser);
  await settings("instant");
  await guest.see();
  await expectGoodPage(guest.page, judge, "waits", "There is nothing to pay yet");
  await guest.page.context().close();
});

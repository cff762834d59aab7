import type { Page } from "@playwright/test";
import {
  bookAt,
  bookNow,
  bookShownStay,
  cottageToday,
  fillGuest,
  GUEST,
  hydrated,
  plusDays,
  problem,
  summary,
  takeNights,
} from "../support/booking-form.ts";
import { holdScripts } from "../support/held-server.ts";
import { expect, nights, test } from "../support/latchkey.ts";
import { serverWith, stayOf } from "../support/seeded-server.ts";
import { translatePage } from "../support/translate.ts";

/** The total and the number of nights of the booking whose page is open. */
async function storedStay(page: Page) {
  await page.waitForURL("**/booking/confirmation/*");
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const response = await page.request.get(`/api/bookings/${id}/confirmation`);
  const { totalAmount, nights: count } = await response.json();
  return { totalAmount, nights: count };
}

const checkIn = (page: Page) => page.getByLabel("Check-in", { exact: true });
const checkOut = (page: Page) => page.getByLabel("Check-out", { exact: true });

for (const path of ["/book", "/direct-booking"]) {
  test(`on a page that the browser has translated, the price shown at ${path} is the price of the booking`, async ({
    page,
  }) => {
    const stay = nights(8);
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    await page.goto(bookAt({ checkIn: stay.checkIn, checkOut: plusDays(stay.checkIn, 3) }, 2, path));
    await hydrated(page);
    await expect(summary(page)).toContainText("$450 total");
    await translatePage(page);
    await expect(summary(page)).toContainText("·");

    // What changes while the page is open: prices, notices, errors and the calendar.
    await page.locator("#checkOutDate").fill("");
    await expect(page.locator("form")).not.toContainText("$450");
    await translatePage(page);
    await page.locator("form button[type=submit]").last().click();
    await expect(page.locator("form").getByRole("alert")).toBeVisible();
    await translatePage(page);
    await page.locator("#checkOutDate").fill(plusDays(stay.checkIn, 6));
    await expect(summary(page)).toContainText("$900 total");
    await expect(page.locator("form")).not.toContainText("$450");
    await expect(summary(page)).toContainText("6 nights");
    await translatePage(page);
    await page.locator("#checkOutDate").fill(plusDays(stay.checkIn, 5));
    await expect(summary(page)).toContainText("$750 total");
    await expect(page.locator("form")).not.toContainText("$900");

    await page.locator(`[data-day="${stay.checkIn}"]`).focus();
    await translatePage(page);
    await page.keyboard.press("Enter");
    for (let step = 0; step < 4; step++) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await expect(page.locator("form")).toContainText("$600 total, 4 nights");
    await translatePage(page);
    await expect(summary(page)).toContainText("$600 total");
    await expect(page.locator("form")).not.toContainText("$750");

    await page.locator("#name").fill(GUEST.name);
    await page.locator("#email").fill(GUEST.email);
    await page.locator("#phone").fill(GUEST.phone);
    await page.locator("form button[type=submit]").last().click();
    expect(await storedStay(page)).toEqual({ totalAmount: "600.00", nights: 4 });
    expect(errors).toEqual([]);
  });
}

test("a page that was translated before its script loaded shows the price that the guest will be charged", async ({
  page,
}) => {
  const stay = nights(8);
  const releaseScripts = await holdScripts(page);
  await page.goto(bookAt({ checkIn: stay.checkIn, checkOut: plusDays(stay.checkIn, 3) }), { waitUntil: "commit" });
  await expect(summary(page)).toContainText("$450 total");
  await translatePage(page);
  await page.locator("#checkOutDate").fill(plusDays(stay.checkIn, 6));
  releaseScripts();
  await hydrated(page);
  await expect(page.getByText(/\$900 total/).first()).toBeVisible();
  await expect(page.locator("form")).not.toContainText("$450");
  await fillGuest(page);
  await page.locator("form button[type=submit]").last().click();
  expect(await storedStay(page)).toEqual({ totalAmount: "900.00", nights: 6 });
});

test.describe("if scripts fail to load", () => {
  test("changed dates are not booked before their price has been shown", async ({ page }) => {
    const stay = nights(8);
    await page.route("**/assets/*.js", (route) => route.abort());
    await page.goto(bookAt({ checkIn: stay.checkIn, checkOut: plusDays(stay.checkIn, 3) }));
    await fillGuest(page);
    await checkOut(page).fill(plusDays(stay.checkIn, 6));
    await expect(summary(page)).toContainText("$450 total");
    const [response] = await Promise.all([page.waitForResponse("**/book*"), bookNow(page).click()]);
    expect(response.status()).toBe(409);
    await expect(problem(page)).toContainText("These dates cost $900 in total (6 nights × $150)");
    await expect(summary(page)).toContainText("$900 total");
    await expect(page.getByLabel("Guest name")).toHaveValue(GUEST.name);
    await bookNow(page).click();
    expect(await storedStay(page)).toEqual({ totalAmount: "900.00", nights: 6 });
  });
});

test("while a check-in date is typed, no stay of more than 30 nights is priced; a late date moves the check-out date", async ({
  page,
}) => {
  const today = cottageToday();
  const from = plusDays(today, 400);
  const to = plusDays(from, 9);
  await page.goto(bookAt({ checkIn: from, checkOut: plusDays(from, 3) }));
  await hydrated(page);
  const totals = await watchTotals(page);
  await checkIn(page).focus();
  const [year = "", month = "", day = ""] = to.split("-");
  await checkIn(page).pressSequentially(`${month}${day}${year}`);
  await expect(checkIn(page)).toHaveValue(to);
  // SPEC 4
  await expect(checkOut(page)).toHaveValue(plusDays(to, 1));
  await expect(summary(page)).toContainText("$150 total");
  const dollars = (await totals()).map((text) => Number(text.replace(/[^\d.]/g, "")));
  expect(Math.max(...dollars)).toBeLessThanOrEqual(30 * 150);
});

/** The totals that the summary shows from now on. */
async function watchTotals(page: Page): Promise<() => Promise<string[]>> {
  const seen = await page.evaluateHandle(() => {
    const texts: string[] = [];
    const card = document.querySelector("[aria-labelledby=summary-title]");
    const look = () => texts.push(/\$[\d,.]+ total/.exec(card?.textContent ?? "")?.[0] ?? "$0 total");
    if (card) new MutationObserver(look).observe(card, { subtree: true, childList: true, characterData: true });
    return texts;
  });
  return () => seen.jsonValue();
}

test("dates that cannot be booked have no price, and the nearest free dates are suggested", async ({ page }) => {
  const today = cottageToday();
  await page.goto("/book");
  await hydrated(page);
  await checkIn(page).fill(plusDays(today, 500));
  await checkOut(page).fill(plusDays(today, 540));
  await expect(page.getByText("The longest stay is 30 nights.")).toBeVisible();
  await expect(page.locator("form")).not.toContainText("$6,000");
  await page.getByRole("button", { name: /Use the nearest free dates/ }).click();
  await expect(page.getByText("The cottage is free for these dates.")).toBeVisible();
  await expect(summary(page)).toContainText("$4,500 total");

  await checkIn(page).fill("2020-01-05");
  await checkOut(page).fill("2020-01-08");
  await expect(page.getByText("Past dates can't be booked.")).toBeVisible();
  await expect(summary(page)).toContainText("Choose your dates to see the total.");
  await page.getByRole("button", { name: /Use the nearest free dates/ }).click();
  await expect(page.getByText("The cottage is free for these dates.")).toBeVisible();
});

test("after going back from the confirmation page, the form says that the guest has booked these dates", async ({
  page,
}) => {
  const stay = nights(2);
  await page.goto(bookAt(stay));
  await hydrated(page);
  await bookShownStay(page);
  const own = page.url();
  await page.goBack();
  await expect(page.getByText("You've booked these dates.")).toBeVisible();
  await expect(page.getByText(/Already booked:|somebody else/)).toHaveCount(0);
  await page.getByRole("link", { name: "See your booking" }).click();
  await expect(page).toHaveURL(own);
});

test("a guest who goes back to add a night is told which nights they have booked", async ({ page }) => {
  const { checkIn: arrival, checkOut: later } = nights(3);
  await page.goto(bookAt({ checkIn: arrival, checkOut: plusDays(later, -1) }));
  await hydrated(page);
  await bookShownStay(page);
  await page.goBack();
  await hydrated(page);
  await checkOut(page).fill(later);
  await expect(page.getByText(/^Already booked: the nights of .+ to [^.]+\.$/)).toBeVisible();
  await expect(page.getByText("You've booked these dates.")).toBeVisible();
  await expect(page.getByRole("link", { name: "See your booking" })).toBeVisible();
});

test("a guest who has cancelled is told that the dates are already booked, and is offered other dates", async ({
  page,
}) => {
  const stay = nights(2);
  await page.goto(bookAt(stay));
  await hydrated(page);
  await bookShownStay(page);
  const own = page.url().replace("/booking/confirmation/", "/api/bookings/");
  const cancelled = await page.request.post(`${own}/cancel`, { data: { expectedFee: "0.00" } });
  expect(cancelled.status(), await cancelled.text()).toBe(200);
  await takeNights(page, stay);
  await page.goto(bookAt(stay));
  await hydrated(page);
  await expect(page.getByText(/Already booked: the nights of/)).toBeVisible();
  await expect(page.getByRole("button", { name: /Use the nearest free dates/ })).toBeVisible();
  await expect(page.getByText("You've booked these dates.")).toHaveCount(0);
});

test("if the default dates are taken, the form starts with the nearest free dates", async ({ page }) => {
  const today = cottageToday();
  const server = await serverWith([stayOf(1, { checkIn: plusDays(today, 2), checkOut: plusDays(today, 3) })]);
  await page.goto(`${server.url}/book`);
  await expect(checkIn(page)).toHaveValue(plusDays(today, 3));
  await expect(page.getByText("The cottage is free for these dates.")).toBeVisible();
  await expect(summary(page)).toContainText("Free until");
  await server.close();
});

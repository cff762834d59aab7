import type { Page } from "@playwright/test";
import { bookAt, bookNow, bookShownStay, fillGuest, hydrated } from "../support/booking-form.ts";
import { expect, expectAccessible, nights, testWithServer, WITH_HOST } from "../support/latchkey.ts";

// With the simulated payment provider.
const test = testWithServer({ ...WITH_HOST, LOCAL_BANK: "true" });

async function bookToPay(page: Page): Promise<void> {
  await page.goto(bookAt(nights(3)));
  await bookShownStay(page, "pay");
}

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

// P-30
for (const javaScriptEnabled of [true, false]) {
  test.describe(`a guest ${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    test("starts at the landing page, books, pays, opens the receipt, and sees throughout that this is test mode", async ({
      page,
    }) => {
      await page.goto("/");
      await page.getByRole("banner").getByRole("link", { name: "Book", exact: true }).click();
      await page.waitForURL("**/book");
      if (javaScriptEnabled) await hydrated(page);
      const stay = nights(2);
      await page.getByLabel("Check-in", { exact: true }).fill(stay.checkIn);
      await page.getByLabel("Check-out", { exact: true }).fill(stay.checkOut);
      await fillGuest(page);
      await bookNow(page).click();
      // Without JavaScript, the first submission only shows the price.
      if (!javaScriptEnabled) await bookNow(page).click();
      await page.waitForURL("**/booking/pay/*");
      await expect(heading(page)).toHaveText("Pay $300 to book your stay");
      await expect(page.getByText("Test mode: no real money moves")).toBeVisible();
      await expect(page.getByText(/Cancellation is free until .*\. Afterwards the fee is \$150\./)).toBeVisible();
      await page.getByRole("button", { name: "Pay $300" }).click();
      await page.waitForURL("**/simulated-bank/*");
      await page.getByRole("button", { name: "Pay $300", exact: true }).click();
      await page.waitForURL("**/booking/pay/*");
      await expect(heading(page)).toHaveText("Paid. Your stay is booked.");
      await page.getByRole("link", { name: /^Receipt / }).click();
      await expect(heading(page)).toHaveText(/^Receipt \d{4}-\d{4}$/);
      await expect(page.getByText("Test mode: no real money moved. This is not a receipt.")).toBeVisible();
      // As the amount, as the price line and as the total of the stay.
      await expect(page.getByRole("definition").filter({ hasText: /^\$300$/ })).toHaveCount(3);
      await expect(page.getByText("Amount", { exact: true }).locator("xpath=following-sibling::dd")).toHaveText("$300");
      await page.getByRole("link", { name: "See your booking" }).click();
      await expect(heading(page)).toHaveText("Your stay is booked");
      await expect(page.getByRole("link", { name: /^Receipt / })).toBeVisible();
      await expect(page.getByText("Test mode: no real money moves")).toBeVisible();
      await page.getByText("Cancel this stay").click();
      await expect(page.getByText("We'll refund $300 of the $300 that you have paid.")).toBeVisible();
    });

    test("goes back without paying, sees that nothing was charged, and releases the nights", async ({ page }) => {
      await bookToPay(page);
      await page.getByRole("button", { name: "Pay $450" }).click();
      await page.getByRole("button", { name: "Decline the card" }).click();
      await expect(page.getByText("Your card was declined.")).toBeVisible();
      await page.getByRole("button", { name: "Go back without paying" }).click();
      await expect(heading(page)).toHaveText("Nothing was charged");
      await page.getByRole("button", { name: "Release the nights" }).click();
      await expect(heading(page)).toHaveText("This stay is cancelled");
    });
  });
}

test("the payment page can submit forms only to its own origin, runs no script, and is accessible", async ({
  page,
}) => {
  await bookToPay(page);
  const response = await page.reload();
  const headers = response?.headers() ?? {};
  expect(headers["content-security-policy"]).toContain("form-action 'self';");
  expect([headers["cache-control"], headers["x-robots-tag"]]).toEqual(["no-store", "noindex"]);
  expect(await page.locator("script:not([type='application/json'])").count()).toBe(0);
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.screenshot({ path: "node_modules/.cache/pay-open-320.png", fullPage: true });
});

test("a stranger who knows only the payment page's URL sees neither an amount nor a payment button", async ({
  page,
  browser,
}) => {
  await bookToPay(page);
  const stranger = await browser.newPage();
  await stranger.goto(page.url());
  await expect(heading(stranger)).toHaveText("Please open your booking");
  await expect(stranger.getByText("$")).toHaveCount(0);
  await expect(stranger.getByRole("button", { name: /^Pay/ })).toHaveCount(0);
  await stranger.close();
});

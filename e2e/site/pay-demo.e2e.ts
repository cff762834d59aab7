import type { Page } from "@playwright/test";
import { bookNow, fillGuest, hydrated } from "../support/booking-form.ts";
import { expect, testWithServer } from "../support/latchkey.ts";

// P-30: a demo with its sample bookings and a simulated provider.
const test = testWithServer({ TRUST_PROXY: "true", DEMO_MODE: "true", LOCAL_BANK: "true" });

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const shot = (page: Page, name: string) =>
  page.screenshot({ path: `node_modules/.cache/pay-states/demo-${name}.png`, fullPage: true });

/** Nights without sample bookings, which are counted from today, too. */
function stayAfter(days: number): { checkIn: string; checkOut: string } {
  const at = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10);
  return { checkIn: at(days), checkOut: at(days + 7) };
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`in the demo, a guest ${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    test("goes from the landing page to the receipt", async ({ page }) => {
      const name = javaScriptEnabled ? "script" : "plain";
      await page.goto("/");
      await page.getByRole("banner").getByRole("link", { name: "Book", exact: true }).click();
      await page.waitForURL("**/book");
      if (javaScriptEnabled) await hydrated(page);
      const stay = stayAfter(javaScriptEnabled ? 200 : 220);
      await page.getByLabel("Check-in", { exact: true }).fill(stay.checkIn);
      await page.getByLabel("Check-out", { exact: true }).fill(stay.checkOut);
      await fillGuest(page);
      await bookNow(page).click();
      // Without JavaScript, the first submission only shows the price.
      if (!javaScriptEnabled) await bookNow(page).click();
      await page.waitForURL("**/booking/pay/*");
      await expect(heading(page)).toHaveText(/^Pay \$[\d,.]+ to book your stay$/);
      await shot(page, `open-${name}`);
      await page.getByRole("button", { name: /^Pay \$/ }).click();
      await page.waitForURL("**/simulated-bank/*");
      await page.getByRole("button", { name: /^Pay \$[\d,.]+$/ }).click();
      await page.waitForURL("**/booking/pay/*");
      await expect(heading(page)).toHaveText("Paid. Your stay is booked.");
      await shot(page, `paid-${name}`);
      await page.getByRole("link", { name: /^Receipt / }).click();
      await expect(heading(page)).toHaveText(/^Receipt \d{4}-\d{4}$/);
      await expect(page.getByText("Test mode: no real money moved. This is not a receipt.")).toBeVisible();
      await shot(page, `receipt-${name}`);
    });
  });
}

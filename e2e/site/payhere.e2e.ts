import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { loadBuiltSite } from "#server/http/built-site.ts";
import { type PayHereBank, startPayHereBank } from "#server/testing/payhere-bank.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import { freePort } from "../../scripts/free-port.mjs";
import { bookAt, bookShownStay } from "../support/booking-form.ts";
import { expect, expectAccessible, nights, test } from "../support/latchkey.ts";

/** P-41 in a browser: PayHere checks the Referer and the hash, and receives the guest's address directly. */

const SHOTS = "node_modules/.cache/pay-states";

let server: TestApp;
let bank: PayHereBank;
test.beforeAll(async () => {
  mkdirSync(SHOTS, { recursive: true });
  // The site sends PayHere its own URL, so the site's port must be known before the site starts.
  const port = await freePort();
  bank = await startPayHereBank(() => server.clock());
  server = await startTestApp("sqlite", {
    site: await loadBuiltSite(resolve("dist")),
    config: { payhere: bank.account, port, publicUrl: `http://127.0.0.1:${port}` },
  });
  bank.registers(`http://127.0.0.1:${port}`);
});
test.afterAll(async () => {
  await server.close();
  await bank.close();
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(`a guest ${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    test("P-41: enters an address that only PayHere receives, pays there, and returns to a page that confirms the payment", async ({
      page,
    }) => {
      const heading = page.getByRole("heading", { level: 1 });
      await page.goto(server.url + bookAt(nights(3)));
      await bookShownStay(page, "pay");
      const ours: string[] = [];
      page.on("request", (request) => {
        if (request.url().startsWith(server.url)) ours.push(request.postData() ?? "");
      });
      await page.getByRole("button", { name: "Pay $450" }).click();
      await expect(heading).toHaveText("Pay $450 to book your stay");
      await expect(page.getByText("They go only to PayHere")).toBeVisible();
      if (javaScriptEnabled) await expectAccessible(page);
      await page.screenshot({ path: `${SHOTS}/payhere-details.png`, fullPage: true });
      await page.getByLabel("Address").fill("1 Lake Road");
      await page.getByLabel("City").fill("Kandy");
      await page.getByLabel("Country").fill("Sri Lanka");
      await page.getByRole("button", { name: "Pay $450" }).click();
      await expect(heading, bank.refused.join()).toHaveText("PayHere USD 450.00");
      await page.getByRole("button", { name: "Pay", exact: true }).click();
      await page.waitForURL("**/booking/pay/*");
      await expect(heading).toHaveText("Paid. Your stay is booked.");
      expect(ours.join()).not.toContain("Lake");
      expect([...bank.orders.values()].at(-1)).toMatchObject({ address: "1 Lake Road", country: "Sri Lanka" });
    });
  });
}

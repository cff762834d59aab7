import type { PayBank } from "#server/testing/pay-bank.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import { signInByCalls } from "../support/bookings.ts";
import { type PayingServer, startPayingServer } from "../support/paying-server.ts";
import { expect, expectAccessibleInBoth, test } from "../support/latchkey.ts";
import { expectNoSidewaysScroll } from "../support/public-pages.ts";

let server: TestApp;
let bank: PayBank;
let paying: PayingServer;
test.beforeAll(async () => {
  paying = await startPayingServer(({ account }) => ({
    stripe: { ...account, webhookSecret: null },
    publicUrl: "https://cottage.example",
  }));
  ({ server, bank } = paying);
});
test.afterAll(() => paying.close());

test("a host connects and disconnects Stripe's webhook, and chooses to cancel stays with an unpaid balance", async ({
  page,
}) => {
  await signInByCalls(page, server.url);
  await page.goto(`${server.url}/admin/settings`);
  const section = page.getByRole("region", { name: "Payments" });
  await section.getByRole("button", { name: "Connect payment updates", exact: true }).click();
  await expect(section.getByText("Stripe tells us about every payment right away.")).toBeVisible();
  expect([...bank.endpoints.values()].map(({ url }) => url)).toEqual(["https://cottage.example/api/webhooks/stripe"]);

  await section.getByText("A percentage", { exact: true }).click();
  await section.getByRole("switch", { name: "Cancel a stay if the balance isn't paid" }).click();
  await expectAccessibleInBoth(page);
  await expectNoSidewaysScroll(page);
  await section.screenshot({ path: `node_modules/.cache/pay-states/settings-${page.viewportSize()?.width}.png` });
  await page.getByRole("button", { name: "Save Settings" }).click();
  await expect(page.getByText("Settings saved").first()).toBeVisible();
  await page.reload();
  await expect(section.getByRole("switch", { name: "Cancel a stay if the balance isn't paid" })).toBeChecked();

  bank.away = true;
  await section.getByRole("button", { name: "Disconnect" }).click();
  await expect(section.getByRole("alert")).toContainText("Stripe");
  bank.away = false;
  await section.getByRole("button", { name: "Disconnect" }).click();
  await expect(section.getByRole("button", { name: "Connect payment updates", exact: true })).toBeVisible();
  expect(bank.endpoints.size).toBe(0);
});

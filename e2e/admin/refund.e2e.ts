import { bookStay } from "#server/testing/given.ts";
import type { PayBank } from "#server/testing/pay-bank.ts";
import { cookieOf, type TestApp } from "#server/testing/test-app.ts";
import { signInByCalls } from "../support/bookings.ts";
import { type PayingServer, startPayingServer } from "../support/paying-server.ts";
import { expect, expectAccessibleInBoth, test } from "../support/latchkey.ts";
import { expectNoSidewaysScroll } from "../support/public-pages.ts";

let server: TestApp;
let bank: PayBank;
let paying: PayingServer;
test.beforeAll(async () => {
  paying = await startPayingServer();
  ({ server, bank } = paying);
});
test.afterAll(() => paying.close());

test("a refund whose answer is lost is not made twice when the host sends it again", async ({ page }) => {
  const booked = await bookStay(server);
  const guest = { cookie: cookieOf(booked) };
  const payment = `${server.url}/api/bookings/${booked.json.id}`;
  const link = await fetch(`${payment}/pay`, {
    method: "POST",
    headers: { ...guest, "content-type": "application/json" },
    body: "{}",
  });
  const session = bank.sessionOf((await link.json()).url);
  bank.pay(session);
  await fetch(`${payment}/payment?back=paid`, { headers: guest });

  await signInByCalls(page, server.url);
  await page.goto(`${server.url}/admin/bookings/${booked.json.id}`);
  await page.getByRole("button", { name: "Refund", exact: true }).click();
  const form = page.getByRole("form", { name: "Refund" });
  await form.getByLabel("Amount (USD)").fill("50");
  await page.route("**/refunds", async (route) => {
    await route.fetch();
    await route.abort();
  });
  const send = form.getByRole("button", { name: "Refund" });
  await send.click();
  await expect(form.getByRole("alert")).toContainText("The connection failed. Please try again.");
  await page.unroute("**/refunds");
  await send.click();
  await expect(form.getByRole("alert")).toContainText("The amount that can be refunded has changed to $400.");
  await expect(page.getByText("Refund on its way: $50, by you")).toHaveCount(1);
  await expectAccessibleInBoth(page);
  await expectNoSidewaysScroll(page);
  await page.screenshot({ path: `node_modules/.cache/refund-${page.viewportSize()?.width}.png`, fullPage: true });

  await form.getByLabel("Amount (USD)").fill("20");
  await send.click();
  await expect(page.getByText("Refund on its way: $20, by you")).toBeVisible();
  await server.app.runJobs(/refund/);
  expect([bank.refunded(session), bank.refundCount(session)]).toEqual([7000, 2]);
});

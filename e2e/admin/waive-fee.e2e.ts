import { bookStay } from "#server/testing/given.ts";
import type { PayBank } from "#server/testing/pay-bank.ts";
import { cookieOf, type TestApp } from "#server/testing/test-app.ts";
import { DEFAULT_PRICES } from "#domain/pricing/price-document.ts";
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

test("the host waives the fee for a stay that was cancelled after payment, and first sees what the guest gets back", async ({
  page,
}) => {
  const cookie = await server.signIn();
  const { version } = (await server.send("GET", "/api/admin/prices", undefined, { cookie })).json;
  const prices = { ...DEFAULT_PRICES, cancellation: [{ fromHoursBefore: 8760, nights: 1 }] };
  await server.send("PUT", "/api/admin/prices", { prices, version, confirmed: true }, { cookie });
  const booked = await bookStay(server, { checkInDate: "2027-02-01", checkOutDate: "2027-02-04" });
  const [own, path] = [{ cookie: cookieOf(booked) }, `/api/bookings/${booked.json.id}`];
  const session = bank.sessionOf((await server.send("POST", `${path}/pay`, {}, own)).json.url);
  bank.pay(session);
  await server.send("GET", `${path}/payment?back=paid`, undefined, own);
  await server.send("POST", `${path}/cancel`, { expectedFee: "150.00" }, own);
  await server.app.runJobs(/refund/);

  await signInByCalls(page, server.url);
  await page.goto(`${server.url}/admin/bookings/${booked.json.id}`);
  await expect(page.getByText("Cancelled with a fee of $150.", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Waive the fee" }).click();
  const dialog = page.getByRole("dialog", { name: "Waive the fee of $150?" });
  await expect(dialog.getByText("The guest gets back $150. We'll refund it to the card.")).toBeVisible();
  await expectAccessibleInBoth(page);
  await expectNoSidewaysScroll(page);
  await dialog.getByRole("button", { name: "Waive the fee" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Cancelled without a fee.", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Waive the fee" })).toHaveCount(0);
  await expect(page.getByText("The cancellation fee of $150.00 was waived")).toBeVisible();
  await expect(page.getByText("Refund on its way: $150, the stay was cancelled")).toBeVisible();
  await server.app.runJobs(/refund/);
  expect(bank.refunded(session)).toBe(45_000);
});

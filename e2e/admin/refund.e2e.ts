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

async function paidStay(nights = nextNights()): Promise<{ id: string; session: string }> {
  const booked = await bookStay(server, nights);
  const guest = { cookie: cookieOf(booked) };
  const path = `/api/bookings/${booked.json.id}`;
  const session = bank.sessionOf((await server.send("POST", `${path}/pay`, {}, guest)).json.url);
  bank.pay(session);
  await server.send("GET", `${path}/payment?back=paid`, undefined, guest);
  return { id: booked.json.id, session };
}

let used = 0;
/** No other test uses these nights. */
function nextNights(): { checkInDate: string; checkOutDate: string } {
  const at = (days: number) =>
    new Date(server.clock().getTime() + (60 + 4 * used + days) * 86_400_000).toISOString().slice(0, 10);
  const nights = { checkInDate: at(0), checkOutDate: at(3) };
  used += 1;
  return nights;
}

test("the host says who is cancelling: a guest who cancels pays the fee, but if we cancel, everything is refunded", async ({
  page,
}) => {
  const at = (days: number) => new Date(server.clock().getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const { id, session } = await paidStay({ checkInDate: at(1), checkOutDate: at(4) });
  await signInByCalls(page, server.url);
  await page.goto(`${server.url}/admin/bookings/${id}`);
  await page.getByRole("button", { name: "Cancel booking" }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel Ann Perera's booking?" });
  const cancel = dialog.getByRole("button", { name: "Cancel booking" });
  await expect(dialog.getByText("The fee is $150.")).toBeVisible();
  await expect(dialog.getByRole("radio", { checked: true })).toHaveCount(0);
  await expect(cancel).toBeDisabled();

  await dialog.getByRole("radio", { name: /^The guest/ }).check();
  await expect(dialog.getByText("The guest gets back $300 of $450.")).toBeVisible();
  await expectAccessibleInBoth(page);
  await expectNoSidewaysScroll(page);
  await dialog.getByLabel("Waive the fee").check();
  await expect(dialog.getByText("The guest gets back $450 of $450.")).toBeVisible();
  await dialog.getByLabel("Waive the fee").uncheck();

  await dialog.getByRole("radio", { name: /^We are/ }).check();
  await expect(dialog.getByLabel("Waive the fee")).toHaveCount(0);
  await expect(dialog.getByText("The guest gets back $450 of $450.")).toBeVisible();
  await cancel.click();
  await expect(page.getByText("Cancelled; the fee of $150.00 was waived")).toBeVisible();
  await server.app.runJobs(/refund/);
  expect(bank.refunded(session)).toBe(45_000);
});

test("if the response to a refund is lost, sending the refund again does not refund twice", async ({ page }) => {
  const { id, session } = await paidStay();
  await signInByCalls(page, server.url);
  await page.goto(`${server.url}/admin/bookings/${id}`);
  await page.getByRole("button", { name: "Refund", exact: true }).click();
  const form = page.getByRole("form", { name: "Refund" });
  await form.getByLabel("Amount (USD)").fill("50");
  await page.route("**/refunds", async (route) => {
    await route.fetch();
    await route.abort();
  });
  const send = form.getByRole("button", { name: "Refund" });
  await send.click();
  await expect(form.getByRole("alert")).toContainText(
    "We can't reach the server. Check your connection and try again.",
  );
  await page.unroute("**/refunds");
  await send.click();
  await expect(form.getByRole("alert")).toContainText("The amount that can be refunded has changed to $400.");
  await expect(page.getByText("Refund on its way: $50, by a host")).toHaveCount(1);
  await expect(page.getByText("These amounts include test payments.")).toBeVisible();
  await expect(page.getByText(/^Online, .*, test payment, fee /)).toBeVisible();
  await expectAccessibleInBoth(page);
  await expectNoSidewaysScroll(page);

  await form.getByLabel("Amount (USD)").fill("20");
  await expect(form.getByRole("alert")).toHaveCount(0);
  await send.click();
  await expect(page.getByText("Refund on its way: $20, by a host")).toBeVisible();
  await server.app.runJobs(/refund/);
  expect([bank.refunded(session), bank.refundCount(session)]).toEqual([7000, 2]);
});

test("the host withdraws a payment link, and is told if the guest has just paid with it", async ({ page }) => {
  const { id } = await paidStay();
  await signInByCalls(page, server.url);
  await page.goto(`${server.url}/admin/bookings/${id}`);
  const send = async (amount: string) => {
    await page.getByRole("button", { name: "Send a payment link" }).click();
    const form = page.getByRole("form", { name: "Payment link" });
    await form.getByLabel("Part of the price").check();
    await page.route("**/payment-links", (route) => route.abort());
    await form.getByLabel("Amount (USD)").fill("4000");
    await form.getByRole("button", { name: "Send the link" }).click();
    await expect(form.getByRole("alert")).toContainText("We can't reach the server.");
    await page.unroute("**/payment-links");
    await form.getByLabel("Amount (USD)").fill(amount);
    await expect(form.getByRole("alert")).toHaveCount(0);
    await form.getByLabel("What it is for (optional)").fill("Airport pick-up");
    await form.getByRole("button", { name: "Send the link" }).click();
    await expect(page.getByText(`Payment link sent: $${amount}, Airport pick-up`)).toBeVisible();
  };
  await send("40");
  await expectAccessibleInBoth(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Withdraw the payment link for $40" }).click();
  await expect(page.getByText("Payment link sent")).toHaveCount(0);

  await send("60");
  const cookie = await server.signIn();
  const pay = await server.send("POST", `/api/bookings/${id}/pay`, {}, { cookie });
  bank.pay(bank.sessionOf(pay.json.url));
  await page.getByRole("button", { name: "Withdraw the payment link for $60" }).click();
  await expect(page.getByText("The guest has just paid with this link.").first()).toBeVisible();
  await expect(page.getByText("$510").first()).toBeVisible();
});

test("sending a payment link for an extra adds the extra to the price only once, and removing the extra withdraws the link", async ({
  page,
}) => {
  const { id } = await paidStay();
  await signInByCalls(page, server.url);
  await page.goto(`${server.url}/admin/bookings/${id}`);
  await page.getByRole("button", { name: "Send a payment link" }).click();
  const form = page.getByRole("form", { name: "Payment link" });
  // The stay is paid.
  await expect(form.getByLabel("An extra")).toBeChecked();
  const send = form.getByRole("button", { name: "Send the link" });
  await send.click();
  await expect(form.getByText("Enter an amount, like 450 or 450.50")).toBeVisible();
  await expect(form.getByText("Enter what it is for")).toBeVisible();
  await expectAccessibleInBoth(page);
  await expectNoSidewaysScroll(page);

  await form.getByLabel("Amount (USD)").fill("40");
  await form.getByLabel("What it is for").fill("Late check-out");
  await page.route("**/payment-links", (route) => route.abort());
  await send.click();
  await expect(form.getByRole("alert")).toContainText(
    "We can't reach the server. Check your connection and try again.",
  );
  await expect(form.getByText("Late check-out has been added to the price. The link has not been sent.")).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.unroute("**/payment-links");
  await send.click();
  await expect(page.getByText("Payment link sent: $40, Late check-out")).toBeVisible();
  await expect(page.getByRole("row", { name: "Total $490" })).toBeVisible();

  await page.getByRole("button", { name: "Remove Late check-out" }).click();
  await expect(page.getByText("Payment link sent")).toHaveCount(0);
  await expect(page.getByRole("row", { name: "Total $450" })).toBeVisible();
});

test("the host says what became of a failed refund before closing its alert, and the refund is recorded", async ({
  page,
}) => {
  const { id, session } = await paidStay();
  bank.failRefund(bank.refundByHand(session, 10_000));
  server.clock.advance(25 * 60 * 60_000);
  await server.app.runJobs(/payment/);
  await signInByCalls(page, server.url);
  await page.goto(`${server.url}/admin/bookings/${id}`);
  await expect(page.getByText("Refund failed: $100, by a host")).toBeVisible();
  await page.getByLabel("What did you do about it?").fill("Bank transfer");
  const close = page.getByRole("button", { name: "Close this alert" });
  await expect(close).toBeDisabled();
  await page.getByLabel("Has the guest received the money?").selectOption({ label: "Yes: record a refund of $100" });
  await expectAccessibleInBoth(page);
  await expectNoSidewaysScroll(page);
  await close.click();
  await expect(page.getByText("Refunded: $100, by a host")).toBeVisible();
  await expect(close).toBeHidden();
  await expect(page.getByText("Refund of $100.00 in another way")).toBeVisible();
});

test("in the settings, the host closes an alert about a payment that belongs to no booking", async ({ page }) => {
  const detail = "A payment for an unknown booking\nStripe has a payment that belongs to no booking here: cs_test_1.";
  const closed = { closed_at: null, closed_by: null, closed_with: null };
  const opened_at = server.clock().toISOString();
  const alert = { id: "unknown/cs_test_1", kind: "unknown-money", booking_id: null, detail, opened_at, ...closed };
  await server.db.insertInto("payment_alarm").values(alert).execute();
  await signInByCalls(page, server.url);
  await page.goto(`${server.url}/admin`);
  await page.getByRole("link", { name: /A payment for an unknown booking/ }).click();
  await expect(page.getByText("belongs to no booking here: cs_test_1")).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.getByLabel("What did you do about it?").fill("Paid back at Stripe");
  await page.getByRole("button", { name: "Close this alert" }).click();
  await expect(page.getByText("belongs to no booking here")).toHaveCount(0);
});

import type { Page } from "@playwright/test";
import { expect, expectAccessibleInBoth, signIn, test, uniqueLetters } from "../support/latchkey.ts";
import { expectNoSidewaysScroll } from "../support/public-pages.ts";

async function shot(page: Page, name: string): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  if (process.env["SHOTS"]) await page.screenshot({ path: `/tmp/hosts-shots/${name}-${width}.png`, fullPage: true });
}

test("a host invites another host with a link; the new host has their own account until they are removed", async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  await signIn(page);
  await page.goto("/admin/settings");
  await page.getByRole("link", { name: "People who can sign in" }).click();
  await expect(page.getByRole("heading", { name: "People", level: 1 })).toBeVisible();
  await expect(page.getByText("host (you)")).toBeVisible();
  await page.getByRole("button", { name: "Create an invitation link" }).click();
  const link = page.getByLabel("Invitation link");
  await expect(link).toHaveValue(/\/admin\/invitation#[\w-]{43}$/);
  await expect(page.getByText("By link")).toBeVisible();
  await expectAccessibleInBoth(page);
  await expectNoSidewaysScroll(page);
  await shot(page, "people");
  const address = await link.inputValue();

  const theirs = await browser.newContext();
  const other = await theirs.newPage();
  await other.goto(address);
  await expect(other.getByText("host has invited you.")).toBeVisible();
  expect(new URL(other.url()).hash).toBe("");
  await other.getByRole("button", { name: "Create my account" }).click();
  await expect(other.getByLabel("Username")).toBeFocused();
  await expectAccessibleInBoth(other);
  await shot(other, "invitation");
  const name = `ann-${uniqueLetters()}`;
  await other.getByLabel("Username").fill("guest");
  await other.getByLabel("Password", { exact: true }).fill("six small boats at anchor");
  await other.getByRole("button", { name: "Create my account" }).click();
  await expect(other.getByText("Latchkey uses this name itself.").first()).toBeVisible();
  await other.getByLabel("Username").fill(name);
  await other.getByRole("button", { name: "Create my account" }).click();
  await other.waitForURL("**/admin/dashboard");
  await expect(other.getByRole("button", { name: `User menu: ${name}` })).toBeVisible();

  const cleaning = "/api/admin/cleaning";
  const { path: seen } = await (await page.request.get(cleaning)).json();
  await page.request.post(`${cleaning}/link`, { data: { seen } });
  await page.goto("/admin/people");
  await page.getByRole("button", { name: `Remove ${name}` }).click();
  // The removed host may have kept the cleaner's link.
  await expect(page.getByLabel("Replace the cleaner's link")).toBeChecked();
  await expectAccessibleInBoth(page);
  await shot(page, "people-remove");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: `Remove ${name}` })
    .click();
  await expect(page.getByText(`${name} can no longer sign in.`, { exact: true })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: name })).toHaveCount(0);
  await shot(page, "people-removed");
  await page.getByRole("link", { name: "Send it to the cleaner" }).click();
  await expect(page.getByRole("heading", { name: "Cleaning", level: 1 })).toBeVisible();
  const { path: replaced } = await (await page.request.get(cleaning)).json();
  await page.request.delete(`${cleaning}/link`, { params: { seen: replaced } });

  await other.goto(`${baseURL}/admin/bookings`);
  await expect(other.getByRole("button", { name: "Sign In" })).toBeVisible();
  await other.goto(address);
  await expect(other.getByRole("heading", { name: "This invitation no longer works" })).toBeVisible();
  await theirs.close();
  await page.goto("/admin/audit");
  await expect(page.getByText("Removed a host").first()).toBeVisible();
});

test("an invitation link that does not work leads to a page that says so, and a reload asks for the link again", async ({
  page,
}) => {
  await page.goto(`/admin/invitation#${"x".repeat(43)}`);
  await expect(page.getByRole("heading", { name: "This invitation no longer works" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Open your invitation link" })).toBeVisible();
  await expectAccessibleInBoth(page);
});

test("a host chooses which notifications to get by email, and at which addresses", async ({ page }) => {
  await signIn(page);
  await page.goto("/admin/settings");
  const panel = page.getByRole("region", { name: "Notifications" });
  await expect(panel.getByLabel("Cancellations by email")).toBeChecked();
  // On another device, the host turns these emails off.
  const elsewhere = await page.request.put("/api/admin/notifications", { data: { events: { cancellation: false } } });
  expect(elsewhere.status()).toBe(204);
  await panel.getByLabel("Payments, refunds and disputes by email").click();
  await expect(panel.getByLabel("Payments, refunds and disputes by email")).not.toBeChecked();
  await panel.getByLabel("Daily summary by email").selectOption("At 7:00 AM");
  await panel.getByLabel("Your email addresses for notifications").fill("ann@example.com, nobody");
  await panel.getByRole("button", { name: "Save the addresses" }).click();
  await expect(panel.getByText("Enter an address such as ann@example.com")).toBeVisible();
  await expectAccessibleInBoth(page);
  await panel.getByLabel("Your email addresses for notifications").fill("ann@example.com, office@example.com");
  await panel.getByRole("button", { name: "Save the addresses" }).click();
  await expect(page.getByText("We'll send your notifications to these addresses.", { exact: true })).toBeVisible();
  await page.reload();
  await expect(panel.getByLabel("Payments, refunds and disputes by email")).not.toBeChecked();
  await expect(panel.getByLabel("Cancellations by email")).not.toBeChecked();
  await expect(panel.getByLabel("New bookings by email")).toBeChecked();
  await expect(panel.getByLabel("Daily summary by email")).toHaveValue("7");
  await expect(panel.getByLabel("Your email addresses for notifications")).toHaveValue(
    "ann@example.com, office@example.com",
  );
  await expectNoSidewaysScroll(page);
  await shot(page, "settings-notifications");
});

test("the host sets up email in the portal, and a test of the settings says what is wrong", async ({ page }) => {
  await signIn(page);
  await page.goto("/admin/messaging");
  await page.getByRole("button", { name: "Set up email" }).click();
  const dialog = page.getByRole("dialog", { name: "Set up email" });
  await dialog.getByLabel("Encryption").selectOption("TLS (SSL)");
  await expect(dialog.getByLabel("Port")).toHaveValue("465");
  await dialog.getByRole("button", { name: "Save" }).click();
  const server = dialog.getByLabel("Server");
  await expect(server).toHaveAccessibleDescription("Enter the mail server, such as smtp.example.com");
  await expect(server).toBeFocused();
  await dialog.getByLabel("Server").fill("localhost");
  await dialog.getByLabel("Username").fill("stay@cottage.example");
  await dialog.getByLabel("Password", { exact: true }).fill("provider secret");
  await dialog.getByLabel("Sender address").fill("stay@cottage.example");
  await dialog.getByRole("button", { name: "Test without saving" }).click();
  await expect(dialog.getByText("This mail server is on a private network.")).toBeVisible();
  await shot(page, "mail");
  await expectAccessibleInBoth(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Emails are sent from stay@cottage.example through localhost.")).toBeVisible();
  await page.getByRole("button", { name: "Change the mail account" }).click();
  const again = page.getByRole("dialog", { name: "Mail account" });
  await expect(again.getByLabel("Password", { exact: true })).toHaveValue("");
  const remove = again.getByRole("button", { name: "Remove the account" });
  page.once("dialog", (asked) => void asked.dismiss());
  await remove.click();
  await expect(again).toBeVisible();
  page.once("dialog", (asked) => void asked.accept());
  await remove.click();
  await expect(page.getByRole("button", { name: "Set up email" })).toBeVisible();
});

import { signInByCalls } from "../support/bookings.ts";
import { ADMIN, expect, expectAccessibleInBoth, test } from "../support/latchkey.ts";
import { holdSaves } from "../support/held-server.ts";
import { cottageDay, serverWith, stayOf } from "../support/seeded-server.ts";

// These journeys change settings, so they have a separate server and run one after another; the last one changes the
// password.
test.describe.configure({ mode: "serial" });
let server: Awaited<ReturnType<typeof serverWith>>;
test.beforeAll(async () => {
  server = await serverWith([stayOf(1, { checkIn: cottageDay(-103), checkOut: cottageDay(-100) })]);
});
test.afterAll(() => server.close());
test.beforeEach(async ({ page }) => {
  await signInByCalls(page, server.url);
  await page.goto(`${server.url}/admin/settings`);
  await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
});

test("saved settings are confirmed and still there after a reload; leaving with unsaved changes needs confirmation", async ({
  page,
}) => {
  await expect(page.getByText("This device", { exact: true })).toBeVisible();
  // In the time zone of the cottage, not of the device.
  const time = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit", timeZone: "Asia/Colombo" });
  const lately = [0, 1, 2].map((minutes) => time.format(Date.now() - minutes * 60_000).replaceAll("\u202f", " "));
  await expect(page.getByText(new RegExp(`^Last seen .*, (${lately.join("|")})`)).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Save Settings" })).toBeHidden();
  await page.getByLabel("Property name").fill("Tea Ridge House");
  await page.getByRole("switch", { name: "SMS notifications" }).uncheck();
  await page.getByLabel("Time zone").selectOption("Europe/Berlin");
  await expect(page.getByRole("region", { name: "Unsaved changes" })).toBeVisible();
  await expectAccessibleInBoth(page);

  const log = page.getByRole("link", { name: "Open the audit log" });
  page.once("dialog", (dialog) => void dialog.dismiss());
  await log.click();
  await expect(page.getByLabel("Property name")).toHaveValue("Tea Ridge House");
  const resume = await holdSaves(page, "**/api/admin/settings");
  const sent = page.waitForRequest((request) => request.method() === "PUT");
  await page.getByRole("button", { name: "Save Settings" }).click();
  // Sending all settings would overwrite those that have changed on the server in the meantime.
  expect(Object.keys((await sent).postDataJSON()).toSorted()).toEqual([
    "propertyName",
    "smsNotifications",
    "timezone",
    "version",
  ]);
  await page.getByLabel("Property name").fill("Tea Ridge House 2");
  resume();
  await expect(page.getByText("Your settings have been updated successfully.").first()).toBeVisible();
  await expect(page.getByLabel("Property name")).toHaveValue("Tea Ridge House 2");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByLabel("Property name")).toHaveValue("Tea Ridge House");
  await expect(page.getByRole("region", { name: "Unsaved changes" })).toBeHidden();

  await page.reload();
  await expect(page.getByLabel("Property name")).toHaveValue("Tea Ridge House");
  await expect(page.getByRole("switch", { name: "SMS notifications" })).not.toBeChecked();
  await expect(page.getByLabel("Time zone")).toHaveValue("Europe/Berlin");

  await page.getByLabel("Contact phone").fill("+94 11 000 111");
  page.once("dialog", (dialog) => void dialog.accept());
  await log.click();
  await expect(page.getByText("Changed the settings").first()).toBeVisible();
  await expect(page.getByText("Tea Ridge House").first()).toBeVisible();
  await expectAccessibleInBoth(page);
});

test("the browser's Back button also asks for confirmation, and staying on the screen keeps the input", async ({
  page,
}) => {
  await page.getByRole("link", { name: "Open the audit log" }).click();
  await expect(page.getByRole("heading", { name: "Audit log", level: 1 })).toBeVisible();
  await page.goBack();
  await page.getByLabel("Contact phone").fill("+94 11 000 222");
  const dismissed = page.waitForEvent("dialog").then((dialog) => dialog.dismiss());
  await page.evaluate(() => history.back());
  await dismissed;
  await expect(page).toHaveURL(/\/admin\/settings$/);
  await expect(page.getByLabel("Contact phone")).toHaveValue("+94 11 000 222");
});

test("an invalid setting is explained beside its field, and no input is lost", async ({ page }) => {
  await page.getByLabel(/Sign out after/).fill("3");
  await page.getByLabel("Property name").fill("Tea Ridge");
  await page.getByRole("button", { name: "Save Settings" }).click();
  await expect(page.getByText("Failed to save settings. Please try again.").first()).toBeVisible();
  await expect(page.getByLabel(/Sign out after/)).toBeFocused();
  await expect(page.getByText("Enter 5 to 720 minutes").first()).toBeVisible();
  await expect(page.getByLabel("Property name")).toHaveValue("Tea Ridge");
  await expectAccessibleInBoth(page);
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByLabel(/Sign out after/)).toHaveValue("60");
});

test("if another tab has saved settings, saving reports a conflict, and the host can continue without losing input", async ({
  page,
  context,
}) => {
  const other = await context.newPage();
  await other.goto(`${server.url}/admin/settings`);
  await other.getByLabel("Property name").fill("First tab");
  await other.getByRole("switch", { name: /^French/ }).click();
  await other.getByRole("button", { name: "Save Settings" }).click();
  await expect(other.getByText("Settings saved").first()).toBeVisible();

  await page.getByLabel("Contact phone").fill("+94 11 000 111");
  await page.getByRole("switch", { name: /^German/ }).click();
  // Simulates a lost connection that is restored, so that the page fetches the settings again.
  await page.getByRole("switch", { name: "Debug mode" }).focus();
  await page.evaluate(() => dispatchEvent(new Event("offline")) && dispatchEvent(new Event("online")));
  await expect(page.getByLabel("Property name")).toHaveValue("First tab");
  await page.getByRole("button", { name: "Save Settings" }).click();
  await expect(page.getByText("These settings have changed in the meantime")).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.getByRole("button", { name: "Load the latest settings and keep my changes" }).click();
  await expect(page.getByLabel("Property name")).toHaveValue("First tab");
  await expect(page.getByLabel("Contact phone")).toHaveValue("+94 11 000 111");
  // Each language is a separate setting.
  await expect(page.getByText("Property name: First tab")).toBeVisible();
  await expect(page.getByText("Website in French: on")).toBeVisible();
  await page.getByRole("button", { name: "Save Settings" }).click();
  await expect(page.getByText("Settings saved").first()).toBeVisible();
  await page.reload();
  for (const name of [/^French/, /^German/]) await expect(page.getByRole("switch", { name })).toBeChecked();
});

test("shortening the time after which guests' details are deleted requires the host's confirmation", async ({
  page,
}) => {
  const months = page.getByLabel("Delete guest details after (months)");
  await months.fill("2");
  await page.getByRole("button", { name: "Save Settings" }).click();
  const question = page.getByRole("dialog", { name: "Is this right?" });
  await expect(question).toContainText("This deletes the guest details of 1 past stay within six hours");
  await expectAccessibleInBoth(page);
  await question.getByRole("button", { name: "No, go back" }).click();
  await expect(months).toHaveValue("2");
  await page.getByRole("button", { name: "Save Settings" }).click();
  await question.getByRole("button", { name: "Yes, save it" }).click();
  await expect(page.getByText("Settings saved").first()).toBeVisible();
  await page.reload();
  await expect(months).toHaveValue("2");
});

test("changing the password requires the current one, and signs out other devices", async ({ page, browser }) => {
  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.request.post(`${server.url}/api/admin/auth/login`, { data: ADMIN });
  await elsewhere.goto(`${server.url}/admin/settings`);
  await expect(elsewhere.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
  await page.getByLabel("Current password", { exact: true }).fill("not my password at all");
  await page.getByLabel("New password", { exact: true }).fill("seven kites above the ridge");
  await page.getByRole("button", { name: "Save Settings" }).click();
  await expect(page.getByText("That isn't your current password.").first()).toBeVisible();
  await page.getByLabel("Current password", { exact: true }).fill(ADMIN.password);
  await page.getByRole("button", { name: "Save Settings" }).click();
  await expect(page.getByText("Settings saved").first()).toBeVisible();
  await expect(page.getByLabel("New password", { exact: true })).toHaveValue("");
  await elsewhere.goto(`${server.url}/admin/settings`);
  await elsewhere.waitForURL("**/admin/login?next=*");
  await elsewhere.context().close();
});

import { expect, expectAccessible, signIn, startServer, stop, ADMIN, test as base } from "../support/latchkey.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A server of its own for each test: settings are everybody's. */
const test = base.extend<{ baseURL: string }>({
  baseURL: async ({}, use) => {
    const dataDir = mkdtempSync(join(tmpdir(), "latchkey-settings-"));
    const { child, url } = await startServer({
      DATA_DIR: dataDir,
      TRUST_PROXY: "true",
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
    });
    await use(url);
    await stop(child);
    rmSync(dataDir, { recursive: true, force: true });
  },
});

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme });

    test("the host changes settings, is told so, and finds them changed", async ({ page }) => {
      await signIn(page);
      await page.goto("/admin/settings");
      await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
      await expect(page.getByText("This one")).toBeVisible();
      await expect(page.getByRole("button", { name: "Save Settings" })).toBeHidden();
      await expectAccessible(page);

      await page.getByLabel("Property name").fill("Tea Ridge House");
      await page.getByRole("switch", { name: "SMS notifications" }).uncheck();
      await page.getByLabel("Time zone").selectOption("Europe/Berlin");
      await expect(page.getByRole("region", { name: "Unsaved changes" })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("button", { name: "Save Settings" }).click();
      await expect(page.getByText("Your settings have been updated successfully.").first()).toBeVisible();
      await expect(page.getByRole("region", { name: "Unsaved changes" })).toBeHidden();

      await page.reload();
      await expect(page.getByLabel("Property name")).toHaveValue("Tea Ridge House");
      await expect(page.getByRole("switch", { name: "SMS notifications" })).not.toBeChecked();
      await expect(page.getByLabel("Time zone")).toHaveValue("Europe/Berlin");

      await page.getByRole("link", { name: "See who did what in this portal" }).click();
      await expect(page.getByText("Changed the settings")).toBeVisible();
      await expect(page.getByText("Tea Ridge House")).toBeVisible();
      await expectAccessible(page);
    });

    test("a refused setting is explained beside its field, and nothing typed is lost", async ({ page }) => {
      await signIn(page);
      await page.goto("/admin/settings");
      await page.getByLabel(/Sign out after/).fill("3");
      await page.getByLabel("Property name").fill("Tea Ridge House");
      await page.getByRole("button", { name: "Save Settings" }).click();
      await expect(page.getByText("Failed to save settings. Please try again.").first()).toBeVisible();
      await expect(page.getByLabel(/Sign out after/)).toBeFocused();
      await expect(page.getByText("Use 5 to 720 minutes").first()).toBeVisible();
      await expect(page.getByLabel("Property name")).toHaveValue("Tea Ridge House");
      await expectAccessible(page);
      await page.getByRole("button", { name: "Discard" }).click();
      await expect(page.getByLabel(/Sign out after/)).toHaveValue("60");
    });
  });
}

test("leaving with unsaved changes asks first", async ({ page }) => {
  await signIn(page);
  await page.goto("/admin/settings");
  await page.getByLabel("Contact phone").fill("+94 11 000 111");
  const link = page.getByRole("link", { name: "See who did what in this portal" });
  page.once("dialog", (dialog) => void dialog.dismiss());
  await link.click();
  await expect(page.getByLabel("Contact phone")).toHaveValue("+94 11 000 111");
  page.once("dialog", (dialog) => void dialog.accept());
  await link.click();
  await page.waitForURL("**/admin/audit");
});

test("of two tabs the second is told of the first, and goes on with what it typed", async ({ page, context }) => {
  await signIn(page);
  await page.goto("/admin/settings");
  await expect(page.getByLabel("Property name")).toBeVisible();
  const other = await context.newPage();
  await other.goto("/admin/settings");
  await other.getByLabel("Property name").fill("First tab");
  await other.getByRole("button", { name: "Save Settings" }).click();
  await expect(other.getByText("Settings saved").first()).toBeVisible();

  await page.getByLabel("Contact phone").fill("+94 11 000 111");
  await page.getByRole("button", { name: "Save Settings" }).click();
  await expect(page.getByText("Somebody has changed these settings")).toBeVisible();
  await page.getByRole("button", { name: "Load the present settings and keep my changes" }).click();
  await expect(page.getByLabel("Property name")).toHaveValue("First tab");
  await expect(page.getByLabel("Contact phone")).toHaveValue("+94 11 000 111");
  await page.getByRole("button", { name: "Save Settings" }).click();
  await expect(page.getByText("Settings saved").first()).toBeVisible();
});

test("the password is changed with the present one, and the other device is signed out", async ({
  page,
  browser,
  baseURL,
}) => {
  const elsewhere = await (
    await browser.newContext({ baseURL, extraHTTPHeaders: { "x-forwarded-for": "10.9.9.9" } })
  ).newPage();
  await signIn(elsewhere);
  await signIn(page);
  await page.goto("/admin/settings");
  await page.getByLabel("Current password", { exact: true }).fill("not my password at all");
  await page.getByLabel("New password", { exact: true }).fill("seven kites above the ridge");
  await page.getByRole("button", { name: "Save Settings" }).click();
  await expect(page.getByText("This is not your present password.").first()).toBeVisible();
  await page.getByLabel("Current password", { exact: true }).fill(ADMIN.password);
  await page.getByRole("button", { name: "Save Settings" }).click();
  await expect(page.getByText("Settings saved").first()).toBeVisible();
  await expect(page.getByLabel("New password", { exact: true })).toHaveValue("");
  await elsewhere.goto("/admin/settings");
  await elsewhere.waitForURL("**/admin/login");
  await elsewhere.context().close();
});

import { expectAccessibleInBoth } from "../support/bookings.ts";
import { ADMIN, expect, nothingHereDependsOnTheWidth, startServer, stop, test } from "../support/latchkey.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

test("the sign-in screen says what is missing and what was wrong, keeps what was typed, and shows it on request", async ({
  page,
}) => {
  await page.goto("/admin/login");
  await expect(page.getByText("Authorized personnel only")).toBeVisible();
  await expectAccessibleInBoth(page);

  const password = page.getByLabel("Password", { exact: true });
  await page.getByLabel("Username").fill("host");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("alert")).toHaveText("Please enter both username and password.");
  await expect(password).toBeFocused();

  await password.fill("not the sentence");
  await password.press("Enter");
  await expect(page.getByRole("alert")).toHaveText("Invalid credentials. Please try again.");
  await expect(page.getByLabel("Username")).toHaveValue("host");
  await expect(password).toHaveValue("not the sentence");
  await expectAccessibleInBoth(page);

  await expect(password).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(password).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Hide password" }).click();
  await expect(password).toHaveAttribute("type", "password");

  // S01: a password manager's clipboard is welcome.
  await page.getByLabel("Username").fill("seven red kites fly");
  await page.getByLabel("Username").press("ControlOrMeta+a");
  await page.getByLabel("Username").press("ControlOrMeta+c");
  await password.press("ControlOrMeta+a");
  await password.press("ControlOrMeta+v");
  await expect(password).toHaveValue("seven red kites fly");
});

test("signing in says so while it takes, leads to the dashboard, and the sign-in screen then leads there too", async ({
  page,
}) => {
  await page.route("**/api/admin/auth/login", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    await route.continue();
  });
  await page.goto("/admin/login");
  await page.getByLabel("Username").fill(ADMIN.username);
  await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("button", { name: "Signing In..." })).toBeVisible();
  await page.waitForURL("**/admin/dashboard");
  const cookies = await page.context().cookies();
  expect(cookies.map((cookie) => [cookie.httpOnly, cookie.sameSite])).toEqual([[true, "Lax"]]);
  expect(await page.evaluate(() => document.cookie)).toBe("");
  await page.goto("/admin/login");
  await page.waitForURL("**/admin/dashboard");
});

test("the printed link sets up the admin once, and leaves no secret in the address", async ({ page }) => {
  const dataDir = mkdtempSync(join(tmpdir(), "latchkey-setup-"));
  const { child, url, output } = await startServer({ DATA_DIR: dataDir, ADMIN_USERNAME: "", ADMIN_PASSWORD: "" });
  try {
    await expect.poll(output).toContain("/admin/setup#");
    const link = /\/admin\/setup#(\S+)/.exec(output());
    const token = link?.[1] ?? "";

    await page.goto(`${url}/admin/setup`);
    await expect(page.getByText("open the link that Latchkey printed")).toBeVisible();
    await expectAccessibleInBoth(page);

    await page.goto(`${url}/admin/setup#${token}`);
    await expect(page.getByRole("button", { name: "Create the admin" })).toBeVisible();
    expect(page.url()).not.toContain(token);
    await expectAccessibleInBoth(page);

    await page.getByLabel("Username").fill("ann");
    await page.getByLabel("Password", { exact: true }).fill("too short");
    await page.getByRole("button", { name: "Create the admin" }).click();
    await expect(page.getByText("Use at least 15 characters")).toBeVisible();
    await expect(page.getByLabel("Username")).toHaveValue("ann");
    await expectAccessibleInBoth(page);

    await page.getByLabel("Password", { exact: true }).fill("mist over the tea terraces");
    await page.getByRole("button", { name: "Create the admin" }).click();
    await page.waitForURL("**/admin/dashboard");

    await page.context().clearCookies();
    await page.goto(`${url}/admin/setup#${token}`);
    await page.getByLabel("Username").fill("mallory");
    await page.getByLabel("Password", { exact: true }).fill("another long sentence");
    await page.getByRole("button", { name: "Create the admin" }).click();
    await expect(page.getByRole("alert")).toContainText("no longer valid");
  } finally {
    await stop(child);
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test.describe("on any screen", () => {
  nothingHereDependsOnTheWidth();

  test("a screen of the portal leads through the sign-in and on to itself, by keyboard alone", async ({ page }) => {
    await page.goto("/admin/bookings?status=confirmed");
    await page.waitForURL("**/admin/login?next=*");
    await page.getByLabel("Username").focus();
    await page.keyboard.type(ADMIN.username);
    await page.keyboard.press("Tab");
    await page.keyboard.type(ADMIN.password);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/admin/bookings?status=confirmed");
    await expect(page.getByLabel("Status")).toHaveValue("confirmed");
  });

  test("an empty answer and a lost connection are told apart", async ({ page }) => {
    await page.goto("/admin/login");
    await page.getByLabel("Username").fill("host");
    await page.getByLabel("Password", { exact: true }).fill("some words");
    await page.route("**/api/admin/auth/login", (route) => route.fulfill({ status: 500, body: "" }));
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page.getByRole("alert")).toHaveText("Invalid credentials. Please try again.");
    await page.unroute("**/api/admin/auth/login");
    await page.route("**/api/admin/auth/login", (route) => route.abort());
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page.getByRole("alert")).toContainText("cannot be reached");
  });
});

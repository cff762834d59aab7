import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, expectAccessible, startServer, stop, test as base } from "../support/latchkey.ts";

const test = base.extend<{ baseURL: string }>({
  baseURL: async ({}, use) => {
    const dataDir = mkdtempSync(join(tmpdir(), "latchkey-demo-"));
    const { child, url } = await startServer({ DATA_DIR: dataDir, DEMO_MODE: "true", TRUST_PROXY: "true" });
    await use(url);
    await stop(child);
    rmSync(dataDir, { recursive: true, force: true });
  },
});

test("the demo signs in by itself behind a loading screen, shows the portal, and changes nothing", async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/api/auth/login", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/");
  await expect(page.locator("#demo-loading")).toBeVisible();
  release();
  await expect(page.locator("#demo-loading")).toBeHidden();
  await expect(page.getByText("Demo: the bookings and guests are made up")).toBeVisible();
  await expectAccessible(page);

  await page.goto("/admin/settings");
  await page.getByLabel("Property name").fill("Mine now");
  await page.getByRole("button", { name: "Save Settings" }).click();
  await expect(page.getByText("The demo account is read-only").first()).toBeVisible();
  await expect(page.getByLabel("Property name")).toHaveValue("Mine now");
});

test("whoever opens the sign-in screen of the demo is led to the dashboard", async ({ page }) => {
  await page.goto("/admin/login");
  await page.waitForURL("**/admin/dashboard");
});

test("a sign-in that hangs holds the page for three seconds at most", async ({ page }) => {
  await page.route("**/api/auth/login", () => {});
  const begun = Date.now();
  await page.goto("/", { waitUntil: "commit" });
  await expect(page.locator("#demo-loading")).toBeHidden({ timeout: 10_000 });
  expect(Date.now() - begun).toBeLessThan(8000);
});

base("a live installation knows neither loading screen nor demo", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto("/");
  await expect(page.locator("#demo-loading, .demo-note")).toHaveCount(0);
  expect(asked).not.toContain("/api/auth/login");
});

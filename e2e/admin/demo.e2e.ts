import { holdRequests } from "../support/held-server.ts";
import { expect, expectAccessibleInBoth, type OwnServer, startOwnServer, test } from "../support/latchkey.ts";

let server: OwnServer;
test.beforeAll(async () => {
  server = await startOwnServer({ DEMO_MODE: "true", TRUST_PROXY: "true" });
});
test.afterAll(() => server.close());
const of = (path: string) => server.url + path;

test("the demo signs in automatically behind a loading screen, shows the portal, and saves no changes", async ({
  page,
}) => {
  const release = await holdRequests(page, "**/api/auth/login");
  await page.goto(of("/"));
  await expect(page.locator("#demo-loading")).toBeVisible();
  release();
  await expect(page.locator("#demo-loading")).toBeHidden();
  await expect(page.getByText("Demo: the bookings and guests are made up")).toBeVisible();
  await expectAccessibleInBoth(page);

  await page.goto(of("/admin/settings"));
  await page.getByLabel("Property name").fill("Mine now");
  await page.getByRole("button", { name: "Save Settings" }).click();
  await expect(page.getByText("The demo account is read-only").first()).toBeVisible();
  await expect(page.getByLabel("Property name")).toHaveValue("Mine now");

  const accepted = page.waitForEvent("dialog").then((dialog) => dialog.accept());
  await page.goto(of("/admin/login"));
  await accepted;
  await page.waitForURL("**/admin/dashboard");
});

test("if the demo's sign-in hangs, the loading screen disappears after a few seconds", async ({ page }) => {
  await page.route("**/api/auth/login", () => {});
  const begun = Date.now();
  await page.goto(of("/"), { waitUntil: "commit" });
  const loading = page.locator("#demo-loading");
  await expect(loading).toBeVisible();
  await expect(loading).toBeHidden({ timeout: 10_000 });
  expect(Date.now() - begun).toBeLessThan(8000);
});

test("a live installation shows no demo loading screen or note, and never signs in automatically", async ({ page }) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await page.goto("/");
  await expect(page.locator("#demo-loading, .demo-note")).toHaveCount(0);
  expect(requests).not.toContain("/api/auth/login");
});

import { expect, expectAccessibleInBoth, test } from "../support/latchkey.ts";
import { bookByCalls, signInByCalls } from "../support/bookings.ts";

test.beforeEach(async ({ page }) => signInByCalls(page));

test("navigating updates the title and moves the focus, and Back restores the previous screen and its filters", async ({
  page,
  viewport,
}) => {
  await page.goto("/admin/bookings?status=confirmed");
  await expect(page).toHaveTitle("Bookings - Host portal");
  await page.getByRole("navigation", { name: "Portal" }).getByRole("link", { name: "Dashboard" }).click();
  await expect(page).toHaveTitle("Dashboard - Host portal");
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeFocused();
  await expect(
    page.getByRole("navigation", { name: "Portal" }).getByRole("link", { name: "Dashboard" }),
  ).toHaveAttribute("aria-current", "page");

  await page.getByRole("button", { name: "Back" }).click();
  await expect(page).toHaveURL(/\/admin\/bookings\?status=confirmed$/);
  await expect(page.getByLabel("Status")).toHaveValue("confirmed");

  if (viewport && viewport.width < 1024) {
    await page.getByRole("button", { name: "More" }).click();
    await expectAccessibleInBoth(page);
    await page.getByRole("menuitem", { name: "Channels" }).click();
  } else {
    await page.getByRole("navigation", { name: "Portal" }).getByRole("link", { name: "Channels" }).click();
  }
  await expect(page.getByRole("heading", { level: 1, name: "Channel Manager" })).toBeFocused();
});

test("every touch target on the dashboard is at least 44 by 44 pixels", async ({ page, viewport }) => {
  test.skip(!viewport || viewport.width >= 1024, "for fingers");
  await page.goto("/admin/dashboard");
  await expect(page.getByRole("heading", { name: "Quick Actions" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  const small = await page.locator("a:visible, button:visible, input:visible").evaluateAll((elements) =>
    elements
      .filter((element) => !element.classList.contains("sr-only"))
      .map((element) => ({ name: element.textContent, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.height < 44 || box.width < 44)
      .map(({ name, box }) => `${name}: ${box.width} x ${box.height}`),
  );
  expect(small).toEqual([]);
});

for (const failing of [false, true]) {
  test(`logging out leads to the sign-in page ${failing ? "even if the API call fails" : "and ends the session"} @desktop`, async ({
    page,
  }) => {
    await page.goto("/admin/dashboard");
    if (failing) await page.route(/\/api\/(admin\/)?auth\/logout$/, (route) => route.fulfill({ status: 500 }));
    await page.getByRole("button", { name: "User menu: host" }).click();
    await expectAccessibleInBoth(page);
    // SPEC 7: the header's menu has its own logout endpoint.
    const called = page.waitForRequest((request) => new URL(request.url()).pathname === "/api/auth/logout");
    await page.getByRole("menuitem", { name: "Logout" }).click();
    await called;
    await expect(page).toHaveURL(/\/admin\/login$/);
    if (failing) {
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("You may still be signed in");
      await expect(page.getByRole("alert")).toContainText("We couldn't log you out.");
      await expectAccessibleInBoth(page);
      await page.getByRole("button", { name: "Log out again" }).click();
      await expect(page.getByRole("alert")).toContainText("We still couldn't log you out.");
      await page.unroute(/\/api\/(admin\/)?auth\/logout$/);
      await page.getByRole("button", { name: "Log out again" }).click();
      await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
    }
    await page.goto("/admin/dashboard");
    await expect(page).toHaveURL(/\/admin\/login$/);
  });
}

test("an unknown path in the portal shows a 404 page that links to the dashboard @desktop", async ({ page }) => {
  const response = await page.goto("/admin/nowhere");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
  await expect(page.getByText("Did you forget to add the page to the router?")).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.getByRole("link", { name: "Back to Dashboard" }).click();
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
});

test("an icon button's tooltip opens after 700 ms; moving to the next button then opens its tooltip at once", async ({
  page,
  viewport,
}) => {
  test.skip(viewport !== null && viewport.width < 1024, "a finger does not hover");
  await page.clock.install();
  await page.goto("/admin/calendar");
  const [before, after] = ["Previous month", "Next month"].map((name) => page.getByRole("button", { name }));
  const words = (text: string) => page.getByRole("tooltip", { name: text });
  await expect(page.getByRole("button", { name: "Previous month" })).toBeVisible();
  // From here on, time passes only in `runFor`, so the speed of the machine does not matter.
  await page.clock.pauseAt(Date.now() + 60_000);
  await before?.hover();
  await page.clock.runFor(600);
  await expect(words("Previous month")).toHaveCount(0);
  await page.clock.runFor(200);
  await expect(words("Previous month")).toHaveCount(1);
  // In steps, as a hand would: after a single jump, the pointer could seem to be heading for the first tooltip.
  for (const x of [8, 12, 16, 20]) await after?.hover({ position: { x, y: 20 } });
  await page.clock.runFor(100);
  await expect(words("Next month")).toHaveCount(1);
  await page.clock.resume();
  await expectAccessibleInBoth(page);
  await page.keyboard.press("Escape");
  await expect(words("Next month")).toHaveCount(0);
});

test("if the session cannot be checked, the portal shows an error with a reference, and retrying loads the screen @desktop", async ({
  page,
}) => {
  await page.route("**/api/admin/auth/user", (route) =>
    route.fulfill({ status: 503, json: { message: "We can't reach our records right now.", requestId: "ab12cd34" } }),
  );
  await page.goto("/admin/dashboard");
  await expect(page.getByRole("alert")).toContainText("ab12cd34");
  await expectAccessibleInBoth(page);
  await page.unroute("**/api/admin/auth/user");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
});

test.describe("at any screen width @desktop", () => {
  test("Back leads to the parent screen if a screen was opened directly by its URL", async ({ page }) => {
    const { id } = await bookByCalls(page);
    await page.goto(`/admin/bookings/${id}`);
    await page.getByRole("banner").getByRole("button", { name: "Back" }).click();
    await expect(page).toHaveURL(/\/admin\/bookings$/);
  });

  test("the first press of Tab focuses the skip link, which leads to the main content", async ({ page }) => {
    await page.goto("/admin/channels");
    await expect(page.getByRole("heading", { name: "Channel Manager", level: 1 })).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("main").locator(":focus")).toBeVisible();
  });
});

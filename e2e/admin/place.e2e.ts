import type { Page } from "@playwright/test";
import { bookByCalls, signInByCalls } from "../support/bookings.ts";
import { expect, expectAccessible, test, uniqueLetters } from "../support/latchkey.ts";

test.beforeEach(async ({ page }) => signInByCalls(page));

/** What covers the focused element; null if nothing does. */
async function hidesFocus(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return null;
    const box = focused.getBoundingClientRect();
    if (box.width < 2 || focused.closest("[data-save-bar], header, nav")) return null;
    const seen = document.elementFromPoint(box.left + box.width / 2, box.top + Math.min(box.height / 2, 20));
    const isSame = seen === null || focused.contains(seen) || seen.contains(focused) || seen.closest("label");
    return isSame ? null : `${focused.outerHTML.slice(0, 120)} is behind ${seen.outerHTML.slice(0, 120)}`;
  });
}

for (const { path, field } of [
  { path: "/admin/settings", field: "Property name" },
  { path: "/admin/content?tab=guest-info", field: "WiFi password" },
]) {
  test(`on ${path}, the save bar never covers the focused element`, async ({ page }) => {
    await page.goto(path);
    await page.getByLabel(field).fill("Another one");
    await expect(page.getByRole("region", { name: "Unsaved changes" })).toBeVisible();
    const hidden: string[] = [];
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press("Tab");
      const problem = await hidesFocus(page);
      if (problem) hidden.push(problem);
    }
    expect(hidden).toEqual([]);
  });
}

test("the dashboard's link to two-factor sign-in moves the focus to the button that sets it up @desktop", async ({
  page,
}) => {
  await page.goto("/admin/dashboard");
  await page.getByRole("link", { name: "Turn on two-factor sign-in", exact: true }).click();
  const button = page.getByRole("button", { name: "Set up two-factor sign-in" });
  await expect(button).toBeInViewport();
  await expect(button).toBeFocused();
});

test("the browser's Back, Forward and Reload restore the scroll position", async ({ page }) => {
  for (let count = 0; count < 12; count++) await bookByCalls(page, { nights: 1 });
  await page.goto("/admin/bookings?sort=guest");
  await expect(page.getByText(/\d+ bookings?$/)).toBeVisible();
  const place = () => page.evaluate(() => Math.round(window.scrollY));
  await page.mouse.move(200, 400);
  await page.evaluate(() => window.scrollTo(0, 700));
  const left = await place();
  expect(left).toBeGreaterThan(300);

  // Clicked by script, because Playwright's own click could scroll the page first.
  await page
    .getByRole("main")
    .getByRole("link", { name: /View Details/ })
    .last()
    .evaluate((link: HTMLElement) => link.click());
  await expect(page.getByLabel("Private notes")).toBeVisible();
  expect(await place()).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/admin\/bookings\?sort=guest$/);
  await expect.poll(place).toBe(left);
  await page.goForward();
  await expect(page.getByLabel("Private notes")).toBeVisible();
  await expect.poll(place).toBe(0);
  await page.goBack();
  await expect.poll(place).toBe(left);
  await page.reload();
  await expect(page.getByText(/\d+ bookings?$/)).toBeVisible();
  await expect.poll(place).toBe(left);
});

test.describe("at any screen width @desktop", () => {
  test("when offline, the portal says so and keeps the input, which the host can save once back online", async ({
    page,
    context,
  }) => {
    await page.goto("/admin/settings");
    const phone = page.getByLabel("Contact phone");
    const before = await phone.inputValue();
    await phone.fill("+94 11 555 0199");
    await context.setOffline(true);
    await expect(page.getByText("You are offline. We keep what you typed.")).toBeVisible();
    await page.getByRole("button", { name: "Save Settings" }).click();
    await expect(page.getByText("Failed to save settings. Please try again.").first()).toBeVisible();
    await expect(phone).toHaveValue("+94 11 555 0199");
    await context.setOffline(false);
    await expect(page.getByText("You are offline. We keep what you typed.")).toBeHidden();
    await page.getByRole("button", { name: "Save Settings" }).click();
    await expect(page.getByText("Settings saved").first()).toBeVisible();
    await page.request.put("/api/admin/settings", { data: { contactPhone: before } });
  });

  test("a screen opened while offline says so, and loads once the connection is back", async ({ page, context }) => {
    await page.goto("/admin/bookings");
    await expect(page.getByLabel("Search")).toBeVisible();
    await context.setOffline(true);
    await page.getByRole("link", { name: "Analytics" }).click();
    await expect(page.getByRole("alert")).toContainText("You are offline.");
    await context.setOffline(false);
    await expect(page.getByRole("heading", { level: 1, name: "Analytics" })).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
  });

  test("a request that gets no response fails after 30 s, and the screen offers to try again", async ({ page }) => {
    await page.clock.install();
    // The browser's own `AbortSignal.timeout` does not follow Playwright's clock.
    await page.addInitScript(() => {
      AbortSignal.timeout = (ms) => {
        const limit = new AbortController();
        setTimeout(() => limit.abort(new DOMException("Too late", "TimeoutError")), ms);
        return limit.signal;
      };
    });
    let answers = false;
    await page.route("**/api/admin/bookings-page?*", (route) => (answers ? route.continue() : undefined));
    const nextRequest = page.waitForRequest("**/api/admin/bookings-page?*");
    await page.goto("/admin/bookings");
    await nextRequest;
    await expect(page.getByText("Loading bookings...")).toBeVisible();
    await page.clock.runFor(31_000);
    await expect(page.getByRole("alert")).toContainText("We couldn't load the bookings.");
    answers = true;
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText(/\d+ bookings?$/)).toBeVisible();
  });

  test("if refreshing a list fails, the entries already shown stay on the screen", async ({
    page,
    browser,
    baseURL,
  }) => {
    const guest = await (await browser.newContext({ baseURL })).newPage();
    const name = `Listed ${uniqueLetters()}`;
    await bookByCalls(guest, { name });
    const listening = page.waitForResponse("**/api/admin/events");
    await page.goto("/admin/bookings");
    await listening;
    await page.getByLabel("Search").fill(name);
    // The unfiltered list is shown until the search has a result.
    await expect(page.getByRole("main").getByRole("status")).toHaveText(/^1 (?:booking|of \d+ bookings)$/);
    await expect(page.getByText(name, { exact: true }).first()).toBeVisible();
    await page.route("**/api/admin/bookings-page?*", (route) => route.fulfill({ status: 502, body: "Bad Gateway" }));
    // After the second failure, the screen shows what it shows after a failure.
    for (let times = 0; times < 2; times++) {
      const failed = page.waitForResponse((response) => response.status() === 502);
      await bookByCalls(guest);
      // The notice disappears after a few seconds.
      await Promise.all([failed, expect(page.getByText("New booking or request").first()).toBeVisible()]);
    }
    await expect(page.getByText(name, { exact: true }).first()).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
    await guest.context().close();
  });

  test("a screen that cannot be rendered does not block the other screens", async ({ page }) => {
    await page.route("**/api/admin/bookings-page?*", (route) => route.fulfill({ json: { unexpected: true } }));
    await page.goto("/admin/bookings");
    await expect(page.getByRole("heading", { name: "This page could not be shown" })).toBeVisible();
    await page.getByRole("link", { name: "Settings" }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  });

  test("until its script has loaded, the portal says that it is loading and, after a while, what to do", async ({
    page,
  }) => {
    await page.route("**/assets/entry-portal*.js", (route) => route.abort());
    await page.goto("/admin/dashboard");
    await expect(page.getByText("Loading the portal...")).toBeVisible();
    const help = page.getByText("This is taking longer than usual.");
    await expect(help).toBeHidden();
    await page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()));
    await expect(help).toBeVisible();
    await expectAccessible(page);
  });

  test("if the set-up page's code cannot be loaded, the page says so instead of staying blank", async ({
    page,
    context,
  }) => {
    await context.clearCookies();
    await page.route("**/assets/setup-page*.js", (route) => route.abort());
    await page.goto("/admin/setup");
    const heading = page.getByRole("heading", { name: "This page could not be shown" });
    await expect(heading).toBeVisible();
    await expect(heading).toHaveCSS("font-family", /Fraunces/);
    await expect(heading).toHaveCSS("font-size", "30px");
    await expect(page.getByRole("button", { name: "Load it again" })).toBeVisible();
  });

  test("after an update, a part that can no longer be loaded says so, and what the host has typed stays", async ({
    page,
  }) => {
    // As after an update: these files are gone.
    for (const part of ["upload-dialog", "command-palette", "confirm-dialog"])
      await page.route(`**/assets/${part}*.js`, (route) => route.fulfill({ status: 404, body: "" }));
    await page.goto("/admin/content?tab=property");
    const about = page.getByLabel("Description", { exact: true });
    await about.fill("Typed before the update");
    await page.getByRole("button", { name: "Choose a picture" }).click();
    await expect(
      page.getByRole("alert").filter({ hasText: "We couldn't open this. Latchkey may have been updated." }),
    ).toBeVisible();

    const search = page.getByRole("button", { name: "Search" });
    await search.click();
    await expect(page.getByText("We couldn't open this").first()).toBeVisible();
    await expect(search).toBeVisible();

    const needsConfirmation = { status: 403, json: { message: "Please confirm that it's you.", confirm: true } };
    await page.route("**/api/admin/content/property", (route) =>
      route.request().method() === "GET" ? route.continue() : route.fulfill(needsConfirmation),
    );
    await page.getByRole("button", { name: "Save Property Info" }).click();
    await expect(page.getByText("Please confirm that it's you.").first()).toBeVisible();
    await expect(about).toHaveValue("Typed before the update");
  });
});

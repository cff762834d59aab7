import { expect, nothingHereDependsOnTheWidth, test } from "../support/latchkey.ts";
import { bookByCalls, signInByCalls } from "../support/bookings.ts";

/** The promise: seen in an open portal within 2 s. */
const IN_TIME = { timeout: 2000 };

test("a new booking appears in an open list within 2 s, and what the host types stays", async ({
  page,
  browser,
  baseURL,
}) => {
  await signInByCalls(page);
  const guest = await (await browser.newContext({ baseURL })).newPage();
  const name = `Live ${crypto.randomUUID().slice(0, 8)}`;
  const listening = page.waitForResponse("**/api/admin/events");
  await page.goto("/admin/bookings");
  await listening;
  await page.getByLabel("Search").pressSequentially(name.slice(0, 9));
  await expect(page.getByText("No bookings found matching your criteria")).toBeVisible();

  const asked = page.waitForRequest((request) => request.url().endsWith("/api/admin/bookings"));
  const booked = await bookByCalls(guest, { name });
  await expect(
    page
      .getByRole("heading", { name })
      .or(page.getByText(name, { exact: true }))
      .first(),
  ).toBeVisible(IN_TIME);
  await expect(page.getByLabel("Search")).toHaveValue(name.slice(0, 9));
  await expect(page.getByLabel("Search")).toBeFocused();
  // The page asked by itself: that is no sign of life of the host.
  expect((await asked).headers()["x-latchkey-background"]).toBe("1");

  await page.getByRole("link", { name: "View the booking" }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/bookings/${booked.id}$`));
  await expect(page.getByRole("link", { name: "View the booking" })).toBeHidden();
  await guest.context().close();
});

test.describe("on any screen", () => {
  nothingHereDependsOnTheWidth();

  test("the dashboard's figures follow by themselves", async ({ page, browser, baseURL }) => {
    await signInByCalls(page);
    const guest = await (await browser.newContext({ baseURL })).newPage();
    const listening = page.waitForResponse("**/api/admin/events");
    await page.goto("/admin/dashboard");
    await listening;
    const total = page.getByRole("link", { name: /^Total Bookings/ });
    const before = Number(/\d+/.exec((await total.textContent()) ?? "")?.[0]);
    await bookByCalls(guest);
    await expect(async () => {
      const now = Number(/\d+/.exec((await total.textContent()) ?? "")?.[0]);
      expect(now).toBeGreaterThan(before);
    }).toPass({ ...IN_TIME, intervals: [50] });
    await guest.context().close();
  });

  test("an open portal learns that it was signed out elsewhere", async ({ page, context }) => {
    await signInByCalls(page);
    const listening = page.waitForResponse("**/api/admin/events");
    await page.goto("/admin/dashboard");
    await listening;
    // The same session in another tab.
    await context.request.post("/api/admin/auth/logout");
    await expect(page).toHaveURL(/\/admin\/login$/);
  });
});

import type { Page } from "@playwright/test";
import { startClockedServer } from "../support/clocked-server.ts";
import { bookAt, bookNow, fillGuest, hydrated, problem, summary, takeNights } from "../support/booking-form.ts";
import { holdRequests } from "../support/held-server.ts";
import { expect, expectAccessible, expectAccessibleInBoth, nights, test } from "../support/latchkey.ts";
import { openAndTouch } from "../support/public-pages.ts";

const PROPERTY = "**/api/properties/1";

/** Through a link, so that the page fetches its data in the browser. */
async function comeFromHome(page: Page): Promise<void> {
  await openAndTouch(page, "/house-rules");
  await page.getByRole("banner").getByRole("link", { name: "Book" }).click();
}

test("the booking form is accessible with errors, while it is processed and when the dates are taken, in light and in dark mode", async ({
  page,
}) => {
  const stay = nights(2);
  await page.goto(bookAt(stay));
  await hydrated(page);
  await bookNow(page).click();
  await expect(problem(page)).toBeVisible();
  await expectAccessibleInBoth(page);

  await fillGuest(page);
  const release = await holdRequests(page, "**/api/guests");
  await bookNow(page).click();
  await expect(page.getByRole("button", { name: "Processing..." })).toBeVisible();
  await expectAccessibleInBoth(page);
  await takeNights(page, stay);
  release();
  await expect(problem(page).getByRole("heading")).toHaveText("These dates were just taken");
  await expectAccessibleInBoth(page);

  await page.goto(bookAt(stay));
  await expect(page.getByText(/^Already booked: the nights? of /)).toBeVisible();
  await expectAccessibleInBoth(page);
});

test("the page shows a skeleton while it loads; if loading fails, it shows an error and a link back", async ({
  page,
}) => {
  const release = await holdRequests(page, PROPERTY);
  await page.route(PROPERTY, (route) => route.fulfill({ status: 500, json: { message: "no" } }));
  const letFail = await holdRequests(page, PROPERTY);
  await comeFromHome(page);
  await expect(page.getByRole("status").first()).toBeAttached();
  await expectAccessibleInBoth(page);
  letFail();
  release();
  await expect(page.getByRole("heading", { name: "Property Not Found" })).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.getByRole("link", { name: "Back to Properties" }).click();
  await expect(page).toHaveURL("/");
});

test("a page left open past midnight at the property says that the date has passed, and keeps the input", async ({
  page,
}) => {
  const server = await startClockedServer();
  // 23:30 at the cottage.
  server.clock.set("2026-12-01T18:00:00Z");
  await page.goto(server.url + bookAt({ checkIn: "2026-12-01", checkOut: "2026-12-03" }));
  await hydrated(page);
  await expect(summary(page)).toContainText("$300 total");
  await fillGuest(page);
  server.clock.set("2026-12-01T18:31:00Z");
  const answered = page.waitForResponse("**/api/bookings");
  await bookNow(page).click();
  expect((await answered).status()).toBe(400);
  await expect(problem(page)).toContainText("Past dates can't be booked");
  await expect(page.getByLabel("Guest name")).toHaveValue("Ann Perera");
  await expectAccessible(page);
  await server.close();
});

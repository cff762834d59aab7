import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { signInByCalls } from "../support/bookings.ts";
import { expect, expectAccessibleInBoth, test } from "../support/latchkey.ts";
import { serverWith, stayOf } from "../support/seeded-server.ts";

/**
 * March 2025: 4 of 31 nights are booked, for $600. April: 6 of 30 nights, 3 of them without an amount; one guest stays
 * for the second time.
 */
const STAYS = [
  stayOf(1, {
    checkIn: "2025-03-10",
    checkOut: "2025-03-14",
    cents: 60_000,
    status: "completed",
    email: "ann@example.com",
  }),
  stayOf(2, {
    checkIn: "2025-04-01",
    checkOut: "2025-04-04",
    cents: 45_000,
    status: "completed",
    email: "Ann@Example.com",
  }),
  stayOf(3, {
    checkIn: "2025-04-10",
    checkOut: "2025-04-13",
    cents: 0,
    source: "airbnb",
    status: "checked-out",
    email: "",
  }),
  stayOf(4, { checkIn: "2025-04-20", checkOut: "2025-04-25", cents: 75_000, status: "cancelled" }),
];
const APRIL = "range=custom&from=2025-04-01&to=2025-04-30";

let full: Awaited<ReturnType<typeof serverWith>>;
let empty: Awaited<ReturnType<typeof serverWith>>;
test.beforeAll(async () => {
  [full, empty] = await Promise.all([serverWith(STAYS), serverWith([])]);
});
test.afterAll(async () => {
  await Promise.all([full.close(), empty.close()]);
});

async function open(page: Page, server: { url: string }, query = ""): Promise<void> {
  await signInByCalls(page, server.url);
  await page.goto(`${server.url}/admin/analytics${query ? `?${query}` : ""}`);
  await expect(page.getByRole("heading", { name: "Total Bookings" })).toBeVisible();
}

const card = (page: Page, name: string) =>
  page
    .getByRole("region", { name: "Figures" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name }) });

test("the figures for a date range are compared with those for the range before it", async ({ page }) => {
  await open(page, full, APRIL);
  await expect(card(page, "Total Bookings")).toContainText("2");
  await expect(card(page, "Total Bookings")).toContainText("up 100% from 1");
  await expect(card(page, "Total Revenue")).toContainText("$450");
  await expect(card(page, "Total Revenue")).toContainText("down 25% from $600");
  await expect(card(page, "Occupancy Rate")).toContainText("20%");
  await expect(card(page, "Occupancy Rate")).toContainText("6 of 30 nights");
  await expect(card(page, "Average Daily Rate")).toContainText("$150");
  await expect(page.getByText("Compared with Mar 1 – 31, 2025")).toBeVisible();
  await expect(page.getByText("Estimate")).toHaveCount(0);

  const guests = page.getByRole("region", { name: "Guest Insights" });
  await expect(guests).toContainText(/Repeat guests\D*1(?!\d)/);
  await expect(guests).toContainText(/Satisfaction.*No data yet/);
  await expect(page.getByRole("link", { name: /^Cancelled/ })).toContainText("1 (33%)");
  await expect(page.getByRole("link", { name: /^Cancelled/ })).toHaveAttribute(
    "href",
    "/admin/bookings?status=cancelled&dates=check-in&from=2025-04-01&to=2025-04-30",
  );
  await expect(page.getByText("3 of 3 nights left out, because the price is not known")).toBeVisible();
  await expectAccessibleInBoth(page);

  for (const summary of await page.getByText("View as table").all()) await summary.click();
  await page.getByRole("link", { name: "See the stays behind Total Bookings" }).click();
  const rows = page.getByRole("region", { name: "Bookings in these figures, table" }).getByRole("row");
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText("Unknown");
  await expectAccessibleInBoth(page);
  await rows.nth(2).getByRole("link", { name: "Guest 2" }).click();
  await expect(page).toHaveURL(/\/admin\/bookings\/seeded-/);
});

test("an average of exactly one night and one guest uses the singular", async ({ page }) => {
  const one = await serverWith([
    stayOf(1, { checkIn: "2025-04-01", checkOut: "2025-04-02", people: 1, status: "completed" }),
  ]);
  await open(page, one, APRIL);
  const guests = page.getByRole("region", { name: "Guest Insights" });
  await expect(guests.getByText("1 night", { exact: true })).toBeVisible();
  await expect(guests.getByText("1 guest", { exact: true })).toBeVisible();
  await one.close();
});

test("the date range is chosen by name or by first and last day, and kept in the URL; an invalid range is refused with a message", async ({
  page,
}) => {
  await open(page, full);
  await expect(card(page, "Total Bookings")).toContainText("3");
  await page.getByLabel("Range", { exact: true }).selectOption({ label: "Last 30 days" });
  await expect(page).toHaveURL(/range=last-30-days/);
  await expect(card(page, "Occupancy Rate")).toContainText(/(?<!\d)0%/);
  await page.getByLabel("Range", { exact: true }).selectOption({ label: "Choose days" });
  await page.getByLabel("First day").fill("2025-04-30");
  await page.getByLabel("Last day").fill("2025-04-01");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page.getByRole("alert")).toHaveText("Choose a first day, and a last day on or after it.");
  await expect(page.getByLabel("First day")).toHaveValue("2025-04-30");
  await expectAccessibleInBoth(page);
  await page.getByLabel("First day").fill("2025-04-01");
  await page.getByLabel("Last day").fill("2025-04-30");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page).toHaveURL(new RegExp(APRIL));
  await expect(card(page, "Total Bookings")).toContainText("2");
});

test("without stays, every figure says that there is no data yet", async ({ page }) => {
  await open(page, empty);
  for (const name of ["Total Bookings", "Total Revenue", "Occupancy Rate", "Average Daily Rate"]) {
    await expect(card(page, name)).toContainText("No data yet");
  }
  await expect(page.getByRole("region", { name: "Monthly Performance", exact: true })).toContainText("No data yet");
  await expect(page.getByText("4.8")).toHaveCount(0);
  await expect(page.getByText("75%")).toHaveCount(0);
  await expectAccessibleInBoth(page);
});

test("the breakdown shows that no service fees or taxes are added to the price", async ({ page }) => {
  await open(page, full, APRIL);
  const breakdown = page.getByRole("region", { name: "Revenue Breakdown", exact: true });
  await expect(breakdown.getByRole("definition")).toHaveText(["$0", "$0", "$450"]);
  await expect(breakdown.getByRole("term")).toHaveText(["Service fees", "Taxes", "Total"]);
});

test("the measure shown in a chart can be chosen by keyboard, and the chart's data can be downloaded", async ({
  page,
}) => {
  await open(page, full, APRIL);
  const chart = page.getByRole("region", { name: "Monthly Performance", exact: true });
  await expect(chart.getByRole("img", { name: "Revenue by month, highest in Apr 2025 with $450" })).toBeVisible();
  await chart.getByRole("radio", { name: "Revenue" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(chart.getByRole("img", { name: "Occupancy by month, highest in Apr 2025 with 20%" })).toBeVisible();
  const download = page.waitForEvent("download");
  await chart.getByRole("button", { name: "CSV of Monthly Performance" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("monthly-performance.csv");
  expect(await readFile(await file.path(), "utf8")).toBe(
    "\uFEFFMonth,Bookings,Nights sold,Nights available,Occupancy %,Average rate $,Revenue $\r\n2025-04,2,6,30,20,150,450\r\n",
  );
});

test("a link in a chart leads to a list of as many bookings as it says", async ({ page }) => {
  await open(page, full, "range=custom&from=2025-04-02&to=2025-04-20");
  // The stay from April 1 to 4 is completed too, but its check-in is outside the range.
  await page.getByRole("link", { name: /^Checked-out 1/ }).click();
  await expect(page.getByText("1 of 4 bookings")).toBeVisible();
  const dates = page.getByLabel("On these dates");
  await expect(dates).toHaveValue("check-in");
  await expectAccessibleInBoth(page);
  await page.getByLabel("Status").selectOption({ label: "All except cancelled" });
  await expect(page.getByText("1 of 4 bookings")).toBeVisible();
  await dates.selectOption({ label: "Any day of the stay" });
  await expect(page.getByText("2 of 4 bookings")).toBeVisible();
  await page.getByLabel("Status").selectOption({ label: "Never booked" });
  await expect(page.getByText("No bookings found matching your criteria")).toBeVisible();
  await page.getByRole("button", { name: "Clear Filters" }).click();
  await expect(dates).toBeHidden();
});

test("a chart of many months shows years, and says so", async ({ page }) => {
  await open(page, full, "range=custom&from=2021-01-01&to=2025-12-31");
  const chart = page.getByRole("region", { name: "Monthly Performance", exact: true });
  await expect(chart.getByRole("img", { name: "Revenue by year, highest in 2025 with $1,050" })).toBeVisible();
  await expect(chart).toContainText("bookings in the year of check-in");
});

test("amounts in another currency are not called unknown", async ({ page }) => {
  await page.route("**/api/admin/analytics?*", async (route) => {
    const response = await route.fetch();
    const json = { ...(await response.json()), otherCurrencies: [{ currency: "EUR", amount: "200.00" }] };
    await route.fulfill({ response, json });
  });
  await open(page, full, APRIL);
  await expect(card(page, "Total Revenue")).toContainText("Not included: €200 in EUR");
  await expect(card(page, "Average Daily Rate")).toContainText("where the price is known in USD");
  await expect(
    page.getByText("3 of 3 nights left out, because the price is unknown or in another currency"),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: /^Airbnb No price in USD/ })).toBeVisible();
});

test("a figure missing from the response is replaced by an estimate and marked as one", async ({ page }) => {
  await page.route("**/api/admin/analytics", async (route) => {
    const response = await route.fetch();
    const {
      occupancyRate: _occupancy,
      averageDailyRate: _rate,
      totalRevenue: _revenue,
      ...rest
    } = await response.json();
    await route.fulfill({ response: response, json: rest });
  });
  await open(page, full);
  await expect(card(page, "Occupancy Rate")).toContainText("75%");
  await expect(card(page, "Average Daily Rate")).toContainText("$150");
  await expect(card(page, "Total Revenue")).toContainText("$450");
  await expect(page.getByText("Estimate")).toHaveCount(3);
  await expectAccessibleInBoth(page);
});

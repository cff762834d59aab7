import { expect, expectAccessible, test } from "../support/latchkey.ts";
import { bookByCalls, signInByCalls } from "../support/bookings.ts";

test.beforeEach(async ({ page }) => signInByCalls(page));

test("the host finds a booking, and the address keeps the search", async ({ page }) => {
  const mark = `Zoë ${crypto.randomUUID().slice(0, 8)}`;
  const booked = await bookByCalls(page, { name: `${mark} Ödegård`, nights: 3 });
  await bookByCalls(page, { name: `${mark} Perera`, nights: 2, status: "confirmed" });

  await page.goto("/admin/bookings");
  await page.getByLabel("Search").fill(`${mark.toUpperCase()} ÖDE`);
  await expect(page.getByRole("status")).toContainText(/^1 of \d+ bookings$/);
  await expect(page.getByText("$450")).toBeVisible();
  await expectAccessible(page);

  await page.reload();
  await expect(page.getByLabel("Search")).toHaveValue(`${mark.toUpperCase()} ÖDE`);
  await page.getByRole("link", { name: "View Details" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `${mark} Ödegård` })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/admin/bookings/${booked.id}$`));
  await expectAccessible(page);
  await page.goBack();
  await expect(page.getByLabel("Search")).toHaveValue(`${mark.toUpperCase()} ÖDE`);

  await page.getByLabel("Search").fill(mark);
  await page.getByLabel("Status").selectOption({ label: "Confirmed" });
  await expect(page.getByRole("status")).toContainText(/^1 of/);
  await page.getByLabel("Source").selectOption({ label: "Airbnb" });
  await expect(page.getByText("No bookings found matching your criteria")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Sort by").selectOption({ label: "Guest name" });
  await page.getByRole("button", { name: "Clear Filters" }).click();
  await expect(page.getByLabel("Search")).toHaveValue("");
  await expect(page.getByLabel("Sort by")).toHaveValue("checkIn");
  await expect(page).toHaveURL(/\/admin\/bookings$/);
});

test("a booking that is not there says so", async ({ page }) => {
  await page.goto("/admin/bookings/AAAAAAAAAAAAAAAAAAAAAA");
  await expect(page.getByRole("heading", { name: "Booking Not Found" })).toBeVisible();
  await expectAccessible(page);
});

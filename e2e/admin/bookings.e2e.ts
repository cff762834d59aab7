import { guestSearch } from "#domain/booking/booking-list.ts";
import { expect, expectAccessibleInBoth, test, uniqueLetters } from "../support/latchkey.ts";
import { bookByCalls, signInByCalls } from "../support/bookings.ts";

test.beforeEach(async ({ page }) => signInByCalls(page));

test("the host searches for a booking by the guest's name, and the search is kept in the URL @desktop", async ({
  page,
}) => {
  const mark = `Zoë ${uniqueLetters()}`;
  const booked = await bookByCalls(page, { name: `${mark} Ödegård`, nights: 3 });
  await bookByCalls(page, { name: "Somebody Else", nights: 2 });
  await page.goto("/admin/bookings");
  await page.getByLabel("Search").fill(`${mark.toUpperCase()} ÖDE`);
  await expect(page.getByRole("main").getByRole("status")).toContainText(/^1 of \d+ bookings$/);
  await expect(page.getByText("$450")).toBeVisible();
  await expectAccessibleInBoth(page);

  await page.reload();
  await expect(page.getByLabel("Search")).toHaveValue(`${mark.toUpperCase()} ÖDE`);
  await page.getByRole("link", { name: "View Details" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `${mark} Ödegård` })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/admin/bookings/${booked.id}$`));
  await expectAccessibleInBoth(page);
  await page.goBack();
  await expect(page.getByLabel("Search")).toHaveValue(`${mark.toUpperCase()} ÖDE`);
});

test("the host filters the list by status and source, and clears the filters", async ({ page }) => {
  const mark = `Nimal ${uniqueLetters()}`;
  await bookByCalls(page, { name: `${mark} Silva`, nights: 3 });
  await bookByCalls(page, { name: `${mark} Perera`, nights: 2, status: "confirmed" });
  await page.goto("/admin/bookings");
  await page.getByLabel("Search").fill(mark);
  await page.getByLabel("Status").selectOption({ label: "Confirmed" });
  await expect(page.getByRole("main").getByRole("status")).toContainText(/^1 of/);
  await page.getByLabel("Source").selectOption({ label: "Airbnb" });
  await expect(page.getByText("No bookings found matching your criteria")).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.getByLabel("Sort by").selectOption({ label: "Guest name" });
  const from = page.getByLabel("From", { exact: true });
  await from.pressSequentially("12202027");
  await expect(from).toHaveValue("2027-12-20");
  await expect(page).toHaveURL(/from=2027-12-20/);
  await page.getByRole("button", { name: "Clear Filters" }).click();
  await expect(page.getByLabel("Search")).toHaveValue("");
  await expect(from).toHaveValue("");
  await expect(page.getByLabel("Sort by")).toHaveValue("checkIn");
  await expect(page).toHaveURL(/\/admin\/bookings$/);
});

test("the page of a booking that does not exist says that the booking was not found @desktop", async ({ page }) => {
  await page.goto("/admin/bookings/AAAAAAAAAAAAAAAAAAAAAA");
  await expect(page.getByRole("heading", { name: "Booking Not Found" })).toBeVisible();
  await expectAccessibleInBoth(page);
});

test.describe("at any screen width @desktop", () => {
  test("ten thousand bookings are shown page by page, and a new search starts at its first page", async ({ page }) => {
    const rows = Array.from({ length: 10_000 }, (_, n) => ({
      id: `b${String(n).padStart(21, "0")}`,
      reference: `LK-${n}`,
      status: n % 3 ? "confirmed" : "completed",
      source: "direct",
      currency: "USD",
      imported: null,
      checkInDate: "2026-01-01",
      checkOutDate: "2026-01-02",
      checkIn: "2026-01-01",
      checkOut: "2026-01-02",
      nights: 1,
      guestCount: 2,
      totalAmount: `${150 + (n % 9)}.00`,
      propertyId: 1,
      guestId: `g${n}`,
      createdAt: "2025-12-01T00:00:00.000Z",
      guest: { name: `${n % 2 ? "Jürgen Müller" : "Ann Perera"} ${n}`, email: `guest${n}@example.com`, phone: "" },
    }));
    await page.route("**/api/admin/bookings-page?*", (route) => {
      const params = new URL(route.request().url()).searchParams;
      const found = rows.filter(guestSearch(params.get("search") ?? ""));
      const at = Number(params.get("page"));
      const bookings = found.slice((at - 1) * 50, at * 50);
      return route.fulfill({
        json: { bookings, page: at, pages: Math.ceil(found.length / 50), found: found.length, all: rows.length },
      });
    });
    await page.goto("/admin/bookings");
    await expect(page.getByRole("main").getByRole("status")).toHaveText("10000 bookings");
    expect(await page.getByRole("link", { name: "View Details" }).count()).toBe(50);
    await page.getByRole("button", { name: "Next" }).click();
    await expect(page).toHaveURL(/page=2/);
    await expect(page.getByText("Page 2 of 200")).toBeVisible();
    await expect(page.getByRole("main").getByRole("status")).toBeFocused();

    await page.getByLabel("Search").fill("MÜLLER 999");
    await expect(page.getByRole("main").getByRole("status")).toHaveText("14 of 10000 bookings");
    await expect(page).not.toHaveURL(/page=/);
  });
});

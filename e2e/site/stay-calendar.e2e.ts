import { type Page } from "@playwright/test";
import { bookAt, bookNow, cottageToday, fillGuest, GUEST, plusDays, takeNights } from "../support/booking-form.ts";
import { expect, expectAccessible, nights, test } from "../support/latchkey.ts";
import { listenForComplaints } from "../support/quiet.ts";

const openCalendar = (page: Page) => page.getByRole("button", { name: "See free dates in a calendar" }).click();
const calendar = (page: Page) => page.getByRole("dialog", { name: "Choose your dates" });

/** A day's button in the calendar, whatever else its name says. */
function day(page: Page, date: string) {
  const said = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(
    new Date(`${date}T00:00:00Z`),
  );
  return calendar(page).getByRole("button", { name: said });
}

test("gone nights are struck through with the reason; a guest may leave on the day another arrives", async ({
  page,
}) => {
  const checkQuiet = listenForComplaints(page);
  const free = nights(8);
  const taken = { checkIn: plusDays(free.checkIn, 3), checkOut: plusDays(free.checkIn, 5) };
  await takeNights(page, taken);
  await page.goto(bookAt({ checkIn: free.checkIn, checkOut: plusDays(free.checkIn, 1) }));
  await openCalendar(page);
  await expect(day(page, taken.checkIn)).toHaveAttribute("aria-disabled", "true");
  await expect(day(page, taken.checkOut)).not.toHaveAttribute("aria-disabled", "true");
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);

  await day(page, free.checkIn).click();
  await day(page, taken.checkIn).click();
  await expect(calendar(page)).toContainText("$450 total, 3 nights");
  // The chosen day to leave is struck no more, and as readable as the day to arrive.
  const [arrive, leave] = [day(page, taken.checkIn).first(), day(page, taken.checkIn).last()];
  await expect(leave).toHaveCSS("text-decoration-line", "none");
  await expect(leave).toHaveCSS("color", await arrive.evaluate((chosen) => getComputedStyle(chosen).color));
  await calendar(page).getByRole("button", { name: "Done" }).click();
  await expect(page.getByLabel("Check-in", { exact: true })).toHaveValue(free.checkIn);
  await expect(page.getByLabel("Check-out", { exact: true })).toHaveValue(taken.checkIn);
  await expect(page).toHaveURL(new RegExp(`in=${free.checkIn}&out=${taken.checkIn}`));
  checkQuiet();
});

test("a stay is chosen and booked by keyboard alone", async ({ page }) => {
  const checkQuiet = listenForComplaints(page);
  const stay = nights(4);
  await page.goto(bookAt({ checkIn: stay.checkIn, checkOut: plusDays(stay.checkIn, 1) }));
  await page.getByRole("button", { name: "See free dates in a calendar" }).focus();
  await page.keyboard.press("Enter");
  await expect(day(page, stay.checkIn)).toBeFocused();
  await page.keyboard.press("Enter");
  // The first choice moves on to the day after it by itself.
  for (let step = 0; step < 2; step++) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(calendar(page)).toContainText("3 nights");
  await page.keyboard.press("Escape");
  await expect(calendar(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "See free dates in a calendar" })).toBeFocused();

  // Past the discount code, which is closed.
  for (let step = 0; step < 2; step++) await page.keyboard.press("Tab");
  for (const text of [GUEST.name, GUEST.email, GUEST.phone]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Tab");
  await expect(bookNow(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/booking/confirmation/*");
  checkQuiet();
});

test("the keyboard hears why a night cannot be chosen", async ({ page }) => {
  const free = nights(4);
  await takeNights(page, { checkIn: plusDays(free.checkIn, 1), checkOut: plusDays(free.checkIn, 3) });
  await page.goto(bookAt({ checkIn: free.checkIn, checkOut: plusDays(free.checkIn, 1) }));
  await openCalendar(page);
  await expect(day(page, free.checkIn)).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(calendar(page)).toContainText("already booked; you can check out on this day, but not check in");
  await page.keyboard.press("ArrowRight");
  await expect(calendar(page)).toContainText(/: already booked\./);
});

test("the days are large enough for a thumb, and nothing scrolls sideways at 320 px", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const stay = nights(2);
  await page.goto(bookAt(stay));
  await openCalendar(page);
  const box = await day(page, stay.checkIn).boundingBox();
  expect(box?.width).toBeGreaterThanOrEqual(44);
  expect(box?.height).toBeGreaterThanOrEqual(44);
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(sideways).toBe(false);
});

test("a lost race opens the calendar at the nearest free dates", async ({ page }) => {
  const free = nights(8);
  const wanted = { checkIn: plusDays(free.checkIn, 2), checkOut: plusDays(free.checkIn, 4) };
  await page.goto(bookAt(wanted));
  await fillGuest(page);
  await takeNights(page, wanted);
  await bookNow(page).click();
  await expect(calendar(page)).toContainText("These dates were just taken: the nights of ");
  await expectAccessible(page);
  await calendar(page)
    .getByRole("button", { name: /Nearest free dates/ })
    .click();
  await calendar(page).getByRole("button", { name: "Done" }).click();
  await expect(page.getByLabel("Guest name")).toHaveValue(GUEST.name);
  await bookNow(page).click();
  await page.waitForURL("**/booking/confirmation/*");
});

/** Moments around midnight in Colombo, where browsers elsewhere are still, or already, on another day. */
for (const now of ["2026-12-31T18:29:00Z", "2026-12-31T18:31:00Z", "2020-06-01T00:00:00Z"]) {
  test(`a browser whose clock says ${now} still gets the cottage's day`, async ({ page }) => {
    const checkQuiet = listenForComplaints(page);
    await page.clock.setFixedTime(new Date(now));
    await page.goto("/book");
    const today = cottageToday();
    await expect(page.getByLabel("Check-in", { exact: true })).toHaveValue(plusDays(today, 1));
    await expect(page.getByLabel("Check-in", { exact: true })).toHaveAttribute("min", today);
    await openCalendar(page);
    await expect(day(page, plusDays(today, 1))).toBeFocused();
    const todays = calendar(page).getByRole("button", { name: /Today, / });
    await expect(todays).toHaveCount(1);
    const said = new Intl.DateTimeFormat("en-US", { dateStyle: "full", timeZone: "UTC" });
    await expect(todays).toHaveAccessibleName(new RegExp(`^Today, ${said.format(new Date(today))}`));
    checkQuiet();
  });
}

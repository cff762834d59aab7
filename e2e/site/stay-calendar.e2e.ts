import type { Page } from "@playwright/test";
import {
  bookAt,
  bookNow,
  bookShownStay,
  calendar,
  calendarDay as day,
  cottageToday,
  fillGuest,
  GUEST,
  hydrated,
  plusDays,
  problem,
  summary,
  takeNights,
} from "../support/booking-form.ts";
import { holdScripts } from "../support/held-server.ts";
import { expect, expectAccessible, nights, test } from "../support/latchkey.ts";
import { withoutOurFonts } from "../support/public-pages.ts";
import { listenForComplaints } from "../support/quiet.ts";

/** Days that cannot be booked are aria-disabled; Playwright taps them only if it is forced to. */
const REFUSED = { force: true };

const checkIn = (page: Page) => page.getByLabel("Check-in", { exact: true });
const checkOut = (page: Page) => page.getByLabel("Check-out", { exact: true });
const clear = (page: Page) => page.getByRole("button", { name: "Clear dates" });

test("taken nights are marked as unavailable, with the reason; a guest may leave on the day another guest arrives @phone", async ({
  page,
}) => {
  const checkQuiet = listenForComplaints(page);
  const free = nights(8);
  const taken = { checkIn: plusDays(free.checkIn, 3), checkOut: plusDays(free.checkIn, 5) };
  await takeNights(page, taken);
  await page.goto(bookAt({ checkIn: free.checkIn, checkOut: plusDays(free.checkIn, 1) }));
  await hydrated(page);
  await expect(day(page, taken.checkIn)).toHaveAttribute("aria-disabled", "true");
  await expect(day(page, taken.checkIn)).toHaveAccessibleName(/already booked; you can check out on this day/);
  await expect(day(page, taken.checkOut)).not.toHaveAttribute("aria-disabled", "true");
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);

  await day(page, free.checkIn).click();
  await expect(page.getByText(/Now choose your check-out day\.$/)).toBeVisible();
  await day(page, taken.checkIn).click();
  await expect(page.locator("form")).toContainText("$450 total, 3 nights");
  await expect(day(page, taken.checkIn)).toHaveCSS("text-decoration-line", "none");
  await expect(day(page, taken.checkIn)).toHaveAccessibleName(/, check-out$/);
  await expect(checkIn(page)).toHaveValue(free.checkIn);
  await expect(checkOut(page)).toHaveValue(taken.checkIn);
  await expect(page).toHaveURL(new RegExp(`in=${free.checkIn}&out=${taken.checkIn}`));
  checkQuiet();
});

test("without scrolling, the page shows four weeks of the calendar above the total and the Book Now button", async ({
  page,
  viewport,
}) => {
  const { checkIn: free } = nights(1);
  await page.goto(bookAt({ checkIn: free, checkOut: plusDays(free, 1) }));
  const bar = await page.getByRole("button", { name: "Book Now" }).locator("..").boundingBox();
  const fourthWeek = await day(page, `${free.slice(0, 8)}28`).boundingBox();
  const end = Math.min(viewport?.height ?? 0, bar?.y ?? 0);
  expect((fourthWeek?.y ?? end) + (fourthWeek?.height ?? end)).toBeLessThanOrEqual(end);
});

test("the calendar does not move while days are chosen and cleared", async ({ page }) => {
  const free = nights(4);
  await page.goto(bookAt({ checkIn: free.checkIn, checkOut: plusDays(free.checkIn, 1) }));
  await hydrated(page);
  const top = async () => {
    const [months, all] = [await day(page, free.checkIn).boundingBox(), await page.evaluate(() => scrollY)];
    return Math.round((months?.y ?? 0) + all);
  };
  const chosen = await top();
  await clear(page).click();
  await expect(clear(page)).toBeHidden();
  expect(await top()).toBe(chosen);
  await day(page, free.checkIn).click();
  await expect(clear(page)).toBeVisible();
  expect(await top()).toBe(chosen);
  await day(page, plusDays(free.checkIn, 3)).click();
  await expect(page.locator("form")).toContainText("3 nights");
  expect(await top()).toBe(chosen);
});

test("a stay is chosen and booked by keyboard alone", async ({ page }) => {
  const checkQuiet = listenForComplaints(page);
  const stay = nights(4);
  await page.goto(bookAt({ checkIn: stay.checkIn, checkOut: plusDays(stay.checkIn, 1) }));
  await hydrated(page);
  await calendar(page).getByRole("button", { name: "Next month" }).focus();
  // The days together are a single tab stop.
  await page.keyboard.press("Tab");
  await expect(day(page, stay.checkIn)).toBeFocused();
  await page.keyboard.press("Enter");
  for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  await expect(page.locator("form")).toContainText("3 nights");
  await page.keyboard.press("Tab");
  await expect(clear(page)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(checkIn(page)).toBeFocused();

  await page.getByLabel("Guest name").focus();
  for (const text of [GUEST.name, GUEST.email, GUEST.phone]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Our terms and cancellation policy apply" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(bookNow(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/booking/confirmation/*");
  checkQuiet();
});

test("the guest can reach other months by keyboard, and the calendar says why a night cannot be chosen", async ({
  page,
}) => {
  let free = nights(4);
  // From the 29th on, a shorter month on the way would change the day.
  while (Number(free.checkIn.slice(8)) > 26) free = nights(4);
  await takeNights(page, { checkIn: plusDays(free.checkIn, 1), checkOut: plusDays(free.checkIn, 3) });
  await page.goto(bookAt({ checkIn: free.checkIn, checkOut: plusDays(free.checkIn, 1) }));
  await hydrated(page);
  await day(page, free.checkIn).focus();
  await page.keyboard.press("ArrowRight");
  await expect(calendar(page)).toContainText("already booked; you can check out on this day, but not check in");
  await page.keyboard.press("ArrowRight");
  await expect(calendar(page)).toContainText(/: already booked\./);
  for (const key of ["PageDown", "PageDown", "PageUp", "PageUp"]) await page.keyboard.press(key);
  await expect(day(page, plusDays(free.checkIn, 2))).toBeFocused();
  // The first day is today.
  await page.keyboard.press("Shift+PageUp");
  await page.keyboard.press("Shift+PageUp");
  await page.keyboard.press("Shift+PageUp");
  await expect(day(page, cottageToday())).toBeFocused();
});

test("a check-in date without a check-out date cannot be booked, and every choice can be undone @phone", async ({
  page,
}) => {
  const free = nights(8);
  await takeNights(page, { checkIn: plusDays(free.checkIn, 4), checkOut: plusDays(free.checkIn, 5) });
  await page.goto(bookAt({ checkIn: free.checkIn, checkOut: plusDays(free.checkIn, 1) }));
  await hydrated(page);
  await day(page, plusDays(free.checkIn, 1)).click();
  await expect(checkOut(page)).toHaveValue("");
  await expect(summary(page)).not.toContainText(/\$[\d,.]+ total/);
  await fillGuest(page);
  await bookNow(page).click();
  await expect(problem(page).getByRole("link", { name: "Check-out date is required" })).toBeVisible();

  // Beyond a taken night, no check-out can be chosen; an earlier day starts a new stay.
  await day(page, plusDays(free.checkIn, 6)).click(REFUSED);
  await expect(calendar(page)).toContainText("there are booked nights in between");
  await day(page, free.checkIn).click();
  await expect(checkIn(page)).toHaveValue(free.checkIn);
  await clear(page).click();
  await expect(checkIn(page)).toHaveValue("");
  await expect(clear(page)).toHaveCount(0);
  await day(page, plusDays(free.checkIn, 5)).click();
  await calendar(page).getByRole("button", { name: "Next month" }).click();
  await calendar(page).getByRole("button", { name: "Previous month" }).click();
  await day(page, plusDays(free.checkIn, 7)).click();
  await expect(page.locator("form")).toContainText("$300 total, 2 nights");
});

test("the calendar shows the month of a date typed into the form @phone", async ({ page }) => {
  const far = plusDays(cottageToday(), 300);
  await page.goto("/book");
  await hydrated(page);
  await checkIn(page).fill(far);
  await expect(day(page, far)).toBeVisible();
  await expect(day(page, far)).toHaveAccessibleName(/, check-in$/);
});

for (const [width, text] of [
  [320, "100%"],
  [390, "200%"],
  [320, "200%"],
] as const) {
  test(`all seven columns fit into ${width} px at ${text} text size, and each day is large enough to tap @phone`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 640 });
    const stay = nights(2);
    await page.goto(bookAt(stay));
    await hydrated(page);
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size;
    }, text);
    const boxes = await calendar(page)
      .locator("[data-day]:visible")
      .evaluateAll((days) => days.map((one) => one.getBoundingClientRect().toJSON()));
    expect(boxes.length).toBeGreaterThan(27);
    for (const box of boxes) {
      expect(box.left).toBeGreaterThanOrEqual(0);
      expect(box.right).toBeLessThanOrEqual(width);
      // Larger text leaves less room for the seven columns.
      expect(box.width).toBeGreaterThanOrEqual(text === "100%" ? 44 : 40);
      expect(box.height).toBeGreaterThanOrEqual(44);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
  });
}

test("the chosen range is visible in forced colours", async ({ page }) => {
  const stay = nights(4);
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto(bookAt(stay));
  await hydrated(page);
  const look = (date: string) =>
    day(page, date).evaluate((button) => {
      const { backgroundColor, borderTopStyle } = getComputedStyle(button);
      return `${backgroundColor} ${borderTopStyle}`;
    });
  const [start, inside, end] = [stay.checkIn, plusDays(stay.checkIn, 1), plusDays(stay.checkIn, 4)];
  expect(await look(start)).toBe(await look(end));
  expect(await look(start)).not.toBe(await look(inside));
  await clear(page).click();
  const [plainStart, plainInside] = [await look(start), await look(inside)];
  expect(plainStart).toBe(plainInside);
  await day(page, start).click();
  await day(page, end).click();
  expect(await look(start)).not.toBe(plainStart);
  expect(await look(inside)).not.toBe(plainInside);
});

test("if someone else books the nights in the meantime, the calendar shows them as taken and the page suggests free dates @phone", async ({
  page,
}) => {
  const free = nights(8);
  const chosen = { checkIn: plusDays(free.checkIn, 2), checkOut: plusDays(free.checkIn, 4) };
  await page.goto(bookAt(chosen));
  await hydrated(page);
  await fillGuest(page);
  await takeNights(page, chosen);
  await bookNow(page).click();
  await expect(problem(page).getByRole("heading")).toHaveText("These dates were just taken");
  // This toast disappears after a few seconds.
  await expect(page.getByText("Booking Failed", { exact: true })).toBeVisible();
  await expect(problem(page)).toContainText("Already booked: the nights of ");
  await expectAccessible(page);
  await page.getByRole("button", { name: /Use the nearest free dates/ }).click();
  await expect(page.getByText("The cottage is free for these dates.")).toBeVisible();
  await expect(day(page, plusDays(chosen.checkIn, 1))).toHaveAttribute("aria-disabled", "true");
  await expect(page.getByLabel("Guest name")).toHaveValue(GUEST.name);
  await bookNow(page).click();
  await page.waitForURL("**/booking/confirmation/*");
});

/** Just before and just after midnight in Colombo, and a clock that is years behind. */
for (const now of ["2026-12-31T18:29:00Z", "2026-12-31T18:31:00Z", "2020-06-01T00:00:00Z"]) {
  test(`in a browser whose clock says ${now}, the form still starts from the property's current date @phone`, async ({
    page,
  }) => {
    const checkQuiet = listenForComplaints(page);
    await page.clock.setFixedTime(new Date(now));
    await page.goto("/book");
    const today = cottageToday();
    await hydrated(page);
    await expect(checkIn(page)).toHaveValue(plusDays(today, 1));
    await expect(checkIn(page)).toHaveAttribute("min", today);
    // On the last day of a month, the calendar starts with the next month.
    if (!plusDays(today, 1).startsWith(today.slice(0, 7)))
      await calendar(page).getByRole("button", { name: "Previous month" }).click();
    const todays = calendar(page).getByRole("button", { name: /^Today, / });
    await expect(todays).toHaveCount(1);
    const format = new Intl.DateTimeFormat("en-US", { dateStyle: "full", timeZone: "UTC" });
    await expect(todays).toHaveAccessibleName(new RegExp(`^Today, ${format.format(new Date(today))}`));
    checkQuiet();
  });
}

test("the landing page shows currently free dates, and tapping one opens the booking page with that check-in date", async ({
  page,
}) => {
  const today = cottageToday();
  // No other journey in this file checks this night.
  const gone = { checkIn: plusDays(today, 6), checkOut: plusDays(today, 7) };
  const free = page.getByRole("region", { name: "Free dates" });
  const night = free.locator(`[data-day="${gone.checkIn}"]`);
  await page.goto("/");
  await expect(free).toContainText("$150 per night");
  await expect(night).toBeEnabled();
  await takeNights(page, gone);
  await expect(async () => {
    await page.reload();
    await expect(night).toBeDisabled({ timeout: 500 });
  }).toPass();
  // In the last days of a month, a phone does not show this night, so the night has no accessible name.
  await expect(night).toHaveAttribute("aria-label", /already booked/);
  await expectAccessible(page);
  const arrival = free.locator("[data-state=open]:visible").first();
  const date = (await arrival.getAttribute("data-day")) ?? "";
  await arrival.click();
  await expect(page).toHaveURL(`/book?in=${date}`);
  await expect(page.getByText(/Now choose your check-out day\.$/)).toBeVisible();
  await expect(checkIn(page)).toHaveValue(date);
  await page.goBack();
  await free.getByRole("button", { name: "Later months" }).click();
  await expect(page).toHaveURL(/\/book\?month=\d{4}-\d\d$/);
});

test.describe("before the script has loaded", () => {
  test("early taps are shown as waiting, then handled in order once the script has loaded, without layout shifts", async ({
    page,
  }) => {
    const stay = nights(6);
    const releaseScripts = await holdScripts(page);
    await withoutOurFonts(page);
    await page.goto(bookAt({ checkIn: stay.checkIn, checkOut: plusDays(stay.checkIn, 1) }), { waitUntil: "commit" });
    const shifts = await page.evaluateHandle(() => {
      const seen: number[] = [];
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if ("value" in entry) seen.push(Number(entry.value));
      }).observe({ type: "layout-shift", buffered: true });
      return seen;
    });
    const [from, to] = [plusDays(stay.checkIn, 1), plusDays(stay.checkIn, 5)];
    await day(page, from).click();
    await day(page, to).click();
    await expect(day(page, from)).toHaveAttribute("data-waiting", "");
    releaseScripts();
    await hydrated(page);
    await expect(checkIn(page)).toHaveValue(from);
    await expect(checkOut(page)).toHaveValue(to);
    await expect(page.locator("[data-waiting]")).toHaveCount(0);
    expect(await shifts.evaluate((seen) => seen.reduce((sum, one) => sum + one, 0))).toBeLessThanOrEqual(0.01);
  });

  test("if the scripts fail to load, an early tap is handled by the server @phone", async ({ page }) => {
    const stay = nights(3);
    await page.route("**/assets/*.js", (route) => route.abort());
    await page.goto(bookAt({ checkIn: stay.checkIn, checkOut: plusDays(stay.checkIn, 2) }));
    await day(page, plusDays(stay.checkIn, 1)).click();
    await expect(page.getByText(/Now choose your check-out day\.$/)).toBeVisible();
    await expect(checkIn(page)).toHaveValue(plusDays(stay.checkIn, 1));
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a guest pages through months, chooses the check-in and then the check-out day, and loses no input @phone", async ({
    page,
  }) => {
    const free = nights(8);
    const gone = plusDays(free.checkIn, 5);
    await takeNights(page, { checkIn: gone, checkOut: plusDays(gone, 1) });
    await page.goto(bookAt({ checkIn: free.checkIn, checkOut: plusDays(free.checkIn, 1) }));
    await page.getByLabel("Guest name").fill(GUEST.name);
    await calendar(page).getByRole("button", { name: "Next month" }).click();
    await calendar(page).getByRole("button", { name: "Previous month" }).click();
    await day(page, gone).click(REFUSED);
    await expect(calendar(page)).toContainText("already booked; you can check out on this day, but not check in");
    await day(page, plusDays(free.checkIn, 2)).click();
    await expect(page.getByText(/Now choose your check-out day\.$/)).toBeVisible();
    await expect(checkOut(page)).toHaveValue("");
    await day(page, gone).click();
    await expect(summary(page)).toContainText("$450 total");
    await expect(page.getByText("The cottage is free for these dates.")).toBeVisible();
    await expect(page.getByLabel("Guest name")).toHaveValue(GUEST.name);
    expect(page.url()).not.toContain("Perera");
    await bookShownStay(page);
  });

  test("a check-in date alone cannot be booked, dates can be cleared, and pressing Enter in a field requests the price @phone", async ({
    page,
  }) => {
    const free = nights(3);
    await page.goto(bookAt({ checkIn: free.checkIn, checkOut: plusDays(free.checkIn, 1) }));
    await day(page, plusDays(free.checkIn, 1)).click();
    await fillGuest(page);
    await bookNow(page).click();
    await expect(problem(page).getByRole("link", { name: "Check-out date is required" })).toBeVisible();
    await clear(page).click();
    await expect(checkIn(page)).toHaveValue("");
    await checkIn(page).fill(free.checkIn);
    await checkOut(page).fill(free.checkOut);
    await page.getByLabel("Guest name").press("Enter");
    await expect(summary(page)).toContainText("$450 total");
  });
});

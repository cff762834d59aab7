import {
  bookAt,
  bookNow,
  bookShownStay,
  calendar,
  cottageToday,
  fillGuest,
  GUEST,
  hydrated,
  plusDays,
  problem,
  summary,
  takeNights,
} from "../support/booking-form.ts";
import { holdRequests, holdScripts } from "../support/held-server.ts";
import { expect, expectAccessible, nights, test } from "../support/latchkey.ts";
import { openAndTouch } from "../support/public-pages.ts";
import { listenForComplaints } from "../support/quiet.ts";

for (const path of ["/book", "/bookings"]) {
  test(`a guest books a stay at ${path} and sees the confirmation`, async ({ page }) => {
    const checkQuiet = listenForComplaints(page);
    const stay = nights(3);
    await page.goto(bookAt(stay, 4, path));
    await hydrated(page);
    await expect(summary(page)).toContainText("$450 total");
    await expect(page.getByText("The cottage is free for these dates.")).toBeVisible();
    await fillGuest(page);
    await page.getByLabel("Special requests").fill("A cot, please");
    await bookNow(page).click();

    await page.waitForURL("**/booking/confirmation/*");
    await expect(page.getByText("Booking Created", { exact: true })).toBeVisible();
    await expect(page.getByText("Your booking has been successfully created!", { exact: true })).toBeVisible();
    await page.emulateMedia({ media: "print" });
    await expect(page.getByText("Your booking has been successfully created!", { exact: true })).toBeHidden();
    await page.emulateMedia({ media: null });
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your stay is booked");
    for (const text of [GUEST.name, GUEST.email, GUEST.phone, "A cot, please"]) {
      await expect(page.getByText(text, { exact: true })).toBeVisible();
    }
    await page.goBack();
    await expect(page.getByText("You've booked these dates.")).toBeVisible();
    checkQuiet();
  });
}

test("a message that is sent twice from the page after booking is stored only once", async ({ page }) => {
  // This document has no form key, because the landing page is the same for every visitor.
  await openAndTouch(page, "/");
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  await page.getByRole("banner").getByRole("link", { name: "Book" }).first().click();
  await hydrated(page);
  const stay = nights(2);
  await page.getByLabel("Check-in", { exact: true }).fill(stay.checkIn);
  await page.getByLabel("Check-out", { exact: true }).fill(stay.checkOut);
  await bookShownStay(page);
  await page.getByLabel("Your message").fill("Is there parking?");
  expect(await page.evaluate(() => "sameDocument" in globalThis)).toBe(true);
  const statuses = await page.evaluate(async () => {
    const form = document.querySelector<HTMLFormElement>("#messages form");
    if (!form) return [];
    const send = () => fetch(form.action, { method: "POST", body: new FormData(form) });
    return (await Promise.all([send(), send()])).map(({ status }) => status);
  });
  expect(statuses).toEqual([200, 200]);
  await page.reload();
  await expect(page.locator("#messages").getByText("Is there parking?")).toHaveCount(1);
});

test("the form starts with the defaults from SPEC 4 and 9, based on the property's current date", async ({ page }) => {
  await page.goto("/book");
  const today = cottageToday();
  await expect(page.getByLabel("Check-in", { exact: true })).toHaveValue(plusDays(today, 1));
  await expect(page.getByLabel("Check-out", { exact: true })).toHaveValue(plusDays(today, 4));
  await expect(page.getByLabel("Check-in", { exact: true })).toHaveAttribute("min", today);
  await expect(page.getByLabel("Check-out", { exact: true })).toHaveAttribute("min", plusDays(today, 2));
  const guests = page.getByLabel("Number of guests");
  await expect(guests).toHaveValue("2");
  await expect(guests).toHaveAttribute("min", "1");
  await expect(guests).toHaveAttribute("max", "6");
  await expect(page.getByRole("radio", { name: /Entire cottage/ })).toBeChecked();
  await expect(page.getByLabel("Guest name")).toHaveAttribute("autocomplete", "name");
  await expect(page.getByLabel("Email")).toHaveAttribute("autocomplete", "email");
  await expect(page.getByLabel("Phone")).toHaveAttribute("autocomplete", "tel");
});

test("the summary describes the property, shows the price, and is updated when the dates change", async ({ page }) => {
  const stay = { checkIn: plusDays(cottageToday(), 200), checkOut: plusDays(cottageToday(), 202) };
  await page.goto(bookAt(stay));
  const card = summary(page);
  for (const text of [
    "$300 total",
    "2 nights × $150",
    "Taxes and fees included",
    "3 bedrooms · 2 bathrooms",
    "$150 per night",
  ]) {
    await expect(card).toContainText(text);
  }
  await expect(card).toContainText("Amunugama, near Kandy, Sri Lanka");
  await expect(card.getByRole("img", { name: "Kitul Hill Cottage" })).toBeVisible();
  await expect(card).toContainText(
    /Free until \w{3}, \w{3} \d+, \d{4}, 2:00 PM Colombo time; afterwards \$150 \(one night\)/,
  );

  await page.getByLabel("Check-out", { exact: true }).fill(plusDays(stay.checkIn, 5));
  await expect(card).toContainText("$750 total");
  await expect(page).toHaveURL(bookAt({ ...stay, checkOut: plusDays(stay.checkIn, 5) }));
});

test("choosing a check-in date on or after the check-out date moves the check-out date to the day after the check-in", async ({
  page,
}) => {
  const stay = nights(2);
  await page.goto(bookAt(stay));
  await page.getByLabel("Check-in", { exact: true }).fill(stay.checkOut);
  await expect(page.getByLabel("Check-out", { exact: true })).toHaveValue(plusDays(stay.checkOut, 1));
  await expect(page.getByLabel("Check-out", { exact: true })).toHaveAttribute("min", plusDays(stay.checkOut, 1));
});

test("if the form is sent before the script has loaded, it comes back with the focus on the error message", async ({
  page,
}) => {
  const releaseScripts = await holdScripts(page);
  await page.goto("/book", { waitUntil: "commit" });
  await page.getByLabel("Guest name").fill("A");
  await bookNow(page).click();
  await expect(problem(page)).toBeVisible();
  releaseScripts();
  await expect(problem(page)).toBeFocused();
});

test("every invalid field has its own message, above the form and at the field, until the field is valid", async ({
  page,
}) => {
  const checkQuiet = listenForComplaints(page);
  await page.goto("/book");
  await hydrated(page);
  await page.getByLabel("Guest name").fill("A");
  await page.getByLabel("Email").fill("ann@");
  await page.getByLabel("Phone").fill("1234");
  await page.getByLabel("Check-in", { exact: true }).fill("");
  await page.getByLabel("Check-out", { exact: true }).fill("");
  await page.getByLabel("Number of guests").fill("7");
  await bookNow(page).click();

  const box = problem(page);
  await expect(box).toBeFocused();
  await expect(box.getByRole("heading")).toHaveText("There is a problem");
  const wrong = [
    ["Check-in", "Check-in date is required"],
    ["Check-out", "Check-out date is required"],
    ["Number of guests", "Maximum 6 guests allowed for cottage booking"],
    ["Guest name", "Name is required"],
    ["Email", "Valid email is required"],
    ["Phone", "Phone number is required"],
  ] as const;
  for (const [label, text] of wrong) {
    await expect(box.getByRole("link", { name: text })).toBeVisible();
    await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(new RegExp(text));
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute("aria-invalid", "true");
  }
  await expectAccessible(page);

  await box.getByRole("link", { name: "Name is required" }).click();
  await expect(page.getByLabel("Guest name")).toBeFocused();
  await page.keyboard.type("nn");
  await expect(box.getByRole("link", { name: "Name is required" })).toHaveCount(0);
  await page.getByLabel("Number of guests").fill("0");
  await expect(box.getByRole("link", { name: "At least 1 guest is required" })).toBeVisible();
  await page.getByLabel("Check-in", { exact: true }).fill("2027-05-10");
  await page.getByLabel("Check-out", { exact: true }).fill("2027-05-09");
  await expect(box.getByRole("link", { name: "Check-out date must be after check-in date" })).toBeVisible();
  checkQuiet();
});

test("taken nights are named, and one tap selects the nearest free dates", async ({ page }) => {
  const stay = nights(6);
  const taken = { checkIn: plusDays(stay.checkIn, 2), checkOut: plusDays(stay.checkIn, 4) };
  await takeNights(page, taken);
  await page.goto(bookAt({ checkIn: stay.checkIn, checkOut: plusDays(stay.checkIn, 3) }));
  await expect(page.getByText(/^Already booked: the night of /)).toBeVisible();
  await page.getByRole("button", { name: /Use the nearest free dates/ }).click();
  await expect(page.getByText("The cottage is free for these dates.")).toBeVisible();
});

test("two quick taps on Book Now create only one booking", async ({ page }) => {
  const stay = nights(2);
  let calls = 0;
  const seen = Promise.withResolvers<void>();
  await page.route("**/api/bookings", async (route) => {
    calls += 1;
    await seen.promise;
    await route.continue();
  });
  await page.goto(bookAt(stay));
  await hydrated(page);
  await fillGuest(page);
  await bookNow(page).dblclick();
  await expect(page.getByRole("button", { name: "Processing..." })).toBeVisible();
  seen.resolve();
  await page.waitForURL("**/booking/confirmation/*");
  expect(calls).toBe(1);
});

test("until the page after booking has loaded, the button stays busy, and a second tap does not book again", async ({
  page,
}) => {
  await page.goto(bookAt(nights(2)));
  await hydrated(page);
  await fillGuest(page);
  // As on a slow network.
  const code = "**/assets/confirmation-page*.js";
  const release = await holdRequests(page, code);
  const booked = page.waitForRequest(code);
  let sent = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api/bookings")) sent += 1;
  });
  await bookNow(page).click();
  await booked;
  // Playwright would wait until a busy button can be used again.
  await page.getByRole("button", { name: "Processing..." }).click({ force: true });
  release();
  await page.waitForURL("**/booking/confirmation/*");
  expect(sent).toBe(1);
});

test("if the response is lost, the form says what to do and keeps the input; a retry leads to the same booking", async ({
  page,
}) => {
  const stay = nights(2);
  await page.goto(bookAt(stay));
  await hydrated(page);
  // The calendar has all the data that it needs.
  await page.context().setOffline(true);
  await calendar(page).getByRole("button", { name: "Next month" }).click();
  await page.context().setOffline(false);
  await fillGuest(page);
  // The server creates the booking, but its response never arrives.
  await page.route("**/api/bookings", async (route) => {
    await route.fetch();
    await route.abort("connectionreset");
  });
  await bookNow(page).click();
  await expect(problem(page).getByRole("heading")).toHaveText("We couldn't connect");
  await expect(
    page.getByText("There was an error creating your booking. Please try again.", { exact: true }),
  ).toBeVisible();
  await expectAccessible(page);

  await page.unroute("**/api/bookings");
  await page.reload();
  await expect(page.getByLabel("Guest name")).toHaveValue(GUEST.name);
  await bookNow(page).click();
  await page.waitForURL("**/booking/confirmation/*");
});

test("if a proxy gives up while the server books, pressing Book Now again leads to the same booking", async ({
  page,
}) => {
  await page.goto(bookAt(nights(2)));
  await hydrated(page);
  await fillGuest(page);
  await page.route("**/api/bookings", async (route) => {
    await route.fetch();
    await route.fulfill({ status: 504, contentType: "text/html", body: "<h1>Gateway Timeout</h1>" });
  });
  await bookNow(page).click();
  await expect(problem(page)).toBeVisible();
  await page.unroute("**/api/bookings");
  await bookNow(page).click();
  await page.waitForURL("**/booking/confirmation/*");
});

test("a guest who was offline while filling in the form can book once back online", async ({ page }) => {
  await page.goto(bookAt(nights(2)));
  await hydrated(page);
  await page.context().setOffline(true);
  await fillGuest(page);
  await bookNow(page).click();
  await expect(problem(page).getByRole("heading")).toHaveText("We couldn't connect");
  // Browsers may not fetch a script again once that has failed.
  await expect(problem(page)).toContainText("reload this page and press Book Now again");
  await page.context().setOffline(false);
  await page.reload();
  await bookNow(page).click();
  await page.waitForURL("**/booking/confirmation/*");
});

test("reloading the page keeps the input", async ({ page }) => {
  const checkQuiet = listenForComplaints(page);
  const stay = nights(3);
  await page.goto("/book");
  await hydrated(page);
  await fillGuest(page);
  await page.getByLabel("Check-in", { exact: true }).fill(stay.checkIn);
  await page.getByLabel("Check-out", { exact: true }).fill(stay.checkOut);
  await page.getByLabel("Number of guests").fill("5");
  await page.reload();
  await expect(page.getByLabel("Guest name")).toHaveValue(GUEST.name);
  await expect(page.getByLabel("Phone")).toHaveValue(GUEST.phone);
  await expect(page.getByLabel("Check-in", { exact: true })).toHaveValue(stay.checkIn);
  await expect(page.getByLabel("Number of guests")).toHaveValue("5");
  await expect(summary(page)).toContainText("$450 total");
  checkQuiet();
});

test("a link with impossible dates opens the form with the default dates and an explanation", async ({ page }) => {
  await page.goto("/book?in=2020-01-01&out=2020-01-05&guests=40");
  await expect(page.getByText(/The dates in your link can't be booked/)).toBeVisible();
  await expect(page.getByText("The cottage sleeps up to 6 guests, so we've started with 2.")).toBeVisible();
  await expect(page.getByLabel("Check-in", { exact: true })).toHaveValue(plusDays(cottageToday(), 1));
  await expectAccessible(page);
});

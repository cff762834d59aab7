import { bookAt, bookNow, fillGuest, GUEST, plusDays, problem, summary, takeNights } from "../support/booking-form.ts";
import { expect, nights, test } from "../support/latchkey.ts";

test.use({ javaScriptEnabled: false });

test("a guest without JavaScript sees the price and availability for the dates in the URL, and books", async ({
  page,
}) => {
  const stay = nights(3);
  await page.goto(bookAt(stay, 3));
  await expect(summary(page)).toContainText("$450 total");
  await expect(page.getByText("The cottage is free for these dates.")).toBeVisible();
  await expect(page.getByLabel("Number of guests")).toHaveValue("3");
  await fillGuest(page);
  const [sent] = await Promise.all([page.waitForRequest("**/book*"), bookNow(page).click()]);
  // Older browsers send no Sec-Fetch-Site, so only the Origin header shows that the form is ours.
  expect((await sent.allHeaders())["origin"]).toBe(new URL(sent.url()).origin);
  await page.waitForURL("**/booking/confirmation/*");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your stay is booked");
  await expect(page.getByText(GUEST.email, { exact: true })).toBeVisible();
});

test("the guest can request the price for other dates, and the input is kept", async ({ page }) => {
  const stay = nights(8);
  await takeNights(page, { checkIn: plusDays(stay.checkIn, 6), checkOut: stay.checkOut });
  await page.goto("/book");
  await page.getByLabel("Guest name").fill(GUEST.name);
  await page.getByLabel("Check-in", { exact: true }).fill(stay.checkIn);
  await page.getByLabel("Check-out", { exact: true }).fill(plusDays(stay.checkIn, 5));
  await page.getByRole("button", { name: "Update price" }).click();
  await expect(summary(page)).toContainText("$750 total");
  await expect(page.getByLabel("Guest name")).toHaveValue(GUEST.name);
  expect(page.url()).not.toContain("Perera");

  await page.getByLabel("Check-out", { exact: true }).fill(stay.checkOut);
  await page.getByRole("button", { name: "Update price" }).click();
  await expect(page.getByText(/^Already booked: the nights of /)).toBeVisible();
  await page.getByRole("button", { name: /Use the nearest free dates/ }).click();
  await expect(page.getByText("The cottage is free for these dates.")).toBeVisible();
  await expect(page.getByLabel("Guest name")).toHaveValue(GUEST.name);
});

test("errors are shown on the page in the wording of SPEC 5, and the input is kept", async ({ page }) => {
  const stay = nights(2);
  await page.goto(bookAt(stay));
  await page.getByLabel("Guest name").fill("A");
  await page.getByLabel("Email").fill("ann@");
  await page.getByLabel("Phone").fill("12");
  await page.getByLabel("Number of guests").fill("9");
  const [response] = await Promise.all([page.waitForResponse("**/book*"), bookNow(page).click()]);
  expect(response.status()).toBe(400);
  for (const text of [
    "Name is required",
    "Valid email is required",
    "Phone number is required",
    "Maximum 6 guests allowed for cottage booking",
  ]) {
    await expect(problem(page).getByRole("link", { name: text })).toBeVisible();
  }
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue("ann@");
  await expect(page.getByLabel("Email", { exact: true })).toHaveAccessibleDescription(/Valid email is required/);
});

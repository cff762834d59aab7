import type { APIRequest, Page } from "@playwright/test";
import {
  bookAt,
  bookNow,
  calendar,
  calendarDay,
  cottageToday,
  fillGuest,
  hydrated,
  plusDays,
  problem,
  summary,
} from "../support/booking-form.ts";
import { ADMIN, expect, expectAccessible, test } from "../support/latchkey.ts";
import { serverWith } from "../support/seeded-server.ts";

// These journeys change prices, so they have a separate server.
let server: Awaited<ReturnType<typeof serverWith>>;
const today = cottageToday();
/** More than a month from now, in the season below. */
const arrival = plusDays(today, 40);
const season = { name: "High season", firstNight: plusDays(today, 30), lastNight: plusDays(today, 59) };

test.beforeAll(async ({ playwright }) => {
  server = await serverWith([]);
  const host = await playwright.request.newContext({ baseURL: server.url });
  await host.post("/api/admin/auth/login", { data: ADMIN });
  const { prices, version } = await (await host.get("/api/admin/prices")).json();
  const terms = { priceCents: 18_000, weekendPriceCents: null, minimumNights: 3, changeoverDays: null };
  const saved = await host.put("/api/admin/prices", {
    data: {
      prices: {
        ...prices,
        specialDates: [{ ...season, ...terms }],
        longerStays: [{ nights: 5, percent: 1000 }],
        guests: { ...prices.guests, included: 2, extraCents: 1000 },
        cleaningCents: 3000,
        taxes: [{ name: "City tax", included: false, per: "guest-night", amountCents: 150 }],
      },
      version,
      confirmed: true,
    },
  });
  expect(saved.status()).toBe(200);
  const coded = await host.put("/api/admin/prices/codes/SUMMER20", {
    data: {
      discount: { percent: 2000 },
      arrivalFrom: null,
      arrivalUntil: null,
      bookUntil: null,
      minimumNights: null,
      maximumUses: null,
      confirmed: true,
    },
  });
  expect(coded.status()).toBe(200);
  await host.dispose();
});
test.afterAll(() => server.close());

const open = (page: Page, nights: number) =>
  page.goto(server.url + bookAt({ checkIn: arrival, checkOut: plusDays(arrival, nights) }));

/** As the host might while a guest's page is open. */
async function addSpecialDates(
  api: APIRequest,
  {
    checkIn,
    checkOut,
    ...terms
  }: { checkIn: string; checkOut: string; priceCents: number; minimumNights: number | null },
): Promise<void> {
  const host = await api.newContext({ baseURL: server.url });
  await host.post("/api/admin/auth/login", { data: ADMIN });
  const { prices, version } = await (await host.get("/api/admin/prices")).json();
  const dates = { name: "Regatta", firstNight: checkIn, lastNight: plusDays(checkOut, -1) };
  const added = { ...dates, ...terms, weekendPriceCents: null, changeoverDays: null };
  const data = { prices: { ...prices, specialDates: [...prices.specialDates, added] }, version, confirmed: true };
  expect((await host.put("/api/admin/prices", { data })).status()).toBe(200);
  await host.dispose();
}

async function bookedTotal(page: Page): Promise<string> {
  await page.waitForURL("**/booking/confirmation/*");
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const { totalAmount } = await (await page.request.get(`${server.url}/api/bookings/${id}/confirmation`)).json();
  return totalAmount;
}

test("the summary itemises the total, and the total shown is the total booked", async ({ page }) => {
  // No other journey uses these nights.
  const stay = { checkIn: plusDays(today, 53), checkOut: plusDays(today, 58) };
  await page.goto(server.url + bookAt(stay, 4));
  // 5 x 180 = 900, less 90, extra guests 2 x 5 x 10 = 100, cleaning 30, tax 4 x 5 x 1.50 = 30.
  await expect(summary(page)).toContainText("$970 total");
  for (const line of ["5 nights × $180 (High season)", "-$90", "2 extra guests", "Cleaning", "City tax"]) {
    await expect(summary(page)).toContainText(line);
  }
  await expectAccessible(page);
  await fillGuest(page);
  await bookNow(page).click();
  expect(await bookedTotal(page)).toBe("970.00");
});

test("the total is updated when the dates change, without a call to the server", async ({ page }) => {
  await open(page, 3);
  await hydrated(page);
  const calls: string[] = [];
  page.on("request", (request) => calls.push(new URL(request.url()).pathname));
  await page.getByLabel("Check-out", { exact: true }).fill(plusDays(arrival, 4));
  // 4 x 180 + 30 + 2 x 4 x 1.50
  await expect(summary(page)).toContainText("$762 total");
  expect(calls.filter((path) => path.startsWith("/api/"))).toEqual([]);
});

test("if a stay is too short, the page says why, shows no price, and suggests the nearest bookable stay with its total", async ({
  page,
}) => {
  await open(page, 2);
  await expect(page.getByText("At least 3 nights (High season).")).toBeVisible();
  await expect(summary(page)).not.toContainText(/\$[\d,.]+ total/);
  const nearest = page.getByRole("button", { name: /^Use the nearest free dates: .+, \$\d+ total$/ });
  await expect(nearest).toBeVisible();
  await nearest.click();
  await expect(page.getByText("The cottage is free for these dates.")).toBeVisible();
});

test("the calendar accepts only stays that can be booked, and says why others cannot be booked", async ({ page }) => {
  await open(page, 3);
  await hydrated(page);
  await calendarDay(page, arrival).focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("form")).toContainText("Now choose your check-out day.");
  await page.keyboard.press("ArrowRight");
  await expect(calendar(page)).toContainText("at least 3 nights from your check-in (High season)");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Check-out", { exact: true })).toHaveValue("");
  for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowRight");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  // 4 x 180 + 30 + 12
  await expect(page.locator("form")).toContainText("$762 total, 4 nights");
  await expect(page.getByLabel("Check-out", { exact: true })).toHaveValue(plusDays(arrival, 4));
});

test("a discount code lowers the total; a wrong code causes an error message", async ({ page }) => {
  await open(page, 4);
  await page.getByText("Have a discount code?").click();
  await page.getByLabel("Discount code").fill("NOTHING");
  await page.getByRole("button", { name: "Use code" }).click();
  const refusal = page.locator("details").getByText("This code cannot be used for this stay.");
  await expect(refusal).toBeVisible();
  await expect(summary(page)).toContainText("$762 total");
  await page.getByLabel("Discount code").fill("");
  await expect(refusal).toHaveCount(0);
  await page.getByLabel("Discount code").fill("summer20");
  await page.getByRole("button", { name: "Use code" }).click();
  // 720 - 144 + 30 + 12
  await expect(summary(page)).toContainText("$618 total");
  await expect(summary(page)).toContainText("Code SUMMER20 (20% off)");
  await page.getByLabel("Discount code").fill("");
  await expect(summary(page)).toContainText("$762 total");
  await page.getByLabel("Discount code").fill("summer20");
  await page.getByRole("button", { name: "Use code" }).click();
  await expect(summary(page)).toContainText("$618 total");
  const booked = plusDays(arrival, 60);
  await page.getByLabel("Check-in", { exact: true }).fill(booked);
  await page.getByLabel("Check-out", { exact: true }).fill(plusDays(booked, 4));
  // 4 x 150 - 120 + 30 + 12
  await expect(summary(page)).toContainText("$522 total");
  await fillGuest(page);
  await bookNow(page).click();
  expect(await bookedTotal(page)).toBe("522.00");
});

test("if a code is refused when the guest books, the message is shown once beside the field, and again after Use code", async ({
  page,
}) => {
  await open(page, 4);
  await hydrated(page);
  await page.getByText("Have a discount code?").click();
  await page.getByLabel("Discount code").fill("NOTHING");
  await fillGuest(page);
  await bookNow(page).click();
  await expect(problem(page)).toContainText("This code cannot be used for this stay.");
  const refusal = page.locator("details").getByText("This code cannot be used for this stay.");
  await expect(refusal).toHaveCount(1);
  await page.getByRole("button", { name: "Use code" }).click();
  await expect(refusal).toHaveCount(1);
  await page.getByLabel("Discount code").fill("SUMMER20");
  await page.getByRole("button", { name: "Use code" }).click();
  await expect(summary(page)).toContainText("$618 total");
});

test("if a code is refused on booking, the message disappears once the guest types dates to which the code applies", async ({
  page,
  playwright,
}) => {
  const host = await playwright.request.newContext({ baseURL: server.url });
  await host.post("/api/admin/auth/login", { data: ADMIN });
  const later = { arrivalFrom: plusDays(arrival, 1), arrivalUntil: null, bookUntil: null, minimumNights: null };
  const data = { discount: { percent: 1000 }, ...later, maximumUses: null, confirmed: true };
  expect((await host.put("/api/admin/prices/codes/LATER10", { data })).status()).toBe(200);
  await host.dispose();
  await open(page, 4);
  await hydrated(page);
  await page.getByText("Have a discount code?").click();
  await page.getByLabel("Discount code").fill("LATER10");
  await fillGuest(page);
  await bookNow(page).click();
  await expect(problem(page)).toContainText("This code cannot be used for this stay.");
  const refusal = page.locator("details").getByText("This code cannot be used for this stay.");
  await expect(refusal).toHaveCount(1);
  await page.getByLabel("Check-in", { exact: true }).fill(plusDays(arrival, 1));
  await expect(refusal).toBeHidden();
});

test("if the host changes the price after the code was used, the guest sees the new total and books at that total", async ({
  page,
  playwright,
}) => {
  const stay = { checkIn: plusDays(today, 130), checkOut: plusDays(today, 134) };
  await page.goto(server.url + bookAt(stay));
  await hydrated(page);
  await page.getByText("Have a discount code?").click();
  await page.getByLabel("Discount code").fill("SUMMER20");
  await page.getByRole("button", { name: "Use code" }).click();
  await expect(summary(page)).toContainText("$522 total");
  await addSpecialDates(playwright.request, { ...stay, priceCents: 20_000, minimumNights: null });
  await fillGuest(page);
  await bookNow(page).click();
  // 4 x 200 - 160 + 30 + 12
  await expect(summary(page)).toContainText("$682 total");
  await bookNow(page).click();
  expect(await bookedTotal(page)).toBe("682.00");
});

test("if the host raises the minimum stay in the meantime, the form says so and suggests stays that can be booked", async ({
  page,
  playwright,
}) => {
  const stay = { checkIn: plusDays(today, 160), checkOut: plusDays(today, 162) };
  await page.goto(server.url + bookAt(stay));
  await hydrated(page);
  await fillGuest(page);
  await addSpecialDates(playwright.request, {
    checkIn: plusDays(stay.checkIn, -9),
    checkOut: plusDays(stay.checkOut, 9),
    priceCents: 15_000,
    minimumNights: 3,
  });
  await bookNow(page).click();
  await expect(page.getByText("At least 3 nights (Regatta).")).toBeVisible();
  await expect(page.getByText("The cottage is free for these dates.")).toHaveCount(0);
  await page.getByRole("button", { name: /Use the nearest free dates/ }).click();
  await expect(page.getByText("The cottage is free for these dates.")).toBeVisible();
  await bookNow(page).click();
  // 3 x 150 + 30 + 9
  expect(await bookedTotal(page)).toBe("489.00");
});

test("if a code could not be checked, pressing the button again checks it", async ({ page }) => {
  await open(page, 4);
  await hydrated(page);
  await page.getByText("Have a discount code?").click();
  await page.getByLabel("Discount code").fill("SUMMER20");
  const use = page.getByRole("button", { name: "Use code" });
  await page.route("**/api/quote", (route) => route.abort());
  const failed = page.waitForEvent("requestfailed");
  await use.click();
  await failed;
  await expect(summary(page)).toContainText("$762 total");
  await page.unroute("**/api/quote");
  await use.click();
  await expect(summary(page)).toContainText("$618 total");
});

test("deleting a discount code restores the price at once; a code that has not been applied yet is applied by pressing Book Now", async ({
  page,
}) => {
  await page.goto(server.url + bookAt({ checkIn: plusDays(today, 120), checkOut: plusDays(today, 124) }));
  await hydrated(page);
  await page.getByText("Have a discount code?").click();
  const code = page.getByLabel("Discount code");
  await code.fill("SUMMER20");
  await fillGuest(page);
  await page.reload();
  await hydrated(page);
  await expect(summary(page)).toContainText("$522 total");
  await code.fill("");
  await expect(code).toBeVisible();
  // 4 x 150 + 30 + 12
  await expect(summary(page)).toContainText("$642 total");
  await code.fill("summer20");
  await bookNow(page).click();
  await expect(page.getByText(/which is not the price you were shown/).first()).toBeVisible();
  await expect(summary(page)).toContainText("$522 total");
  await bookNow(page).click();
  expect(await bookedTotal(page)).toBe("522.00");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a guest uses a discount code and books the stay at the price shown", async ({ page }) => {
    const stay = { checkIn: plusDays(today, 110), checkOut: plusDays(today, 114) };
    await page.goto(server.url + bookAt(stay));
    await page.getByText("Have a discount code?").click();
    await page.getByLabel("Discount code").fill("SUMMER20");
    await page.getByRole("button", { name: "Use code" }).click();
    await expect(summary(page)).toContainText("$522 total");
    await fillGuest(page);
    await bookNow(page).click();
    expect(await bookedTotal(page)).toBe("522.00");
  });

  test("a wrong code causes an error message and does not change the total", async ({ page }) => {
    await open(page, 4);
    await page.getByText("Have a discount code?").click();
    await page.getByLabel("Discount code").fill("NOTHING");
    await page.getByRole("button", { name: "Use code" }).click();
    await expect(page.getByText("This code cannot be used for this stay.")).toBeVisible();
    await expect(summary(page)).toContainText("$762 total");
  });

  test("if a stay is refused, the page says why and suggests the nearest bookable stays with their totals", async ({
    page,
  }) => {
    await open(page, 2);
    await expect(page.getByText("At least 3 nights (High season).")).toBeVisible();
    await expect(summary(page)).not.toContainText(/\$[\d,.]+ total/);
    const offers = page.getByRole("button", { name: /^(Use the nearest free dates: |Or ).+, \$\d+ total$/ });
    await expect(offers).toHaveCount(3);
    const [total = ""] = /\$\d+ total$/.exec((await offers.first().textContent()) ?? "") ?? [];
    await offers.first().click();
    await expect(page.getByText("The cottage is free for these dates.")).toBeVisible();
    await expect(summary(page)).toContainText(total);
  });
});

test("a guest who tries too many codes gets an error message", async ({ page }) => {
  // Another IP address, which has a separate limit.
  const headers = { "x-forwarded-for": "172.16.9.9" };
  await page.setExtraHTTPHeaders(headers);
  const stay = { checkInDate: arrival, checkOutDate: plusDays(arrival, 4), guestCount: 2 };
  for (let guess = 0; guess < 40; guess++) {
    const sent = await page.request.post(`${server.url}/api/quote`, {
      data: { ...stay, code: `GUESS${guess}` },
      headers,
    });
    if (sent.status() === 429) break;
  }
  await open(page, 4);
  await page.getByText("Have a discount code?").click();
  await page.getByLabel("Discount code").fill("SUMMER20");
  await page.getByRole("button", { name: "Use code" }).click();
  await expect(page.getByText(/^Too many attempts in a short time\. Please wait /)).toBeVisible();
  await expect(summary(page)).toContainText("$762 total");
});

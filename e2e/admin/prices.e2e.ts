import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { signInByCalls } from "../support/bookings.ts";
import { expect, expectAccessibleInBoth, test } from "../support/latchkey.ts";
import { holdSaves } from "../support/held-server.ts";
import { cottageDay, serverWith } from "../support/seeded-server.ts";

// These journeys change prices, so they have a separate server and run one after another.
test.describe.configure({ mode: "serial" });
let server: Awaited<ReturnType<typeof serverWith>>;
test.beforeAll(async () => {
  server = await serverWith([]);
});
test.afterAll(() => server.close());
test.beforeEach(async ({ page }) => {
  await signInByCalls(page, server.url);
  await page.goto(`${server.url}/admin/prices`);
  await expect(page.getByRole("heading", { name: "Prices", level: 1 })).toBeVisible();
});

/** The next date with this `MM-DD` after the given date. */
function nextYearly(monthDay: string, after = cottageDay()): string {
  const year = Number(cottageDay().slice(0, 4));
  return [year, year + 1].map((one) => `${one}-${monthDay}`).find((day) => day > after) ?? "";
}
function daysAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}
/** A week from Monday to Monday in March, without a season, that can still be cancelled for free. */
function weekInMarch(): [string, string] {
  const march = nextYearly("03-01", daysAfter(cottageDay(), 15));
  const monday = daysAfter(march, (8 - new Date(march).getUTCDay()) % 7);
  return [monday, daysAfter(monday, 7)];
}

const stay = (page: Page) => page.getByRole("status", { name: "The stay" });
const night = (page: Page) => page.getByRole("status", { name: "The night" });
const answer = (page: Page, question: string) => page.getByRole("button", { name: question }).click();
const save = (page: Page) => page.getByRole("button", { name: "Save prices" }).click();

async function trySpan(page: Page, checkIn: string, checkOut: string): Promise<void> {
  await page.getByLabel("Check-in", { exact: true }).fill(checkIn);
  await page.getByLabel("Check-out", { exact: true }).fill(checkOut);
}

/** "Try a stay" must show the same lines, amounts and total as the booking page. */
async function compareWithGuest(page: Page, checkIn: string, checkOut: string): Promise<void> {
  await trySpan(page, checkIn, checkOut);
  await expect(stay(page)).toContainText("Total");
  const names = await stay(page).locator("dt").allTextContents();
  const amounts = await stay(page).locator("dd").allTextContents();
  const tried = names.map((name, place) => `${name}${amounts[place] ?? ""}`);
  const guest = await page.context().newPage();
  await guest.goto(`${server.url}/book?in=${checkIn}&out=${checkOut}&guests=2`);
  const lines = guest.getByRole("region", { name: "Kitul Hill Cottage" }).locator("ul").first().getByRole("listitem");
  await expect(lines).toHaveText(tried.filter((line) => !line.startsWith("Total")));
  const [total = ""] = tried.filter((line) => line.startsWith("Total"));
  await expect(guest.getByRole("region", { name: "Kitul Hill Cottage" })).toContainText(
    `${total.replace("Total", "")} total`,
  );
  await guest.close();
}

test("a first-time host sets a weekend price, a minimum stay, a season, a cleaning fee and a weekly discount", async ({
  page,
}) => {
  await expect(
    page.getByText("If the nights of a stay have different minimums, the longest one applies."),
  ).toBeVisible();
  await expect(page.getByRole("region", { name: "How prices work" }).getByRole("listitem")).toHaveCount(7);
  await expect(stay(page)).toContainText("7 nights × $150");
  await expectAccessibleInBoth(page);

  await answer(page, "Do weekends cost more?");
  await expect(page.getByLabel("Price per weekend night")).toBeFocused();
  await page.getByLabel("Price per weekend night").fill("180");
  await answer(page, "Is there a minimum stay?");
  await answer(page, "Do some seasons cost more or less?");
  await page.getByLabel("Name of the season").fill("Christmas");
  await page.getByLabel("First night: month").selectOption("Dec");
  await page.getByLabel("First night: day").selectOption("18");
  await page.getByLabel("Last night: month").selectOption("Jan");
  await page.getByLabel("Last night: day").selectOption("6");
  const season = page.getByRole("group", { name: "Christmas" });
  await season.getByLabel("Price per night").fill("240");
  await season.getByLabel("Minimum stay (nights)").fill("5");
  await answer(page, "Do you charge a cleaning fee?");
  await answer(page, "Do longer stays get a discount?");

  await trySpan(page, ...weekInMarch());
  await expect(stay(page)).toContainText("5 nights × $150$750");
  await expect(stay(page)).toContainText("2 nights × $180$360");
  await expect(stay(page)).toContainText("Longer stay, 7 nights or more (10% off)-$111");
  await expect(stay(page)).toContainText("Cleaning$30");
  await expect(stay(page)).toContainText("Total$1,029");
  const december = nextYearly("12-16");
  await trySpan(page, december, daysAfter(december, 3));
  await expect(stay(page)).toContainText("At least 5 nights (Christmas)");
  // Trying a stay saves nothing, and does not stop the host from saving.
  const tried = page.getByLabel("Guests", { exact: true });
  await tried.press("Enter");
  await tried.fill("");
  await expect(page.getByText("Unsaved changes", { exact: true })).toBeVisible();
  await page.getByLabel("Look up a night").fill(nextYearly("12-24"));
  await expect(night(page)).toContainText(": $240 (Christmas), at least 5 nights (Christmas)");
  await expectAccessibleInBoth(page);

  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  if (size) await page.setViewportSize(size);

  await save(page);
  await expect(page.getByText("Guests see them now.").first()).toBeVisible();
  const [checkInDate, checkOutDate] = weekInMarch();
  const requested = { checkInDate, checkOutDate, guestCount: 2 };
  const quoted = await page.request.post(`${server.url}/api/quote`, { data: requested });
  expect((await quoted.json()).quote.totalCents).toBe(102_900);
  await compareWithGuest(page, checkInDate, checkOutDate);

  await page.getByRole("button", { name: "Undo this save" }).click();
  await expect(page.getByText("Last save undone").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Do weekends cost more?" })).toBeVisible();

  await answer(page, "Do weekends cost more?");
  const resume = await holdSaves(page, "**/api/admin/prices");
  await save(page);
  await page.getByLabel("Price per weekend night").fill("185");
  resume();
  await expect(page.getByText("Prices saved").first()).toBeVisible();
  await expect(page.getByText("Unsaved changes")).toBeVisible();
  await expect(page.getByLabel("Price per weekend night")).toHaveValue("185");
  await page.getByRole("button", { name: /^Remove “/ }).click();
  await save(page);
  await expect(page.getByText("All changes saved").or(page.getByText("Saved", { exact: true }))).toBeVisible();
});

test("overlapping seasons are reported at once, and a price that looks like a typing mistake must be confirmed", async ({
  page,
}) => {
  const span = weekInMarch();
  await trySpan(page, ...span);
  await answer(page, "Do some seasons cost more or less?");
  await page.getByLabel("Name of the season").fill("High");
  await page.getByRole("button", { name: "Add a season" }).click();
  await page.getByLabel("Name of the season").last().fill("August");
  const collision = '"High" and "August" both include the night of July 1. Change the dates of one of them.';
  await expect(page.getByRole("link", { name: collision })).toBeVisible();
  await expectAccessibleInBoth(page);
  await expect(stay(page)).toBeHidden();
  await page.getByRole("button", { name: "Remove August" }).click();
  await expect(page.getByText(collision)).toBeHidden();
  // The stay that the host is trying has not changed.
  await expect(stay(page)).toContainText("Total");
  await expect(page.getByLabel("Check-in", { exact: true })).toHaveValue(span[0]);

  await page.getByLabel("Price per night").first().fill("15");
  await save(page);
  const question = page.getByRole("dialog", { name: "Is this right?" });
  await expect(question).toContainText("Every night: $15 a night is a tenth or less of the usual $150.");
  await expectAccessibleInBoth(page);
  await question.getByRole("button", { name: "No, go back" }).click();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByLabel("Price per night").first()).toHaveValue("150");
});

test("while an input is invalid, no price is shown for a stay; a season without a name is refused with our own message", async ({
  page,
}) => {
  await trySpan(page, ...weekInMarch());
  await expect(stay(page)).toContainText("$1,050");
  for (const wrong of ["many", "", "0"]) {
    await page.getByLabel("Guests", { exact: true }).fill(wrong);
    await expect(page.getByLabel("Guests", { exact: true })).toHaveAccessibleDescription(/^Enter the number of guests/);
    await expect(stay(page)).toHaveText("Correct the number of guests to see the price.");
  }
  await page.getByLabel("Guests", { exact: true }).fill("3");
  await expect(stay(page)).toContainText("$1,050");

  const price = page.getByRole("textbox", { name: "Price per night (USD)" }).first();
  await price.fill("a lot");
  await expect(page.getByText("Correct the marked fields to see the effect of your prices.")).toBeVisible();
  await expect(stay(page)).toBeHidden();
  await expect(page.getByText("Unsaved changes", { exact: true })).toBeVisible();
  await expectAccessibleInBoth(page);
  await price.fill("160,00");
  await expect(stay(page)).toContainText("$1,120");
  await expect(page.getByLabel("Guests", { exact: true })).toHaveValue("3");
  await price.fill("a lot");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(stay(page)).toContainText("$1,050");
  await expect(page.getByText("All changes saved", { exact: true })).toBeVisible();

  const sleeps = page.getByLabel("Maximum guests");
  await sleeps.fill("40");
  await save(page);
  await expect(page.getByRole("link", { name: "Enter 1 to 30 guests" })).toHaveCount(1);
  await sleeps.fill("6");

  await answer(page, "Do some seasons cost more or less?");
  await save(page);
  const name = page.getByLabel("Name of the season");
  await expect(name).toBeFocused();
  expect(await name.evaluate((input: HTMLInputElement) => input.validationMessage)).toBe("Enter a name");
});

test("free nights that nobody can book are listed with the reason, and one tap makes the gap bookable", async ({
  page,
}) => {
  for (const [from, until] of [
    [60, 62],
    [64, 67],
  ] as const) {
    const [startsOn, endsOn] = [cottageDay(from), cottageDay(until)];
    await page.request.post(`${server.url}/api/admin/blocks`, { data: { startsOn, endsOn, reason: "Family" } });
  }
  await page.reload();
  await answer(page, "Is there a minimum stay?");
  await page.getByLabel("Minimum stay (nights)").fill("3");
  await expect(page.getByRole("heading", { name: "2 free nights that nobody can book" })).toBeVisible();
  await expect(page.getByText("a gap of 2 nights, at least 3 nights")).toBeVisible();
  await answer(page, "Do longer stays get a discount?");
  await page.getByLabel("Discount (%)").fill("15");
  await expect(page.getByText("7 nights cost less than 6 ($892.50 compared with $900")).toBeVisible();
  await page.getByRole("button", { name: "Let guests book gaps of 2 nights or more" }).click();
  await expect(page.getByRole("heading", { name: "Every free night can be booked" })).toBeVisible();
  await trySpan(page, cottageDay(62), cottageDay(64));
  await expect(stay(page)).toContainText("2 nights × $150");
});

test("the reason why free nights cannot be booked states the length of their whole gap", async ({ page }) => {
  for (const [from, until] of [
    [260, 262],
    [269, 271],
  ] as const) {
    const [startsOn, endsOn] = [cottageDay(from), cottageDay(until)];
    await page.request.post(`${server.url}/api/admin/blocks`, { data: { startsOn, endsOn, reason: "Family" } });
  }
  const address = `${server.url}/api/admin/prices`;
  const { prices, version } = await (await page.request.get(address)).json();
  const rules = { priceCents: null, weekendPriceCents: null, minimumNights: 8, changeoverDays: null };
  const festival = { name: "Festival", firstNight: cottageDay(266), lastNight: cottageDay(268), ...rules };
  await page.request.put(address, { data: { prices: { ...prices, specialDates: [festival] }, version } });
  await page.reload();
  await expect(page.getByText("a gap of 7 nights, at least 8 nights (Festival)")).toBeVisible();
  const saved = await (await page.request.get(address)).json();
  await page.request.put(address, { data: { prices, version: saved.version } });
});

test("the host exports and imports prices as a file, and tries out a new discount code", async ({ page }) => {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export the next year" }).click();
  const file = await readFile(await (await download).path(), "utf8");
  expect(file).toContain("date,price,minimum\r\n");
  await page.getByLabel("Import a file").setInputFiles({
    name: "prices.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`date,price,minimum\n${cottageDay(200)},300,4\n${cottageDay(201)},300,4\n`),
  });
  await expect(page.getByText("We read 2 nights. Check “The year” above, then save.")).toBeVisible();
  await page.getByLabel("Look up a night").fill(cottageDay(201));
  await expect(night(page)).toContainText(`$300 (${cottageDay(200)} to ${cottageDay(201)}), at least 4 nights`);
  await save(page);
  await expect(page.getByText("Guests see them now.").first()).toBeVisible();

  await answer(page, "Do you give out discount codes?");
  await page.getByLabel("Code", { exact: true }).first().fill("welcome 10");
  await page.getByRole("button", { name: "Add this code" }).click();
  await expect(page.getByText("WELCOME10 10% off, used 0 times")).toBeVisible();
  await trySpan(page, cottageDay(100), cottageDay(102));
  await page.getByLabel("Code", { exact: true }).last().fill("welcome10");
  await expect(stay(page)).toContainText("Code WELCOME10 (10% off)-$30");
});

test("Enter adds a discount code, and saving or discarding prices keeps a code that has not been added yet", async ({
  page,
}) => {
  await page.getByRole("button", { name: "Add another code" }).click();
  const code = page.getByLabel("Code", { exact: true }).first();
  await code.fill("friends");
  await page.getByLabel("Maximum uses").fill("5");
  let saves = 0;
  page.on("request", (request) => {
    if (request.method() === "PUT" && request.url().endsWith("/api/admin/prices")) saves += 1;
  });
  await page.getByLabel("Maximum uses").press("Enter");
  await expect(page.getByText("FRIENDS 10% off, used 0 of 5 times")).toBeVisible();
  expect(saves).toBe(0);

  await page.getByRole("button", { name: "Add another code" }).click();
  await code.fill("AUTUMN");
  await page.getByLabel("Maximum uses").fill("7");
  await expect(page.getByText("The new code hasn't been added yet")).toBeVisible();
  await page.getByLabel("Price per night").first().fill("151");
  await save(page);
  await expect(page.getByText("Guests see them now.").first()).toBeVisible();
  // The control: a save is counted.
  expect(saves).toBe(1);
  await expect(code).toHaveValue("AUTUMN");
  await page.getByLabel("Price per night").first().fill("150");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByLabel("Price per night").first()).toHaveValue("151");
  await expect(page.getByLabel("Maximum uses")).toHaveValue("7");

  const question = page.waitForEvent("dialog");
  const leaving = page.getByRole("link", { name: "Bookings", exact: true }).first().click();
  const dialog = await question;
  expect(dialog.message()).toContain("You have unsaved changes.");
  await dialog.dismiss();
  await leaving;
  await expect(code).toHaveValue("AUTUMN");
  await page.getByLabel("Price per night").first().fill("150");
  await save(page);
  await expect(page.getByText("Unsaved changes")).toBeHidden();
  await page.getByRole("button", { name: "Add this code" }).click();
  await expect(page.getByText("AUTUMN 10% off, used 0 of 7 times")).toBeVisible();
});

test("a discount code is saved in the saved currency, even if another currency is chosen in the form", async ({
  page,
}) => {
  await page.getByLabel("Currency").selectOption("JPY");
  await page.getByRole("button", { name: "Add another code" }).click();
  await page.getByLabel("Code", { exact: true }).first().fill("FIFTY");
  await page.getByLabel("Discount on the nights").fill("50");
  await page.getByRole("button", { name: "Add this code" }).click();
  await expect(page.getByText("FIFTY $50 off, used 0 times")).toBeVisible();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByText("FIFTY $50 off, used 0 times")).toBeVisible();
});

test("a question about a large discount disappears when the host corrects the code, and the correction is saved", async ({
  page,
}) => {
  await page.getByRole("button", { name: "Add another code" }).click();
  await page.getByLabel("Code", { exact: true }).first().fill("SUMMER");
  const worth = page.getByLabel("Discount on the nights");
  await worth.fill("60%");
  await page.getByRole("button", { name: "Add this code" }).click();
  const question = page.getByRole("button", { name: "Yes, save SUMMER" });
  await expect(question).toBeInViewport();
  await worth.fill("6%");
  await expect(question).toBeHidden();
  await page.getByRole("button", { name: "Add this code" }).click();
  const added = page.getByText("SUMMER 6% off, used 0 times");
  await expect(added).toBeVisible();

  let removals = 0;
  page.on("request", (request) => {
    if (request.method() === "DELETE") removals += 1;
  });
  page.once("dialog", (asked) => void asked.dismiss());
  await page.getByRole("button", { name: "Remove SUMMER" }).click();
  await expect(added).toBeVisible();
  page.once("dialog", (asked) => void asked.accept());
  await page.getByRole("button", { name: "Remove SUMMER" }).click();
  await expect(added).toBeHidden();
  expect(removals).toBe(1);
});

test("the weekend price accepts +20, a completed season takes up one line, and cancellation steps are set in days", async ({
  page,
}) => {
  await answer(page, "Do weekends cost more?");
  const weekend = page.getByLabel("Price per weekend night");
  await weekend.fill("+20");
  await weekend.blur();
  await expect(weekend).toHaveValue("170");
  await expect(weekend).toHaveAccessibleDescription("$20 more than other nights");

  await answer(page, "Do some seasons cost more or less?");
  await page.getByLabel("Name of the season").fill("Summer");
  const summer = page.getByRole("group", { name: "Summer", exact: true });
  await summer.getByLabel("Price per night").fill("200");
  await summer.getByLabel("Weekend night").fill("+10,0%");
  await summer.getByLabel("Minimum stay (nights)").fill("many");
  // Closing the season would lose the invalid input.
  await summer.getByRole("button", { name: "Done with Summer" }).click();
  await summer.getByLabel("Minimum stay (nights)").fill("3");
  await page.getByRole("button", { name: "Add a season" }).click();
  await expect(summer).toBeHidden();
  await expect(page.getByLabel("Name of the season")).toBeFocused();
  await expect(page.getByText("Jul 1 – Aug 31: $200 a night, $220 on weekends, at least 3 nights")).toBeVisible();
  await page.getByRole("button", { name: "Remove Season 2" }).click();
  await page.getByRole("button", { name: "Edit Summer" }).click();
  await expect(page.getByLabel("Name of the season")).toBeFocused();
  await expect(summer.getByLabel("Weekend night")).toHaveValue("220");
  await expectAccessibleInBoth(page);
  await page.getByRole("button", { name: "Done with Summer" }).click();
  await expect(page.getByRole("button", { name: "Edit Summer" })).toBeFocused();

  const step = page.getByRole("group", { name: "Step 1", exact: true });
  await step.getByLabel("Before check-in").selectOption("days");
  await expect(step.getByLabel("From")).toHaveValue("2");
  await step.getByLabel("From").fill("14");
  await step.getByLabel("Cost").selectOption("percent");
  await page.getByRole("button", { name: "Add a step" }).click();
  const [monday, next] = weekInMarch();
  await trySpan(page, monday, next);
  const deadline = new Intl.DateTimeFormat("en-US", {
    month: "short",
    day: "numeric",
    year: "numeric",
    timeZone: "UTC",
  });
  const free = deadline.format(new Date(daysAfter(monday, -14)));
  // 50% of (5 x 150 + 2 x 170)
  await expect(stay(page)).toContainText(
    new RegExp(`free until \\w+, ${free}, 2:00\\sPM\\. After that it costs \\$545`),
  );
  await expectAccessibleInBoth(page);
  await trySpan(page, cottageDay(1), cottageDay(8));
  await expect(stay(page)).toContainText(/Cancelling costs at most \$[\d,]+\./);

  await save(page);
  await expect(page.getByText("Guests see them now.").first()).toBeVisible();
  const { prices } = await (await page.request.get(`${server.url}/api/prices`)).json();
  expect(prices).toMatchObject({
    everyNight: { weekendPriceCents: 17_000 },
    seasons: [{ name: "Summer", priceCents: 20_000, weekendPriceCents: 22_000, minimumNights: 3 }],
    cancellation: [
      { fromHoursBefore: 336, percent: 5000 },
      { fromHoursBefore: 168, percent: 10_000 },
    ],
  });
  await page.getByRole("button", { name: "Undo this save" }).click();
  await expect(page.getByText("Last save undone").first()).toBeVisible();
});

test("past special dates are collapsed, and can be removed with one tap", async ({ page }) => {
  const read = async () => (await page.request.get(`${server.url}/api/admin/prices`)).json();
  const { prices, version } = await read();
  const terms = { priceCents: 20_000, weekendPriceCents: null, minimumNights: null, changeoverDays: null };
  const special = (name: string, from: number) => ({
    name,
    firstNight: cottageDay(from),
    lastNight: cottageDay(from + 1),
    ...terms,
  });
  const data = { prices: { ...prices, specialDates: [special("Last month", -30), special("Soon", 40)] }, version };
  expect((await page.request.put(`${server.url}/api/admin/prices`, { data })).status()).toBe(200);
  await page.reload();
  await expect(page.getByRole("button", { name: "Edit Soon" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit Last month" })).toBeHidden();
  await page.getByRole("button", { name: "Show past dates" }).click();
  await expect(page.getByRole("button", { name: "Edit Last month" })).toBeVisible();
  await page.getByRole("button", { name: "Remove past dates" }).click();
  await page.getByRole("button", { name: "Edit Soon" }).click();
  const year = Number(cottageDay().slice(0, 4)) + 2;
  // By keyboard, the year is half typed for a while, such as 0002.
  await page.getByLabel("First night", { exact: true }).pressSequentially(`1224${year}`);
  await page.getByLabel("Last night", { exact: true }).pressSequentially(`1226${year}`);
  await save(page);
  await expect(page.getByText("Guests see them now.").first()).toBeVisible();
  expect((await read()).prices.specialDates).toEqual([
    expect.objectContaining({ name: "Soon", firstNight: `${year}-12-24`, lastNight: `${year}-12-26` }),
  ]);
});

test("a host whose prices cannot be saved sees why without scrolling", async ({ page }) => {
  const price = page.getByLabel("Price per night").first();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByLabel("Price per night").first().fill("152");
  await save(other);
  await expect(other.getByText("Guests see them now.").first()).toBeVisible();
  await other.close();
  await price.fill("153");
  await save(page);
  await expect(page.getByText("Rate changed while you were writing.")).toBeInViewport();
  await page.getByRole("button", { name: "Load the saved prices and discard mine" }).click();
  await expect(price).toHaveValue("152");
});

test("the Prices screen can be opened from the dashboard and the command palette, and fits a small phone", async ({
  page,
}) => {
  await page.goto(`${server.url}/admin/dashboard`);
  await page.getByRole("link", { name: "Set prices and stay rules" }).click();
  await expect(page.getByRole("heading", { name: "Prices", level: 1 })).toBeVisible();
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox", { name: "Search pages, bookings and actions" }).fill("seasons");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/prices$/);
});

import type { Page } from "@playwright/test";
import { signInByCalls } from "../support/bookings.ts";
import { expect, expectAccessibleInBoth, test, uniqueLetters } from "../support/latchkey.ts";
import { cottageDay, serverWith, stayOf } from "../support/seeded-server.ts";

// These journeys change prices and booking rules, so they have a separate server and run one after another.
test.describe.configure({ mode: "serial" });
const GUEST = `Kumari ${uniqueLetters()}`;
const [MONTH_START, STAY_START] = firstOfMonthAndTuesday();
let server: Awaited<ReturnType<typeof serverWith>>;
test.beforeAll(async () => {
  server = await serverWith([stayOf(1, { name: GUEST, checkIn: STAY_START, checkOut: after(STAY_START, 2) })]);
});
test.afterAll(() => server.close());
test.beforeEach(async ({ page }) => {
  await signInByCalls(page, server.url);
});

/** The first day of the month after next, and that month's second Tuesday: a two-night stay then fits into one week. */
function firstOfMonthAndTuesday(): [string, string] {
  const [year = 0, month = 1] = cottageDay().split("-").map(Number);
  const first = new Date(Date.UTC(year, month + 1, 1));
  const toTuesday = (9 - first.getUTCDay()) % 7;
  const start = first.toISOString().slice(0, 10);
  return [start, after(start, toTuesday + 7)];
}
function after(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}
const dayName = (date: string) =>
  new Intl.DateTimeFormat("en-US", {
    weekday: "short",
    month: "long",
    day: "numeric",
    year: "numeric",
    timeZone: "UTC",
  }).format(new Date(`${date}T00:00:00Z`));
const cell = (page: Page, date: string) => page.getByRole("grid").getByRole("gridcell", { name: dayName(date) });
const open = (page: Page) => page.goto(`${server.url}/admin/calendar?month=${MONTH_START.slice(0, 7)}`);

test.describe("at any screen width @desktop", () => {
  test("each night shows its price; by keyboard alone, the host sets a price and a minimum stay for chosen nights (Q-11)", async ({
    page,
  }) => {
    await open(page);
    await expect(cell(page, MONTH_START)).toHaveAccessibleName(`${dayName(MONTH_START)}: free. $150 a night`);
    await cell(page, MONTH_START).focus();
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: /^3 nights, / });
    await expect(dialog.getByText("Currently $150 a night, minimum stay 1 night.")).toBeVisible();
    await expectAccessibleInBoth(page);
    await dialog.getByLabel("Price per night (USD)").fill("240");
    await dialog.getByLabel("Minimum stay (nights)").fill("3");
    await page.keyboard.press("Enter");
    await expect(dialog).toBeHidden();
    const name = `${dayName(after(MONTH_START, 2))}: free. $240 a night, at least 3 nights`;
    await expect(cell(page, after(MONTH_START, 2))).toHaveAccessibleName(name);
    await expect(cell(page, after(MONTH_START, 3))).toHaveAccessibleName(/free\. \$150 a night$/);

    const quote = await page.request.post(`${server.url}/api/quote`, {
      data: { checkInDate: MONTH_START, checkOutDate: after(MONTH_START, 4), guestCount: 2 },
    });
    expect((await quote.json()).quote.totalCents).toBe(3 * 24_000 + 15_000);
    await expectAccessibleInBoth(page);
  });

  test("a price that looks like a typing mistake must be confirmed, and emptying the fields restores the usual price", async ({
    page,
  }) => {
    await open(page);
    await cell(page, MONTH_START).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: /^1 night, / });
    await expect(dialog.getByLabel("Price per night (USD)")).toHaveValue("240");
    await dialog.getByLabel("Price per night (USD)").fill("2");
    await dialog.getByRole("button", { name: "Save price" }).click();
    await expect(dialog.getByRole("button", { name: "Yes, save it" })).toBeVisible();
    await dialog.getByLabel("Price per night (USD)").fill("");
    await dialog.getByLabel("Minimum stay (nights)").fill("");
    await dialog.getByRole("button", { name: "Save price" }).click();
    await expect(dialog).toBeHidden();
    await expect(cell(page, after(MONTH_START, 1))).toHaveAccessibleName(/free\. \$150 a night$/);
    await expect(cell(page, MONTH_START)).toHaveAccessibleName(/\$240 a night/);
  });

  test("what is typed in the dialog for nights is kept when a date or the action is changed", async ({ page }) => {
    await open(page);
    await cell(page, after(MONTH_START, 3)).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: /nights?, / });
    await dialog.getByLabel("Price per night (USD)").fill("180");
    await dialog.getByLabel("Last night").fill(after(MONTH_START, 4));
    await expect(dialog.getByLabel("Price per night (USD)")).toHaveValue("180");
    await dialog.getByRole("radio", { name: "Enter a booking" }).check();
    await dialog.getByLabel("Name").fill("Ann Perera");
    await dialog.getByRole("radio", { name: "Block" }).check();
    await dialog.getByLabel("Reason").fill("Painting");
    await dialog.getByRole("radio", { name: "Enter a booking" }).check();
    await expect(dialog.getByLabel("Name")).toHaveValue("Ann Perera");
    await dialog.getByRole("radio", { name: "Price and minimum stay" }).check();
    await dialog.getByRole("button", { name: "Save price" }).click();
    await expect(dialog).toBeHidden();
    await expect(cell(page, after(MONTH_START, 4))).toHaveAccessibleName(/free\. \$180 a night$/);
  });

  test("the dialog shows the special price of a weekend night, says what an empty field means for nights that differ, and removes their special terms", async ({
    page,
  }) => {
    const [thursday, friday] = [after(STAY_START, 9), after(STAY_START, 10)];
    const saved = await (await page.request.get(`${server.url}/api/admin/prices`)).json();
    const terms = { priceCents: 20_000, weekendPriceCents: 25_000, minimumNights: 2, changeoverDays: null };
    const festival = { name: "Festival", firstNight: thursday, lastNight: friday, ...terms };
    const prices = { ...saved.prices, specialDates: [...saved.prices.specialDates, festival] };
    const data = { prices, version: saved.version, confirmed: true };
    expect((await page.request.put(`${server.url}/api/admin/prices`, { data })).status()).toBe(200);

    await open(page);
    await cell(page, MONTH_START).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: /nights?, / });
    await dialog.getByLabel("Last night").fill(friday);
    await dialog.getByLabel("First night").fill(friday);
    const price = dialog.getByLabel("Price per night (USD)");
    await expect(dialog.getByText("Currently $250 a night, minimum stay 2 nights.")).toBeVisible();
    await expect(price).toHaveValue("250");
    await expect(price).toHaveAccessibleDescription("Leave empty for the usual price");

    await dialog.getByLabel("First night").fill(thursday);
    await expect(dialog.getByText("Currently $200 to $250 a night, minimum stay 2 nights.")).toBeVisible();
    await expect(price).toHaveValue("");
    await expect(price).toHaveAccessibleDescription("Leave empty to keep each night's price");
    await expectAccessibleInBoth(page);
    await dialog.getByLabel("Minimum stay (nights)").fill("");
    await dialog.getByRole("button", { name: "Save price" }).click();
    await expect(dialog).toBeHidden();
    await expect(cell(page, thursday)).toHaveAccessibleName(/free\. \$200 a night$/);
    await expect(cell(page, friday)).toHaveAccessibleName(/free\. \$250 a night$/);

    await cell(page, thursday).focus();
    await page.keyboard.press("Enter");
    await dialog.getByLabel("Last night").fill(friday);
    await dialog.getByRole("button", { name: "Use the usual price and minimum stay" }).click();
    await expect(dialog).toBeHidden();
    for (const night of [thursday, friday])
      await expect(cell(page, night)).toHaveAccessibleName(/free\. \$150 a night$/);
  });

  test("a host adds a note to a day, and it is still there after a reload", async ({ page }) => {
    await open(page);
    await cell(page, MONTH_START).focus();
    const panel = page.getByRole("region", { name: "Chosen days" });
    await panel.getByRole("button", { name: "Add a note" }).click();
    await panel.getByLabel("Note").fill("Gardener at nine");
    await cell(page, MONTH_START).focus();
    await page.keyboard.press("ArrowRight");
    await expect(panel.getByRole("button", { name: "Add a note" })).toBeVisible();
    await page.keyboard.press("ArrowLeft");
    await expect(panel.getByLabel("Note")).toHaveValue("Gardener at nine");
    const saved = Promise.withResolvers<void>();
    await page.route("**/api/admin/day-notes/**", async (route) => {
      await saved.promise;
      await route.continue();
    });
    await panel.getByRole("button", { name: "Save note" }).click();
    await panel.getByLabel("Note").fill("Gardener at nine, plumber at ten");
    saved.resolve();
    await expect(panel.getByRole("button", { name: "Save note" })).toBeEnabled();
    await expect(panel.getByLabel("Note")).toHaveValue("Gardener at nine, plumber at ten");
    await panel.getByLabel("Note").fill("Gardener at nine");
    await panel.getByRole("button", { name: "Save note" }).click();
    await expect(panel.getByText("Gardener at nine")).toBeVisible();
    await expect(cell(page, MONTH_START)).toHaveAccessibleName(/Note: Gardener at nine$/);
    await page.reload();
    await expect(cell(page, MONTH_START)).toHaveAccessibleName(/Note: Gardener at nine$/);
  });

  test("a host who is editing a note sees what another host has saved there", async ({ page }) => {
    await open(page);
    const day = after(MONTH_START, 1);
    await cell(page, MONTH_START).focus();
    await page.keyboard.press("ArrowRight");
    const panel = page.getByRole("region", { name: "Chosen days" });
    await panel.getByRole("button", { name: "Add a note" }).click();
    await panel.getByLabel("Note").fill("Gardener at nine");
    const other = await page.evaluate(async (url) => {
      const note = JSON.stringify({ text: "Plumber at ten", seen: "" });
      return (await fetch(url, { method: "PUT", headers: { "content-type": "application/json" }, body: note })).status;
    }, `/api/admin/day-notes/${day}`);
    expect(other).toBe(200);
    await panel.getByRole("button", { name: "Save note" }).click();
    await expect(panel.getByRole("alert")).toContainText("Check what is saved now");
    await expect(panel.getByRole("listitem")).toHaveText("Plumber at ten");
    await expect(panel.getByLabel("Note")).toHaveValue("Gardener at nine");
    await panel.getByLabel("Note").fill("Gardener at nine, plumber at ten");
    await panel.getByRole("button", { name: "Save note" }).click();
    await expect(cell(page, day)).toHaveAccessibleName(/Note: Gardener at nine, plumber at ten$/);
  });

  test("the host answers a question to set the nights kept free for preparation, and the calendar marks them", async ({
    page,
  }) => {
    await page.goto(`${server.url}/admin/prices`);
    await page.getByRole("button", { name: "Do you need time between two stays?" }).click();
    await expect(page.getByLabel("Nights kept free before and after a stay")).toHaveValue("1");
    await page.getByRole("button", { name: "Do you need notice before an arrival?" }).click();
    await expect(page.getByText("Guests can book until 3:00 PM on the day of arrival")).toBeVisible();
    await page.getByRole("button", { name: "Save prices" }).click();
    await expect(page.getByText("Prices saved", { exact: true })).toBeVisible();
    await expectAccessibleInBoth(page);

    await open(page);
    await expect(cell(page, after(STAY_START, -1))).toHaveAccessibleName(/kept free for preparation/);
    const { unavailable } = await (
      await page.request.get(`${server.url}/api/availability?from=${after(STAY_START, -2)}&to=${after(STAY_START, 4)}`)
    ).json();
    expect(unavailable).toEqual([-1, 0, 1, 2].map((days) => after(STAY_START, days)));
  });
});

test("on a touch screen, the host chooses nights by tapping the first and the last night", async ({
  page,
  hasTouch,
}) => {
  test.skip(!hasTouch, "a mouse drags instead");
  await open(page);
  await cell(page, after(MONTH_START, 4)).tap();
  const panel = page.getByRole("region", { name: "Chosen days" });
  await panel.getByRole("button", { name: "Choose more nights" }).tap();
  await cell(page, after(MONTH_START, 6)).tap();
  await expect(page.getByRole("dialog", { name: /^3 nights, / })).toBeVisible();
});

test("a price with five digits is shown in full in the cell of its night", async ({ page }) => {
  await page.route("**/api/admin/prices", async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    json.prices.currency = "JPY";
    json.prices.everyNight.priceCents = 42_000;
    await route.fulfill({ response, json });
  });
  await page.goto(`${server.url}/admin/calendar?month=${MONTH_START.slice(0, 7)}`);
  const price = page.getByText("42,000", { exact: false }).and(page.locator("[aria-hidden] > span")).first();
  await expect(price).toBeVisible();
  expect(await price.evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBe(0);
});

test("clicking a booking's bar opens the booking; dragging it asks for confirmation and shows the new price", async ({
  page,
  hasTouch,
}) => {
  test.skip(hasTouch, "dragging with a finger scrolls; the day's panel has Change dates");
  await open(page);
  const bar = page.locator("[data-entry]").filter({ hasText: GUEST });
  const box = await bar.boundingBox();
  const target = await cell(page, after(STAY_START, 7)).boundingBox();
  const start = await cell(page, STAY_START).boundingBox();
  if (!box || !target || !start) throw new Error("The calendar is not drawn");
  const x = start.x + start.width * 0.75;
  await page.mouse.move(x, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(x + 10, box.y + box.height, { steps: 3 });
  await page.mouse.move(target.x + target.width * 0.75, target.y + target.height / 2, { steps: 5 });
  await page.mouse.up();
  const dialog = page.getByRole("dialog", { name: `Move ${GUEST}'s stay?` });
  await expect(dialog.getByLabel("Check-in")).toHaveValue(after(STAY_START, 7));
  await expect(dialog.getByLabel("Check-out")).toHaveValue(after(STAY_START, 9));
  await expect(dialog.getByText("New price $300")).toBeVisible();
  await expectAccessibleInBoth(page);
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(dialog).toBeHidden();
  await expect(cell(page, after(STAY_START, 7))).toHaveAccessibleName(new RegExp(`${GUEST} arrives`));

  await bar.click();
  await expect(page.getByRole("heading", { level: 1, name: GUEST })).toBeVisible();
});

test("the dialog for changing dates can also be opened without dragging, from the panel for the arrival day", async ({
  page,
}) => {
  await open(page);
  const arrival = page.getByRole("gridcell", { name: `${GUEST} arrives` });
  await arrival.focus();
  await arrival.click();
  await page.getByRole("region", { name: "Chosen days" }).getByRole("button", { name: "Change dates" }).click();
  const dialog = page.getByRole("dialog", { name: `Move ${GUEST}'s stay?` });
  await expect(dialog.getByLabel("Check-in")).toHaveValue(/^\d{4}-\d\d-\d\d$/);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

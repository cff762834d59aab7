import { expect, expectAccessibleInBoth, nights, test, uniqueLetters } from "../support/latchkey.ts";
import { bookByCalls, signInByCalls } from "../support/bookings.ts";

test.beforeEach(async ({ page }) => signInByCalls(page));

const dayName = (date: string) =>
  new Intl.DateTimeFormat("en-US", {
    weekday: "short",
    month: "long",
    day: "numeric",
    year: "numeric",
    timeZone: "UTC",
  }).format(new Date(`${date}T00:00:00Z`));
const monthOf = (date: string) => date.slice(0, 7);

test("the calendar shows a stay, with a text alternative and a link to its details", async ({ page }) => {
  const name = `Kumari ${uniqueLetters()}`;
  const booking = await bookByCalls(page, { name, nights: 2 });
  await page.goto(`/admin/calendar?month=${monthOf(booking.checkIn)}`);
  const grid = page.getByRole("grid");
  await expect(
    grid.getByRole("gridcell", { name: `${dayName(booking.checkIn)}: ${name} arrives (Direct)` }),
  ).toBeVisible();
  await expectAccessibleInBoth(page);

  await grid.getByRole("gridcell", { name: dayName(booking.checkIn) }).click();
  const panel = page.getByRole("region", { name: "Chosen days" });
  await expect(panel.getByText(`${name} arrives (Direct)`)).toBeVisible();
  await panel.getByRole("link", { name: "View Details" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
});

test("the host can page through months or choose one, and the URL contains the month", async ({ page }) => {
  await page.goto("/admin/calendar");
  await expect(page.locator("[aria-current='date']")).toHaveCount(1);
  await page.getByRole("button", { name: "Next month" }).click();
  await expect(page).toHaveURL(/month=\d{4}-\d\d/);
  const year = String(new Date().getUTCFullYear() + 1);
  await page.getByLabel("Month", { exact: true }).selectOption({ label: "March" });
  await page.getByLabel("Year").selectOption(year);
  await expect(page.getByRole("grid", { name: `March ${year}` })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("grid", { name: `March ${year}` })).toBeVisible();
  await page.getByRole("button", { name: "Today" }).click();
  await expect(page.locator("[aria-current='date']")).toHaveCount(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test("the calendar and its dialog take the current date from the server's response @desktop", async ({ page }) => {
  let tomorrow = "";
  await page.route("**/api/admin/calendar?*", async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    tomorrow = new Date(Date.parse(json.today) + 86_400_000).toISOString().slice(0, 10);
    await route.fulfill({ response, json: { ...json, today: tomorrow } });
  });
  await page.goto("/admin/calendar");
  await expect.poll(() => tomorrow).not.toBe("");
  await expect(page.getByRole("gridcell", { name: dayName(tomorrow) })).toHaveAttribute("aria-current", "date");
  await page.getByRole("button", { name: "Block nights" }).click();
  await expect(page.getByRole("dialog").getByLabel("First night")).toHaveValue(tomorrow);
});

test("while a month is loading, or if its blocks fail to load, no night is shown as free @desktop", async ({
  page,
}) => {
  await page.goto("/admin/calendar");
  await expect(page.getByRole("grid")).toBeVisible();
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/api/admin/blocks?*", async (route) => {
    await promise;
    await route.fulfill({ status: 500, json: { message: "Something went wrong" } });
  });
  for (let months = 0; months < 3; months++) await page.getByRole("button", { name: "Next month" }).click();
  await expect(page.getByText("No stays or blocks in this month.")).toBeHidden();
  await expect(page.getByRole("gridcell", { name: /: free/ })).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Chosen days" })).not.toContainText("free");
  resolve();
  await expect(page.getByRole("alert").filter({ hasText: "calendar" })).toBeVisible();
  await expect(page.getByRole("grid")).toBeHidden();
});

test("changing the nights in the dialog keeps what the host has typed about a guest or a block @desktop", async ({
  page,
}) => {
  await page.goto("/admin/calendar");
  await page.getByRole("button", { name: "Next month" }).click();
  await page.getByRole("button", { name: "Block nights" }).click();
  const dialog = page.getByRole("dialog");
  const act = (name: string) => dialog.getByRole("radio", { name }).check();
  await dialog.getByLabel("Reason").fill("Family visit");
  await act("Enter a booking");
  await dialog.getByLabel("Guest name").fill("Nimal Perera");
  await act("Price and minimum stay");
  const last = dialog.getByLabel("Last night");
  const longer = new Date(Date.parse(await last.inputValue()) + 2 * 86_400_000).toISOString().slice(0, 10);
  const [year, month, day] = longer.split("-");
  await last.pressSequentially(`${month}${day}${year}`);
  await act("Enter a booking");
  const free = new Date(Date.parse(longer) + 86_400_000).toISOString().slice(0, 10);
  await expect(dialog.getByLabel("Guest name")).toHaveValue("Nimal Perera");
  await expect(dialog.getByLabel("Check-out")).toHaveValue(free);
  await act("Block");
  await expect(dialog.getByLabel("Reason")).toHaveValue("Family visit");
  await expect(dialog.getByLabel("Free again on")).toHaveValue(free);
});

test("dragging with the mouse selects nights, and one dialog offers to price, block or book them", async ({
  page,
  hasTouch,
}) => {
  test.skip(hasTouch, "dragging with a finger scrolls; nights are chosen by tapping or by date");
  const { checkIn, checkOut } = nights(2);
  const last = new Date(Date.parse(checkOut) - 86_400_000).toISOString().slice(0, 10);
  await page.goto(`/admin/calendar?month=${monthOf(checkIn)}`);
  const grid = page.getByRole("grid");
  await grid.getByRole("gridcell", { name: dayName(checkIn) }).hover();
  await page.mouse.down();
  await grid.getByRole("gridcell", { name: dayName(last) }).hover();
  await page.mouse.up();
  const dialog = page.getByRole("dialog", { name: /^2 nights, / });
  await expect(dialog.getByLabel("First night")).toHaveValue(checkIn);
  await expect(dialog.getByLabel("Last night")).toHaveValue(last);
  await expect(dialog.getByLabel("Price per night (USD)")).toBeVisible();
  await dialog.getByRole("radio", { name: "Block" }).check();
  await expect(dialog.getByLabel("Free again on")).toHaveValue(checkOut);
  await dialog.getByRole("radio", { name: "Enter a booking" }).check();
  await expect(dialog.getByLabel("Check-out")).toHaveValue(checkOut);
  await expect(dialog.getByText("$300 total")).toBeVisible();
});

test("taken nights cannot be blocked, and the dialog names them @desktop", async ({ page }) => {
  const booking = await bookByCalls(page, { nights: 1 });
  await page.goto("/admin/calendar");
  await page.getByRole("button", { name: "Block nights" }).click();
  const dialog = page.getByRole("dialog", { name: /^1 night, / });
  await dialog.getByLabel("First night").fill(booking.checkIn);
  await dialog.getByLabel("Free again on").fill(booking.checkOut);
  await dialog.getByLabel("Reason").fill("Family");
  await dialog.getByRole("button", { name: "Block nights" }).click();
  await expect(dialog.getByRole("alert")).toContainText(
    /Some of these nights are already booked or blocked\..*Taken: /,
  );
  await expectAccessibleInBoth(page);
  await expect(dialog.getByLabel("Reason")).toHaveValue("Family");
  page.once("dialog", (question) => question.accept());
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test.describe("at any screen width @desktop", () => {
  test("the host chooses and blocks nights by keyboard, changes the block, and frees the nights", async ({ page }) => {
    const { checkIn, checkOut } = nights(2);
    const reason = `Painting ${uniqueLetters()}`;
    await page.goto(`/admin/calendar?month=${monthOf(checkIn)}`);
    const grid = page.getByRole("grid");
    await grid.getByRole("gridcell", { name: /./ }).and(page.locator("[tabindex='0']")).focus();
    await page.keyboard.press("Home");
    // With the arrow keys, as a person would.
    const first = grid.getByRole("gridcell", { name: dayName(checkIn) });
    const focusedDay = () => page.evaluate(() => document.activeElement?.querySelector(".sr-only")?.textContent ?? "");
    for (let step = 0; step < 70 && !(await focusedDay()).startsWith(dayName(checkIn)); step++) {
      const here = Date.parse((await focusedDay()).split(":")[0]?.replace(", today", "") ?? "");
      await page.keyboard.press(here < Date.parse(dayName(checkIn)) ? "ArrowRight" : "ArrowLeft");
    }
    await expect(first).toBeFocused();
    await page.keyboard.press("Shift+ArrowRight");
    const panel = page.getByRole("region", { name: "Chosen days" });
    await expect(panel.getByRole("heading", { name: /^2 nights, / })).toBeVisible();
    await page.keyboard.press("Enter");

    const dialog = page.getByRole("dialog", { name: /^2 nights, / });
    await dialog.getByRole("radio", { name: "Price and minimum stay" }).focus();
    await page.keyboard.press("ArrowRight");
    await expect(dialog.getByLabel("First night")).toHaveValue(checkIn);
    await expect(dialog.getByLabel("Free again on")).toHaveValue(checkOut);
    await dialog.getByRole("button", { name: "Block nights" }).click();
    await expect(dialog.getByText("Enter why the nights are blocked").first()).toBeVisible();
    await dialog.getByLabel("Reason").fill(reason);
    await page.keyboard.press("Enter");
    await expect(dialog).toBeHidden();
    await expect(grid.getByRole("gridcell", { name: `${dayName(checkIn)}: ${reason} (block begins)` })).toBeVisible();
    const taken = await page.request.get(`/api/availability?from=${checkIn}&to=${checkOut}`);
    expect((await taken.json()).unavailable).toHaveLength(2);

    const line = page
      .getByRole("listitem")
      .filter({ hasText: `${reason}` })
      .filter({ hasText: "Blocked" });
    await line.getByRole("button", { name: "Edit" }).click();
    const change = page.getByRole("dialog", { name: "Edit block" });
    await change.getByLabel("Reason").fill(`${reason} and a new stove`);
    const [block] = await (await page.request.get(`/api/admin/blocks?from=${checkIn}&to=${checkIn}`)).json();
    const changeElsewhere = async (version: number, text: string) => {
      const data = { startsOn: checkIn, endsOn: checkOut, reason: text, version };
      expect((await page.request.put(`/api/admin/blocks/${block.id}`, { data })).status()).toBe(200);
    };
    await changeElsewhere(block.version, `${reason} in white`);
    await expect(change.getByText(`Reason: ${reason} in white`)).toBeVisible();
    await change.getByRole("button", { name: "Save" }).click();
    await expect(change.getByRole("alert")).toContainText("Somebody changed this block in the meantime.");
    await expect(change.getByLabel("Reason")).toHaveValue(`${reason} and a new stove`);
    await change.getByRole("button", { name: "Save" }).click();
    await expect(change).toBeHidden();
    await expect(page.getByText(`${reason} and a new stove`).first()).toBeVisible();

    await line.getByRole("button", { name: "Edit" }).click();
    await changeElsewhere(block.version + 2, `${reason} in blue`);
    await expect(change.getByLabel("Reason")).toHaveValue(`${reason} in blue`);
    await change.getByRole("button", { name: "Free these nights" }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(grid.getByRole("gridcell", { name: `${dayName(checkIn)}: free` })).toBeVisible();
  });
});

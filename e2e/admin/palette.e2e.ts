import { expect, expectAccessibleInBoth, test, uniqueLetters } from "../support/latchkey.ts";
import { bookByCalls, signInByCalls } from "../support/bookings.ts";

test.beforeEach(async ({ page }) => {
  await signInByCalls(page);
  await page.goto("/admin/channels");
  await expect(page.getByRole("heading", { name: "Channel Manager", level: 1 })).toBeVisible();
});

test("the command palette (Ctrl+K) finds a booking by the guest's name or the reference, and opens it", async ({
  page,
}) => {
  const name = `Zoë ${uniqueLetters()}`;
  const booked = await bookByCalls(page, { name });
  await page.keyboard.press("ControlOrMeta+k");
  const field = page.getByRole("combobox", { name: "Search pages, bookings and actions" });
  await expect(field).toBeFocused();
  await field.fill(booked.reference.toLowerCase());
  await expect(page.getByRole("option", { name, selected: true })).toBeVisible();
  await field.fill(name.replace("ë", "e").toUpperCase());
  await expect(page.getByRole("option", { name, selected: true })).toBeVisible();
  await expectAccessibleInBoth(page);
  await field.fill("shortcuts");
  await page.keyboard.press("Enter");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(help).toBeVisible();
  await expectAccessibleInBoth(page);
  await help.getByRole("button", { name: "Close" }).click();
  await page.keyboard.press("ControlOrMeta+k");
  await field.fill(name);
  await expect(page.getByRole("option", { name, selected: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/admin/bookings/${booked.id}$`));
});

test("arrow keys and Enter open a page from the palette; Escape closes the palette and returns focus to its button", async ({
  page,
}) => {
  const button = page.getByRole("button", { name: "Search" });
  await button.click();
  const field = page.getByRole("combobox");
  await field.fill("nothing of this name");
  await expect(page.getByText("Nothing found.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(button).toBeFocused();

  await button.press("Enter");
  await expect(page.getByRole("option", { name: /^Dashboard/, selected: true })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("option", { name: /^Bookings/, selected: true })).toBeVisible();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("option", { name: /^Logout/, selected: true })).toBeVisible();
  await page.getByRole("combobox").fill("analytics");
  await expect(page.getByRole("option", { name: /^Analytics/, selected: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/analytics$/);
  await expect(page.getByRole("heading", { level: 1, name: "Analytics" })).toBeFocused();
});

test("a new booking can be entered from the palette on the bookings screen too, and closing the palette cancels Enter", async ({
  page,
}) => {
  await page.goto("/admin/bookings?search=Ann");
  await expect(page.getByRole("heading", { name: "Bookings", level: 1 })).toBeVisible();
  const palette = page.getByRole("combobox", { name: "Search pages, bookings and actions" });
  await page.keyboard.press("Control+k");
  await palette.fill("new booking");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "New booking" });
  await dialog.getByLabel("Guest name").fill("Ann Perera");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/admin\/bookings$/);

  // Enter acts on what the search finds, so it waits for the response.
  const answer = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  await page.route(
    (url) => url.searchParams.get("search") === "prices",
    async (route) => {
      await answer.promise;
      // Closing the palette may have cancelled the request.
      await route.fulfill({ response: await route.fetch() }).catch(() => {});
      answered.resolve();
    },
  );
  await page.keyboard.press("Control+k");
  await palette.fill("prices");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(palette).toBeHidden();
  answer.resolve();
  await answered.promise;
  // Opening the palette again takes longer than acting on the response.
  await page.keyboard.press("Control+k");
  await expect(palette).toBeFocused();
  await expect(page).toHaveURL(/\/admin\/bookings$/);
});

test("single-letter shortcuts work except while typing, and can be switched off", async ({ page }) => {
  // Just after a page has loaded, a busy browser may lose a key.
  await expect(async () => {
    await page.keyboard.press("g");
    await page.keyboard.press("b");
    await expect(page).toHaveURL(/\/admin\/bookings$/, { timeout: 1000 });
  }).toPass();
  await expect(page.getByLabel("Search", { exact: true })).toBeVisible();
  await page.keyboard.press("/");
  await expect(page.getByLabel("Search", { exact: true })).toBeFocused();
  await page.keyboard.type("g d?");
  await expect(page.getByLabel("Search", { exact: true })).toHaveValue("g d?");
  await expect(page).toHaveURL(/\/admin\/bookings/);

  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(help).toBeVisible();
  await help.getByLabel("Use single letters as shortcuts").uncheck();
  await help.getByRole("button", { name: "Close" }).click();
  await page.keyboard.press("g");
  await page.keyboard.press("d");
  await page.keyboard.press("?");
  await expect(help).toBeHidden();
  await expect(page).toHaveURL(/\/admin\/bookings/);
  // This shortcut stays on, because speech input cannot trigger it by accident.
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("dialog", { name: "Command palette" })).toBeVisible();
});

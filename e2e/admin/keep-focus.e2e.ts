import type { Page } from "@playwright/test";
import { bookByCalls, signInByCalls } from "../support/bookings.ts";
import { expect, test } from "../support/latchkey.ts";

test.beforeEach(async ({ page }) => signInByCalls(page));

/** Presses the first key, which loads the code. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  const loaded = () =>
    page.evaluate(
      () => performance.getEntriesByType("resource").find(({ name }) => name.includes("/keep-focus"))?.name,
    );
  // Just after a page has loaded, a busy browser may lose a key.
  await expect
    .poll(async () => {
      await page.keyboard.press("Tab");
      return loaded();
    })
    .toBeDefined();
  // The page started this import earlier, so once it resolves here, the page's own code for it has run.
  await page.evaluate((file) => import(file), (await loaded()) ?? "");
}

// WCAG 2.4.3
test("by keyboard alone, a control that disappears when it is used passes the focus on", async ({ page }) => {
  const press = async (name: string) => {
    await page.getByRole("button", { name, exact: true }).focus();
    await page.keyboard.press("Enter");
  };
  const button = (name: string) => page.getByRole("button", { name, exact: true });

  const booking = await bookByCalls(page, { nights: 2 });
  await open(page, `/admin/bookings/${booking.id}`);
  const notes = page.getByLabel("Private notes");
  await notes.fill("They bring a dog");
  await press("Discard");
  await expect(notes).toBeFocused();
  await page.keyboard.type("They bring a cat");
  await press("Save notes");
  await expect(button("Save notes")).toBeHidden();
  await expect(notes).toBeFocused();

  await open(page, "/admin/calendar");
  await press("Add a note");
  await expect(page.getByLabel("Note")).toBeFocused();
  await page.keyboard.type("Gardener");
  await press("Cancel");
  await expect(button("Add a note")).toBeFocused();

  await open(page, "/admin/prices");
  await press("Do you charge a cleaning fee?");
  await expect(page.getByLabel("Cleaning fee per stay")).toBeFocused();
  await press("Discard");
  await expect(button("Save prices")).toBeFocused();
});

test("a held Enter key presses only the first button, although the focus moves on", async ({ page }) => {
  const booking = await bookByCalls(page, { nights: 1 });
  await open(page, `/admin/bookings/${booking.id}`);
  const confirm = page.getByRole("button", { name: "Confirm", exact: true });
  await confirm.focus();
  await page.keyboard.down("Enter");
  await expect(confirm).toBeHidden();
  await expect(page.locator("button:focus")).toBeVisible();
  // A held key sends the same key again without a release.
  for (let times = 0; times < 5; times++) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("button", { name: "Undo confirmation" })).toBeVisible();
});

test("with a mouse, nothing is focused that would open a phone's keyboard", async ({ page }) => {
  await open(page, "/admin/calendar");
  await page.getByRole("button", { name: "Add a note" }).press("Enter");
  await expect(page.getByLabel("Note")).toBeFocused();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Add a note" }).click();
  await page.getByLabel("Note").waitFor();
  // Longer than it takes to move the focus after a key press.
  await page.waitForTimeout(500);
  await expect(page.getByLabel("Note")).not.toBeFocused();
});

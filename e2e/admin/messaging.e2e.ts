import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  ADMIN,
  expect,
  expectAccessible,
  nights,
  signIn,
  startServer,
  stop,
  test as base,
} from "../support/latchkey.ts";

/** A server whose messages stay on this machine, as npm run dev has it. */
const test = base.extend<{ baseURL: string }>({
  baseURL: async ({}, use) => {
    const dataDir = mkdtempSync(join(tmpdir(), "latchkey-messages-"));
    const { child, url } = await startServer({
      DATA_DIR: dataDir,
      TRUST_PROXY: "true",
      LOCAL_MAILBOX: "true",
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
    });
    await use(url);
    await stop(child);
    rmSync(dataDir, { recursive: true, force: true });
  },
});

test("the host sees what guests hear and when, reads it, rewrites it and sends it", async ({ page, request }) => {
  await signIn(page);
  await page.goto("/admin/messaging");
  await expect(page.getByText("No scheduled messages found")).toBeVisible();
  await expectAccessible(page);

  const { checkIn, checkOut } = nights(2);
  const guest = { name: "Ann Perera", email: "ann@example.com", phone: "+94 77 123 4567" };
  const registered = await request.post("/api/guests", { data: guest });
  const { id } = await registered.json();
  const stay = { propertyId: 1, guestId: id, checkInDate: checkIn, checkOutDate: checkOut, guestCount: 2 };
  expect((await request.post("/api/bookings", { data: { ...stay, status: "upcoming" } })).status()).toBe(201);

  await expect(async () => {
    await page.getByRole("button", { name: "Refresh" }).click();
    const next = page.getByText(/^Next: Check-in Reminder to Ann Perera by e-mail/);
    await expect(next).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(page.getByText("Booking #").first()).toBeVisible();
  await expect(page.getByText("Scheduled", { exact: true })).toHaveCount(3);
  await expect(page.getByText(/Sent (Mon|Tue|Wed|Thu|Fri|Sat|Sun)/).first()).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Open Check-out Reminder for Ann Perera" }).click();
  const dialog = page.getByRole("dialog", { name: "Check-out Reminder" });
  await expect(dialog.getByText(/Good morning Ann/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Edit" }).click();
  await dialog.getByRole("textbox", { name: "Text" }).fill("Leave the key, {guestFirstName}. {wifi}");
  await expect(dialog.getByText("There is no field {wifi}. Use the fields from the list.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Text" }).fill("Leave the key under the pot, {guestFirstName}.");
  await expect(dialog.getByRole("article").getByText("Leave the key under the pot, Ann.")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save text" }).click();
  await dialog.getByRole("button", { name: "Send now" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Leave the key under the pot, Ann.")).toBeHidden();
  await expect(async () => {
    await page.reload();
    await page.getByText("Check-out today by 11:00 AM").click({ timeout: 1500 });
  }).toPass();
  await expect(page.getByText("Leave the key under the pot, Ann.")).toBeVisible();

  await page.getByRole("button", { name: "Edit text of Feedback Request" }).click();
  const text = page.getByRole("dialog", { name: "Feedback Request: text" });
  await text.getByLabel("Subject").fill("{guestFirstName}, how was it?");
  await expect(text.getByRole("article").getByText("Ann, how was it?")).toBeVisible();
  await text.getByRole("button", { name: "Save text" }).click();
  await expect(page.getByText("24 hours after check-out · your own text")).toBeVisible();

  await page.goto("/admin/settings");
  await page.getByRole("button", { name: "Send a test e-mail" }).click();
  await expect(page.getByText(/A letter to .* is on its way/)).toBeVisible();
  await expectAccessible(page);
});

import { bookByCalls, signInByCalls } from "../support/bookings.ts";
import { expect, expectAccessibleInBoth, test } from "../support/latchkey.ts";

test("the host corrects a guest's contact details; the details cannot be deleted before the stay is over", async ({
  page,
}) => {
  const { id, reference } = await bookByCalls(page);
  await signInByCalls(page);
  await page.goto(`/admin/bookings/${id}`);
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Email").fill("ann2@example.com");
  await expect(page.getByText("Links sent to the old address will stop working.")).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("link", { name: "ann2@example.com" })).toBeVisible();

  const address = await page.getByRole("link", { name: "Export details" }).getAttribute("href");
  expect((await page.request.get(address ?? "")).headers()["content-disposition"]).toContain(reference);

  await page.getByRole("button", { name: "Delete details" }).click();
  await page.getByLabel(`Type ${reference} to confirm`).fill("LK-00000000");
  await page.getByRole("button", { name: "Delete permanently" }).click();
  await expect(page.getByText(`Type the reference ${reference} to confirm`).first()).toBeVisible();
  await page.getByLabel(`Type ${reference} to confirm`).fill(reference);
  await page.getByRole("button", { name: "Delete permanently" }).click();
  await expect(page.getByText(/is not over yet/).first()).toBeVisible();
});

test("the settings show that Book Now books instantly, and let the host set the longest stay", async ({ page }) => {
  await signInByCalls(page);
  await page.goto("/admin/settings");
  await expect(page.getByRole("radio", { name: /^Instant booking(?! after)/ })).toBeChecked();
  await page.getByLabel("Longest stay (nights)").fill("91");
  await page.getByRole("button", { name: "Save Settings" }).click();
  await expect(page.getByText("Enter 1 to 90 nights").first()).toBeVisible();
  await page.getByLabel("Longest stay (nights)").fill("29");
  await page.getByRole("button", { name: "Save Settings" }).click();
  await expect(page.getByText("Settings saved", { exact: true })).toBeVisible();
  const stayRules = async () => (await (await page.request.get("/api/site")).json()).stayRules;
  expect(await stayRules()).toEqual({ longestStay: 29, windowDays: 730 });
  await page.getByLabel("Longest stay (nights)").fill("30");
  await page.getByRole("button", { name: "Save Settings" }).click();
  await expect.poll(stayRules).toEqual({ longestStay: 30, windowDays: 730 });
});

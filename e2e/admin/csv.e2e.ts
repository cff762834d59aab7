import { readFile } from "node:fs/promises";
import { expect, test, uniqueLetters } from "../support/latchkey.ts";
import { bookByCalls, signInByCalls } from "../support/bookings.ts";

test("Export CSV saves only the bookings that match the filters, and says if the server cannot be reached", async ({
  page,
}) => {
  await signInByCalls(page);
  const mark = `Export ${uniqueLetters()}`;
  await bookByCalls(page, { name: `${mark} one`, nights: 2 });
  await bookByCalls(page, { name: `${mark} two`, nights: 1, status: "confirmed" });
  await page.goto("/admin/bookings");
  await page.getByLabel("Search").fill(mark);
  await page.getByLabel("Status").selectOption({ label: "Confirmed" });
  await expect(page.getByRole("main").getByRole("status")).toContainText(/^1 of/);

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^bookings-\d{4}-\d\d-\d\d\.csv$/);
  const csv = await readFile(await download.path(), "utf8");
  const lines = csv.split("\r\n").filter(Boolean);
  expect(lines).toHaveLength(2);
  expect(lines[0]?.startsWith("\uFEFFReference,Status,Source,Guest")).toBe(true);
  expect(lines[1]).toContain(`confirmed,direct,${mark} two,`);

  await page.route("**/api/admin/auth/confirm", (route) => route.abort());
  await page.getByRole("link", { name: "Export CSV" }).click();
  await expect(page.getByText("We couldn't start the download", { exact: true })).toBeVisible();
});

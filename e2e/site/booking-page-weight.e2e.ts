import { expect, test } from "../support/latchkey.ts";

/**
 * The limit from .size-limit.mjs for the compressed size of all scripts on the booking page, including its calendar.
 */
const LIMIT_BYTES = 88_900;

test("the booking page's scripts stay within their size limit, and a tap on the calendar fetches no further script", async ({
  page,
}) => {
  const scripts: { file: string; bytes: number }[] = [];
  page.on("requestfinished", async (request) => {
    if (request.resourceType() !== "script") return;
    const { responseBodySize } = await request.sizes();
    scripts.push({ file: new URL(request.url()).pathname, bytes: responseBodySize });
  });
  await page.goto("/book", { waitUntil: "networkidle" });
  const total = scripts.reduce((sum, script) => sum + script.bytes, 0);
  console.log(`/book: ${total} bytes of script in ${scripts.length} files (limit ${LIMIT_BYTES})`);
  expect(scripts.length).toBeGreaterThan(0);
  expect(total).toBeLessThanOrEqual(LIMIT_BYTES);
  const before = scripts.length;
  await page.getByRole("button", { name: "Next month" }).click();
  await page.locator("[data-day][data-state=open]:visible").last().click();
  await expect(page.getByText(/Now choose your check-out day\.$/)).toBeVisible();
  expect(scripts.length).toBe(before);
});

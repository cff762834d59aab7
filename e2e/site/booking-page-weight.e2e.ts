import type { Request } from "@playwright/test";
import { expect, test } from "../support/latchkey.ts";

/** As in .size-limit.mjs: all scripts on the booking page, compressed. */
const LIMIT_BYTES = 88_900;

test("the booking page's scripts stay within their size limit, and a tap on the calendar fetches no further script", async ({
  page,
}) => {
  const scripts: Request[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request);
  });
  await page.goto("/book", { waitUntil: "networkidle" });
  const sizes = await Promise.all(scripts.map((script) => script.sizes()));
  const total = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
  console.log(`/book: ${total} bytes of script in ${scripts.length} files (limit ${LIMIT_BYTES})`);
  expect(scripts.length).toBeGreaterThan(0);
  expect(total).toBeLessThanOrEqual(LIMIT_BYTES);
  const before = scripts.length;
  await page.getByRole("button", { name: "Next month" }).click();
  await page.locator("[data-day][data-state=open]:visible").last().click();
  await expect(page.getByText(/Now choose your check-out day\.$/)).toBeVisible();
  expect(scripts.length).toBe(before);
});

import { expect, test } from "../support/latchkey.ts";

/** All scripts of the booking page, as they travel, before the calendar opens. As .size-limit.mjs has it. */
const LIMIT_BYTES = 94_600;

const CALENDAR = /\/stay-calendar-/;

test("the calendar's code is fetched before anybody asks for the calendar, on a fast line", async ({ page }) => {
  const fetched = page.waitForResponse(CALENDAR);
  await page.goto("/book");
  expect((await fetched).ok()).toBe(true);
});

test("the booking page's scripts stay light until the calendar opens", async ({ page }) => {
  const scripts: { file: string; bytes: number }[] = [];
  page.on("requestfinished", async (request) => {
    // The calendar's code comes once the page is at rest.
    if (request.resourceType() !== "script" || CALENDAR.test(request.url())) return;
    const { responseBodySize } = await request.sizes();
    scripts.push({ file: new URL(request.url()).pathname, bytes: responseBodySize });
  });
  await page.goto("/book", { waitUntil: "networkidle" });
  const total = scripts.reduce((sum, script) => sum + script.bytes, 0);
  console.log(`/book: ${total} bytes of script in ${scripts.length} files (limit ${LIMIT_BYTES})`);
  expect(scripts.length).toBeGreaterThan(0);
  expect(total).toBeLessThanOrEqual(LIMIT_BYTES);
});

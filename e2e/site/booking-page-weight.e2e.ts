import { expect, test } from "../support/latchkey.ts";

/** All scripts of the booking page, as they travel, before the calendar opens. As .size-limit.mjs has it. */
const LIMIT_BYTES = 96_000;

test("the booking page's scripts stay light until the calendar opens", async ({ page }) => {
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
});

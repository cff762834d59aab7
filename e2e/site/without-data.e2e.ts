import Database from "better-sqlite3";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, expectAccessible, startServer, stop, test } from "../support/latchkey.ts";
import { touch, watch } from "../support/public-pages.ts";

/** The pages are kept in memory; an address with a question is drawn anew. */
const ANEW = "?anew";
const ERROR_TEXT = "We're having trouble loading our property information. Please try again later.";

/** A server whose database something happens to after the start. */
async function brokenBy(statement: string, use: (url: string) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "latchkey-e2e-"));
  const { child, url } = await startServer({ DATA_DIR: dataDir, LOG_LEVEL: "silent" });
  try {
    const database = new Database(join(dataDir, "latchkey.sqlite"));
    database.pragma("foreign_keys = OFF");
    database.exec(statement);
    database.close();
    await use(url);
  } finally {
    await stop(child);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

test("a page whose data cannot be read says so, in its status too, and stays so when touched", async ({ page }) => {
  await brokenBy("alter table site_content rename to gone", async (url) => {
    for (const path of ["/", "/attractions", "/location"]) {
      const { problems } = watch(page);
      const answer = await page.goto(url + path + ANEW);
      expect(answer?.status()).toBe(500);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Error Loading Property Information");
      await expect(page.getByText(ERROR_TEXT)).toBeVisible();
      await touch(page);
      await expect(page.getByText(ERROR_TEXT)).toBeVisible();
      expect(problems.filter((problem) => !problem.includes("500"))).toEqual([]);
    }
    await expectAccessible(page);
    // What was drawn before the trouble is still there for everybody who asks for the page itself.
    expect((await page.goto(url))?.status()).toBe(200);
  });
});

test("a site without a property says so, is not found by search engines, and is mended by the next start", async ({
  page,
}) => {
  await brokenBy("delete from property", async (url) => {
    const answer = await page.goto(url + "/" + ANEW);
    expect(answer?.status()).toBe(404);
    await expect(
      page.getByText("No property information available at the moment. Please check back later."),
    ).toBeVisible();
    await expectAccessible(page);
  });
});

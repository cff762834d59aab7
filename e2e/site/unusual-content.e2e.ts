import Database from "better-sqlite3";
import { join } from "node:path";
import { expect, expectAccessible, startOwnServer, test } from "../support/latchkey.ts";
import { expectNoSidewaysScroll, PAGES, touch, watch } from "../support/public-pages.ts";

const ERROR_TEXT = "We're having trouble loading our property information. Please try again later.";

/** Changes the database of a running server. */
async function after(statement: string, use: (url: string) => Promise<void>): Promise<void> {
  const { dataDir, url, close } = await startOwnServer({ LOG_LEVEL: "silent" });
  try {
    const database = new Database(join(dataDir, "latchkey.sqlite"));
    database.pragma("foreign_keys = OFF");
    const page = async () => (await fetch(url)).text();
    const before = await page();
    // Pages are cached until the database says that their content has changed.
    database.exec(`${statement}; update shown_version set version = version + 1`);
    database.close();
    await expect.poll(page).not.toBe(before);
    await use(url);
  } finally {
    await close();
  }
}

test("if its data cannot be read, a page says so with status 500, and still says so after an interaction @desktop", async ({
  page,
}) => {
  await after("alter table site_content rename to gone", async (url) => {
    for (const path of ["/", "/attractions", "/location"]) {
      const { problems } = watch(page);
      const response = await page.goto(url + path);
      expect(response?.status()).toBe(500);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Error Loading Property Information");
      await expect(page.getByText(ERROR_TEXT)).toBeVisible();
      await touch(page);
      await expect(page.getByText(ERROR_TEXT)).toBeVisible();
      expect(problems.filter((problem) => !problem.includes("500"))).toEqual([]);
    }
    await expectAccessible(page);
  });
});

test("a site without a property says so with status 404 @desktop", async ({ page }) => {
  await after("delete from property", async (url) => {
    const response = await page.goto(url);
    expect(response?.status()).toBe(404);
    await expect(
      page.getByText("No property information available at the moment. Please check back later."),
    ).toBeVisible();
    await expectAccessible(page);
  });
});

test("very long words are broken, and long text does not overflow", async ({ page }) => {
  const word = "Nuwaraeliyakandapolaragalahalgranoyamaturata".repeat(3);
  const text = `${word} ${"and a very long sentence about everything that there is to see ".repeat(40)}`;
  const long = `update property set name = '${word} Cottage', location = '${word}', description = '${text}',
      amenities = '${JSON.stringify([text, word])}', house_rules = '${JSON.stringify([text, word])}',
      local_attractions = '${JSON.stringify([
        {
          name: word,
          description: text,
          place: word,
          distance: text,
          category: word,
          imageUrl: "/no-such-picture.svg",
        },
      ])}';
    update site_content set value = '${JSON.stringify([{ title: word, text }])}' where name = 'highlights';
    update site_content set value = '${JSON.stringify([{ name: word, text, source: word, month: word }])}'
      where name = 'testimonials';
    update site_content set value = '${JSON.stringify({ id: "hero", title: text, content: text, imageUrl: "/x.svg" })}'
      where name = 'hero'`;
  await after(long, async (url) => {
    for (const width of [320, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      for (const { path } of PAGES) {
        expect((await page.goto(url + path))?.status()).toBe(200);
        await expectNoSidewaysScroll(page);
      }
    }
    await page.goto(url);
    await expectAccessible(page);
  });
});

test("sections whose lists are empty are left out, or say that there is nothing yet @phone", async ({ page }) => {
  const empty = `update property set amenities = '[]', house_rules = '[]', local_attractions = '[]';
    update site_content set value = '[]' where name in ('photos', 'testimonials', 'highlights', 'emergency');
    update site_content set value = json_set(value, '$.items', json('[]')) where name = 'treasures'`;
  await after(empty, async (url) => {
    await page.goto(url);
    for (const name of [
      "Features & Amenities",
      "What Our Guests Say",
      "Around the House",
      "Explore Kandy's Treasures",
    ]) {
      await expect(page.getByRole("heading", { name })).toHaveCount(0);
    }
    await expect(page.getByRole("heading", { name: "Free dates" })).toBeVisible();
    await expectAccessible(page);
    await page.goto(`${url}/attractions`);
    await expect(page.getByText("We're updating this list.", { exact: false })).toBeVisible();
    await page.goto(`${url}/house-rules`);
    await expect(page.getByText("We haven't written any rules yet.", { exact: false })).toBeVisible();
    await page.goto(`${url}/guest-info`);
    for (const name of ["Amenities", "House rules in brief", "Emergency numbers"]) {
      await expect(page.getByRole("heading", { name, exact: true })).toHaveCount(0);
    }
    await expectAccessible(page);
  });
});

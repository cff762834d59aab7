import type { Locator, Page } from "@playwright/test";
import { holdScripts } from "../support/held-server.ts";
import { expect, expectAccessible, test } from "../support/latchkey.ts";
import { expectNoSidewaysScroll, openAndTouch, touch } from "../support/public-pages.ts";

/** The hero's drawing and the nine drawings of the cottage. */
const ALL = 10;
/** Above the text on the first photo. */
const ON_THE_PHOTO = { position: { x: 120, y: 60 } };

const strip = (page: Page): Locator => page.getByRole("group", { name: "Pictures of the cottage" });
const viewer = (page: Page): Locator => page.getByRole("dialog", { name: "Pictures of the cottage" });
const photo = (page: Page, name: string): Locator => page.locator(".photos").getByRole("link", { name });
const shownPhoto = (page: Page) =>
  page.locator(".photos ul").evaluate((list) => Math.round(list.scrollLeft / list.clientWidth) + 1);

for (const path of ["/", "/book"]) {
  test(`${path}: all photos are in a strip; a tap opens them full screen, where keys and buttons show the others`, async ({
    page,
    viewport,
  }) => {
    await openAndTouch(page, path);
    await expect(strip(page).getByRole("listitem")).toHaveCount(ALL);
    await expect(strip(page).getByText(`1 / ${ALL}`)).toBeInViewport();
    await expectNoSidewaysScroll(page);

    const first = photo(page, "Kitul Hill Cottage");
    await first.click(ON_THE_PHOTO);
    await expect(viewer(page)).toBeVisible();
    await expect(page.getByRole("link", { name: "Close" })).toBeFocused();
    const box = await viewer(page).getByRole("img", { name: "Kitul Hill Cottage" }).boundingBox();
    expect(box?.width).toBeGreaterThanOrEqual((viewport?.width ?? 0) * 0.9);
    await expect(page.getByRole("banner")).toBeHidden();
    await expectAccessible(page);

    await page.keyboard.press("ArrowRight");
    await expect.poll(() => shownPhoto(page)).toBe(2);
    await viewer(page).getByRole("button", { name: "Next picture" }).click();
    await expect(viewer(page).getByText(`, 3 of ${ALL}`)).toBeAttached();
    await page.keyboard.press("End");
    await expect.poll(() => shownPhoto(page)).toBe(ALL);
    const next = viewer(page).getByRole("button", { name: "Next picture" });
    await expect(next).toBeDisabled();
    // Disabled at the end, the button keeps the focus, and pressing it changes nothing.
    await expect(next).toBeFocused();
    await page.keyboard.press("Enter");
    await expect.poll(() => shownPhoto(page)).toBe(ALL);
    await expect(next).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(viewer(page)).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(first).toBeFocused();
    await expect(page).toHaveURL((url) => url.hash === "");
  });
}

test("Back closes the photo viewer and stays on the page; the Close button leaves no history entry", async ({
  page,
}) => {
  await page.goto("/house-rules");
  await openAndTouch(page, "/");
  const wall = page.getByRole("region", { name: "Around the House" });
  const link = wall.getByRole("link").nth(1);
  await link.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => window.scrollY);
  expect(place).toBeGreaterThan(300);
  const name = (await link.getByRole("img").getAttribute("alt")) ?? "";
  await link.click();
  await expect(viewer(page)).toBeVisible();
  await expect(viewer(page).getByRole("img", { name })).toBeInViewport();
  await page.goBack();
  await expect(viewer(page)).toHaveCount(0);
  await expect(link).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBeCloseTo(place, -1);

  await wall.getByRole("link", { name: `Show all ${ALL} pictures` }).click();
  await expect(viewer(page).getByRole("img", { name: "Kitul Hill Cottage" })).toBeInViewport();
  await page.getByRole("link", { name: "Close" }).click();
  await expect(viewer(page)).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL("/house-rules");
});

test("a tap before the script has loaded opens the photo viewer at once; the script then takes over @phone", async ({
  page,
}) => {
  const releaseScripts = await holdScripts(page);
  await page.goto("/", { waitUntil: "commit" });
  await photo(page, "Kitul Hill Cottage").click(ON_THE_PHOTO);
  await expect(page).toHaveURL("/#photo-1");
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("link", { name: "Close" })).toBeInViewport();
  releaseScripts();
  await touch(page);
  await expect(viewer(page)).toBeVisible();
  await expect(page.getByRole("link", { name: "Close" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(viewer(page)).toHaveCount(0);
  await expect(photo(page, "Kitul Hill Cottage")).toBeFocused();
});

test("without JavaScript, the photos can be browsed, opened and closed; no link leads to an image file", async ({
  browser,
  server,
  viewport,
}) => {
  const page = await browser.newPage({ javaScriptEnabled: false, baseURL: server.url, viewport });
  for (const path of ["/", "/book"]) {
    await page.goto(path);
    await expect(strip(page).getByRole("button")).toHaveCount(0);
    await strip(page).getByRole("link", { name: "Veranda" }).focus();
    await expect(strip(page).getByRole("img", { name: "Veranda" })).toBeInViewport();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("banner")).toBeHidden();
    await expect(strip(page).getByRole("img", { name: "Veranda" })).toBeInViewport();
    await page.getByRole("link", { name: "Close" }).click();
    await expect(page.getByRole("banner")).toBeVisible();
    expect(await page.locator("a[href*='/drawings/'], a[href*='/pictures/']").count()).toBe(0);
  }
  await page.close();
});

test("the photos next to the one shown are fetched in advance @phone", async ({ page }) => {
  await openAndTouch(page, "/book");
  const image = (index: number) => page.locator(".photo").nth(index).locator("img");
  await expect(image(1)).toHaveAttribute("loading", "lazy");
  await photo(page, "Kitul Hill Cottage").click(ON_THE_PHOTO);
  await expect(image(1)).toHaveAttribute("loading", "eager");
  await expect(image(2)).toHaveAttribute("loading", "lazy");
  await page.keyboard.press("ArrowRight");
  await expect(image(2)).toHaveAttribute("loading", "eager");
});

test("if the photo viewer's script cannot be fetched, the viewer works as it does without JavaScript @desktop", async ({
  page,
}) => {
  await page.route(/photo-controls-|landing-page-/, (route) => route.abort());
  await openAndTouch(page, "/attractions");
  // To a page that this document has never rendered.
  await page.evaluate(() => history.pushState(null, "", "/"));
  await page.evaluate(() => history.pushState(null, "", "/attractions"));
  await page.goBack();
  await expect(page.getByRole("heading", { name: "This page could not be shown" })).toBeVisible();
  await page.unroute(/photo-controls-|landing-page-/);
  await page.route(/photo-controls-/, (route) => route.abort());
  await page.getByRole("button", { name: "Load it again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Experience Tranquility in Nature");
  await touch(page);
  await photo(page, "Kitul Hill Cottage").click(ON_THE_PHOTO);
  await expect(page.getByRole("banner")).toBeHidden();
  await page.getByRole("link", { name: "Close" }).click();
  await expect(page.getByRole("banner")).toBeVisible();
});

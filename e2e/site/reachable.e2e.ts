import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectAccessibleInBoth, test } from "../support/latchkey.ts";
import {
  expectNoSidewaysScroll,
  openAndTouch,
  PAGES,
  seeAll,
  TEXT_PAGES,
  touch,
  watch,
} from "../support/public-pages.ts";

const ALL = [...PAGES, { path: "/no/such/path", heading: "404 Page Not Found", title: "404 Page Not Found" }];

for (const { path, heading, title } of ALL) {
  test(`${path}: no axe violations in light and dark mode, no errors, no requests to other hosts, no cookies`, async ({
    page,
    context,
  }) => {
    const seen = watch(page);
    await page.goto(path);
    await expect(page).toHaveTitle(title);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    await seeAll(page);
    await expectNoSidewaysScroll(page);

    // Hydration must not change the content, so axe checks only the hydrated page.
    const before = await page.getByRole("main").innerHTML();
    await touch(page);
    await expectAccessibleInBoth(page);
    expect(await page.getByRole("main").innerHTML()).toBe(before);

    expect(seen.problems.filter((problem) => !problem.includes("404"))).toEqual([]);
    expect(seen.foreign).toEqual([]);
    expect(await context.cookies()).toEqual([]);
  });
}

for (const { path, heading, title } of TEXT_PAGES) {
  test(`${path}: no axe violations, no errors, no requests to other hosts, no cookies, no sideways scrolling at 320 px`, async ({
    page,
    context,
  }) => {
    const seen = watch(page);
    await page.goto(path);
    await expect(page).toHaveTitle(title);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    await expectAccessibleInBoth(page);
    await page.setViewportSize({ width: 320, height: 700 });
    await expectNoSidewaysScroll(page);
    expect([seen.problems, seen.foreign, await context.cookies()]).toEqual([[], [], []]);
  });
}

test("before the first interaction, only a short inline script runs @phone", async ({ page }) => {
  // Chromium's headless shell reports a pointer movement in the corner of its first page.
  await page.addInitScript(() => {
    const stop = (event: PointerEvent) => {
      if (event.clientX === 0 && event.clientY === 0) event.stopImmediatePropagation();
    };
    addEventListener("pointermove", stop, true);
  });
  for (const { path } of [...PAGES, ...TEXT_PAGES]) {
    const scripts: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "script") scripts.push(request.url());
    });
    await page.goto(path, { waitUntil: "networkidle" });
    expect(scripts).toEqual([]);
    const inline = await page.locator("script:not([type])").allTextContents();
    expect(inline.join("").length).toBeLessThan(400);
    page.removeAllListeners("request");
  }
});

test("every read-only page can be read and navigated without JavaScript", async ({ browser, server, viewport }) => {
  const page = await browser.newPage({ javaScriptEnabled: false, baseURL: server.url, viewport });
  await page.goto("/");
  for (const { path, heading } of PAGES.slice(1)) {
    await openMenu(page);
    const header = page.getByRole("banner");
    await header.getByRole("navigation", { name: "Main" }).locator(`a[href="${path}"]:visible`).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    await openMenu(page);
    await expect(header.locator(`a[href="${path}"]:visible`)).toHaveAttribute("aria-current", "page");
  }
  for (const { path, heading } of TEXT_PAGES) {
    await page.getByRole("contentinfo").getByRole("link", { name: heading, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
  }
  await page.close();
});

/** On a phone, the links are in a menu, which works without JavaScript. */
async function openMenu(page: Page): Promise<void> {
  const menu = page.getByRole("button", { name: "Menu" });
  const links = page.getByRole("navigation", { name: "Main" });
  if ((await menu.isVisible()) && !(await links.isVisible())) await menu.click();
}

test("the skip link is the first tab stop, and skips the header", async ({ page }) => {
  await page.goto("/attractions");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to main content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Back to Home" })).toBeFocused();
});

test("every link on the read-only pages can be reached by keyboard, has an outline when focused, and is not covered", async ({
  page,
}) => {
  for (const { path } of PAGES) {
    await openAndTouch(page, path);
    const count = await page.locator("a:visible, button:visible:not(:disabled)").count();
    for (let i = 0; i < count + 2; i++) {
      await page.keyboard.press("Tab");
      const at = await page.evaluate(() => {
        const element = document.activeElement;
        if (!(element instanceof HTMLElement) || element === document.body) return null;
        const box = element.getBoundingClientRect();
        const onTop = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        const seen = element.contains(onTop) || Boolean(onTop?.contains(element));
        const outline = getComputedStyle(element).outlineStyle;
        element.dataset["reached"] = "";
        return {
          name: `${element.tagName} ${element.textContent} ${element.getAttribute("href")} ${box.x}`,
          seen,
          outline,
        };
      });
      if (!at) break;
      expect(at, at.name).toMatchObject({ seen: true, outline: "solid" });
    }
    await expect(page.locator("a:visible:not([data-reached])")).toHaveCount(0);
  }
});

test("following a link changes the title, focus and scroll position; going back restores the scroll position @phone", async ({
  page,
}) => {
  await openAndTouch(page, "/");
  const link = page.getByRole("main").getByRole("link", { name: "Guidelines" });
  await link.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => window.scrollY);
  expect(place).toBeGreaterThan(200);
  await link.click();
  await expect(page).toHaveTitle("House Rules - Kitul Hill Cottage");
  await expect(page.getByRole("heading", { level: 1, name: "House Rules" })).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);

  await page.goBack();
  await expect(page).toHaveTitle("Kitul Hill Cottage - Your Perfect Forest Retreat");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeCloseTo(place, -1);

  await page.goForward();
  await expect(page.getByRole("heading", { level: 1, name: "House Rules" })).toBeFocused();
});

test("the phone menu can be opened and closed by keyboard, and closes after navigation", async ({ page, viewport }) => {
  test.skip((viewport?.width ?? 0) > 1000, "wide screens show all links");
  await openAndTouch(page, "/");
  const menu = page.getByRole("button", { name: "Menu" });
  await menu.focus();
  await page.keyboard.press("Enter");
  const links = page.getByRole("navigation", { name: "Main" });
  await expect(links).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(links).toBeHidden();
  await expect(menu).toBeFocused();
  await menu.click();
  await links.getByRole("link", { name: "Location" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Location & Directions" })).toBeFocused();
  await expect(links).toBeHidden();
});

test("at a width of 320 pixels (1280 pixels at 400% zoom), no page scrolls sideways @phone", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  for (const { path } of ALL) {
    await page.goto(path);
    await expectNoSidewaysScroll(page);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("banner")).toHaveCSS("position", "static");
  }
  // 390 pixels at 200% zoom.
  await page.setViewportSize({ width: 195, height: 422 });
  await page.goto("/book");
  await expectNoSidewaysScroll(page);
});

test("touch targets are at least 24 pixels wide and 44 pixels high, except for links within text", async ({
  page,
  viewport,
}) => {
  test.skip((viewport?.width ?? 0) > 1000, "for touch");
  for (const { path } of ALL) {
    await page.goto(path);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll("a, button")]
        // Photos that are out of sight are not laid out.
        .filter((element) => element.checkVisibility({ contentVisibilityAuto: true }))
        .filter((element) => getComputedStyle(element).display !== "inline")
        .map((element) => ({ text: element.textContent, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.height < 44 || box.width < 24)
        .map(({ text }) => text),
    );
    expect(small).toEqual([]);
  }
});

test("a button keeps a visible border in forced colours, and has no transition if the visitor prefers reduced motion", async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  await page.goto("/");
  const button = page.getByRole("main").getByRole("link", { name: "Book Your Stay" });
  await expect(button).toHaveCSS("border-top-width", "1px");
  await expect(button).toHaveCSS("border-top-style", "solid");
  await expect(button).toHaveCSS("transition-property", "none");
});

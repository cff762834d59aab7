import { expect, type Page } from "@playwright/test";

/** The read-only public pages that have a script. */
export const PAGES = [
  { path: "/", heading: "Experience Tranquility in Nature", title: "Kitul Hill Cottage - Your Perfect Forest Retreat" },
  { path: "/attractions", heading: "Local Attractions", title: "Local Attractions - Kitul Hill Cottage" },
  { path: "/house-rules", heading: "House Rules", title: "House Rules - Kitul Hill Cottage" },
  { path: "/location", heading: "Location & Directions", title: "Location & Directions - Kitul Hill Cottage" },
  { path: "/guest-info", heading: "Guest Information", title: "Guest Information - Kitul Hill Cottage" },
];

/** Public pages that never have a script; the footer links to them. */
export const TEXT_PAGES = [
  { path: "/privacy", heading: "Privacy", title: "Privacy - Kitul Hill Cottage" },
  { path: "/terms", heading: "Terms", title: "Terms - Kitul Hill Cottage" },
  { path: "/cancellation", heading: "Cancellation", title: "Cancellation - Kitul Hill Cottage" },
];

/** Opens a page and hydrates it, as the first touch does. From then on, links work without a reload. */
export async function openAndTouch(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await touch(page);
}

export async function touch(page: Page): Promise<void> {
  await page.locator("body").dispatchEvent("pointermove");
  await page.waitForFunction(() => {
    const root = document.getElementById("root");
    return root !== null && Object.keys(root).some((key) => key.startsWith("__reactContainer"));
  });
  // React hydrates the page in several steps; the header is part of the last step.
  await page.waitForFunction(() => {
    const header = document.querySelector("header");
    return header !== null && Object.keys(header).some((key) => key.startsWith("__reactFiber"));
  });
}

/**
 * Blocks our fonts. If they load after the first paint, and the machine has none of the fallback fonts, text moves,
 * which is not the page's fault.
 */
export async function withoutOurFonts(page: Page): Promise<void> {
  await page.route("**/*.woff2", (route) => route.abort());
}

/** Collects what goes wrong on a page: console errors and warnings, failed requests, and requests to other hosts. */
export function watch(page: Page): { problems: string[]; foreign: string[] } {
  const problems: string[] = [];
  const foreign: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("requestfailed", (request) => problems.push(`${request.url()} failed`));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.hostname !== "127.0.0.1" && url.protocol !== "data:") foreign.push(request.url());
  });
  return { problems, foreign };
}

/** Scrolls to each picture, so that lazy ones are fetched too, then returns to the top. */
export async function seeAll(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) {
      image.scrollIntoView();
      // A busy machine can skip the frame in which a lazy picture would have started loading.
      image.loading = "eager";
      await image.decode();
    }
    window.scrollTo(0, 0);
  });
}

/** Checks that nothing overflows to the right, so there is no horizontal scrolling (WCAG 1.4.10). */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(over).toBeLessThanOrEqual(0);
}

import { expect, type Page } from "@playwright/test";

/** Read-only pages with a script. */
export const PAGES = [
  { path: "/", heading: "Experience Tranquility in Nature", title: "Kitul Hill Cottage - Your Perfect Forest Retreat" },
  { path: "/attractions", heading: "Local Attractions", title: "Local Attractions - Kitul Hill Cottage" },
  { path: "/house-rules", heading: "House Rules", title: "House Rules - Kitul Hill Cottage" },
  { path: "/location", heading: "Location & Directions", title: "Location & Directions - Kitul Hill Cottage" },
  { path: "/guest-info", heading: "Guest Information", title: "Guest Information - Kitul Hill Cottage" },
];

/** Without a script. */
export const TEXT_PAGES = [
  { path: "/privacy", heading: "Privacy", title: "Privacy - Kitul Hill Cottage" },
  { path: "/terms", heading: "Terms", title: "Terms - Kitul Hill Cottage" },
  { path: "/cancellation", heading: "Cancellation", title: "Cancellation - Kitul Hill Cottage" },
];

/** The first touch hydrates the page. From then on, links work without a reload. */
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
  // React hydrates a page in several steps, and the header in the last one.
  await page.waitForFunction(() => {
    const header = document.querySelector("header");
    return header !== null && Object.keys(header).some((key) => key.startsWith("__reactFiber"));
  });
}

/** On a machine without the fallback fonts, text would move if our fonts loaded after the first paint. */
export async function withoutOurFonts(page: Page): Promise<void> {
  await page.route("**/*.woff2", (route) => route.abort());
}

/** Console errors and warnings, failed requests, and requests to other hosts. */
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

/** So that lazy pictures are fetched too. */
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

/** WCAG 1.4.10: nothing overflows to the right. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(over).toBeLessThanOrEqual(0);
}

import type { Browser, BrowserContextOptions, Page } from "@playwright/test";

/**
 * Lighthouse's mobile throttling, applied in the browser (`throttlingMethod: devtools`): 150 ms round trips, 1.6 Mbps
 * down and 750 kbps up, with Lighthouse's factors of 3.75 for request latency and 0.9 for throughput; a CPU that is
 * four times slower; and the viewport of Lighthouse's Moto G Power.
 */
const NETWORK = {
  offline: false,
  latency: 150 * 3.75,
  downloadThroughput: (1.6 * 1024 * 1024 * 0.9) / 8,
  uploadThroughput: (750 * 1024 * 0.9) / 8,
};
const MOTO_G: Phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};
/** An iPhone 12, 13 or 14. */
export const IPHONE: Phone = { ...MOTO_G, viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 };
const CPU_SLOWDOWN = 4;

export type Phone = Pick<BrowserContextOptions, "viewport" | "deviceScaleFactor" | "isMobile" | "hasTouch">;
/** Times are in ms. `largestBytes` is for a picture. Scripts are counted until the network is idle. */
export type Paints = { first: number; largest: number; element: string; largestBytes: number; scriptBytes: number };

/** Does not wait for the page. Its content security policy is bypassed, because conditions are checked with `eval`. */
export async function openOnSlowPhone(
  browser: Browser,
  url: string,
  storageState: BrowserContextOptions["storageState"] = { cookies: [], origins: [] },
  phone = MOTO_G,
): Promise<Page> {
  const context = await browser.newContext({ ...phone, storageState, bypassCSP: true });
  // Headless Chromium moves a mouse to 0,0 on some pages, which would count as the first interaction.
  await context.addInitScript(() => {
    addEventListener("pointermove", (event) => event.pointerType === "mouse" && event.stopImmediatePropagation(), true);
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", NETWORK);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  await page.goto(url, { waitUntil: "commit" });
  return page;
}

/**
 * Opens a page with empty caches on a slow phone. With `settle`, waits until the page has fetched nothing for that many
 * ms, because a script that is still starting may fetch more after the network has been idle.
 */
export async function paints(browser: Browser, url: string, { phone = MOTO_G, settle = 0 } = {}): Promise<Paints> {
  const page = await openOnSlowPhone(browser, url, undefined, phone);
  await page.waitForLoadState("networkidle");
  if (settle > 0) await settled(page, settle);
  const found = await page.evaluate(
    () =>
      new Promise<Paints>((resolve) => {
        const bytesOf = (matches: (url: string) => boolean) =>
          performance
            .getEntriesByType("resource")
            .filter((entry) => entry instanceof PerformanceResourceTiming)
            .reduce((sum, { name, encodedBodySize }) => sum + (matches(name) ? encodedBodySize : 0), 0);
        const scriptBytes = bytesOf((url) => url.endsWith(".js"));
        const first = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN;
        new PerformanceObserver((list) => {
          const last = list.getEntries().at(-1);
          const element = last && "element" in last && last.element instanceof Element ? last.element.tagName : "none";
          const largestBytes = bytesOf((url) => last !== undefined && "url" in last && url === last.url);
          resolve({ first, largest: last?.startTime ?? Number.NaN, element, largestBytes, scriptBytes });
        }).observe({ type: "largest-contentful-paint", buffered: true });
      }),
  );
  await page.context().close();
  return found;
}

async function settled(page: Page, ms: number): Promise<void> {
  const fetched = () => page.evaluate(() => performance.getEntriesByType("resource").length);
  const before = await fetched();
  await page.waitForTimeout(ms);
  if ((await fetched()) > before) await settled(page, ms);
}

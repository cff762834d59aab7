import type { Browser, BrowserContextOptions, Page } from "@playwright/test";

/**
 * Lighthouse's mobile throttling, applied in the browser (`throttlingMethod: devtools`): 150 ms round trips, 1.6 Mbps down,
 * 750 kbps up, with its factors of 3.75 for request latency and 0.9 for throughput; a CPU four times slower; the window of
 * its Moto G Power.
 */
const NETWORK = {
  offline: false,
  latency: 150 * 3.75,
  downloadThroughput: (1.6 * 1024 * 1024 * 0.9) / 8,
  uploadThroughput: (750 * 1024 * 0.9) / 8,
};
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
const CPU_SLOWDOWN = 4;

export type Paints = { first: number; largest: number; element: string };

/**
 * Starts to open a page with empty caches on a slow phone, without waiting for it. Conditions to wait for are checked
 * with `eval`.
 */
export async function openOnSlowPhone(
  browser: Browser,
  url: string,
  storageState: BrowserContextOptions["storageState"] = { cookies: [], origins: [] },
): Promise<Page> {
  const context = await browser.newContext({ ...PHONE, storageState, bypassCSP: true });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", NETWORK);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  await page.goto(url, { waitUntil: "commit" });
  return page;
}

/** Opens a page with empty caches on a slow phone; returns the paint times in ms. */
export async function paints(browser: Browser, url: string): Promise<Paints> {
  const page = await openOnSlowPhone(browser, url);
  await page.waitForLoadState("networkidle");
  const found = await page.evaluate(
    () =>
      new Promise<{ first: number; largest: number; element: string }>((resolve) => {
        const first = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN;
        new PerformanceObserver((list) => {
          const last = list.getEntries().at(-1);
          const element = last && "element" in last && last.element instanceof Element ? last.element.tagName : "none";
          resolve({ first, largest: last?.startTime ?? Number.NaN, element });
        }).observe({ type: "largest-contentful-paint", buffered: true });
      }),
  );
  await page.context().close();
  return found;
}

import type { Browser, Page } from "@playwright/test";
import { openOnSlowPhone, type Phone } from "./slow-phone.ts";

/** A tap with no response within this time counts as lost. */
const LOST_AFTER_MS = 30_000;

type Tap = {
  url: string;
  /** A selector. */
  on: string;
  /** A condition that is checked at each frame; if the tap leads to another page, that page is checked. */
  answered: string;
  phone?: Phone | undefined;
  /** In ms after the page was requested. By default, the tap is right after the first paint. */
  fromMs?: number;
};

/** The ms from the tap to the frame that shows the response; null if there was no response. */
export async function tapOnce(browser: Browser, { url, on, answered, phone, fromMs = 0 }: Tap): Promise<number | null> {
  const page = await openOnSlowPhone(browser, url, undefined, phone);
  try {
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0, null, {
      polling: 20,
    });
    await page.waitForFunction(`performance.now() > ${fromMs}`, null, { polling: 20 });
    const box = await page
      .locator(on)
      .first()
      .evaluate((element) => {
        element.scrollIntoView({ block: "center", behavior: "instant" });
        const { x, y, width, height } = element.getBoundingClientRect();
        return { x: x + width / 2, y: y + Math.min(height / 2, 60) };
      });
    await page.evaluate(watch, answered);
    const tapped = Date.now();
    await page.touchscreen.tap(box.x, box.y);
    return await timeOfAnswer(page, answered, tapped);
  } catch (error) {
    console.error(error instanceof Error ? error.message.split("\n", 1)[0] : error);
    return null;
  } finally {
    await page.context().close();
  }
}

/** Runs in the page, and measures by the browser's clock. */
function watch(answered: string): void {
  Object.assign(globalThis, { watched: true });
  let touchedAt: number | null = null;
  addEventListener("pointerdown", ({ timeStamp }) => (touchedAt ??= timeStamp), { capture: true, once: true });
  const look = () => {
    // The condition is passed as text.
    // oxlint-disable-next-line no-eval
    if (touchedAt === null || !eval(answered)) requestAnimationFrame(look);
    // The timer runs once the frame is drawn.
    else setTimeout(() => Object.assign(globalThis, { answeredAfterMs: performance.now() - (touchedAt ?? 0) }));
  };
  requestAnimationFrame(look);
}

/** As measured by `watch` or, if the tap has led to another page, until that page is shown. */
async function timeOfAnswer(page: Page, answered: string, tapped: number): Promise<number> {
  const handle = await page.waitForFunction(
    `globalThis.answeredAfterMs ?? (globalThis.watched || !(${answered}) ? 0 : Date.now() - ${tapped})`,
    null,
    { polling: "raf", timeout: LOST_AFTER_MS },
  );
  return Number(await handle.jsonValue());
}

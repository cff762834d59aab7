import { type Browser, type BrowserContext, expect, type Locator, type Page } from "@playwright/test";
import { secondsByHand } from "../../e2e/support/hand.ts";

export type Way = "slow phone" | "computer" | "without script" | "keyboard" | "phone";

/** 400 kbit/s with a latency of 400 ms. */
const SLOW = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

/** Counts a person's actions, and measures how long the machine kept the person waiting after each. */
export type Walker = {
  page: Page;
  context: BrowserContext;
  way: Way;
  /** Counts no tap, as if from a bookmark or a link in an email. */
  open: (url: string) => Promise<void>;
  /** One tap or click; by keyboard, focuses the element and presses Enter or Space. */
  tap: (target: Locator) => Promise<void>;
  fill: (target: Locator, text: string) => Promise<void>;
  /** Counts as an action, not as a text field. */
  choose: (target: Locator, value: string) => Promise<void>;
  sees: (target: Locator) => Promise<void>;
  arrivesAt: (url: string) => Promise<void>;
};
/** `seconds` of waiting for the machine; `handSeconds` of the person's own time (keystroke-level model). */
export type Counted = { taps: number; fields: number; seconds: number; handSeconds: number };

/** In its own browser context. */
export async function walk(browser: Browser, way: Way, journey: (walker: Walker) => Promise<void>): Promise<Counted> {
  const narrow = way === "slow phone" || way === "without script" || way === "phone";
  const context = await browser.newContext({
    viewport: narrow ? { width: 390, height: 844 } : { width: 1280, height: 900 },
    hasTouch: narrow,
    javaScriptEnabled: way !== "without script",
    locale: "en-US",
    timezoneId: "America/Los_Angeles",
    serviceWorkers: "block",
  });
  context.setDefaultTimeout(40_000);
  const page = await context.newPage();
  if (way === "slow phone") {
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", SLOW);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  }
  const counted = { taps: 0, fields: 0, seconds: 0, keys: 0, swipes: 0 };
  /** Only the machine's time: reading and typing do not count. */
  const timed = async (work: () => Promise<unknown>) => {
    const begun = performance.now();
    await work();
    counted.seconds += (performance.now() - begun) / 1000;
  };
  /** A swipe or a turn of the mouse wheel takes as long as a tap, and scrolls by four fifths of a screen. */
  const bringIntoView = async (target: Locator) => {
    await target.waitFor();
    const far = await target.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return Math.max(0, bottom - innerHeight, -top) / (0.8 * innerHeight);
    });
    counted.swipes += Math.ceil(far);
  };
  const press = async (target: Locator) => {
    if (way !== "keyboard") return narrow ? target.tap() : target.click();
    await target.focus();
    await expect(target).toBeFocused();
    const isChoice = await target.evaluate((element) => element.matches("input[type=radio], input[type=checkbox]"));
    await page.keyboard.press(isChoice ? "Space" : "Enter");
  };
  try {
    await journey({
      page,
      context,
      way,
      open: (url) => timed(() => page.goto(url, { waitUntil: "commit" })),
      tap: async (target) => {
        counted.taps += 1;
        await timed(() => bringIntoView(target).then(() => press(target)));
      },
      fill: async (target, text) => {
        counted.fields += 1;
        counted.keys += text.length;
        await bringIntoView(target);
        await target.fill(text);
      },
      choose: async (target, value) => {
        counted.taps += 1;
        await target.selectOption(value);
      },
      sees: (target) => timed(() => expect(target).toBeVisible({ timeout: 60_000 })),
      arrivesAt: (url) => timed(() => page.waitForURL(url, { waitUntil: "domcontentloaded" })),
    });
  } catch (error) {
    const seen = await page
      .locator("body")
      .innerText({ timeout: 5000 })
      .catch(() => "");
    console.error(`The page at ${page.url()} says:\n${seen.slice(0, 1500)}`);
    throw error;
  } finally {
    await context.close();
  }
  const { taps, fields, seconds, keys, swipes } = counted;
  const decisions = taps + fields;
  return { taps, fields, seconds, handSeconds: secondsByHand({ taps: decisions + swipes, keys, decisions }, 0) };
}

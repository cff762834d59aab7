import type { Page } from "@playwright/test";

type Mode = "hold" | "fail" | "pass";

/** For checking a screen while it loads, after a failure, and once it has loaded. */
export async function holdResponses(page: Page): Promise<(mode: Mode) => void> {
  let mode: Mode = "hold";
  const waiting: (() => void)[] = [];
  // The sign-in check is not delayed, and neither is the event stream, which never ends.
  await page.route(/\/api\/(?!admin\/(auth\/user|events)$)/, async (route) => {
    if (mode === "hold") await new Promise<void>((resolve) => waiting.push(resolve));
    const problem = { message: "Something went wrong on our side.", requestId: "ab12cd34" };
    if (mode === "fail") await route.fulfill({ status: 500, json: problem });
    else await route.continue();
  });
  return (next) => {
    mode = next;
    for (const resume of waiting.splice(0)) resume();
  };
}

/** Delays these requests until the returned function is called. */
export async function holdRequests(page: Page, url: string, isHeld = (_method: string) => true): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    if (isHeld(route.request().method())) await promise;
    await route.fallback();
  });
  return resolve;
}

export const holdScripts = (page: Page) => holdRequests(page, "**/assets/*.js");
export const holdSaves = (page: Page, url: string) => holdRequests(page, url, (method) => method !== "GET");

import type { Page } from "@playwright/test";

type Mode = "hold" | "fail" | "pass";

/**
 * Delays the server's responses, so that a screen can be checked while it loads, after a failure, and once it has
 * loaded.
 */
export async function holdResponses(page: Page): Promise<(mode: Mode) => void> {
  let mode: Mode = "hold";
  const waiting: (() => void)[] = [];
  // The request for the signed-in user is not delayed, and neither is the event stream, which never ends.
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

/** Delays everything that the page sends to these URLs, except reads, until the returned function is called. */
export async function holdSaves(page: Page, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    if (route.request().method() !== "GET") await promise;
    await route.continue();
  });
  return resolve;
}

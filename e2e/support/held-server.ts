import type { Page } from "@playwright/test";

type Mode = "hold" | "fail" | "pass";

/** Holds the server's answers back, so that a screen can be looked at while it loads, after it failed, and at last. */
export async function holdAnswers(page: Page): Promise<(mode: Mode) => void> {
  let mode: Mode = "hold";
  const waiting: (() => void)[] = [];
  // Who is signed in is not held back, nor the stream of changes, which never ends.
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

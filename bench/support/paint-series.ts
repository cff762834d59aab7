import type { Browser } from "@playwright/test";
import { median, report, runs } from "./measure.ts";
import { type Paints, paints } from "./slow-phone.ts";

const RUNS = runs(7);

/** Compares the largest contentful paints of two pages on a slow phone, measured in turn: A B A B … */
export async function comparePaints(
  browser: Browser,
  { name, ours, rival, atMost }: { name: string; ours: string; rival: string; atMost: number },
): Promise<void> {
  const [mine, theirs] = [await series(browser, ours), await series(browser, rival)];
  for (let run = 0; run < RUNS; run++) {
    await mine.next();
    await theirs.next();
  }
  const ratio = mine.largest() / theirs.largest();
  report(
    `paint on a slow phone, ${name}`,
    { "ours LCP": mine.say(), "static HTML LCP": theirs.say() },
    { ratio, atMost },
  );
}

/** The first visit warms up the browser and is not counted. */
async function series(browser: Browser, url: string) {
  await paints(browser, url);
  const seen: Paints[] = [];
  const largest = () => median(seen.map((paint) => paint.largest));
  return {
    next: async () => seen.push(await paints(browser, url)),
    largest,
    say: () =>
      `${Math.round(largest())} ms (${seen.at(-1)?.element ?? "none"}), FCP ${Math.round(median(seen.map((paint) => paint.first)))} ms`,
  };
}

import lighthouse from "lighthouse";
import { median, report, runs } from "./measure.ts";

export const DEBUGGING_PORT = 9333;
const RUNS = runs(3, 1);
const FULL = 100;
const CLS_AT_MOST = 0.01;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;

/**
 * Mobile, simulated throttling, the medians of several runs. The targets are `performance` points for performance, 100
 * points in all other categories, and almost no layout shift.
 */
export async function judge(url: string, performance: number): Promise<void> {
  const results: Awaited<ReturnType<typeof measure>>[] = [];
  for (let run = 0; run < RUNS; run++) results.push(await measure(url));
  const score = (category: (typeof CATEGORIES)[number]) => median(results.map((run) => run.scores[category] ?? 0));
  const cls = median(results.map((run) => run.cls));
  // The lowest fraction of a target decides.
  const shares = [
    score("performance") / performance,
    ...CATEGORIES.slice(1).map((category) => score(category) / FULL),
    cls <= CLS_AT_MOST ? 1 : CLS_AT_MOST / cls,
  ];
  const scores = CATEGORIES.map((category) => [category, String(score(category))]);
  const lcp = Math.round(median(results.map((run) => run.lcp)));
  report(
    `Lighthouse, ${new URL(url).pathname}`,
    { ...Object.fromEntries(scores), CLS: cls.toFixed(4), "LCP ms": String(lcp) },
    { ratio: Math.min(...shares), atLeast: 1 },
  );
  for (const complaint of new Set(results.flatMap((run) => run.complaints))) console.log(`    ${complaint}`);
}

async function measure(url: string) {
  const result = await lighthouse(url, { port: DEBUGGING_PORT, onlyCategories: [...CATEGORIES], logLevel: "error" });
  if (!result) throw new Error(`Lighthouse returned no result for ${url}`);
  const { audits, categories } = result.lhr;
  const scoreOf = (category: string) => Math.round((categories[category]?.score ?? 0) * FULL);
  const weighed = CATEGORIES.slice(1).flatMap((category) => categories[category]?.auditRefs ?? []);
  const scores: Record<string, number> = {};
  for (const category of CATEGORIES) scores[category] = scoreOf(category);
  return {
    scores,
    cls: audits["cumulative-layout-shift"]?.numericValue ?? Number.NaN,
    lcp: audits["largest-contentful-paint"]?.numericValue ?? Number.NaN,
    /** What keeps a category other than performance below 100. */
    complaints: weighed
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${id}: ${audits[id]?.title ?? ""}`),
  };
}

import { expect, type Page } from "@playwright/test";

/**
 * WCAG 2.4.11: no sticky bar may hide a focused element. Focusing by script scrolls as the Tab key does, but faster.
 */
export async function expectFocusNeverHidden(page: Page): Promise<void> {
  const hidden = await page.evaluate(() => {
    const reachable = [
      ...document.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, summary, [tabindex='0']"),
    ].filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches(":disabled"));
    const coverOf = (focused: HTMLElement): string | null => {
      const box = focused.getBoundingClientRect();
      // Radio buttons and file fields that are represented by their label.
      if (box.width < 2) return null;
      // Only the part inside the window counts.
      const [left, right] = [Math.max(0, box.left), Math.min(innerWidth, box.right)];
      const [top, bottom] = [Math.max(0, box.top), Math.min(innerHeight, box.bottom)];
      if (left >= right || top >= bottom) return "the edge of the window";
      const points = [0.05, 0.5, 0.95].flatMap((x) =>
        [0.05, 0.5, 0.95].map((y) => [left + (right - left) * x, top + (bottom - top) * y] as const),
      );
      const seen = points.map(([x, y]) => document.elementFromPoint(x, y));
      if (seen.some((one) => one && (focused.contains(one) || one.contains(focused) || one.closest("label"))))
        return null;
      return seen.find((one) => one !== null)?.outerHTML.slice(0, 150) ?? "nothing that can be identified";
    };
    const problems = new Set<string>();
    for (const element of [...reachable, ...reachable.toReversed()]) {
      element.focus();
      if (document.activeElement !== element) continue;
      const cover = coverOf(element);
      if (cover) problems.add(`${element.outerHTML.slice(0, 150)} is behind ${cover}`);
    }
    window.scrollTo(0, 0);
    return [...problems];
  });
  expect(hidden).toEqual([]);
}

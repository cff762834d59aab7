import type { Page } from "@playwright/test";

/**
 * Like a translating browser, replaces text nodes with the same text inside `<font><font>`, so that updates of the old
 * nodes are lost; not in scripts, styles, form fields and drawings. Marks translated text with ·.
 */
export async function translatePage(page: Page): Promise<void> {
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, (node) =>
      node.parentElement?.closest("script, style, noscript, textarea, select, svg") || !node.nodeValue?.trim()
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_ACCEPT,
    );
    const texts: Node[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) {
      const [outer, inner] = [document.createElement("font"), document.createElement("font")];
      inner.textContent = `${text.nodeValue ?? ""}·`;
      outer.append(inner);
      text.parentNode?.replaceChild(outer, text);
    }
  });
}

import { isPlain, MARKDOWN_ELEMENTS, plainHtml, safeLink } from "#domain/property/markdown.ts";

export type RenderMarkdown = (text: string) => Promise<string>;

/** Beyond this many texts the cache is cleared. A property has only a handful of long texts; the rest are previews. */
const MOST_KEPT = 50;

/** Nested quotes and lists cost the library quadratic time; nobody nests twenty levels by hand. */
const NESTED_TOO_DEEP = /^(?:[ \t]*(?:[>*+-]|\d{1,9}[.)])[ \t]?){20}/m;

/**
 * Converts the host's long texts to HTML on the server, so guests load no code for it. No raw HTML, no pictures, and
 * links only as allowed by `safeLink`. The library is loaded for the first text that needs it.
 */
export function createMarkdownRenderer(): RenderMarkdown {
  const known = new Map<string, string>();

  return async (text) => {
    if (isPlain(text) || NESTED_TOO_DEEP.test(text)) return plainHtml(text);
    const before = known.get(text);
    if (before !== undefined) return before;
    const html = await render(text).catch((error: unknown) => {
      // Other deep nesting may exceed the library's stack.
      if (error instanceof RangeError) return plainHtml(text);
      throw error;
    });
    if (known.size >= MOST_KEPT) known.clear();
    known.set(text, html);
    return html;
  };
}

async function render(text: string): Promise<string> {
  const [{ createElement: h, Fragment }, { renderToStaticMarkup }, { default: Markdown }] = await Promise.all([
    import("react"),
    import("react-dom/server"),
    import("react-markdown"),
  ]);
  return renderToStaticMarkup(
    h(Markdown, {
      children: withBreaks(text),
      allowedElements: MARKDOWN_ELEMENTS,
      unwrapDisallowed: true,
      urlTransform: safeLink,
      components: {
        // A link that is not allowed becomes its text.
        a: ({ href, children }) =>
          href ? h("a", { href, rel: "noopener noreferrer nofollow" }, children) : h(Fragment, null, children),
      },
    }),
  );
}

/** Keeps line breaks: Markdown requires two trailing spaces for a break, which hosts do not know. */
function withBreaks(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n").replaceAll(/(\S)[ \t]*\n(?=[^\n])/g, "$1  \n");
}

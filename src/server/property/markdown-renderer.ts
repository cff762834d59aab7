import { isPlain, MARKDOWN_ELEMENTS, plainHtml, safeLink } from "#domain/property/markdown.ts";

export type RenderMarkdown = (text: string) => Promise<string>;

/** A cottage has a handful of long texts; previews while typing push out nothing that matters. */
const MOST_KEPT = 50;

/** Quotes and lists in one another cost the library the square of their depth; nobody writes twenty by hand. */
const NESTED_TOO_DEEP = /^(?:[ \t]*(?:[>*+-]|\d{1,9}[.)])[ \t]?){20}/m;

/**
 * Turns the host's long texts into HTML on the server, so that guests load no code for it: no HTML of the text's own, no
 * pictures, links only where `safeLink` follows them. The library is loaded by the first text that needs it.
 */
export function createMarkdownRenderer(): RenderMarkdown {
  const known = new Map<string, string>();

  return async (text) => {
    if (isPlain(text) || NESTED_TOO_DEEP.test(text)) return plainHtml(text);
    const before = known.get(text);
    if (before !== undefined) return before;
    const html = await render(text).catch((error: unknown) => {
      // What nests in other ways may be more than the library's stack holds.
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
        // A link that leads nowhere is its words.
        a: ({ href, children }) =>
          href ? h("a", { href, rel: "noopener noreferrer nofollow" }, children) : h(Fragment, null, children),
      },
    }),
  );
}

/** A new line in the host's text is a new line on the page: Markdown wants two spaces for that, and hosts do not know. */
function withBreaks(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n").replaceAll(/(\S)[ \t]*\n(?=[^\n])/g, "$1  \n");
}

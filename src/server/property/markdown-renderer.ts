import type { MarkdownIt, RendererRule } from "markdown-it";
import { isPlain, MARKDOWN_ELEMENTS, plainHtml, safeLink } from "#domain/property/markdown.ts";
import { escapeHtml } from "#domain/text/escape-html.ts";

export type RenderMarkdown = (text: string) => Promise<string>;

/**
 * Beyond this many entries, the cache is cleared. A property has only a handful of long text fields; the rest are
 * previews.
 */
const MAX_CACHED = 50;

/** Nested quotes and lists cost the library quadratic time; nobody nests twenty levels by hand. */
const NESTED_TOO_DEEP = /^(?:[ \t]*(?:[>*+-]|\d{1,9}[.)])[ \t]?){20}/m;

/**
 * Converts the host's long text fields to HTML on the server, so guests load no code for it. Raw HTML, pictures, and
 * links that `safeLink` does not allow are not rendered. The library is loaded for the first text that needs it.
 */
export function createMarkdownRenderer(): RenderMarkdown {
  const known = new Map<string, string>();
  let library: Promise<MarkdownIt> | undefined;

  return async (text) => {
    if (isPlain(text) || NESTED_TOO_DEEP.test(text)) return plainHtml(text);
    const before = known.get(text);
    if (before !== undefined) return before;
    library ??= loadLibrary();
    const html = (await library).render(text).trim();
    if (known.size >= MAX_CACHED) known.clear();
    known.set(text, html);
    return html;
  };
}

/** The Markdown library, set up to write only the elements of `MARKDOWN_ELEMENTS` and to escape text as React does. */
export async function loadLibrary(): Promise<MarkdownIt> {
  const { default: createMarkdown } = await import("markdown-it");
  // The library drops blocks nested deeper than its limit. Only a very long text, written for that purpose, reaches
  // this limit.
  const markdown = createMarkdown("commonmark", { html: false, breaks: true, maxNesting: 1000, linkify: true });
  // Hosts paste addresses, such as those of maps. Only what begins with a scheme becomes a link.
  markdown.enable("linkify").linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  markdown.normalizeLinkText = (address) => address;
  // Our own rule below decides which links are allowed, and keeps the text of the others.
  markdown.validateLink = () => true;

  const { renderer } = markdown;
  const renderToken = renderer.renderToken.bind(renderer);
  renderer.renderToken = (tokens, at, options) => {
    const token = tokens[at];
    if (!token) return "";
    if (token.type.startsWith("heading_")) token.tag = "p";
    if (isAllowed(token.tag)) return renderToken(tokens, at, options);
    return token.block ? "\n" : "";
  };
  const words: RendererRule = (tokens, at) => escapeHtml(tokens[at]?.content ?? "");
  const paragraph: RendererRule = (tokens, at) => `${plainHtml(tokens[at]?.content ?? "")}\n`;
  const lineBreak = () => "<br/>\n";
  Object.assign(renderer.rules, {
    text: words,
    code_inline: words,
    code_block: paragraph,
    fence: paragraph,
    softbreak: lineBreak,
    hardbreak: lineBreak,
    link_open: (tokens, at) => {
      const token = tokens[at];
      // As the host typed it, so that text versions do not show it twice; browsers encode it themselves.
      const address = token?.markup === "linkify" ? tokens[at + 1]?.content : token?.attrGet("href");
      const href = safeLink(String(address ?? ""));
      if (href) return `<a href="${escapeHtml(href)}" rel="noopener noreferrer nofollow">`;
      const end = tokens.slice(at).find(({ type }) => type === "link_close");
      if (end) end.hidden = true;
      return "";
    },
  } satisfies Partial<typeof renderer.rules>);
  return markdown;
}

const isAllowed = (tag: string): boolean => MARKDOWN_ELEMENTS.some((allowed) => allowed === tag);

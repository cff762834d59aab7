import { escapeHtml } from "../text/escape-html.ts";

/** The HTML elements allowed in a long text field. Any other element becomes plain text. */
export const MARKDOWN_ELEMENTS = ["p", "strong", "em", "ul", "ol", "li", "a", "br"] as const;

/** The URL, if a link to it is allowed (our own pages, the web, email, phone), otherwise null. */
export function safeLink(address: string): string | null {
  const isOurs = /^\/(?![/\\])/.test(address);
  return isOurs || isWebAddress(address) || /^(?:mailto|tel):[^\s<>"]+$/i.test(address) ? address : null;
}

/** Whether the address is an absolute web URL with a host name. */
export function isWebAddress(address: string): boolean {
  return /^https?:\/\/[\p{L}\p{N}][^\s<>"\\]*$/iu.test(address);
}

/**
 * Whether text looks the same with and without Markdown, in which case the renderer does not have to be loaded. The
 * check errs on the safe side: text with a character or a space that could matter to Markdown is not plain.
 */
export function isPlain(text: string): boolean {
  return (
    !text.includes("://") &&
    text
      .split(/\n\n+/)
      .every((part) => /^[\p{L}\p{M}\p{N} ,.;:!'"’“”‘?()/$%€£°–—-]*$/u.test(part) && !/^[\s\d-]|[ ]{2}| $/.test(part))
  );
}

export function plainHtml(text: string): string {
  return text
    .split(/\n\n+/)
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => `<p>${escapeHtml(part).replaceAll("\n", "<br/>\n")}</p>`)
    .join("\n");
}

/** The text in HTML that we generated, for places where markup is not possible. */
export function wordsOf(html: string): string {
  return unescaped(
    html
      .replaceAll(/<br\/?>|<\/(?:p|li)>/g, " ")
      .replaceAll(/<[^<>]*>/g, "")
      .replaceAll(/\s+/g, " "),
  ).trim();
}

function unescaped(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");
}

/** Converts HTML that we generated to plain text for emails: lists with bullets or numbers, links with their URLs. */
export function plainOf(html: string): string {
  let text = html
    .replaceAll(/<br\/?>\n?/g, "\n")
    .replaceAll(/<a href="([^"]*)"[^>]*>([^]*?)<\/a>/g, (_, address: string, words: string) => {
      const bare = address.replace(/^(?:mailto|tel):/, "");
      return words === bare || words === address ? words : `${words} (${bare})`;
    });
  // The innermost lists are converted first, so that the list around them indents their text again.
  for (let before = ""; before !== text;) {
    before = text;
    text = text.replace(/<(ul|ol)(?: start="(\d+)")?>((?:(?!<[uo]l)[^])*?)<\/\1>/, (_, kind, start, items) =>
      listed(items, kind === "ol" ? Number(start ?? 1) : null),
    );
  }
  return unescaped(text.replaceAll(/<\/p>\s*/g, "\n\n").replaceAll(/<[^<>]*>/g, ""))
    .trim()
    .replaceAll(/\n{3,}/g, "\n\n");
}

function listed(items: string, from: number | null): string {
  const lines = [...items.matchAll(/<li>([^]*?)<\/li>/g)].map(([, item = ""], at) => {
    const words = item
      .replaceAll(/<\/?p>/g, "")
      .trim()
      .replaceAll(/\n+/g, "\n   ");
    return `${from === null ? "-" : `${from + at}.`} ${words}`;
  });
  return `\n${lines.join("\n")}\n\n`;
}

/**
 * Makes links to our own pages absolute for readers outside our site, or turns them into plain text if we do not know
 * our URL.
 */
export function withWholeLinks(html: string, siteUrl: string | null): string {
  return html.replaceAll(/<a href="(\/[^"]*)"([^>]*)>([^]*?)<\/a>/g, (_, path, rest, words) =>
    siteUrl === null ? words : `<a href="${siteUrl}${path}"${rest}>${words}</a>`,
  );
}

/** What a long text may hold: paragraphs, strong and emphasised words, lists, links, line breaks. Anything else is its plain words. */
export const MARKDOWN_ELEMENTS = ["p", "strong", "em", "ul", "ol", "li", "a", "br"] as const;

/** The address of a link that may be followed, else null: our own pages, the web, mail and telephones. */
export function safeLink(address: string): string | null {
  const isOurs = /^\/(?![/\\])/.test(address);
  return isOurs || isWebAddress(address) || /^(?:mailto|tel):[^\s<>"]+$/i.test(address) ? address : null;
}

/** A whole address of the web, with a host's name right after the scheme. */
export function isWebAddress(address: string): boolean {
  return /^https?:\/\/[\p{L}\p{N}][^\s<>"\\]*$/iu.test(address);
}

/**
 * Whether a text says the same with and without Markdown: then nothing has to be loaded to show it. On the safe side:
 * a text with any sign that Markdown knows, or a space where Markdown looks at spaces, is not plain.
 */
export function isPlain(text: string): boolean {
  return text
    .split(/\n\n+/)
    .every((part) => /^[\p{L}\p{M}\p{N} ,.;:!'"’“”‘?()/$%€£°–—-]*$/u.test(part) && !/^[\s\d-]|[ ]{2}| $/.test(part));
}

/** A text as paragraphs of HTML, its words as they are. */
export function plainHtml(text: string): string {
  return text
    .split(/\n\n+/)
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => `<p>${escapeHtml(part).replaceAll("\n", "<br/>\n")}</p>`)
    .join("\n");
}

/** The words of HTML that we made, for places that show no markup. */
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

/** HTML that we made, as a letter of plain text: lists with their marks, links with their addresses. */
export function plainOf(html: string): string {
  let text = html
    .replaceAll(/<br\/?>\n?/g, "\n")
    .replaceAll(/<a href="([^"]*)"[^>]*>([^]*?)<\/a>/g, (_, address: string, words: string) => {
      const bare = address.replace(/^(?:mailto|tel):/, "");
      return bare === words ? words : `${words} (${bare})`;
    });
  // The innermost list first, so that what it becomes stands indented in the next.
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

/** The same HTML for a reader who is not on our site: links to our own pages in full, or only their words where we do not know our address. */
export function withWholeLinks(html: string, siteUrl: string | null): string {
  return html.replaceAll(/<a href="(\/[^"]*)"([^>]*)>([^]*?)<\/a>/g, (_, path, rest, words) =>
    siteUrl === null ? words : `<a href="${siteUrl}${path}"${rest}>${words}</a>`,
  );
}

/** As React writes text, so that both ways to HTML give the same bytes. */
function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#x27;");
}

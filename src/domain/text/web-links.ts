/** A piece of text; `href` is set if the piece is a web URL that a reader may follow. */
export type TextPart = { text: string; href: string | null };

const ADDRESS = /https?:\/\/[^\s<>"'`]+/gi;
/** Characters that end a sentence rather than a URL. */
const TRAILING = /[.,;:!?…»”’)\]}]/;
const OPENS: Record<string, string> = { ")": "(", "]": "[", "}": "{" };

/**
 * Finds the web URLs in text that somebody typed. Only http and https URLs count, and none with a user name, because a
 * user name can make one host look like another. Each link leads exactly where its text says.
 */
export function webLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const found = withoutTrailing(match[0]);
    if (!WITH_HOST.test(found)) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index), href: null });
    parts.push({ text: found, href: found });
    end = match.index + found.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null });
  return parts;
}

/** Removes punctuation at the end, except a closing bracket whose opening bracket is in the URL. */
function withoutTrailing(address: string): string {
  const count = (bracket: string) => address.split(bracket).length;
  // Counted once: for a message with thousands of closing brackets, counting at each of them would take 0.1 s.
  const unopened = new Map(Object.entries(OPENS).map(([closer, opener]) => [closer, count(closer) - count(opener)]));
  for (let end = address.length; ; end--) {
    const last = address.charAt(end - 1);
    const left = unopened.get(last);
    if (!TRAILING.test(last) || (left !== undefined && left <= 0)) return address.slice(0, end);
    if (left !== undefined) unopened.set(last, left - 1);
  }
}

/**
 * A URL whose host name is made up of letters, digits, dots and hyphens. The port is optional, and so is the rest,
 * which begins with `/`, `?` or `#`.
 */
const WITH_HOST = /^https?:\/\/[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?(?::\d{1,5})?(?:[/?#].*)?$/iu;

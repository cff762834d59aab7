/** The signatures that mail apps on phones add below a message. */
const SENT_FROM =
  /^(?:Sent from |Sent with |Get Outlook for |Von meinem |Gesendet (?:von|mit) |Diese Nachricht wurde von |Holen Sie sich Outlook|Envoyé de(?:puis)? |Télécharger Outlook|Enviado desde |Obtener Outlook|Отправлено (?:с|из) |发自|Inviato da |Verzonden vanaf )/u;
/** `From: Kitul Hill Cottage <stay@cottage.example>`, in any language, and possibly in bold. */
const HEADER_LINE = /^\s*\*?[\p{L}][\p{L}\p{M} .-]{0,24}\*?\s?[:：]\*?\s*\S/u;
const DIVIDER = /^\s*(?:_{10,}|-{2,}\s?[\p{L}][\p{L} ]{2,40}\s?-{2,})\s*$/u;
const QUOTED = /^\s*>/;
const SIGNATURE = /^-- ?$/;
/** The line before a quotation: `On Sat, Nov 21, 2026 at 11:30 AM Kitul Hill Cottage <stay@cottage.example> wrote:` */
const endsAttribution = (line: string | undefined) => /[:：]$/.test((line ?? "").trimEnd());
const MAX_ATTRIBUTION_LINES = 4;
/** A reply is far shorter, but the text quoted below it may not be. */
const MAX_READ = 200_000;

/**
 * The new text of a reply, without what the mail program adds: the quoted message with its attribution line, the block
 * of headers that Outlook writes instead of that line, and signatures. Replies below or between quoted lines are kept.
 * `ourAddress` is the sender of our emails, which most attribution lines contain.
 */
export function replyText(text: string, ourAddress: string): string {
  const lines = text.slice(0, MAX_READ).replaceAll(/\r\n?/g, "\n").replaceAll("\u00a0", " ").split("\n");
  const kept = withoutQuotes(untilHeaders(lines, ourAddress), ourAddress);
  return withoutSignature(kept)
    .join("\n")
    .replaceAll(/\n(?:[ \t]*\n){2,}/g, "\n\n")
    .trim();
}

/** Outlook does not mark quotations: the old message follows unchanged after its headers. */
function untilHeaders(lines: readonly string[], ourAddress: string): string[] {
  const at = lines.findIndex((_, place) => beginsHeaders(lines, place, ourAddress));
  if (at < 0) return [...lines];
  const above = lines.slice(0, at);
  while (above.length > 0 && (isBlank(above.at(-1)) || DIVIDER.test(above.at(-1) ?? ""))) above.pop();
  return above;
}

/**
 * Whether headers begin at this line: it is a header, it or the next line names us as the sender, and at least two of
 * the six lines below it are headers too.
 */
function beginsHeaders(lines: readonly string[], place: number, ourAddress: string): boolean {
  const first = lines[place] ?? "";
  if (!HEADER_LINE.test(first) || endsAttribution(first)) return false;
  if (!mentions(`${first} ${lines[place + 1] ?? ""}`, ourAddress)) return false;
  return lines.slice(place + 1, place + 7).filter((line) => HEADER_LINE.test(line)).length >= 2;
}

function withoutQuotes(lines: readonly string[], ourAddress: string): string[] {
  const kept: string[] = [];
  for (const [place, line] of lines.entries()) {
    if (!QUOTED.test(line)) {
      kept.push(line);
      continue;
    }
    if (!QUOTED.test(lines[place - 1] ?? "")) removeAttribution(kept, (words) => nearQuote(words, ourAddress));
  }
  // Some programs write the attribution line but quote nothing.
  removeAttribution(kept, (words) => mentions(words, ourAddress));
  return kept;
}

/**
 * Removes the attribution line from the end: this line ends in a colon and names the author of the text that follows.
 */
function removeAttribution(kept: string[], isAttribution: (words: string) => boolean): void {
  let end = kept.length;
  while (end > 0 && isBlank(kept[end - 1])) end -= 1;
  if (!endsAttribution(kept[end - 1])) return;
  let begin = end - 1;
  while (begin > 0 && !isBlank(kept[begin - 1]) && end - begin < MAX_ATTRIBUTION_LINES) {
    if (isAttribution(kept.slice(begin, end).join(" "))) break;
    begin -= 1;
  }
  const words = kept.slice(begin, end).join(" ");
  if (isAttribution(words)) {
    // The date may be on the line before the email address.
    while (begin > 0 && !isBlank(kept[begin - 1]) && /\d{4}|\d{1,2}[:.]\d{2}/.test(kept[begin - 1] ?? "")) begin -= 1;
    kept.length = begin;
  }
}

const TIME = /\d{1,2}[:.h]\d{2}/;

/**
 * Directly above quoted lines, a time is enough to recognise an attribution line: Thunderbird names the sender without
 * the email address.
 */
function nearQuote(words: string, ourAddress: string): boolean {
  return mentions(words, ourAddress) || TIME.test(words);
}

function withoutSignature(lines: readonly string[]): string[] {
  const at = lines.findIndex((line) => SIGNATURE.test(line));
  const kept = at < 0 ? [...lines] : lines.slice(0, at);
  for (;;) {
    while (kept.length > 0 && isBlank(kept.at(-1))) kept.pop();
    if (!SENT_FROM.test((kept.at(-1) ?? "").trim())) return kept;
    kept.pop();
  }
}

function mentions(words: string, address: string): boolean {
  return words.toLowerCase().includes(address.toLowerCase());
}

function isBlank(line: string | undefined): boolean {
  return (line ?? "").trim() === "";
}

/** Marks the start of the quoted message in an HTML email from Gmail, Outlook, Thunderbird, GMX or WEB.DE. */
const QUOTE_ATTRIBUTE =
  /\b(?:class="[^"]*(?:gmail_quote|moz-cite-prefix)|name="quote"|id="(?:divRplyFwdMsg|appendonsend|mail-editor-reference-message-container)")/i;
/** Without the lookahead, a long name that does not end in `>` would take quadratic time. */
const TAG = /<(\/?)([a-z][a-z\d]*)(?![a-z\d])([^<>]*)>/gi;
const HIDDEN = ["head", "style", "script", "title"];
const ENDS_LINE = ["p", "div", "li", "tr", "h1", "h2", "h3"];
/** The names of U+00A1 to U+00FF, in order: webmail editors write `&uuml;`. */
const LATIN_1 =
  "iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para " +
  "middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave " +
  "Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute " +
  "Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave " +
  "iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";
const ENTITIES = new Map([
  ...LATIN_1.split(" ").map((name, place) => [name, String.fromCodePoint(0xa1 + place)] as const),
  ...Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " ", euro: "€", hellip: "…" }),
  ...Object.entries({ ndash: "–", mdash: "—", lsquo: "‘", rsquo: "’", sbquo: "‚", ldquo: "“", rdquo: "”", bdquo: "„" }),
]);

/** The text of an HTML email above the quoted message. */
export function textOfHtml(html: string): string {
  const source = html.slice(0, MAX_READ);
  let text = "";
  let at = 0;
  let hidden: string | null = null;
  for (const match of source.matchAll(TAG)) {
    const [whole, slash = "", tag = "", attributes = ""] = match;
    const name = tag.toLowerCase();
    const opens = slash === "";
    if (hidden === null) text += words(source.slice(at, match.index));
    at = match.index + whole.length;
    if (hidden !== null) {
      if (!opens && name === hidden) hidden = null;
    } else if (opens && (name === "blockquote" || QUOTE_ATTRIBUTE.test(attributes))) {
      return tidyLines(text);
    } else if (opens && HIDDEN.includes(name)) {
      hidden = name;
    } else if (name === "br" || (!opens && ENDS_LINE.includes(name))) {
      text += "\n";
    } else if (ENDS_LINE.includes(name) && !text.endsWith("\n") && !text.endsWith("\n ")) {
      text += "\n";
    }
  }
  return tidyLines(hidden === null ? text + words(source.slice(at)) : text);
}

function words(source: string): string {
  return source
    .replaceAll(/\s+/g, " ")
    .replaceAll(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z][a-z\d]{1,7}));/gi, (whole, hex, decimal, name) =>
      name
        ? (ENTITIES.get(String(name)) ?? ENTITIES.get(String(name).toLowerCase()) ?? whole)
        : character(hex ? Number.parseInt(hex, 16) : Number(decimal)),
    );
}

function character(code: number): string {
  return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : "";
}

function tidyLines(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  return lines
    .filter((line, place) => line !== "" || lines[place - 1] !== "")
    .join("\n")
    .trim();
}

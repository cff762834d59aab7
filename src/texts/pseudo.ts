/**
 * Two languages that nobody speaks, for tests: the English with accents and brackets and 40 % longer, and the same from right
 * to left. What a page still shows in plain letters has not been made translatable.
 */
export type PseudoOptions = { mirrored?: boolean };

const PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const ACCENTED = "ÀɃÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽàƀçðéƒĝĥîĵķļṁñöþǫŕšţûṽŵẋýž";
const LETTERS = new Map([...PLAIN].map((letter, at) => [letter, [...ACCENTED][at] ?? letter]));
/** Right-to-left embedding and its end. */
const [RTL, POP] = ["\u202b", "\u202c"];

/** Places of templates, marks of words, addresses, and what stands between two guards: they stay as they are. */
const KEPT = /\{\{?\w+\}?\}|<\/?\w*>|https?:\/\/\S+|\/api\/\S+|\uE000[^\uE001]*\uE001/g;

export function pseudoText(text: string, { mirrored = false }: PseudoOptions = {}): string {
  if (text.trim() === "") return text;
  let end = 0;
  let said = "";
  for (const match of text.matchAll(KEPT)) {
    said += accented(text.slice(end, match.index)) + match[0];
    end = match.index + match[0].length;
  }
  said += accented(text.slice(end));
  const padding = "·".repeat(Math.ceil(text.length * 0.4));
  const bracketed = `⟦${said.replaceAll(/[\uE000\uE001]/g, "")}${padding}⟧`;
  return mirrored ? RTL + bracketed + POP : bracketed;
}

function accented(text: string): string {
  return [...text].map((letter) => LETTERS.get(letter) ?? letter).join("");
}

/** Dates, times and currencies, from which a format makes words. */
const CODES = /^(?:\d{4}-\d\d-\d\d|\d\d:\d\d|[A-Z]{3})$/;

/** Words that a text is given, and does not say itself: names, references, what is written out already. */
function guarded(value: unknown): unknown {
  return typeof value === "string" && !CODES.test(value) ? `\uE000${value}\uE001` : value;
}

/** Parameters by name, of which these are words of the host's. The others decide what is said. */
const WORDS = ["name", "label", "code", "cottage", "reference", "phone"];

function guardedDeep(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(guardedDeep);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, WORDS.includes(name) ? guarded(inner) : guardedDeep(inner)]),
  );
}

/** A tree of texts and of functions that make them, in a pseudo-language. */
export function pseudoTexts<T>(texts: T, options: PseudoOptions = {}): T {
  const made = mapped(texts, options);
  // The tree has the same names and functions of the same parameters.
  return made as T;
}

function mapped(value: unknown, options: PseudoOptions): unknown {
  if (typeof value === "string") return pseudoText(value, options);
  if (typeof value === "function") {
    return (...parameters: unknown[]) => {
      const safe = parameters.map((one) => (typeof one === "string" ? guarded(one) : guardedDeep(one)));
      return mapped(Reflect.apply(value, undefined, safe), options);
    };
  }
  if (Array.isArray(value)) return value.map((one) => mapped(one, options));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapped(inner, options)]));
}

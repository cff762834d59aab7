/**
 * A pseudo-language for tests: English with accents, in brackets and 40 % longer. Plain letters on a page show that a
 * string is not translatable.
 */

const PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const ACCENTED = "ÀɃÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽàƀçðéƒĝĥîĵķļṁñöþǫŕšţûṽŵẋýž";
const LETTERS = new Map([...PLAIN].map((letter, at) => [letter, [...ACCENTED][at] ?? letter]));

/** Placeholders, markup, URLs and any text between two guard characters are left unchanged. */
const KEPT = /\{\{?\w+\}?\}|<\/?\w*>|https?:\/\/\S+|\/api\/\S+|\uE000[^\uE001]*\uE001/g;

export function pseudoText(text: string): string {
  if (text.trim() === "") return text;
  let end = 0;
  let result = "";
  for (const match of text.matchAll(KEPT)) {
    result += accented(text.slice(end, match.index)) + match[0];
    end = match.index + match[0].length;
  }
  result += accented(text.slice(end));
  const padding = "·".repeat(Math.ceil(text.length * 0.4));
  return `⟦${result.replaceAll(/[\uE000\uE001]/g, "")}${padding}⟧`;
}

function accented(text: string): string {
  return [...text].map((letter) => LETTERS.get(letter) ?? letter).join("");
}

/** Dates, times, time zones and currency codes, which are formatted later. */
const CODES = /^(?:\d{4}-\d\d-\d\d|\d\d:\d\d|[A-Z]\w+(?:\/\w+)+|[A-Z]{3})$/;

/** Guards parameters such as names, references and formatted values, which are not translated. */
function guarded(value: unknown): unknown {
  return typeof value === "string" && !CODES.test(value) ? `\uE000${value}\uE001` : value;
}

/**
 * Named parameters whose values are not translated, such as names and references. The other parameters select the
 * string.
 */
const WORDS = ["name", "label", "code", "cottage", "reference", "phone"];

function guardedDeep(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(guardedDeep);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, WORDS.includes(name) ? guarded(inner) : guardedDeep(inner)]),
  );
}

/** Converts a tree of strings, and of functions that return strings, to a pseudo-language. */
export function pseudoTexts<T>(texts: T): T {
  const made = mapped(texts);
  // The tree keeps its keys and the parameters of its functions.
  return made as T;
}

function mapped(value: unknown): unknown {
  if (typeof value === "string") return pseudoText(value);
  if (typeof value === "function") {
    return (...parameters: unknown[]) => {
      const safe = parameters.map((one) => (typeof one === "string" ? guarded(one) : guardedDeep(one)));
      return mapped(Reflect.apply(value, undefined, safe));
    };
  }
  if (Array.isArray(value)) return value.map((one) => mapped(one));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapped(inner)]));
}

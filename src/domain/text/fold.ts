const PLAIN = /^[ -~]*$/;
/**
 * Letters that people also type without the stroke, or as two letters, although Unicode does not decompose them.
 */
const STROKED: Record<string, string> = { Ø: "O", Ł: "L", Đ: "D", Æ: "AE", Œ: "OE" };

/**
 * Text normalised for search: without accents and in upper case. The text is converted first to lower case and then to
 * upper case, because this order also makes `ß`, `ẞ` and `SS`, and the two small Greek sigmas, equal.
 */
export function foldedText(text: string): string {
  // A fast path for most names and nearly all email addresses.
  if (PLAIN.test(text)) return text.toUpperCase();
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .toUpperCase()
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[ØŁĐÆŒ]/g, (letter) => STROKED[letter] ?? letter);
}

/**
 * The words of a search. They end at apostrophes, because computers type ' where phones type ’. Without a word, an
 * apostrophe is searched for itself, because a search for nothing would find everything.
 */
export function searchWords(typed: string): string[] {
  const spaced = foldedText(typed).split(/\s+/).filter(Boolean);
  const words = spaced.flatMap((part) => part.split(/['’ʼ]/)).filter(Boolean);
  return words.length > 0 ? words : spaced;
}

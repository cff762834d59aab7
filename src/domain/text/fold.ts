const PLAIN = /^[ -~]*$/;
/** Letters that no accent is taken off from, but that people type without their stroke. */
const STROKED: Record<string, string> = { Ø: "O", Ł: "L", Đ: "D", Æ: "AE", Œ: "OE", İ: "I" };

/**
 * A text as it is compared when people search: without accents and in one case. Lower and then upper case, because that
 * also makes `ß`, `ẞ` and `SS`, and the small sigmas of Greek, the same.
 */
export function foldedText(text: string): string {
  // Most names and nearly all addresses: three times as fast, which ten thousand of them at a keystroke need.
  if (PLAIN.test(text)) return text.toUpperCase();
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .toUpperCase()
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[ØŁĐÆŒİ]/g, (letter) => STROKED[letter] ?? letter);
}

/**
 * The text of a calendar file, its folded lines put together again. Unfolding comes before decoding, because a fold may
 * stand inside a character (RFC 5545 3.1).
 */
export function feedText(body: Uint8Array, contentType = ""): string {
  const wide = WIDE_MARKS.find(({ mark }) => mark.every((byte, n) => body[n] === byte));
  if (wide) return unfold(new TextDecoder(wide.encoding).decode(body));
  return decode(Buffer.from(unfold(Buffer.from(body).toString("latin1")), "latin1"), contentType);
}

/** Byte order marks of two-byte encodings, in which a fold does not cut characters. The one of UTF-8 is left out when decoding. */
const WIDE_MARKS = [
  { mark: [0xff, 0xfe], encoding: "utf-16le" },
  { mark: [0xfe, 0xff], encoding: "utf-16be" },
];

function unfold(text: string): string {
  return text.replace(/(?:\r\n|\r|\n)[ \t]/g, "");
}

/**
 * UTF-8 wherever the bytes are that: a text in another encoding hardly ever is by chance, and servers state a charset
 * without looking. Otherwise what the server states, otherwise windows-1252, which has a character for every byte.
 */
function decode(bytes: Uint8Array, contentType: string): string {
  const stated = /;\s*charset\s*=\s*"?([\w-]{1,40})/i.exec(contentType)?.[1] ?? "";
  for (const encoding of ["utf-8", stated]) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // Not this encoding, or none that is known.
    }
  }
  return new TextDecoder("windows-1252").decode(bytes);
}

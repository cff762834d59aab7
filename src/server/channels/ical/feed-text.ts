/**
 * The text of a calendar file, with folded lines joined and control characters removed: RFC 5545 does not allow them,
 * and PostgreSQL cannot store NUL.
 */
export function feedText(body: Uint8Array, contentType = ""): string {
  return unfoldedText(body, contentType).replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, "");
}

/** Except in UTF-16, unfolds before decoding, because a line may be folded inside a character (RFC 5545 3.1). */
function unfoldedText(body: Uint8Array, contentType: string): string {
  const wide = WIDE_MARKS.find(({ mark }) => mark.every((byte, n) => body[n] === byte));
  if (wide) return unfold(new TextDecoder(wide.encoding).decode(body));
  return decode(Buffer.from(unfold(Buffer.from(body).toString("latin1")), "latin1"), contentType);
}

/**
 * Byte order marks of two-byte encodings, in which folding does not split characters. Decoding removes the byte order
 * mark of UTF-8.
 */
const WIDE_MARKS = [
  { mark: [0xff, 0xfe], encoding: "utf-16le" },
  { mark: [0xfe, 0xff], encoding: "utf-16be" },
];

function unfold(text: string): string {
  return text.replace(/(?:\r\n|\r|\n)[ \t]/g, "");
}

/**
 * Decodes the bytes as UTF-8 if they are valid UTF-8: text in another encoding hardly ever is, and servers often state
 * a wrong charset. Otherwise uses the charset that the server states, or windows-1252, which has a character for every
 * byte.
 */
function decode(bytes: Uint8Array, contentType: string): string {
  const stated = /;\s*charset\s*=\s*"?([\w-]{1,40})/i.exec(contentType)?.[1] ?? "";
  for (const encoding of ["utf-8", stated]) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // The bytes are not valid in this encoding, or the encoding is unknown.
    }
  }
  return new TextDecoder("windows-1252").decode(bytes);
}

/**
 * The text of a calendar file with folded lines joined. Unfolding comes before decoding, because a line may be folded
 * inside a character (RFC 5545 3.1).
 */
export function feedText(body: Uint8Array, contentType = ""): string {
  const wide = WIDE_MARKS.find(({ mark }) => mark.every((byte, n) => body[n] === byte));
  if (wide) return unfold(new TextDecoder(wide.encoding).decode(body));
  return decode(Buffer.from(unfold(Buffer.from(body).toString("latin1")), "latin1"), contentType);
}

/** Byte order marks of two-byte encodings, where folding does not split characters. Decoding drops UTF-8's own mark. */
const WIDE_MARKS = [
  { mark: [0xff, 0xfe], encoding: "utf-16le" },
  { mark: [0xfe, 0xff], encoding: "utf-16be" },
];

function unfold(text: string): string {
  return text.replace(/(?:\r\n|\r|\n)[ \t]/g, "");
}

/**
 * UTF-8 if the bytes are valid UTF-8: text in another encoding hardly ever is, and servers often state a wrong charset.
 * Otherwise the server's charset, or windows-1252, which has a character for every byte.
 */
function decode(bytes: Uint8Array, contentType: string): string {
  const stated = /;\s*charset\s*=\s*"?([\w-]{1,40})/i.exec(contentType)?.[1] ?? "";
  for (const encoding of ["utf-8", stated]) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // Not valid in this encoding, or the encoding is unknown.
    }
  }
  return new TextDecoder("windows-1252").decode(bytes);
}

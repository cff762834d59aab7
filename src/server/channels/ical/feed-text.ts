/**
 * The text of a calendar file, its folded lines put together again. Unfolding comes before decoding, because a fold may
 * stand inside a character (RFC 5545 3.1); bytes that are no UTF-8 become a mark and spoil nothing else.
 */
export function feedText(body: Buffer): string {
  const unfolded = body.toString("latin1").replace(/(?:\r\n|\r|\n)[ \t]/g, "");
  return new TextDecoder("utf-8").decode(Buffer.from(unfolded, "latin1"));
}

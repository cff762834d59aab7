/** Cells are quoted by RFC 4180 and harmless in a spreadsheet; numbers stay numbers, null is an empty cell. */
export type CsvCell = string | number | null;

/** Says UTF-8 to a spreadsheet; the first thing in a file. */
const MARK = "\uFEFF";

/** A table as one file. */
export function toCsv(rows: Iterable<readonly CsvCell[]>): string {
  return [...csvPieces(rows)].join("");
}

const ROWS_AT_ONCE = 500;

/** The same in pieces, for a long table. */
export function* csvPieces(rows: Iterable<readonly CsvCell[]>): Generator<string> {
  let piece = MARK;
  let count = 0;
  for (const row of rows) {
    piece += record(row);
    count += 1;
    if (count % ROWS_AT_ONCE !== 0) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}

function record(cells: readonly CsvCell[]): string {
  return `${cells.map((cell) => (typeof cell === "string" ? quoted(harmless(cell)) : String(cell ?? ""))).join(",")}\r\n`;
}

/**
 * A sign that begins a formula (ASVS 1.2.10, full-width signs too) gets an apostrophe before it. It begins one as well
 * behind what a spreadsheet may cut at when it reads the file with another separator, as Excel does where the comma is for
 * decimals; and behind a NUL, which LibreOffice leaves out (proof/csv.proof.ts).
 */
export function harmless(text: string): string {
  return text.replaceAll("\0", "").replaceAll(/(^[\t\r]|(?:^|(?<=[;\t\r\n]))[=+\-@＝＋－＠])/g, "'$1");
}

function quoted(text: string): string {
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Cells are quoted as in RFC 4180 and cannot become formulas; numbers stay numbers, null is an empty cell. */
export type CsvCell = string | number | null;

/** A byte order mark at the start of the file tells spreadsheets that it is UTF-8. */
const MARK = "\uFEFF";

/** A table as one file. */
export function toCsv(rows: Iterable<readonly CsvCell[]>): string {
  return [...csvPieces(rows)].join("");
}

const ROWS_AT_ONCE = 500;

/** Like `toCsv`, in pieces, for a long table. */
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
 * Puts an apostrophe before a character that starts a formula (ASVS 1.2.10, full-width characters too). This also
 * applies after a character at which a spreadsheet may split the cell when it expects another separator (as Excel does
 * where the comma is the decimal mark), and after a NUL, which LibreOffice drops (proof/csv.proof.ts).
 */
export function harmless(text: string): string {
  return text.replaceAll("\0", "").replaceAll(/(^[\t\r]|(?:^|(?<=[;\t\r\n]))[=+\-@＝＋－＠])/g, "'$1");
}

function quoted(text: string): string {
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

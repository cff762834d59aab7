/** Cells are quoted as in RFC 4180 and cannot become formulas; numbers stay numbers, and null becomes an empty cell. */
export type CsvCell = string | number | null;

/** A byte order mark at the start of the file tells spreadsheets that the file is UTF-8. */
const MARK = "\uFEFF";

/** A table as a single file. */
export function toCsv(rows: Iterable<readonly CsvCell[]>): string {
  return MARK + csvLines(rows);
}

/** A long table in pieces, with one piece for each batch of rows. */
export async function* csvPieces(batches: AsyncIterable<Iterable<readonly CsvCell[]>>): AsyncGenerator<string> {
  let mark = MARK;
  for await (const rows of batches) {
    yield mark + csvLines(rows);
    mark = "";
  }
}

function csvLines(rows: Iterable<readonly CsvCell[]>): string {
  let lines = "";
  for (const row of rows) lines += record(row);
  return lines;
}

function record(cells: readonly CsvCell[]): string {
  return `${cells.map((cell) => (typeof cell === "string" ? quoted(harmless(cell)) : String(cell ?? ""))).join(",")}\r\n`;
}

/**
 * Puts an apostrophe before a character that starts a formula (ASVS 1.2.10), including full-width characters. This also
 * applies after a character at which a spreadsheet may split the cell when it expects another separator (as Excel does
 * where the comma is the decimal mark). NULs are removed first, because LibreOffice drops them (proof/csv.proof.ts).
 */
export function harmless(text: string): string {
  return text.replaceAll("\0", "").replaceAll(/(^[\t\r]|(?:^|(?<=[;\t\r\n]))[=+\-@＝＋－＠])/g, "'$1");
}

function quoted(text: string): string {
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

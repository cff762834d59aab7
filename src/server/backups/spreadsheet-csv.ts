import { type CsvCell, csvPieces } from "#domain/spreadsheet/csv.ts";
import type { Snapshot } from "../database/snapshot.ts";
import type { Row, Table } from "../database/tables.ts";
import type { ExtraFile } from "./pack-files.ts";

/**
 * Columns with secrets, or with values from which a secret could be guessed. They are in `tables/`, so that a restore
 * is complete, but not in the spreadsheets.
 */
const SECRET = /hash|secret|password|token|import_url|^value$/;
/** Tables for internal bookkeeping, which are of no use in a spreadsheet. */
const OWN_BOOKKEEPING =
  /^(live_change|listed_booking.*|job_lease|idempotency_key|setup_token|.*_session|sign_in_.*|pending_.*|recovery_code|second_factor|known_network|known_device)$/;

/** Each table that is of use in a spreadsheet, as a CSV file. Read the files one after another. */
export async function* spreadsheets(snapshot: Snapshot): AsyncGenerator<ExtraFile> {
  for (const table of snapshot.tables.filter(({ name }) => !OWN_BOOKKEEPING.test(name))) {
    const columns = table.columns.map(({ name }) => name).filter((name) => !SECRET.test(name));
    yield { name: `csv/${table.name}.csv`, text: csvPieces(batchesOf(snapshot, table, columns)) };
  }
}

async function* batchesOf(snapshot: Snapshot, table: Table, columns: string[]): AsyncGenerator<readonly CsvCell[][]> {
  yield [columns];
  for await (const rows of snapshot.rows(table)) yield rows.map((row) => columns.map((column) => cellOf(row[column])));
}

const cellOf = (value: Row[string] | undefined) =>
  typeof value === "object" && value !== null ? value.base64 : (value ?? null);

import { toCsv } from "#domain/spreadsheet/csv.ts";
import type { Snapshot } from "../database/snapshot.ts";
import type { Row } from "../database/tables.ts";

/**
 * Secrets, or values from which one could be guessed; they are in `tables/`, which restores everything, but not in
 * spreadsheets.
 */
const SECRET = /hash|secret|password|token|import_url|^value$/;
/** Tables for internal bookkeeping, which are of no use in a spreadsheet. */
const OWN_BOOKKEEPING =
  /^(live_change|job_lease|idempotency_key|setup_token|.*_session|sign_in_.*|pending_.*|recovery_code|second_factor|known_network|known_device)$/;

/** Each table as a CSV file. */
export async function spreadsheets(snapshot: Snapshot): Promise<{ name: string; text: string }[]> {
  const files: { name: string; text: string }[] = [];
  for (const table of snapshot.tables.filter(({ name }) => !OWN_BOOKKEEPING.test(name))) {
    const columns = table.columns.map(({ name }) => name).filter((name) => !SECRET.test(name));
    const all: Row[] = [];
    for await (const rows of snapshot.rows(table)) all.push(...rows);
    const cells = all.map((row) => columns.map((column) => cellOf(row[column])));
    files.push({ name: `csv/${table.name}.csv`, text: toCsv([columns, ...cells]) });
  }
  return files;
}

const cellOf = (value: Row[string] | undefined) =>
  typeof value === "object" && value !== null ? value.base64 : (value ?? null);

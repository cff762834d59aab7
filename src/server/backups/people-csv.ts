import { stringify } from "csv-stringify/sync";
import type { Snapshot } from "../database/snapshot.ts";
import type { Row } from "../database/tables.ts";

/** Opens something, or could be guessed from; it is in `tables/`, which restores everything, and not for spreadsheets. */
const SECRET = /hash|secret|password|token|import_url|^value$/;
/** What a host would look at in a spreadsheet; other tables are the product's own bookkeeping. */
const OWN_BOOKKEEPING =
  /^(live_change|job_lease|idempotency_key|setup_token|.*_session|sign_in_.*|pending_.*|recovery_code|second_factor|known_network)$/;

/** Each table as a spreadsheet opens it. A cell that would be a formula is guarded (reliability S26). */
export async function spreadsheets(snapshot: Snapshot): Promise<{ name: string; text: string }[]> {
  const files: { name: string; text: string }[] = [];
  for (const table of snapshot.tables.filter(({ name }) => !OWN_BOOKKEEPING.test(name))) {
    const columns = table.columns.map(({ name }) => name).filter((name) => !SECRET.test(name));
    const all: Row[] = [];
    for await (const rows of snapshot.rows(table)) all.push(...rows);
    const text = stringify(all, {
      header: true,
      columns,
      escape_formulas: true,
      bom: true,
      record_delimiter: "windows",
    });
    files.push({ name: `csv/${table.name}.csv`, text });
  }
  return files;
}

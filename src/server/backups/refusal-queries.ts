import { type Kysely, sql } from "kysely";
import { SQLITE_FILE } from "../database/connect.ts";
import { counted } from "#domain/text/counted.ts";
import type { Engine } from "../database/dialect.ts";
import type { Schema } from "../database/schema.ts";
import { tablesOf } from "../database/tables.ts";
import { isRestoreUnfinished } from "./unfinished-queries.ts";

/** Rows in these tables mean that the installation is in use. */
const SIGNS_OF_USE = { booking: "booking", owner_block: "block", channel: "connected platform" };

/** Why restoring is refused, as a sentence; null if restoring is allowed. */
export async function refusalOf(db: Kysely<Schema>, engine: Engine): Promise<string | null> {
  // An interrupted restore leaves tables behind, but these do not count as an installation.
  if (await isRestoreUnfinished({ db, engine })) return null;
  const names = new Set((await tablesOf(db, engine)).map((table) => table.name));
  const found: string[] = [];
  for (const [table, word] of Object.entries(SIGNS_OF_USE)) {
    if (!names.has(table)) continue;
    const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`.execute(db);
    const count = Number(rows[0]?.rows ?? 0);
    if (count > 0) found.push(counted(count, word));
  }
  if (found.length === 0) return null;
  const way =
    engine === "postgres"
      ? "Stop Latchkey, rename its database and create an empty one with the old name and owner"
      : `Stop Latchkey and move ${SQLITE_FILE} (with its -wal and -shm files) from the data folder to another folder`;
  return `This installation is in use (${found.join(", ")}), and restoring would replace everything. Nothing changed. ${way}, then restore again.`;
}

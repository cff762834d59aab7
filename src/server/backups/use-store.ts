import { type Kysely, sql } from "kysely";
import type { Engine } from "../database/dialect.ts";
import type { Schema } from "../database/schema.ts";
import { tablesOf } from "../database/tables.ts";

/** Rows of these mean that somebody works with this installation. */
const SIGNS_OF_USE = { booking: "bookings", owner_block: "blocked nights", channel: "connected platforms" };

/** Why everything may not be put there anew, in a sentence; null when nothing stands in the way. */
export async function refusalOf(db: Kysely<Schema>, engine: Engine): Promise<string | null> {
  const names = new Set((await tablesOf(db, engine)).map((table) => table.name));
  const found: string[] = [];
  for (const [table, words] of Object.entries(SIGNS_OF_USE)) {
    if (!names.has(table)) continue;
    const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`.execute(db);
    const count = Number(rows[0]?.rows ?? 0);
    if (count > 0) found.push(`${count} ${words}`);
  }
  if (found.length === 0) return null;
  const way =
    engine === "postgres"
      ? "Make an empty database, set DATABASE_URL to it"
      : "Stop Latchkey, give the data folder another name (for example: mv data data-old)";
  return `This installation is in use (${found.join(", ")}), and restoring would replace all of it. Nothing changed. ${way}, then restore again.`;
}

import type { Database } from "#server/database/connect.ts";
import { rowsOf, tablesOf } from "#server/database/tables.ts";

/** This data occurs nowhere else, so a search finds every copy. */
export const CANARY = { name: "Quillon Zarathustra", email: "quillon@canary.example", phone: "+94 70 987 6543" };
export const WORDS = {
  request: "Peacock allergy",
  notes: "Gate code told",
  rating: "Mongoose at dawn",
  corrected: "+94 70 111 2222",
};
const TRACES =
  /quillon|zarathustra|canary|70 ?987 ?6543|70 ?111 ?2222|peacock allergy|gate code told|mongoose at dawn/i;

/** As `table.column`. */
export async function tracesIn({ db, engine }: Database): Promise<string[]> {
  const found = new Set<string>();
  await db.transaction().execute(async (trx) => {
    for (const table of await tablesOf(trx, engine)) {
      for await (const rows of rowsOf(trx, engine, table)) {
        for (const row of rows) {
          for (const [column, value] of Object.entries(row)) {
            if (TRACES.test(JSON.stringify(value))) found.add(`${table.name}.${column}`);
          }
        }
      }
    }
  });
  return [...found].toSorted();
}

export const hasTraces = (text: string) => TRACES.test(text);

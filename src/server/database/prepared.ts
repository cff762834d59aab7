import { type Compilable, CompiledQuery, type Kysely } from "kysely";
import type { Schema } from "./schema.ts";

/**
 * A query whose text is made once. Kysely builds and prints a query anew at each call, which takes longer than SQLite's
 * answer; worth it only for queries on the hottest paths. `samples` are parameters of the right kinds, all different,
 * in the order in which the query uses them.
 */
export function prepared<P extends readonly unknown[], Row>(
  db: Kysely<Schema>,
  build: (...parameters: P) => Compilable<Row>,
  ...samples: P
): (...parameters: P) => Promise<Row[]> {
  const { sql, parameters } = build(...samples).compile();
  if (parameters.length !== samples.length || parameters.some((parameter, i) => parameter !== samples[i])) {
    throw new Error(`The query does not use its parameters in order: ${sql}`);
  }
  return async (...values) => (await db.executeQuery<Row>(CompiledQuery.raw(sql, [...values]))).rows;
}

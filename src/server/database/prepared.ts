import { type Compilable, CompiledQuery, type Insertable, type Kysely } from "kysely";
import { type Engine, engineOf } from "./dialect.ts";
import type { Schema } from "./schema.ts";

/*
 * Queries that are compiled once. Kysely builds and compiles a query on every call, which takes longer than SQLite
 * takes to run it. Compiling once is worth it only on the hottest paths: showing the property, checking availability,
 * booking a stay and composing its messages.
 */

/**
 * `samples` are parameters of the right types, all different, in the order in which the query uses them. Call the
 * returned function with a database or a transaction, followed by the parameters.
 */
export function prepared<P extends readonly unknown[], Row>(
  build: (db: Kysely<Schema>, ...parameters: P) => Compilable<Row>,
  ...samples: P
): (db: Kysely<Schema>, ...parameters: P) => Promise<Row[]> {
  const textFor = oncePerEngine((db) => {
    const { sql, parameters } = build(db, ...samples).compile();
    if (parameters.length !== samples.length || parameters.some((parameter, i) => parameter !== samples[i])) {
      throw new Error(`The query does not use its parameters in order: ${sql}`);
    }
    return sql;
  });
  return async (db, ...values) => (await db.executeQuery<Row>(CompiledQuery.raw(textFor(db), [...values]))).rows;
}

const insertTexts = new Map<string, (db: Kysely<Schema>) => string>();

/**
 * Inserts one row. If `unlessKnown` names a column, inserts the row only if no other row has the same value in that
 * column. Use the same columns for every row of a table, because each set of columns is cached as a separate statement.
 */
export async function insertRow<T extends keyof Schema>(
  db: Kysely<Schema>,
  table: T,
  row: Insertable<Schema[T]>,
  unlessKnown?: string & keyof Schema[T],
): Promise<void> {
  const shape = `${table} ${Object.keys(row).join()} ${unlessKnown ?? ""}`;
  let textFor = insertTexts.get(shape);
  if (!textFor) {
    textFor = oncePerEngine((any) => {
      const insert = any.insertInto(table).values(row);
      const { sql, parameters } = (
        unlessKnown ? insert.onConflict((conflict) => conflict.columns([unlessKnown]).doNothing()) : insert
      ).compile();
      if (parameters.length !== Object.keys(row).length) throw new Error(`A column without a value: ${shape}`);
      return sql;
    });
    insertTexts.set(shape, textFor);
  }
  await db.executeQuery(CompiledQuery.raw(textFor(db), Object.values(row)));
}

/**
 * Compiles the query once for each engine: the engines name parameters differently, and one process may use both, as
 * tests do.
 */
function oncePerEngine(textOf: (db: Kysely<Schema>) => string): (db: Kysely<Schema>) => string {
  const texts = new Map<Engine, string>();
  return (db) => {
    const engine = engineOf(db);
    const known = texts.get(engine);
    if (known !== undefined) return known;
    const text = textOf(db);
    texts.set(engine, text);
    return text;
  };
}

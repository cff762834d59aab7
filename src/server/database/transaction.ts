import type { Transaction } from "kysely";
import type { Db } from "./connect.ts";
import { engineOf } from "./dialect.ts";
import type { Schema } from "./schema.ts";
import { groupCommit } from "./group-commit.ts";

export type Trx = Transaction<Schema>;

/** One submit: the same `Idempotency-Key` and body give the same answer; another body under the key is refused. */
export type IdempotentRequest = { key: string; call: string; body: unknown };
export type KeyReused = { ok: false; reason: "key-reused" };

class Refused<R> extends Error {
  readonly result: R;
  constructor(result: R) {
    super("refused");
    this.result = result;
  }
}

/**
 * Runs `work` all or nothing. A result that is not ok undoes everything and is still returned. Whatever the answer, it
 * comes after the commit: on SQLite perhaps together with others (decision 32), on PostgreSQL in a transaction alone.
 */
export function commitIfOk<R extends { ok: boolean }>(db: Db, work: (trx: Trx) => Promise<R>): Promise<R> {
  return engineOf(db) === "sqlite" ? groupCommit(db, work) : commitAlone(db, work);
}

async function commitAlone<R extends { ok: boolean }>(db: Db, work: (trx: Trx) => Promise<R>): Promise<R> {
  try {
    return await db.transaction().execute(async (trx) => {
      const result = await work(trx);
      if (!result.ok) throw new Refused(result);
      return result;
    });
  } catch (error) {
    if (error instanceof Refused) return error.result;
    throw error;
  }
}

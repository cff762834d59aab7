import type { Transaction } from "kysely";
import type { Db } from "./connect.ts";
import { engineOf } from "./dialect.ts";
import type { Schema } from "./schema.ts";
import { groupCommit } from "./group-commit.ts";

export type Trx = Transaction<Schema>;

/**
 * One submission: the same `Idempotency-Key` and body give the same answer; a different body under the key is refused.
 */
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
 * Runs `work` in a transaction. A result that is not ok rolls everything back and is still returned. The result is
 * returned after the commit: on SQLite possibly shared with other writers (decision 32), on PostgreSQL in a separate
 * transaction.
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

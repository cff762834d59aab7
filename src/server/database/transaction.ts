import type { Transaction } from "kysely";
import type { Db } from "./connect.ts";
import type { Schema } from "./schema.ts";

export type Trx = Transaction<Schema>;

class Refused<R> extends Error {
  readonly result: R;
  constructor(result: R) {
    super("refused");
    this.result = result;
  }
}

/** Runs `work` in one transaction. A result that is not ok undoes everything and is still returned. */
export async function commitIfOk<R extends { ok: boolean }>(db: Db, work: (trx: Trx) => Promise<R>): Promise<R> {
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

import type { Transaction } from "kysely";
import type { Database, Db } from "./connect.ts";
import { withoutDiskSync } from "./dialect.ts";
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

/**
 * The same for rows that mean nothing until a later transaction claims them: this one does not wait for the disk, the
 * claim brings it there with itself. A power cut in between loses the row, and the claim is refused.
 */
export function commitProvisionally<R extends { ok: boolean }>(
  { engine, db }: Database,
  work: (trx: Trx) => Promise<R>,
): Promise<R> {
  return withoutDiskSync(engine, db, (unsynced, before) =>
    commitIfOk(unsynced, async (trx) => {
      await before(trx);
      return work(trx);
    }),
  );
}

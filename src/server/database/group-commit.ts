import { CompiledQuery } from "kysely";
import { batchPerTick } from "../runtime/batch-per-tick.ts";
import type { Db } from "./connect.ts";
import type { Trx } from "./transaction.ts";

/*
 * SQLite has one writer at a time, and a commit waits for the disk. Writers that come at the same moment are therefore
 * let in one after the other in one transaction, and share one trip to the disk. Each has a savepoint of its own, so
 * that what one undoes is undone alone, and nobody hears an answer, a refusal neither, before the disk has all of it.
 */

type Writer = {
  work: (trx: Trx) => Promise<void>;
  /** What `work` threw; it is its caller's alone. */
  failed?: { error: unknown };
};

const doors = new WeakMap<Db, (writer: Writer) => Promise<void>>();

/** Rejects for all who came together when their transaction fails, on a full disk say: nothing of it is there then. */
export async function groupCommit<R extends { ok: boolean }>(db: Db, work: (trx: Trx) => Promise<R>): Promise<R> {
  const door = doors.get(db) ?? batchPerTick((writers: Writer[]) => commitAll(db, writers));
  doors.set(db, door);
  const said: { result?: R } = {};
  const writer: Writer = {
    work: async (trx) => {
      said.result = await work(trx);
      if (!said.result.ok) await trx.executeQuery(UNDO);
    },
  };
  await door(writer);
  if (writer.failed) throw writer.failed.error;
  if (!said.result) throw new Error("A writer was not let in");
  return said.result;
}

function commitAll(db: Db, writers: Writer[]): Promise<void> {
  return db.transaction().execute(async (trx) => {
    for (const writer of writers) await inSavepoint(trx, writer);
  });
}

const SAVEPOINT = CompiledQuery.raw("savepoint writer");
const RELEASE = CompiledQuery.raw("release writer");
const UNDO = CompiledQuery.raw("rollback to writer");

async function inSavepoint(trx: Trx, writer: Writer): Promise<void> {
  await trx.executeQuery(SAVEPOINT);
  try {
    await writer.work(trx);
  } catch (error) {
    writer.failed = { error };
    // SQLite may have undone the whole transaction by itself; why is what `error` says.
    await trx.executeQuery(UNDO).catch(() => Promise.reject(error));
  }
  await trx.executeQuery(RELEASE);
}

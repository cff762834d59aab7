import { CompiledQuery } from "kysely";
import { batchPerTick } from "../runtime/batch-per-tick.ts";
import type { Db } from "./connect.ts";
import type { Trx } from "./transaction.ts";

/*
 * SQLite has one writer at a time, and a commit waits for the disk. Simultaneous writers therefore run one after
 * another in one transaction and share one disk sync. Each has its own savepoint, so it can be undone alone. Nobody
 * gets an answer, not even a refusal, before everything is on the disk.
 */

type Writer = {
  work: (trx: Trx) => Promise<void>;
  /** What `work` threw; only its own caller sees it. */
  failed?: { error: unknown };
};

const queues = new WeakMap<Db, (writer: Writer) => Promise<void>>();

/**
 * Rejects for all writers of a transaction if it fails, for example on a full disk: then none of their work is stored.
 */
export async function groupCommit<R extends { ok: boolean }>(db: Db, work: (trx: Trx) => Promise<R>): Promise<R> {
  const queue = queues.get(db) ?? batchPerTick((writers: Writer[]) => commitAll(db, writers));
  queues.set(db, queue);
  const said: { result?: R } = {};
  const writer: Writer = {
    work: async (trx) => {
      said.result = await work(trx);
      if (!said.result.ok) await trx.executeQuery(UNDO);
    },
  };
  await queue(writer);
  if (writer.failed) throw writer.failed.error;
  if (!said.result) throw new Error("A writer did not run");
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
    // SQLite may have rolled back the whole transaction itself; `error` says why.
    await trx.executeQuery(UNDO).catch(() => Promise.reject(error));
  }
  await trx.executeQuery(RELEASE);
}

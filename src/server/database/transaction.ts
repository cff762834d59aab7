import { PROPERTY_ID } from "#domain/booking/booking.ts";
import { CompiledQuery, type Transaction } from "kysely";
import { batchPerTick } from "../runtime/batch-per-tick.ts";
import type { Db } from "./connect.ts";
import { engineOf, lockCalendar } from "./dialect.ts";
import type { Schema } from "./schema.ts";

export type Trx = Transaction<Schema>;

/**
 * One submission. Once it has succeeded, repeating the same `Idempotency-Key` and body returns the same response; the
 * same key with a different body is refused.
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
 * returned only after the commit. On SQLite several writers may share a commit (decision 32); on PostgreSQL each writer
 * has its own commit.
 */
export function commitIfOk<R extends { ok: boolean }>(db: Db, work: (trx: Trx) => Promise<R>): Promise<R> {
  return engineOf(db) === "sqlite" ? groupCommit(db, work) : commitAlone(db, work);
}

/** Like `commitIfOk`, for work that cannot be refused. */
export async function commit(db: Db, work: (trx: Trx) => Promise<void>): Promise<void> {
  await commitIfOk(db, async (trx) => {
    await work(trx);
    return { ok: true };
  });
}

/** Like `commitIfOk`, and nobody else changes the calendar until the commit. */
export function commitUnderCalendarLock<R extends { ok: boolean }>(db: Db, work: (trx: Trx) => Promise<R>): Promise<R> {
  return commitIfOk(db, async (trx) => {
    await lockCalendar(engineOf(db), trx, PROPERTY_ID);
    return work(trx);
  });
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

/*
 * SQLite has one writer at a time, and a commit waits for the disk. Simultaneous writers therefore run one after
 * another in one transaction and share one disk sync. Each writer has its own savepoint, so its work can be undone
 * separately. No writer gets a result, not even a refusal, before everything is on the disk.
 */

type Writer = {
  work: (trx: Trx) => Promise<void>;
  /** What `work` threw; only the caller that passed `work` sees it. */
  failed?: { error: unknown };
};

const queues = new WeakMap<Db, (writer: Writer) => Promise<void>>();

/**
 * If the shared transaction fails (the disk may be full), this function rejects for every writer in it, and nothing is
 * stored.
 */
async function groupCommit<R extends { ok: boolean }>(db: Db, work: (trx: Trx) => Promise<R>): Promise<R> {
  const queue = queues.get(db) ?? batchPerTick((writers: Writer[]) => commitAll(db, writers));
  queues.set(db, queue);
  const outcome: { result?: R } = {};
  const writer: Writer = {
    work: async (trx) => {
      outcome.result = await work(trx);
      if (!outcome.result.ok) await trx.executeQuery(UNDO);
    },
  };
  await queue(writer);
  if (writer.failed) throw writer.failed.error;
  if (!outcome.result) throw new Error("A writer did not run");
  return outcome.result;
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

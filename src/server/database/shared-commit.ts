import { CompiledQuery } from "kysely";
import type { Db } from "./connect.ts";
import type { Trx } from "./transaction.ts";

/*
 * SQLite has one writer at a time, and a commit waits for the disk. Writers that wait at the same moment are therefore
 * let in one after the other in one transaction, and share one trip to the disk. Each has a savepoint of its own, so
 * that what one undoes is undone alone, and nobody hears an answer, a refusal neither, before the disk has all of it.
 */

type Result = { ok: boolean };

type Turn = {
  work: (trx: Trx) => Promise<Result>;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

type Queue = { waiting: Turn[]; open: boolean };

/** So that the first of many does not wait long for the last: some 10 ms of work. */
const MOST_AT_ONCE = 32;

const queues = new WeakMap<Db, Queue>();

export function commitTogether<R extends Result>(db: Db, work: (trx: Trx) => Promise<R>): Promise<R> {
  return new Promise<Result>((resolve, reject) => {
    const queue = queues.get(db) ?? { waiting: [], open: false };
    queues.set(db, queue);
    queue.waiting.push({ work, resolve, reject });
    if (!queue.open) {
      queue.open = true;
      void serve(db, queue);
    }
  }) as Promise<R>;
}

async function serve(db: Db, queue: Queue): Promise<void> {
  while (queue.waiting.length > 0) {
    // Calls that have arrived are read first: they come along.
    await new Promise(setImmediate);
    await commitTurns(db, queue.waiting.splice(0, MOST_AT_ONCE));
  }
  queue.open = false;
}

async function commitTurns(db: Db, turns: Turn[]): Promise<void> {
  try {
    const answers = await db.transaction().execute(async (trx) => {
      const done: (() => void)[] = [];
      for (const turn of turns) done.push(await takeTurn(trx, turn));
      return done;
    });
    for (const answer of answers) answer();
  } catch (error) {
    // The transaction itself failed, on a full disk say: nothing of it is there, for anybody.
    for (const { reject } of turns) reject(error);
  }
}

const SAVEPOINT = CompiledQuery.raw("savepoint turn");
const RELEASE = CompiledQuery.raw("release turn");
const UNDO = CompiledQuery.raw("rollback to turn");

/** Answers how to tell the caller once the transaction is safe. */
async function takeTurn(trx: Trx, { work, resolve, reject }: Turn): Promise<() => void> {
  await trx.executeQuery(SAVEPOINT);
  try {
    const result = await work(trx);
    if (!result.ok) await trx.executeQuery(UNDO);
    await trx.executeQuery(RELEASE);
    return () => resolve(result);
  } catch (error) {
    try {
      await trx.executeQuery(UNDO);
      await trx.executeQuery(RELEASE);
    } catch {
      // SQLite has undone the whole transaction by itself; why is what `error` says.
      throw error;
    }
    return () => reject(error);
  }
}

import { createHash } from "node:crypto";
import type { Job } from "../jobs/job.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Db } from "./connect.ts";
import { engineOf, lockKey } from "./dialect.ts";
import { insertRow } from "./prepared.ts";
import type { KeyReused, IdempotentRequest, Trx } from "./transaction.ts";

/** How long a browser may retry a request after losing the response. */
export const KEY_LIFETIME_MS = 24 * 60 * 60 * 1000;

const digest = (text: string) => createHash("sha256").update(text).digest("base64url");

/**
 * Runs `work`, unless it has already succeeded with this key; in that case, returns the stored result. The result is
 * stored in the same transaction, so it exists if and only if its effect does. A concurrent request with the same key
 * waits.
 */
export async function idempotently<R extends { ok: boolean }>(
  trx: Trx,
  submit: IdempotentRequest | null,
  now: Date,
  work: () => Promise<R>,
): Promise<{ result: R | KeyReused; replayed: boolean }> {
  if (!submit) return { result: await work(), replayed: false };
  const keyHash = digest(`${submit.call}\n${submit.key}`);
  const bodyHash = digest(JSON.stringify(submit.body));
  await lockKey(engineOf(trx), trx, keyHash);
  const known = await trx
    .selectFrom("idempotency_key")
    .select(["body_hash", "answer"])
    .where("key_hash", "=", keyHash)
    .executeTakeFirst();
  if (known) {
    const reused = known.body_hash !== bodyHash;
    return { result: reused ? { ok: false, reason: "key-reused" } : JSON.parse(known.answer), replayed: !reused };
  }
  const result = await work();
  if (result.ok) {
    await insertRow(trx, "idempotency_key", {
      key_hash: keyHash,
      body_hash: bodyHash,
      answer: JSON.stringify(result),
      created_at: now.toISOString(),
    });
  }
  return { result, replayed: false };
}

export function deleteOldKeys(db: Db, clock: Clock): Job {
  return {
    name: "delete old idempotency keys",
    everyMs: 60 * 60 * 1000,
    irreversible: true,
    run: async () => {
      const before = new Date(clock().getTime() - KEY_LIFETIME_MS).toISOString();
      await db.deleteFrom("idempotency_key").where("created_at", "<", before).execute();
    },
  };
}

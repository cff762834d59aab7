import * as z from "zod/mini";
import type { QuickReplies, QuickReply } from "#contract/conversation.ts";
import type { Db } from "../database/connect.ts";
import { engineOf, lockSettings } from "../database/dialect.ts";
import { commitIfOk, type Trx } from "../database/transaction.ts";

const stored = z.array(z.object({ title: z.string(), text: z.string() }));

/** Version 0 means that the list has never been saved. */
export async function readQuickReplies(db: Db | Trx): Promise<QuickReplies> {
  const row = await db.selectFrom("quick_reply").selectAll().where("id", "=", 1).executeTakeFirst();
  return row ? { version: row.version, replies: stored.parse(JSON.parse(row.replies)) } : { version: 0, replies: [] };
}

type Save = { seen: number; replies: QuickReply[]; during: (trx: Trx, before: QuickReply[]) => Promise<void> };

/** Replaces the list if its version is still `seen`. */
export async function saveQuickReplies(
  db: Db,
  { seen, replies, during }: Save,
): Promise<{ ok: true; saved: QuickReplies } | { ok: false; reason: "stale" }> {
  return commitIfOk(db, async (trx) => {
    await lockSettings(engineOf(trx), trx);
    const before = await readQuickReplies(trx);
    if (before.version !== seen) return { ok: false, reason: "stale" };
    const saved = { version: seen + 1, replies };
    const row = { replies: JSON.stringify(replies), version: saved.version };
    await trx
      .insertInto("quick_reply")
      .values({ id: 1, ...row })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
      .execute();
    await during(trx, before.replies);
    return { ok: true, saved };
  });
}

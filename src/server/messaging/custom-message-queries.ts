import type { Selectable } from "kysely";
import { customTexts, timing } from "#contract/custom-messages.ts";
import type { CustomTexts, CustomTiming, Timing } from "#domain/messaging/custom-message.ts";
import type { Db } from "../database/connect.ts";
import type { Schema } from "../database/schema.ts";
import type { Trx } from "../database/transaction.ts";

export { idempotently } from "../database/idempotency.ts";

export type CustomMessage = {
  id: string;
  title: string;
  timing: Timing;
  on: boolean;
  texts: CustomTexts;
  version: number;
};

export async function activeTimings(trx: Db | Trx): Promise<CustomTiming[]> {
  const rows = await trx
    .selectFrom("custom_message")
    .select(["id", "timing"])
    .where("is_on", "=", 1)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ id: row.id, timing: timing.parse(JSON.parse(row.timing)) }));
}

/** The custom messages, oldest first, with the number of waiting copies. */
export async function customMessages(db: Db): Promise<(CustomMessage & { waiting: number })[]> {
  const rows = await db
    .selectFrom("custom_message")
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom("scheduled_message")
        .select((inner) => inner.fn.countAll<number>().as("count"))
        .whereRef("scheduled_message.custom_id", "=", "custom_message.id")
        .where("scheduled_message.status", "=", "pending")
        .as("waiting"),
    )
    .where("deleted_at", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ ...customOf(row), waiting: Number(row.waiting) }));
}

/**
 * One custom message. With `evenDeleted`, a message that the host has deleted is found too, because it may have been
 * sent before.
 */
export async function findCustomMessage(db: Db | Trx, id: string, evenDeleted = false): Promise<CustomMessage | null> {
  const row = await db.selectFrom("custom_message").selectAll().where("id", "=", id).executeTakeFirst();
  return row && (evenDeleted || row.deleted_at === null) ? customOf(row) : null;
}

export async function countCustomMessages(trx: Trx): Promise<number> {
  const row = await trx
    .selectFrom("custom_message")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export async function writeCustomMessage(trx: Trx, custom: CustomMessage, at: Date): Promise<void> {
  const { id, title, on, version } = custom;
  const is_on: 0 | 1 = on ? 1 : 0;
  const values = {
    title,
    is_on,
    version,
    timing: JSON.stringify(custom.timing),
    texts: JSON.stringify(custom.texts),
  };
  await trx
    .insertInto("custom_message")
    .values({ id, ...values, created_at: at.toISOString(), deleted_at: null })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(values))
    .execute();
}

/** The row is kept, because messages that were already sent are composed from it when they are shown. */
export async function markDeleted(trx: Trx, id: string, at: Date): Promise<void> {
  await trx
    .updateTable("custom_message")
    .set((eb) => ({ deleted_at: at.toISOString(), is_on: 0, version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
}

function customOf(row: Selectable<Schema["custom_message"]>): CustomMessage {
  const { id, title, version } = row;
  return {
    id,
    title,
    version,
    on: row.is_on === 1,
    timing: timing.parse(JSON.parse(row.timing)),
    texts: customTexts.parse(JSON.parse(row.texts)),
  };
}

import type { Kysely } from "kysely";
import * as z from "zod/mini";
import { DEFAULT_NOTIFICATIONS, knownEvents, type NotificationChoice } from "#domain/messaging/host-event.ts";
import type { Schema } from "../database/schema.ts";

type Reader = Pick<Kysely<Schema>, "selectFrom">;
type Writer = Pick<Kysely<Schema>, "insertInto">;

const texts = z.array(z.string());

/** One host and their choices for email notifications. */
export type NotificationReader = { adminId: string; username: string; choice: NotificationChoice };

/** Everyone who can be notified. A host who has been removed has no row. */
export async function notificationReaders(db: Reader): Promise<NotificationReader[]> {
  const rows = await db
    .selectFrom("admin")
    .leftJoin("notification_choice", "notification_choice.admin_id", "admin.id")
    .select(["admin.id", "admin.username", "notification_choice.emails", "notification_choice.events"])
    .select("notification_choice.summary_hour")
    .where("admin.role", "=", "admin")
    .orderBy("admin.created_at")
    .execute();
  return rows.map((row) => ({
    adminId: row.id,
    username: row.username,
    choice:
      row.emails === null || row.events === null
        ? DEFAULT_NOTIFICATIONS
        : {
            emails: texts.parse(JSON.parse(row.emails)),
            events: knownEvents(texts.parse(JSON.parse(row.events))),
            summaryHour: row.summary_hour,
          },
  }));
}

export async function saveNotificationChoice(db: Writer, adminId: string, choice: NotificationChoice): Promise<void> {
  const values = {
    emails: JSON.stringify(choice.emails),
    events: JSON.stringify(choice.events),
    summary_hour: choice.summaryHour,
  };
  await db
    .insertInto("notification_choice")
    .values({ admin_id: adminId, ...values })
    .onConflict((conflict) => conflict.column("admin_id").doUpdateSet(values))
    .execute();
}

import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Engine } from "../dialect.ts";

/** Devices that receive push notifications, each host's choices for them, and push as a delivery method. */
export function push(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable("push_device")
        .addColumn("id", "text", (c) => c.primaryKey())
        .addColumn("admin_id", "text", (c) => c.notNull().references("admin.id").onDelete("cascade"))
        .addColumn("endpoint", "text", (c) => c.notNull().unique())
        .addColumn("p256dh", "text", (c) => c.notNull())
        .addColumn("auth", "text", (c) => c.notNull())
        .addColumn("user_agent", "text", (c) => c.notNull())
        .addColumn("created_at", "text", (c) => c.notNull())
        .execute();
      await db.schema.createIndex("push_device_by_admin").on("push_device").column("admin_id").execute();
      await db.schema
        .createTable("push_choice")
        .addColumn("admin_id", "text", (c) => c.primaryKey().references("admin.id").onDelete("cascade"))
        .addColumn("events", "text", (c) => c.notNull())
        .addColumn("detail", "text", (c) => c.notNull())
        .execute();
      await (engine === "postgres" ? allowOnPostgres(db) : allowOnSqlite(db));
    },
  };
}

async function allowOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`alter table scheduled_message drop constraint scheduled_message_channel_check`.execute(db);
  await sql`alter table scheduled_message add constraint scheduled_message_channel_check
    check (channel in ('email', 'whatsapp', 'push'))`.execute(db);
}

const OLD = "in ('email', 'whatsapp')";
const NEW = "in ('email', 'whatsapp', 'push')";

/** SQLite cannot alter a CHECK constraint, so the table is recreated with its indexes and triggers. */
async function allowOnSqlite(db: Kysely<unknown>): Promise<void> {
  const found = await sql<{ type: string; sql: string }>`
    select type, sql from sqlite_master where tbl_name = 'scheduled_message' and sql is not null`.execute(db);
  const table = found.rows.find((row) => row.type === "table")?.sql ?? "";
  const anew = table.replace(OLD, NEW).replace("scheduled_message", "new_scheduled_message");
  if (!table.includes(OLD)) throw new Error("scheduled_message is not as it was left");
  const others = found.rows.filter((row) => row.type !== "table");
  await sql.raw(anew).execute(db);
  await sql`insert into new_scheduled_message select * from scheduled_message`.execute(db);
  await sql`drop table scheduled_message`.execute(db);
  await sql`alter table new_scheduled_message rename to scheduled_message`.execute(db);
  for (const other of others) await sql.raw(other.sql).execute(db);
}

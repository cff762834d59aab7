import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Engine } from "../dialect.ts";

/** Conversations between guests and hosts, quick replies, and live updates about conversations for open portals. */
export function conversation(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable("conversation")
        .addColumn("booking_id", "text", (c) => c.primaryKey().references("booking.id"))
        .addColumn("shares_reading", "integer", (c) => c.notNull())
        .execute();
      await db.schema
        .createTable("conversation_message")
        .addColumn("id", "text", (c) => c.primaryKey())
        .addColumn("booking_id", "text", (c) => c.notNull().references("booking.id"))
        .addColumn("place", "integer", (c) => c.notNull())
        .addColumn("author", "text", (c) => c.notNull().check(sql`author in ('guest', 'host')`))
        .addColumn("written_by", "text", (c) => c.notNull())
        .addColumn("written_in", "text", (c) => c.notNull().check(sql`written_in in ('page', 'portal', 'email')`))
        .addColumn("body", "text", (c) => c.notNull())
        .addColumn("search_text", "text", (c) => c.notNull())
        .addColumn("at", "text", (c) => c.notNull())
        .addColumn("read_at", "text")
        .addColumn("emailed_at", "text")
        .addUniqueConstraint("conversation_message_has_one_place", ["booking_id", "place"])
        .execute();
      await sql`create index conversation_message_to_email on conversation_message (booking_id, author)
        where emailed_at is null`.execute(db);
      await sql`create index conversation_message_unread on conversation_message (booking_id)
        where author = 'guest' and read_at is null`.execute(db);
      await db.schema
        .createTable("quick_reply")
        .addColumn("id", "integer", (c) => c.primaryKey().check(sql`id = 1`))
        .addColumn("replies", "text", (c) => c.notNull())
        .addColumn("version", "integer", (c) => c.notNull())
        .execute();
      // Hosts who chose their notifications before this kind existed get it too, unless they had turned all of them
      // off.
      await sql`update push_choice set events = replace(events, ']', ',"message"]') where events <> '[]'`.execute(db);
      for (const on of ["insert", "update"] as const) {
        for (const statement of engine === "postgres" ? postgres(on) : sqlite(on)) await sql.raw(statement).execute(db);
      }
    },
  };
}

type On = "insert" | "update";
const notifySql = (on: On) =>
  `insert into live_change (topic, kind, subject)
   values ('conversation', ${on === "insert" ? "case new.author when 'guest' then 'added' else 'changed' end" : "'changed'"}, new.booking_id)`;
/** Open portals need no update when only `emailed_at` changes. */
const condition = (on: On) => (on === "update" ? "when (coalesce(new.read_at, '') <> coalesce(old.read_at, ''))" : "");

function sqlite(on: On): string[] {
  return [
    `create trigger conversation_message_${on}_is_told after ${on} on conversation_message ${condition(on)}
     begin ${notifySql(on)}; end`,
  ];
}

function postgres(on: On): string[] {
  return [
    `create function conversation_message_${on}_is_told() returns trigger language plpgsql as $$
     begin
       ${notifySql(on)};
       return null;
     end $$`,
    `create trigger conversation_message_${on}_is_told after ${on} on conversation_message
     for each row ${condition(on)} execute function conversation_message_${on}_is_told()`,
  ];
}

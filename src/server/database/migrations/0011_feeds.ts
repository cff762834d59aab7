import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { Engine } from "../dialect.ts";

/** Our own calendar for the platforms: its secret URLs, what each channel received, and who requested it when. */
export function feedsMigration(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>) {
      const numbered = (table: string) =>
        db.schema.createTable(table).addColumn("id", "integer", (c) => {
          const key = c.primaryKey();
          return engine === "postgres" ? key.generatedAlwaysAsIdentity() : key.autoIncrement();
        });

      await db.schema
        .createTable("feed")
        .addColumn("channel", "text", (c) => c.primaryKey().notNull())
        .addColumn("platform", "text", (c) => c.notNull())
        .addColumn("token", "text", (c) => c.notNull())
        .addColumn("token_hash", "text", (c) => c.notNull().unique())
        .addColumn("old_token_hash", "text")
        .addColumn("old_until", "text")
        .addColumn("opened_at", "text", (c) => c.notNull())
        .addColumn("changed_at", "text", (c) => c.notNull())
        .execute();
      await db.schema.createIndex("feed_by_old_token").on("feed").column("old_token_hash").execute();

      await numbered("feed_version")
        .addColumn("channel", "text", (c) => c.notNull())
        .addColumn("etag", "text", (c) => c.notNull())
        .addColumn("items", "text", (c) => c.notNull())
        .addColumn("first_served_at", "text", (c) => c.notNull())
        .addColumn("last_served_at", "text", (c) => c.notNull())
        .execute();
      await db.schema.createIndex("feed_version_by_channel").on("feed_version").columns(["channel", "id"]).execute();

      await numbered("feed_read")
        .addColumn("channel", "text", (c) => c.notNull())
        .addColumn("at", "text", (c) => c.notNull())
        .addColumn("outcome", "text", (c) => c.notNull())
        .addColumn("address", "text", (c) => c.notNull())
        .addColumn("user_agent", "text", (c) => c.notNull())
        .addColumn("network", "text", (c) => c.notNull())
        .execute();
      await db.schema.createIndex("feed_read_by_channel").on("feed_read").columns(["channel", "id"]).execute();

      await db.schema
        .createTable("feed_item")
        .addColumn("record", "text", (c) => c.primaryKey().notNull())
        .addColumn("uid", "text", (c) => c.notNull().unique())
        .addColumn("starts_on", engine === "postgres" ? "date" : "text", (c) => c.notNull())
        .addColumn("ends_on", engine === "postgres" ? "date" : "text", (c) => c.notNull())
        .addColumn("kind", "text", (c) => c.notNull())
        .addColumn("sequence", "integer", (c) => c.notNull())
        .addColumn("changed_at", "text", (c) => c.notNull())
        .execute();

      await db.schema
        .createTable("feed_hold")
        .addColumn("id", "integer", (c) => c.primaryKey().notNull())
        .addColumn("reason", "text", (c) => c.notNull())
        .addColumn("since", "text", (c) => c.notNull())
        .execute();
    },
  };
}

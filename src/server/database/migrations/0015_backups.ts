import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** What became of each backup, and which instance does a job that only one of them should do. */
export const backupsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("backup_run")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("started_at", "text", (c) => c.notNull())
      .addColumn("finished_at", "text", (c) => c.notNull())
      .addColumn("proof", "text")
      .addColumn("reason", "text")
      .addColumn("removed_at", "text")
      .execute();
    await db.schema.createIndex("backup_run_by_start").on("backup_run").column("started_at").execute();
    await db.schema
      .createTable("job_lease")
      .addColumn("job", "text", (c) => c.primaryKey())
      .addColumn("holder", "text", (c) => c.notNull())
      .addColumn("held_until", "text", (c) => c.notNull())
      .execute();
  },
};

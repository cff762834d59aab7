import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { Engine } from "../dialect.ts";

/** The actions of admins, in the order in which they were recorded. */
export function auditMigration(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable("audit_entry")
        .addColumn("id", "integer", (c) => {
          const key = c.primaryKey();
          return engine === "postgres" ? key.generatedAlwaysAsIdentity() : key.autoIncrement();
        })
        .addColumn("at", "text", (c) => c.notNull())
        .addColumn("actor", "text", (c) => c.notNull())
        .addColumn("act", "text", (c) => c.notNull())
        .addColumn("subject", "text", (c) => c.notNull())
        .addColumn("before_value", "text")
        .addColumn("after_value", "text")
        .execute();
    },
  };
}

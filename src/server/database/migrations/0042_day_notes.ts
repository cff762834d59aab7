import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Engine } from "../dialect.ts";

/** The host's notes on individual days of the calendar. */
export function dayNotes(engine: Engine): Migration {
  const date = engine === "postgres" ? sql`date` : sql`text`;
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable("day_note")
        .addColumn("property_id", "integer", (c) => c.notNull().references("property.id"))
        .addColumn("day", date, (c) => c.notNull())
        .addColumn("text", "text", (c) => c.notNull())
        .addColumn("written_by", "text", (c) => c.notNull())
        .addColumn("written_at", "text", (c) => c.notNull())
        .addPrimaryKeyConstraint("day_note_one_for_a_day", ["property_id", "day"])
        .execute();
    },
  };
}

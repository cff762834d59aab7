import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Engine } from "../dialect.ts";

/**
 * The audit actions whose values may contain text about a guest. Entries made before this migration do not record this
 * themselves.
 */
const ACTS = ["Changed a booking's notes", "Corrected a guest's contact data", "Sent a payment link"];
/** The note by which we recognised a message that was skipped because it contained nothing new. */
const NOTHING_NEW = "Not needed: the booking is again as its reader knows it.";

const IS_FIXED = "latchkey: an entry of the log is never rewritten";
const FIXED = ["id", "at", "actor", "act", "subject", "change_id", "about_booking"];
const changedBy = (differs: string) => FIXED.map((column) => `new.${column} ${differs} old.${column}`).join(" or ");
const KEEPS_WORDS = "new.before_value is not null or new.after_value is not null";

const GUARD = {
  sqlite: `create trigger audit_entry_is_fixed before update on audit_entry when ${changedBy("is not")} or ${KEEPS_WORDS}
   begin select raise(abort, '${IS_FIXED}'); end`,
  postgres: `create or replace function audit_entry_is_fixed() returns trigger language plpgsql as $$
   begin
     if ${changedBy("is distinct from")} or ${KEEPS_WORDS} then
       raise exception '${IS_FIXED}' using errcode = '42501';
     end if;
     return new;
   end $$`,
} satisfies Record<Engine, string>;

/**
 * A log entry names the booking if its values may be about that booking's guest; a skipped message stores its reason in
 * a column.
 */
export function wordsAboutGuests(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable("audit_entry").addColumn("about_booking", "text").execute();
      if (engine === "sqlite") await sql`drop trigger audit_entry_is_fixed`.execute(db);
      else await sql`alter table audit_entry disable trigger audit_entry_is_fixed`.execute(db);
      await sql`
        update audit_entry set about_booking = (select id from booking where 'Booking ' || reference = audit_entry.subject)
        where act in (${sql.join(ACTS)}) and (before_value is not null or after_value is not null)`.execute(db);
      await sql.raw(GUARD[engine]).execute(db);
      if (engine === "postgres") await sql`alter table audit_entry enable trigger audit_entry_is_fixed`.execute(db);
      await sql`create index audit_entry_about on audit_entry (about_booking) where about_booking is not null`.execute(
        db,
      );
      await sql`update scheduled_message set skipped_by = 'unchanged' where note = ${NOTHING_NEW} and status = 'skipped'`.execute(
        db,
      );
    },
  };
}

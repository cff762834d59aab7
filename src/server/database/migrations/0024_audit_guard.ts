import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Engine } from "../dialect.ts";

/**
 * The audit log is append-only: no writer can delete or alter an entry. The one exception is that all values of an
 * entry may be removed together, because a guest may request erasure (decision 31).
 */
export function auditGuard(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const statement of engine === "postgres" ? POSTGRES : SQLITE) await sql.raw(statement).execute(db);
    },
  };
}

const STAYS = "latchkey: the log keeps every entry";
const IS_FIXED = "latchkey: an entry of the log is never rewritten";
const FIXED = ["id", "at", "actor", "act", "subject", "change_id"];
const changedBy = (differs: string) => FIXED.map((column) => `new.${column} ${differs} old.${column}`).join(" or ");
const KEEPS_WORDS = "new.before_value is not null or new.after_value is not null";

const SQLITE = [
  `create trigger audit_entry_stays before delete on audit_entry
   begin select raise(abort, '${STAYS}'); end`,
  `create trigger audit_entry_is_fixed before update on audit_entry when ${changedBy("is not")} or ${KEEPS_WORDS}
   begin select raise(abort, '${IS_FIXED}'); end`,
];

const POSTGRES = [
  `create function audit_entry_stays() returns trigger language plpgsql as $$
   begin raise exception '${STAYS}' using errcode = '42501'; end $$`,
  `create function audit_entry_is_fixed() returns trigger language plpgsql as $$
   begin
     if ${changedBy("is distinct from")} or ${KEEPS_WORDS} then
       raise exception '${IS_FIXED}' using errcode = '42501';
     end if;
     return new;
   end $$`,
  `create trigger audit_entry_stays before delete or truncate on audit_entry
   for each statement execute function audit_entry_stays()`,
  `create trigger audit_entry_is_fixed before update on audit_entry
   for each row execute function audit_entry_is_fixed()`,
];

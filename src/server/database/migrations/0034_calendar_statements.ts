import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Engine } from "../dialect.ts";

/**
 * Closes two gaps in the triggers of 0002, 0006, 0010 and 0024: SQLite's `INSERT OR REPLACE` deletes the conflicting
 * row without firing delete triggers, and PostgreSQL's `TRUNCATE` fires no row triggers.
 */
export function calendarStatements(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const statement of engine === "postgres" ? POSTGRES : SQLITE) await sql.raw(statement).execute(db);
    },
  };
}

const NIGHT_IS_SOLD = "latchkey: the night belongs to a booking";
const NIGHT_IS_BLOCKED = "latchkey: the night belongs to a block";
const NIGHT_IS_A_PLATFORMS = "latchkey: the night belongs to a stay of a platform";
const IS_FIXED = "latchkey: an entry of the log is never rewritten";

/**
 * A check before the insert would also refuse `ON CONFLICT DO NOTHING`, the clause with which nights are claimed. So
 * these triggers check after the insert: if a record needs the night but no longer has it, this statement has taken the
 * night away. No stay has more than 365 nights; the lower bound keeps the search short.
 */
const notReplaced = (name: string, when: string, message: string) =>
  `create trigger occupied_night_not_replaced_${name} after insert on occupied_night when ${when}
   begin select raise(abort, '${message}'); end`;

const SQLITE = [
  notReplaced(
    "for_booking",
    `exists (
       select 1 from booking where check_in > date(new.night, '-400 days') and check_in <= new.night
         and check_out > new.night and status <> 'cancelled'
         and property_id = new.property_id and id is not new.booking_id
     )`,
    NIGHT_IS_SOLD,
  ),
  notReplaced(
    "for_block",
    `exists (
       select 1 from owner_block where starts_on <= new.night and ends_on > new.night
         and property_id = new.property_id and id is not new.block_id
     )`,
    NIGHT_IS_BLOCKED,
  ),
  // Several platforms may hold one night; any of them may own its row.
  notReplaced(
    "for_channel_stay",
    `new.channel_stay_id is null and exists (
       select 1 from channel_stay where property_id = new.property_id and holds_nights = 1
         and ends_on > new.night and starts_on <= new.night
     )`,
    NIGHT_IS_A_PLATFORMS,
  ),
  `create trigger audit_entry_not_replaced before insert on audit_entry
   when exists (select 1 from audit_entry where id = new.id)
   begin select raise(abort, '${IS_FIXED}'); end`,
];

const POSTGRES = [
  `create function occupied_night_not_truncated() returns trigger language plpgsql as $$
   begin raise exception '${NIGHT_IS_SOLD}' using errcode = '23P01'; end $$`,
  `create trigger occupied_night_not_truncated before truncate on occupied_night
   for each statement execute function occupied_night_not_truncated()`,
];

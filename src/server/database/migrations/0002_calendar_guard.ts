import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Engine } from "../dialect.ts";

/**
 * The database guarantees that each night is sold only once, whatever program writes to it: an active booking owns each
 * of its nights in `occupied_night`, and none of those nights can be taken from the booking.
 */
export function calendarGuard(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const statement of engine === "postgres" ? POSTGRES : SQLITE) await sql.raw(statement).execute(db);
    },
  };
}

const OWNS_ITS_NIGHTS = "latchkey: a booking must own every night of its stay";
const NIGHT_IS_SOLD = "latchkey: the night belongs to a booking";
const NIGHT_IS_FIXED = "latchkey: a claimed night is never rewritten, only given back";

const sqliteOwnsNights = (trigger: string, event: string) => `
  create trigger ${trigger} after ${event} on booking when new.status <> 'cancelled'
  begin
    select raise(abort, '${OWNS_ITS_NIGHTS}')
    where julianday(new.check_out) - julianday(new.check_in) <> (
      select count(*) from occupied_night
      where booking_id = new.id and property_id = new.property_id
        and night >= new.check_in and night < new.check_out
    );
  end`;

const SQLITE = [
  sqliteOwnsNights("booking_added_owns_nights", "insert"),
  sqliteOwnsNights("booking_changed_owns_nights", "update of property_id, check_in, check_out, status"),
  `create trigger occupied_night_kept before delete on occupied_night
   when exists (
     select 1 from booking where id = old.booking_id and status <> 'cancelled'
       and old.night >= check_in and old.night < check_out
   )
   begin select raise(abort, '${NIGHT_IS_SOLD}'); end`,
  `create trigger occupied_night_fixed before update on occupied_night
   begin select raise(abort, '${NIGHT_IS_FIXED}'); end`,
];

const POSTGRES = [
  `create function booking_owns_nights() returns trigger language plpgsql as $$
   begin
     if new.status <> 'cancelled' and new.check_out - new.check_in <> (
       select count(*) from occupied_night
       where booking_id = new.id and property_id = new.property_id
         and night >= new.check_in and night < new.check_out
     ) then raise exception '${OWNS_ITS_NIGHTS}' using errcode = '23P01'; end if;
     return new;
   end $$`,
  `create trigger booking_added_owns_nights after insert on booking
   for each row execute function booking_owns_nights()`,
  `create trigger booking_changed_owns_nights after update of property_id, check_in, check_out, status on booking
   for each row execute function booking_owns_nights()`,
  `create function occupied_night_kept() returns trigger language plpgsql as $$
   begin
     if exists (
       select 1 from booking where id = old.booking_id and status <> 'cancelled'
         and old.night >= check_in and old.night < check_out
     ) then raise exception '${NIGHT_IS_SOLD}' using errcode = '23P01'; end if;
     return old;
   end $$`,
  `create trigger occupied_night_kept before delete on occupied_night
   for each row execute function occupied_night_kept()`,
  `create function occupied_night_fixed() returns trigger language plpgsql as $$
   begin raise exception '${NIGHT_IS_FIXED}' using errcode = '23P01'; end $$`,
  `create trigger occupied_night_fixed before update on occupied_night
   for each row execute function occupied_night_fixed()`,
];

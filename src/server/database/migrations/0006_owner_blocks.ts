import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Engine } from "../dialect.ts";

/**
 * The host's blocks. Their nights are claimed in the same table as sold nights, so the primary key prevents a block and a
 * booking on the same night. Like a booking, a block owns all of its nights or does not exist.
 */
export function ownerBlocks(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const statement of engine === "postgres" ? POSTGRES : SQLITE) await sql.raw(statement).execute(db);
    },
  };
}

const BOOKING_OWNS = "latchkey: a booking must own every night of its stay";
const BLOCK_OWNS = "latchkey: a block must own every one of its nights";
const NIGHT_IS_SOLD = "latchkey: the night belongs to a booking";
const NIGHT_IS_BLOCKED = "latchkey: the night belongs to a block";
const NIGHT_IS_FIXED = "latchkey: a claimed night is never rewritten, only given back";

const sqliteBookingOwns = (trigger: string, event: string) => `
  create trigger ${trigger} after ${event} on booking when new.status <> 'cancelled'
  begin
    select raise(abort, '${BOOKING_OWNS}')
    where julianday(new.check_out) - julianday(new.check_in) <> (
      select count(*) from occupied_night
      where booking_id = new.id and property_id = new.property_id
        and night >= new.check_in and night < new.check_out
    );
  end`;

const sqliteBlockOwns = (trigger: string, event: string) => `
  create trigger ${trigger} after ${event} on owner_block
  begin
    select raise(abort, '${BLOCK_OWNS}')
    where julianday(new.ends_on) - julianday(new.starts_on) <> (
      select count(*) from occupied_night
      where block_id = new.id and property_id = new.property_id
        and night >= new.starts_on and night < new.ends_on
    );
  end`;

const SQLITE_DAY = (column: string) =>
  `${column} text not null check (${column} is date(${column}) and length(${column}) = 10)`;

const SQLITE = [
  `create table owner_block (
     id text primary key not null,
     property_id integer not null references property (id),
     ${SQLITE_DAY("starts_on")},
     ${SQLITE_DAY("ends_on")},
     reason text not null,
     created_at text not null,
     created_by text not null,
     version integer not null,
     constraint owner_block_at_least_one_night check (starts_on < ends_on)
   )`,
  // SQLite cannot make a column nullable, so the table is recreated. The table's triggers, and the triggers that read
  // it, are created again below.
  "drop trigger booking_added_owns_nights",
  "drop trigger booking_changed_owns_nights",
  "drop trigger occupied_night_kept",
  "drop trigger occupied_night_fixed",
  `create table occupied_night_next (
     property_id integer not null references property (id),
     ${SQLITE_DAY("night")},
     booking_id text references booking (id) deferrable initially deferred,
     block_id text references owner_block (id) deferrable initially deferred,
     constraint occupied_night_one_owner check ((booking_id is null) <> (block_id is null)),
     constraint occupied_night_sold_once primary key (property_id, night)
   )`,
  `insert into occupied_night_next (property_id, night, booking_id)
   select property_id, night, booking_id from occupied_night`,
  "drop table occupied_night",
  "alter table occupied_night_next rename to occupied_night",
  "create index occupied_night_by_booking on occupied_night (booking_id)",
  "create index occupied_night_by_block on occupied_night (block_id)",
  sqliteBookingOwns("booking_added_owns_nights", "insert"),
  sqliteBookingOwns("booking_changed_owns_nights", "update of property_id, check_in, check_out, status"),
  sqliteBlockOwns("owner_block_added_owns_nights", "insert"),
  sqliteBlockOwns("owner_block_changed_owns_nights", "update of property_id, starts_on, ends_on"),
  `create trigger occupied_night_kept before delete on occupied_night
   when exists (
     select 1 from booking where id = old.booking_id and status <> 'cancelled'
       and old.night >= check_in and old.night < check_out
   )
   begin select raise(abort, '${NIGHT_IS_SOLD}'); end`,
  `create trigger occupied_night_kept_for_block before delete on occupied_night
   when exists (
     select 1 from owner_block where id = old.block_id and old.night >= starts_on and old.night < ends_on
   )
   begin select raise(abort, '${NIGHT_IS_BLOCKED}'); end`,
  `create trigger occupied_night_fixed before update on occupied_night
   begin select raise(abort, '${NIGHT_IS_FIXED}'); end`,
];

const POSTGRES = [
  `create table owner_block (
     id text primary key,
     property_id integer not null references property (id),
     starts_on date not null check (starts_on between '2000-01-01' and '2199-12-31'),
     ends_on date not null check (ends_on between '2000-01-01' and '2199-12-31'),
     reason text not null,
     created_at text not null,
     created_by text not null,
     version integer not null,
     constraint owner_block_at_least_one_night check (starts_on < ends_on)
   )`,
  `alter table occupied_night
     alter column booking_id drop not null,
     add column block_id text
       constraint occupied_night_of_block references owner_block (id) deferrable initially deferred,
     add constraint occupied_night_one_owner check ((booking_id is null) <> (block_id is null))`,
  "create index occupied_night_by_block on occupied_night (block_id)",
  `create function owner_block_owns_nights() returns trigger language plpgsql as $$
   begin
     if new.ends_on - new.starts_on <> (
       select count(*) from occupied_night
       where block_id = new.id and property_id = new.property_id
         and night >= new.starts_on and night < new.ends_on
     ) then raise exception '${BLOCK_OWNS}' using errcode = '23P01'; end if;
     return new;
   end $$`,
  `create trigger owner_block_added_owns_nights after insert on owner_block
   for each row execute function owner_block_owns_nights()`,
  `create trigger owner_block_changed_owns_nights after update of property_id, starts_on, ends_on on owner_block
   for each row execute function owner_block_owns_nights()`,
  `create or replace function occupied_night_kept() returns trigger language plpgsql as $$
   begin
     if exists (
       select 1 from booking where id = old.booking_id and status <> 'cancelled'
         and old.night >= check_in and old.night < check_out
     ) then raise exception '${NIGHT_IS_SOLD}' using errcode = '23P01'; end if;
     if exists (
       select 1 from owner_block where id = old.block_id and old.night >= starts_on and old.night < ends_on
     ) then raise exception '${NIGHT_IS_BLOCKED}' using errcode = '23P01'; end if;
     return old;
   end $$`,
];

import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Engine } from "../dialect.ts";

/**
 * Imported calendars. An imported stay is a fact that we cannot refuse, so it may overlap a booking. A shared night
 * remains with its first owner; when the night would become free, the database gives it to the imported stay. So no
 * writer can free a night that a platform still holds (S-40, S-43).
 */
export function channelImport(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const statement of tables(engine)) await sql.raw(statement).execute(db);
      for (const statement of engine === "postgres" ? POSTGRES : SQLITE) await sql.raw(statement).execute(db);
    },
  };
}

const STAY_OWNS = "latchkey: every night of an imported stay must be occupied";
const NIGHT_IS_HELD = "latchkey: the night belongs to an imported stay";

function tables(engine: Engine): string[] {
  const day = (name: string) =>
    engine === "postgres"
      ? `${name} date not null check (${name} between '2000-01-01' and '2199-12-31')`
      : `${name} text not null check (${name} is date(${name}) and length(${name}) = 10)`;
  const id =
    engine === "postgres" ? "bigint generated always as identity primary key" : "integer primary key autoincrement";
  const text = (...names: string[]) => names.map((name) => `${name} text not null default ''`).join(", ");
  return [
    `create table channel (
       id text primary key not null,
       property_id integer not null references property (id),
       platform text not null,
       name text not null,
       mode text not null check (mode in ('reservations', 'everything')),
       state text not null check (state in ('connected', 'paused', 'disconnected')),
       import_url text,
       import_hash text unique,
       connected_at text not null,
       disconnected_at text,
       ${text("seen_product", "etag", "last_modified")},
       next_run_at text not null,
       lease text,
       lease_until text,
       last_run_at text,
       last_ok_at text,
       last_change_at text,
       last_state text,
       last_status integer,
       failures integer not null default 0,
       failing_since text,
       held_reason text not null default '' check (held_reason in ('', 'drop', 'identity')),
       held_since text,
       ${text("held_mark")},
       held_times integer not null default 0,
       ${text("hint")},
       version integer not null default 1
     )`,
    `create table channel_rules (
       id integer primary key not null,
       poll_minutes integer not null,
       when_silent text not null check (when_silent in ('ask', 'sell', 'stop')),
       forget_after_days integer not null
     )`,
    `create table channel_stay (
       id text primary key not null,
       channel_id text not null references channel (id),
       property_id integer not null references property (id),
       uid text not null,
       occurrence text not null,
       ${day("starts_on")},
       ${day("ends_on")},
       kind text not null check (kind in ('reservation', 'block', 'unknown')),
       verdict text check (verdict in ('booking', 'closure', 'ignore')),
       state text not null check (state in ('active', 'missing', 'released', 'finished')),
       spared text,
       holds_nights integer not null,
       summary text not null,
       code text not null,
       link text not null,
       feed_guest text not null,
       phone_digits text not null,
       first_seen_at text not null,
       last_seen_at text not null,
       missing_since text,
       times_missed integer not null default 0,
       kept integer not null default 0,
       ${text("guest_name", "guest_phone", "notes")},
       amount_cents bigint check (amount_cents > 0),
       booking_id text references booking (id),
       version integer not null default 1,
       constraint channel_stay_at_least_one_night check (starts_on < ends_on),
       constraint channel_stay_holds check (holds_nights = case when state <> 'released' and spared is null then 1 else 0 end)
     )`,
    "create index channel_stay_by_channel on channel_stay (channel_id, ends_on)",
    "create index channel_stay_by_night on channel_stay (property_id, holds_nights, ends_on, starts_on)",
    `create table channel_run (
       id text primary key not null,
       channel_id text not null references channel (id),
       started_at text not null,
       duration_ms integer not null,
       cause text not null,
       state text not null,
       http_status integer,
       bytes integer not null,
       events integer not null,
       added integer not null,
       changed integer not null,
       missing integer not null,
       released integer not null,
       held integer not null,
       ignored integer not null,
       errors integer not null,
       result text not null
     )`,
    "create index channel_run_by_time on channel_run (started_at)",
    "create index channel_run_by_channel on channel_run (channel_id, started_at)",
    `create table channel_stay_event (
       id ${id},
       stay_id text not null references channel_stay (id),
       run_id text,
       at text not null,
       actor text not null,
       event text not null,
       before_nights text not null,
       after_nights text not null
     )`,
    "create index channel_stay_event_by_stay on channel_stay_event (stay_id)",
    "create index channel_stay_event_by_run on channel_stay_event (run_id)",
    `create table channel_body (
       run_id text primary key not null references channel_run (id),
       channel_id text not null references channel (id),
       fetched_at text not null,
       mark text not null,
       body text not null
     )`,
    "create index channel_body_by_channel on channel_body (channel_id, fetched_at)",
    `create table channel_review (
       id text primary key not null,
       channel_id text not null references channel (id),
       stay_id text references channel_stay (id),
       kind text not null,
       question text not null,
       nights text not null,
       opened_at text not null,
       answered_at text,
       answered_by text,
       answer text
     )`,
    "create index channel_review_by_channel on channel_review (channel_id, kind)",
    `create table channel_conflict (
       id text primary key not null,
       pair text not null,
       first_kind text not null,
       first_id text not null,
       second_kind text not null,
       second_id text not null,
       ${day("from_night")},
       ${day("to_night")},
       opened_at text not null,
       reminded_at text,
       closed_at text,
       closed_by text,
       reason text not null default ''
     )`,
    "create index channel_conflict_by_pair on channel_conflict (pair)",
  ];
}

const BOOKING_OWNS = "latchkey: a booking must own every night of its stay";
const BLOCK_OWNS = "latchkey: a block must own every one of its nights";
const NIGHT_IS_SOLD = "latchkey: the night belongs to a booking";
const NIGHT_IS_BLOCKED = "latchkey: the night belongs to a block";
const NIGHT_IS_FIXED = "latchkey: a claimed night is never rewritten, only given back";

/**
 * A trigger that refuses a row unless each night between its two days is occupied by the owner that `owner` selects.
 */
const sqliteOwns = (
  trigger: string,
  on: string,
  when: string,
  sentence: string,
  days: [string, string],
  owner: string,
) => `
  create trigger ${trigger} after ${on} when ${when}
  begin
    select raise(abort, '${sentence}')
    where julianday(new.${days[1]}) - julianday(new.${days[0]}) <> (
      select count(*) from occupied_night
      where ${owner} property_id = new.property_id and night >= new.${days[0]} and night < new.${days[1]}
    );
  end`;
const bookingOwns = (trigger: string, event: string) =>
  sqliteOwns(
    trigger,
    `${event} on booking`,
    "new.status <> 'cancelled'",
    BOOKING_OWNS,
    ["check_in", "check_out"],
    "booking_id = new.id and",
  );
const blockOwns = (trigger: string, event: string) =>
  sqliteOwns(trigger, `${event} on owner_block`, "true", BLOCK_OWNS, ["starts_on", "ends_on"], "block_id = new.id and");
const stayOwns = (trigger: string, event: string) =>
  sqliteOwns(trigger, `${event} on channel_stay`, "new.holds_nights = 1", STAY_OWNS, ["starts_on", "ends_on"], "");

/** Of the imported stays that may receive a night about to become free, the one that was seen first. */
const nextHolder = (night: string) => `
  select property_id, ${night}, id from channel_stay
  where property_id = old.property_id and holds_nights = 1 and starts_on <= old.night and ends_on > old.night
  order by first_seen_at, id limit 1`;

const SQLITE = [
  // SQLite cannot alter a CHECK constraint, so the table is recreated. The table's triggers, and the triggers that read
  // it, are created again below.
  ..."booking_added_owns_nights,booking_changed_owns_nights,owner_block_added_owns_nights,owner_block_changed_owns_nights,occupied_night_kept,occupied_night_kept_for_block,occupied_night_fixed"
    .split(",")
    .map((trigger) => `drop trigger ${trigger}`),
  `create table occupied_night_next (
     property_id integer not null references property (id),
     night text not null check (night is date(night) and length(night) = 10),
     booking_id text references booking (id) deferrable initially deferred,
     block_id text references owner_block (id) deferrable initially deferred,
     channel_stay_id text references channel_stay (id) deferrable initially deferred,
     constraint occupied_night_one_owner
       check ((booking_id is not null) + (block_id is not null) + (channel_stay_id is not null) = 1),
     constraint occupied_night_sold_once primary key (property_id, night)
   )`,
  `insert into occupied_night_next (property_id, night, booking_id, block_id)
   select property_id, night, booking_id, block_id from occupied_night`,
  "drop table occupied_night",
  "alter table occupied_night_next rename to occupied_night",
  "create index occupied_night_by_booking on occupied_night (booking_id)",
  "create index occupied_night_by_block on occupied_night (block_id)",
  "create index occupied_night_by_channel_stay on occupied_night (channel_stay_id)",
  bookingOwns("booking_added_owns_nights", "insert"),
  bookingOwns("booking_changed_owns_nights", "update of property_id, check_in, check_out, status"),
  blockOwns("owner_block_added_owns_nights", "insert"),
  blockOwns("owner_block_changed_owns_nights", "update of property_id, starts_on, ends_on"),
  stayOwns("channel_stay_added_owns_nights", "insert"),
  stayOwns("channel_stay_changed_owns_nights", "update of property_id, starts_on, ends_on, holds_nights"),
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
  `create trigger occupied_night_kept_for_channel before delete on occupied_night
   when exists (
     select 1 from channel_stay where id = old.channel_stay_id and holds_nights = 1
       and old.night >= starts_on and old.night < ends_on
   )
   begin select raise(abort, '${NIGHT_IS_HELD}'); end`,
  `create trigger occupied_night_handed_on after delete on occupied_night
   begin insert into occupied_night (property_id, night, channel_stay_id) ${nextHolder("old.night")}; end`,
  `create trigger occupied_night_fixed before update on occupied_night
   begin select raise(abort, '${NIGHT_IS_FIXED}'); end`,
];

const POSTGRES = [
  `alter table occupied_night
     add column channel_stay_id text
       constraint occupied_night_of_channel_stay references channel_stay (id) deferrable initially deferred,
     drop constraint occupied_night_one_owner,
     add constraint occupied_night_one_owner check (num_nonnulls(booking_id, block_id, channel_stay_id) = 1)`,
  "create index occupied_night_by_channel_stay on occupied_night (channel_stay_id)",
  `create function channel_stay_owns_nights() returns trigger language plpgsql as $$
   begin
     if new.holds_nights = 1 and new.ends_on - new.starts_on <> (
       select count(*) from occupied_night
       where property_id = new.property_id and night >= new.starts_on and night < new.ends_on
     ) then raise exception '${STAY_OWNS}' using errcode = '23P01'; end if;
     return new;
   end $$`,
  `create trigger channel_stay_added_owns_nights after insert on channel_stay
   for each row execute function channel_stay_owns_nights()`,
  `create trigger channel_stay_changed_owns_nights
   after update of property_id, starts_on, ends_on, holds_nights on channel_stay
   for each row execute function channel_stay_owns_nights()`,
  `create or replace function occupied_night_kept() returns trigger language plpgsql as $$
   begin
     if exists (
       select 1 from booking where id = old.booking_id and status <> 'cancelled'
         and old.night >= check_in and old.night < check_out
     ) then raise exception '${NIGHT_IS_SOLD}' using errcode = '23P01'; end if;
     if exists (
       select 1 from owner_block where id = old.block_id and old.night >= starts_on and old.night < ends_on
     ) then raise exception '${NIGHT_IS_BLOCKED}' using errcode = '23P01'; end if;
     if exists (
       select 1 from channel_stay where id = old.channel_stay_id and holds_nights = 1
         and old.night >= starts_on and old.night < ends_on
     ) then raise exception '${NIGHT_IS_HELD}' using errcode = '23P01'; end if;
     return old;
   end $$`,
  `create function occupied_night_handed_on() returns trigger language plpgsql as $$
   begin
     insert into occupied_night (property_id, night, channel_stay_id) ${nextHolder("old.night")};
     return null;
   end $$`,
  `create trigger occupied_night_handed_on after delete on occupied_night
   for each row execute function occupied_night_handed_on()`,
];

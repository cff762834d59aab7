import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Engine } from "../dialect.ts";

/**
 * A short list of recent changes, read by the open portals on every instance. Triggers write the list, so no writer can
 * forget to. A row says only what to reload; the job `delete-old-changes` deletes old rows.
 */
export function liveChanges(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const statement of engine === "postgres" ? POSTGRES : SQLITE) await sql.raw(statement).execute(db);
    },
  };
}

const KIND = `case when new.status = 'cancelled' and old.status <> 'cancelled' then 'cancelled' else 'changed' end`;

const SQLITE = [
  `create table live_change (
     id integer primary key autoincrement,
     topic text not null,
     kind text not null,
     subject text not null
   )`,
  `create trigger booking_added_is_told after insert on booking
   begin insert into live_change (topic, kind, subject) values ('booking', 'added', new.id); end`,
  `create trigger booking_changed_is_told after update on booking
   begin insert into live_change (topic, kind, subject) values ('booking', ${KIND}, new.id); end`,
];

const POSTGRES = [
  `create table live_change (
     id bigint generated always as identity primary key,
     topic text not null,
     kind text not null,
     subject text not null
   )`,
  `create function booking_added_is_told() returns trigger language plpgsql as $$
   begin
     insert into live_change (topic, kind, subject) values ('booking', 'added', new.id);
     return null;
   end $$`,
  `create trigger booking_added_is_told after insert on booking
   for each row execute function booking_added_is_told()`,
  `create function booking_changed_is_told() returns trigger language plpgsql as $$
   begin
     insert into live_change (topic, kind, subject) values ('booking', ${KIND}, new.id);
     return null;
   end $$`,
  `create trigger booking_changed_is_told after update on booking
   for each row execute function booking_changed_is_told()`,
];

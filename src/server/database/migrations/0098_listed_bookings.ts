import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Engine } from "../dialect.ts";

/**
 * The rows of the host's bookings list, stored so that the database can search them and sort them by an index. Neither
 * engine normalises letters as our search does, so the application writes `listed_booking`. Triggers record in
 * `listed_booking_change` which rows the application has to rewrite, so no writer can forget to. When a person's
 * details change, the old details are removed at once.
 */
export function listedBookings(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>) {
      const triggers = engine === "postgres" ? CHANGES.flatMap(onPostgres) : CHANGES.flatMap(onSqlite);
      for (const statement of [...tables(engine), ...triggers, ...EXISTING]) await sql.raw(statement).execute(db);
    },
  };
}

function tables(engine: Engine): string[] {
  const [text, day, real, id] =
    engine === "postgres"
      ? [`text collate "C"`, "date", "double precision", "bigint generated always as identity primary key"]
      : ["text", "text", "real", "integer primary key autoincrement"];
  return [
    `create table listed_booking (
       id ${text} primary key not null,
       imported integer not null,
       status text,
       source text not null,
       check_in ${day} not null,
       check_out ${day} not null,
       amount ${real} not null,
       name_key ${text} not null,
       search_text ${text} not null,
       phone_digits ${text} not null
     )`,
    "create index listed_booking_by_check_in on listed_booking (check_in desc, id)",
    "create index listed_booking_by_check_out on listed_booking (check_out desc, check_in desc, id)",
    "create index listed_booking_by_name on listed_booking (name_key, check_in desc, id)",
    "create index listed_booking_by_amount on listed_booking (amount desc, check_in desc, id)",
    // The dashboard and analytics read the bookings that are not cancelled; there cannot be more of these than nights.
    `create index booking_standing on booking (check_in, check_out, status, source, currency, total_cents)
       where status <> 'cancelled'`,
    // The data that analytics need from all bookings, including cancelled ones, so that they need not read the
    // bookings' rows.
    "create index booking_counted on booking (check_in, status, source, check_out, guest_count, pay_by)",
    "create index booking_pending on booking (status) where status = 'pending'",
    "create index booking_with_fee on booking (id) where cancellation_fee_cents > 0",
    `create table listed_booking_change (id ${id}, subject text not null)`,
  ];
}

const EXISTING = [
  "insert into listed_booking_change (subject) select id from booking",
  "insert into listed_booking_change (subject) select id from channel_stay",
];

type Event = "insert" | "update" | "delete";
type Change = {
  table: string;
  events: readonly Event[];
  /** The columns whose changes matter. */
  columns: string;
  /** Selects the ids of the affected list rows. `changed` is the new or the deleted row. */
  subjects: (changed: "new" | "old") => string;
  /** Columns with personal data. */
  personal?: string;
};

const CHANGES: Change[] = [
  {
    table: "booking",
    events: ["insert", "update", "delete"],
    columns: "reference, guest_id, check_in, check_out, status, source, total_cents, currency",
    subjects: (changed) => `select ${changed}.id`,
  },
  {
    table: "guest",
    events: ["update"],
    columns: "name, email, phone",
    subjects: (changed) => `select booking.id from booking where guest_id = ${changed}.id`,
    personal: "name, email, phone",
  },
  {
    table: "channel_stay",
    events: ["insert", "update", "delete"],
    columns:
      "channel_id, starts_on, ends_on, kind, verdict, holds_nights, code, feed_guest, guest_name, amount_cents, amount_currency, booking_id",
    subjects: (changed) => `select ${changed}.id`,
    personal: "code, feed_guest, guest_name",
  },
  {
    table: "channel",
    events: ["update"],
    columns: "name, platform",
    subjects: (changed) => `select channel_stay.id from channel_stay where channel_id = ${changed}.id`,
  },
  {
    table: "channel_review",
    events: ["insert", "update", "delete"],
    columns: "stay_id, kind, answered_at",
    subjects: (changed) => `select ${changed}.stay_id where ${changed}.stay_id is not null`,
  },
];

const differs = (columns: string) =>
  columns
    .split(", ")
    .map((column) => `old.${column} is distinct from new.${column}`)
    .join(" or ");

type Trigger = { name: string; at: string; when: string; does: string };

function triggersOf({ table, events, columns, subjects, personal }: Change): Trigger[] {
  const noted = events.map((event) => ({
    name: `${table}_${event}_is_listed`,
    at: event === "update" ? `after update of ${columns} on ${table}` : `after ${event} on ${table}`,
    when: event === "update" ? `when (${differs(columns)})` : "",
    does: `insert into listed_booking_change (subject) ${subjects(event === "delete" ? "old" : "new")}`,
  }));
  if (!personal) return noted;
  const unlisted = {
    name: `${table}_details_are_unlisted`,
    at: `after update of ${personal} on ${table}`,
    when: `when (${differs(personal)})`,
    does: `delete from listed_booking where id in (${subjects("new")})`,
  };
  return [...noted, unlisted];
}

function onSqlite(change: Change): string[] {
  return triggersOf(change).map(
    ({ name, at, when, does }) =>
      `create trigger ${name} ${at} ${when.replaceAll("is distinct from", "is not")} begin ${does}; end`,
  );
}

function onPostgres(change: Change): string[] {
  return triggersOf(change).flatMap(({ name, at, when, does }) => [
    `create function ${name}() returns trigger language plpgsql as $$ begin ${does}; return null; end $$`,
    `create trigger ${name} ${at} for each row ${when} execute function ${name}()`,
  ]);
}

import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Engine } from "../dialect.ts";

/**
 * More live changes for open portals: the host's blocks, channel changes, and failed messages. As in 0008, triggers
 * write these changes, so no writer can forget to.
 */
export function liveChannels(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const watched of WATCHED) {
        for (const statement of engine === "postgres" ? postgres(watched) : sqlite(watched)) {
          await sql.raw(statement).execute(db);
        }
      }
    },
  };
}

type Watched = { table: string; topic: string; on: "insert" | "update" | "delete"; when?: string };

/** Channel rows change at every read; only changes that a host can see are announced. */
const CHANNEL_NEWS = "new.state <> old.state or coalesce(new.last_state, '') <> coalesce(old.last_state, '')";

const WATCHED: Watched[] = [
  ...(["insert", "update", "delete"] as const).flatMap((on) => [
    { table: "owner_block", topic: "block", on },
    { table: "channel_stay", topic: "channel", on },
  ]),
  ...(["insert", "update"] as const).flatMap((on) => [
    { table: "channel_conflict", topic: "channel", on },
    { table: "channel_review", topic: "channel", on },
  ]),
  { table: "channel", topic: "channel", on: "update", when: CHANNEL_NEWS },
  {
    table: "scheduled_message",
    topic: "message",
    on: "update",
    when: "new.status = 'failed' and old.status <> 'failed'",
  },
];

const KIND = { insert: "added", update: "changed", delete: "cancelled" } as const;

const name = ({ table, on }: Watched) => `${table}_${on}_is_told`;
const notifySql = ({ topic, on }: Watched) =>
  `insert into live_change (topic, kind, subject) values ('${topic}', '${KIND[on]}', ${on === "delete" ? "old" : "new"}.id)`;
const condition = ({ when }: Watched) => (when ? `when (${when})` : "");

function sqlite(watched: Watched): string[] {
  const { table, on } = watched;
  return [
    `create trigger ${name(watched)} after ${on} on ${table} ${condition(watched)} begin ${notifySql(watched)}; end`,
  ];
}

function postgres(watched: Watched): string[] {
  const { table, on } = watched;
  return [
    `create function ${name(watched)}() returns trigger language plpgsql as $$
     begin
       ${notifySql(watched)};
       return null;
     end $$`,
    `create trigger ${name(watched)} after ${on} on ${table}
     for each row ${condition(watched)} execute function ${name(watched)}()`,
  ];
}

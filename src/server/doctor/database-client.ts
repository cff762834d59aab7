import { sql } from "kysely";
import { type Database, SQLITE_FILE } from "../database/connect.ts";
import { migrations, otherProgram } from "../database/migrations/migrate.ts";
import { migrationsIn } from "../database/snapshot.ts";
import { unsuitableDatabase } from "../database/postgres-server.ts";
import { tablesOf } from "../database/tables.ts";
import { bad, type Check, good, skipped, warning } from "./finding.ts";

/** Whether the database responds, is intact, and has this version's schema. */
export function databaseChecks({ db, engine }: Pick<Database, "db" | "engine">): Check[] {
  return [
    {
      id: "database",
      title: "Database",
      look: async () => {
        if (engine === "postgres") {
          const unsuitable = await unsuitableDatabase(db);
          if (unsuitable) return bad("Latchkey cannot use this database.", unsuitable);
          const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(
            db,
          );
          return good(`PostgreSQL ${rows[0]?.version ?? ""} responds.`);
        }
        const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db);
        if (rows[0]?.quick_check !== "ok") {
          return bad(
            "The database file is damaged.",
            `Stop Latchkey, move ${SQLITE_FILE} with its -wal and -shm files to another folder, then restore the last backup.`,
          );
        }
        return good("The database file is intact.");
      },
    },
    {
      id: "migrations",
      title: "Schema",
      look: async () => {
        const other = await otherProgram(db, engine);
        if (other) return bad(other.message, other.remedy);
        const known = Object.keys(migrations(engine));
        const ran = (await tablesOf(db, engine)).length > 0 ? await migrationsIn(db) : [];
        const missing = known.filter((name) => !ran.includes(name));
        const newer = ran.filter((name) => !known.includes(name));
        if (newer.length > 0) {
          return bad(`A newer version of Latchkey has used this database (${newer.join(", ")}).`, "Update Latchkey.");
        }
        if (ran.length === 0) return warning("The database is still empty.", "Start Latchkey once: npm start");
        if (missing.length > 0) {
          return warning(
            `Migrations that have not run yet: ${missing.length}.`,
            "Restart Latchkey: it makes a backup, then runs them.",
          );
        }
        if (!(await hasContent({ db })))
          return warning("The database has no content yet.", "Start Latchkey once: npm start");
        return good(`The schema matches this version (${known.at(-1) ?? ""}).`);
      },
    },
  ];
}

/** Whether Latchkey has started with this database, which adds the first content; false if it cannot be read. */
export async function hasContent({ db }: Pick<Database, "db">): Promise<boolean> {
  const property = db.selectFrom("property").select("id");
  return (await property.executeTakeFirst().catch(() => undefined)) !== undefined;
}

/** When the newest booking was made; the clock is compared with this time. */
export async function newestMoment({ db }: Pick<Database, "db">): Promise<Date | null> {
  const row = await db
    .selectFrom("booking")
    .select((eb) => eb.fn.max("created_at").as("at"))
    .executeTakeFirst();
  return row?.at ? new Date(row.at) : null;
}

/** A platform whose calendar has not been read for this long may have sold nights without our knowing. */
const UNREACHABLE_MS = 6 * 60 * 60 * 1000;

/** Whether the platforms' calendars are being read. */
export function calendarsCheck({ db }: Pick<Database, "db">, now: () => Date): Check {
  return {
    id: "calendars",
    title: "Platform calendars",
    look: async () => {
      const channels = await db
        .selectFrom("channel")
        .select(["name", "state", "held_reason", "last_ok_at", "connected_at"])
        .where("disconnected_at", "is", null)
        .execute();
      if (channels.length === 0) return skipped("No platform is connected.");
      const since = now().getTime() - UNREACHABLE_MS;
      const connected = channels.filter(({ state }) => state === "connected");
      const paused = channels.filter(({ state }) => state === "paused");
      const unreachable = channels.filter(
        ({ state, held_reason, last_ok_at, connected_at }) =>
          (state === "connected" || held_reason === "identity") && Date.parse(last_ok_at ?? connected_at) < since,
      );
      const namesOf = (some: typeof channels) => some.map(({ name }) => name).join(", ");
      const andPaused = paused.length > 0 ? ` Paused: ${namesOf(paused)}.` : "";
      if (unreachable.length === 0) return good(`Calendars being read: ${connected.length}.${andPaused}`);
      return bad(
        `Not read for more than 6 hours: ${namesOf(unreachable)}.`,
        "Open Channels in the portal to see why and what to do.",
      );
    },
  };
}

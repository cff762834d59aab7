import { type Kysely, sql } from "kysely";
import type { Pool } from "pg";
import { StartProblem } from "../runtime/start-problem.ts";
import type { Schema } from "./schema.ts";

/** The oldest version with which Latchkey was tried. */
const OLDEST_POSTGRES = 13;

/**
 * Why Latchkey cannot store its data in this PostgreSQL database, and what to do about it; null if it can. Not checked
 * before an export, so that the data can be moved to a suitable database.
 */
export async function unsuitableDatabase(db: Kysely<Schema>): Promise<string | null> {
  const { rows } = await sql<{ version: string; encoding: string }>`
    select current_setting('server_version') as version, current_setting('server_encoding') as encoding`.execute(db);
  const { version = "", encoding = "" } = rows[0] ?? {};
  if (Number.parseInt(version, 10) < OLDEST_POSTGRES)
    return `PostgreSQL ${version} is too old for Latchkey. Upgrade the server to PostgreSQL ${OLDEST_POSTGRES} or newer, or use a database on a newer server.`;
  if (encoding !== "UTF8")
    return (
      `The database has the encoding ${encoding}, in which the names of some guests cannot be stored. ` +
      "Create another one (create database latchkey_utf8 template template0 encoding 'UTF8' locale 'C.UTF-8') and set DATABASE_URL to it. " +
      "If the old one already contains bookings, run npm run latchkey -- export <file> before, and npm run latchkey -- import <file> afterwards."
    );
  return null;
}

type Session = { query: (statement: string) => Promise<{ rows: Record<string, unknown>[] }> };
type Sessions = { connect: () => Promise<Session & { release: () => void }> };

const SHARED_CONNECTIONS =
  "DATABASE_URL leads to a connection pooler in transaction mode, through which PostgreSQL's locks and notifications do not work. " +
  "Use the direct connection to PostgreSQL, or a pool in session mode. With Neon, this is the host name without “-pooler”; with Supabase, port 5432 instead of 6543; with DigitalOcean, a pool in session mode; with PgBouncer, pool_mode = session.";

/**
 * Throws a `StartProblem` if a pooler in front of PostgreSQL gives each transaction, instead of each connection, a
 * session of its own: such a pooler either changes the session between two queries, or lends to a second connection
 * the one that the first has just used.
 */
export async function refuseSharedSessions(pool: Sessions): Promise<void> {
  const first = await pool.connect();
  try {
    const second = await pool.connect();
    try {
      const own = await sessionOf(first);
      const isMoved = async () => (await sessionOf(first)) !== own;
      if ((await isMoved()) || (await isMoved())) throw new StartProblem(SHARED_CONNECTIONS);
      await second.query("begin");
      const isLent = (await sessionOf(second)) === own || (await isMoved());
      await second.query("rollback");
      if (isLent) throw new StartProblem(SHARED_CONNECTIONS);
    } finally {
      second.release();
    }
  } catch (error) {
    // PgBouncer in statement mode does not allow transactions at all.
    if (error instanceof Error && /statement pooling/.test(error.message)) throw new StartProblem(SHARED_CONNECTIONS);
    throw error;
  } finally {
    first.release();
  }
}

async function sessionOf(client: Session): Promise<unknown> {
  return (await client.query("select pg_backend_pid() as pid")).rows[0]?.["pid"];
}

/** Enough connections for one server. */
const MOST_CONNECTIONS = 10;
/** For backups, commands and the provider's own tools. */
const RESERVED_CONNECTIONS = 6;

/**
 * How many connections a server keeps open at most, in addition to the one for notifications: if the database accepts
 * few connections, half of them, because a second server may use the same database.
 */
export async function connectionsFor(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ allowed: number }>(`
    select least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
      (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user),
      (select nullif(datconnlimit, -1) from pg_database where datname = current_database())
    ) as allowed`);
  const half = Math.floor(((rows[0]?.allowed ?? 0) - RESERVED_CONNECTIONS) / 2) - 1;
  return Math.max(2, Math.min(half, MOST_CONNECTIONS));
}

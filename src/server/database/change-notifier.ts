import { sql } from "kysely";
import type { Client } from "pg";
import type { Logger } from "../runtime/logger.ts";
import type { Database } from "./connect.ts";
import { UNLIMITED } from "./postgres-session.ts";

/** Reports changes that other instances, or anyone using SQL, have made to the database. */
export type ChangeNotifier = { start: () => Promise<void>; stop: () => Promise<void> };

type Listeners = {
  onPublicContentChanged: () => void;
  /** The list of live changes has new entries. */
  onLiveChange: () => void;
  /** The whole database was replaced by a restore or an import. */
  onDatabaseReplaced: () => void;
};

const LOOK_EVERY_MS = 500;
const CONNECT_AGAIN_MS = 1000;
/** A dead connection is noticed only when it is used. */
const ASK_EVERY_MS = 15_000;

/** Uses LISTEN/NOTIFY on PostgreSQL. On SQLite, polls the file, which only processes on this machine can change. */
export function createChangeNotifier(
  database: Database,
  databaseUrl: string | null,
  listeners: Listeners,
  logger: Logger,
): ChangeNotifier {
  return databaseUrl ? notifyByPostgres(databaseUrl, listeners, logger) : notifyBySqlite(database, listeners);
}

function notifyByPostgres(
  connectionString: string,
  { onPublicContentChanged, onLiveChange, onDatabaseReplaced }: Listeners,
  logger: Logger,
): ChangeNotifier {
  let client: Client | null = null;
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;

  async function connect(): Promise<void> {
    timer = null;
    const { default: pg } = await import("pg");
    const next = new pg.Client({
      connectionString,
      connectionTimeoutMillis: 2000,
      query_timeout: 2500,
      keepAlive: true,
    });
    let lost = false;
    const lose = (error?: Error) => {
      if (lost) return;
      lost = true;
      if (client === next) client = null;
      if (timer) clearTimeout(timer);
      void next.end().catch(() => undefined);
      if (stopped) return;
      if (error)
        logger.warn({ err: error }, "lost the connection for notifications from other instances; reconnecting");
      timer = setTimeout(() => void connect(), CONNECT_AGAIN_MS).unref();
    };
    next.on("error", lose);
    next.on("end", () => lose());
    next.on("notification", ({ payload }) => {
      if (payload === "live") onLiveChange();
      else if (payload === "replaced") onDatabaseReplaced();
      else onPublicContentChanged();
    });
    const ask = () => {
      timer = setTimeout(() => void next.query("select 1").then(ask, lose), ASK_EVERY_MS).unref();
    };
    try {
      await next.connect();
      await next.query(UNLIMITED);
      await next.query("listen latchkey");
      client = next;
      // Makes up for notifications that were sent while the connection was down.
      onPublicContentChanged();
      onLiveChange();
      ask();
    } catch (error) {
      lose(error instanceof Error ? error : new Error(String(error)));
    }
  }

  return {
    start: connect,
    stop: async () => {
      stopped = true;
      if (timer) clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}

function notifyBySqlite(
  { db, stamp, identity }: Database,
  { onPublicContentChanged, onDatabaseReplaced }: Listeners,
): ChangeNotifier {
  let timer: NodeJS.Timeout | null = null;
  let opened = identity();
  let seen = stamp();
  let version: number | null = null;
  let loadedAt: string | null = null;
  let looking = false;

  async function look(): Promise<void> {
    const found = identity();
    if (opened !== null && found !== null && found !== opened) onDatabaseReplaced();
    opened = found ?? opened;
    const present = stamp();
    if (looking || (present === seen && version !== null)) return;
    looking = true;
    try {
      const row = await db.selectFrom("shown_version").select("version").executeTakeFirst();
      // A restore into the open file writes this table anew.
      const { rows } = await sql<{ at: string }>`select min(timestamp) as at from kysely_migration`.execute(db);
      seen = present;
      if (loadedAt !== null && rows[0]?.at !== loadedAt) onDatabaseReplaced();
      loadedAt = rows[0]?.at ?? null;
      if (version !== null && row?.version !== version) onPublicContentChanged();
      version = row?.version ?? null;
    } catch {
      // If the disk fails temporarily, the next check tries again.
    } finally {
      looking = false;
    }
  }

  return {
    start: async () => {
      await look();
      timer = setInterval(() => void look(), LOOK_EVERY_MS).unref();
    },
    stop: async () => {
      if (timer) clearInterval(timer);
    },
  };
}

import type { Client } from "pg";
import type { Logger } from "../runtime/logger.ts";
import type { Database } from "./connect.ts";

/** Rings at every instance when any of them, or anybody by SQL, has written something. */
export type ChangeNotifier = { start: () => Promise<void>; stop: () => Promise<void> };

type Listeners = {
  /** What public pages show is different. */
  shown: () => void;
  /** There is something new in the list of changes. */
  live: () => void;
  /** Everything was put there anew, by a restore or an import. */
  replaced: () => void;
};

const LOOK_EVERY_MS = 500;
const CONNECT_AGAIN_MS = 1000;
/** A connection whose other end is gone says nothing by itself. */
const ASK_EVERY_MS = 15_000;

/** PostgreSQL calls (LISTEN/NOTIFY); of a SQLite file only processes of one machine can see that others have written. */
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
  { shown, live, replaced }: Listeners,
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
      if (error) logger.warn({ err: error }, "other instances cannot be heard; trying again");
      timer = setTimeout(() => void connect(), CONNECT_AGAIN_MS).unref();
    };
    next.on("error", lose);
    next.on("end", () => lose());
    next.on("notification", ({ payload }) => {
      if (payload === "live") live();
      else if (payload === "replaced") replaced();
      else shown();
    });
    const ask = () => {
      timer = setTimeout(() => void next.query("select 1").then(ask, lose), ASK_EVERY_MS).unref();
    };
    try {
      await next.connect();
      await next.query("listen latchkey");
      client = next;
      // Whatever was called while nobody listened here.
      shown();
      live();
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

function notifyBySqlite({ db, stamp }: Database, { shown }: Listeners): ChangeNotifier {
  let timer: NodeJS.Timeout | null = null;
  let seen = stamp();
  let version: number | null = null;
  let looking = false;

  async function look(): Promise<void> {
    const present = stamp();
    if (looking || (present === seen && version !== null)) return;
    looking = true;
    try {
      const row = await db.selectFrom("shown_version").select("version").executeTakeFirst();
      seen = present;
      if (version !== null && row?.version !== version) shown();
      version = row?.version ?? null;
    } catch {
      // The disk fails for a moment; the next look tells.
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

import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import type { Kysely, LogEvent } from "kysely";
import type { Config } from "../config.ts";
import type { Logger } from "../runtime/logger.ts";
import { checkDatabaseFile, checkDataDir, StartProblem } from "../runtime/start-problem.ts";
import { type Engine, postgresDialect, sqliteDialect } from "./dialect.ts";
import { createGuardedKysely } from "./guarded-kysely.ts";
import type { Schema } from "./schema.ts";

export type Db = Kysely<Schema>;
export type Database = {
  engine: Engine;
  db: Db;
  /**
   * Equal stamps mean that nothing was written in between. Null if unknown, as always on PostgreSQL, where a stamp
   * would need a query.
   */
  stamp: () => string | null;
  /**
   * Changes when a restore puts another SQLite file in place of the open one. Null if there is no file now, and always
   * on PostgreSQL.
   */
  identity: () => string | null;
  close: () => Promise<void>;
};

/**
 * Queries slower than this are logged: 50 of them per second would occupy all ten connections to PostgreSQL, and on
 * SQLite, five would occupy the whole process.
 */
const SLOW_MS = 200;

/** Logs the SQL with placeholders and never the values, so no personal data gets into the log. */
function slowQueries(logger: Logger) {
  return ({ queryDurationMillis, query }: LogEvent): void => {
    if (queryDurationMillis < SLOW_MS) return;
    logger.warn({ ms: Math.round(queryDurationMillis), query: query.sql.slice(0, 500) }, "slow query");
  };
}

export const SQLITE_FILE = "latchkey.sqlite";

export function connectDatabase(
  config: Pick<Config, "databaseUrl" | "dataDir">,
  logger: Logger,
  /** `patient: true` sets long time-outs for commands, because no page waits for a command. */
  options = { patient: false },
): Database {
  const engine: Engine = config.databaseUrl ? "postgres" : "sqlite";
  if (!config.databaseUrl) checkDataDir(config);
  const { dialect, ...changes } = config.databaseUrl
    ? {
        dialect: postgresDialect(
          config.databaseUrl,
          (error) => logger.warn({ err: error }, "database connection lost"),
          options,
        ),
        stamp: () => null,
        identity: () => null,
      }
    : openFile(config.dataDir);
  const db = createGuardedKysely(dialect, slowQueries(logger));
  return { engine, db, ...changes, close: () => db.destroy() };
}

function openFile(dataDir: string) {
  try {
    return sqliteDialect(privateFile(join(dataDir, SQLITE_FILE)));
  } catch (error) {
    throw explainDamage(error, dataDir);
  }
}

/**
 * For an error caused by a damaged SQLite file, an error that says what to do; any other error is returned as it is.
 */
export function explainDamage(error: unknown, dataDir: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (!/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return error;
  return new StartProblem(
    `The database in ${dataDir} is damaged. Stop Latchkey, move ${SQLITE_FILE} with its -wal and -shm files to another folder, then restore the last backup: npm run latchkey -- restore <file>`,
  );
}

/**
 * Protects guests' data and credentials: only the server's own user can read the file, even in a folder that everyone
 * can read. SQLite gives its other files the same permissions. An existing file is not opened, because closing it would
 * drop the locks that SQLite holds on it in this process (sqlite.org/howtocorrupt.html 2.2).
 */
function privateFile(path: string): string {
  try {
    closeSync(openSync(path, "ax", 0o600));
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    checkDatabaseFile(path);
  }
  return path;
}

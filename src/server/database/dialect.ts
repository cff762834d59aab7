import { statSync } from "node:fs";
import BetterSqlite, { type Database as SqliteFile, type Statement } from "better-sqlite3";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type SelectQueryBuilder,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type SqliteDialectConfig,
  sql,
  type Transaction,
} from "kysely";
import type { Pool } from "pg";
import { connectionsFor, refuseSharedSessions } from "./postgres-server.ts";
import { sessionSettings, UNLIMITED } from "./postgres-session.ts";
import type { Schema } from "./schema.ts";

/**
 * Most differences between the two engines are in this folder; the others are where code asks for the `Engine` or
 * checks whether `databaseUrl` is set.
 */
export type Engine = "sqlite" | "postgres";

export function engineOf(db: Kysely<Schema>): Engine {
  return db.getExecutor().adapter instanceof SqliteAdapter ? "sqlite" : "postgres";
}

/** With a deferred BEGIN, two writers can both read first, and then one of them fails; `immediate` queues them. */
class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }

  /**
   * On a full or failing disk, SQLite has already rolled back. Report the disk's error, not that of this second
   * rollback.
   */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.rollbackTransaction(connection);
    } catch (error) {
      if (!(error instanceof Error && error.message.includes("no transaction is active"))) throw error;
    }
  }
}

/**
 * SQLite can change tables inside a transaction. If this is declared, Kysely runs all pending migrations in one
 * transaction, under the write lock.
 */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class LatchkeySqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;
  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }
  override createDriver(): Driver {
    return new ImmediateSqliteDriver(this.#config);
  }
  override createAdapter(): SqliteAdapter {
    return new TransactionalSqliteAdapter();
  }
}

/** How long a writer waits for another process that is writing to the same file. */
const BUSY_TIMEOUT_MS = 4000;

export function openSqlite(file: string): SqliteFile {
  const database = new BetterSqlite(file, { timeout: BUSY_TIMEOUT_MS });
  database.pragma("journal_mode = WAL");
  // In power-cut tests, NORMAL lost acknowledged bookings and FULL lost none (R12).
  database.pragma("synchronous = FULL");
  database.pragma("foreign_keys = ON");
  // Keep the rollback data of savepoints in memory, not in a file.
  database.pragma("temp_store = MEMORY");
  const journal = database.pragma("journal_mode", { simple: true });
  const synchronous = database.pragma("synchronous", { simple: true });
  if ((journal !== "wal" && file !== ":memory:") || synchronous !== 2) {
    database.close();
    throw new Error(`SQLite refuses durable writes on this disk (journal ${String(journal)}); choose another DATA_DIR`);
  }
  return database;
}

const STATEMENT_CACHE_SIZE = 200;

/** Kysely prepares a query each time it runs; caching the prepared statements makes a read take a third less time. */
function withStatementCache(database: SqliteFile) {
  const statements = new Map<string, Statement>();
  return {
    close: () => void database.close(),
    prepare: (text: string): Statement => {
      const known = statements.get(text);
      if (known) return known;
      const statement = database.prepare(text);
      if (statements.size >= STATEMENT_CACHE_SIZE) statements.clear();
      statements.set(text, statement);
      return statement;
    },
  };
}

export function sqliteDialect(file: string): {
  dialect: Dialect;
  stamp: () => string | null;
  identity: () => string | null;
} {
  const database = openSqlite(file);
  // The pragma counts commits by other connections; the function counts rows written by this connection, even if they
  // are rolled back.
  const others = database.prepare("pragma data_version").pluck();
  const own = database.prepare("select total_changes()").pluck();
  return {
    dialect: new LatchkeySqliteDialect({ database: withStatementCache(database) }),
    stamp: () => {
      try {
        return `${String(others.get())} ${String(own.get())}`;
      } catch {
        // While the disk is failing, the stamp is unknown; the request itself then gets a 503.
        return null;
      }
    },
    identity: () => {
      try {
        const { dev, ino } = statSync(file);
        return `${dev} ${ino}`;
      } catch {
        return null;
      }
    },
  };
}

/** How a pool connects. Times are in milliseconds. */
type Connecting = { connectWithin: number; prepareWithin: number; queryWithin: number; session: string };

const FOR_PAGES: Connecting = {
  // If the database hangs, callers must get a 503 within 5 s. Connecting, preparing and querying together take less.
  connectWithin: 1500,
  prepareWithin: 800,
  queryWithin: 2500,
  session: sessionSettings({
    statement_timeout: 2500,
    lock_timeout: 2400,
    // An instance that is suspended or loses its network in the middle of a transaction would otherwise keep its locks,
    // and all other instances could take no bookings until it is back, or for two hours (TCP keepalive).
    idle_in_transaction_session_timeout: 5000,
  }),
};
/** For commands that read and write whole tables while nobody waits for a page. */
const PATIENT: Connecting = {
  connectWithin: 15_000,
  prepareWithin: 15_000,
  queryWithin: 600_000,
  session: `${UNLIMITED}; set lock_timeout = 30000`,
};

/** After a failover, a connection may still lead to the former primary server, which is now a read-only standby. */
const READ_ONLY = "25006";

/**
 * After a time-out the connection is in an unknown state. It is discarded, so the rollback that follows does not time
 * out as well.
 */
function discardAfterTimeout(client: PostgresPoolClient): PostgresPoolClient {
  let broken: Error | null = null;
  return new Proxy(client, {
    get(target, property) {
      if (property === "query") {
        return async (text: string, values: readonly unknown[]) => {
          if (broken) throw broken;
          try {
            return await target.query(text, values);
          } catch (error) {
            if (error instanceof Error && (!("severity" in error) || codeOf(error) === READ_ONLY)) broken = error;
            throw error;
          }
        };
      }
      if (property === "release") return () => target.release(broken !== null);
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

// pg returns COUNT, SUM and BIGINT as strings, and `date` as midnight in the server's zone; both would be wrong here.
const PG_TYPE = { int8: 20, numeric: 1700, date: 1082 } as const;

/** Loads `pg` when the first connection is opened, because an installation on SQLite never needs it. */
async function openPool(
  connectionString: string,
  { connectWithin, prepareWithin, queryWithin, session }: Connecting,
  onLost: (error: Error) => void,
): Promise<Pool> {
  const { default: pg } = await import("pg");
  pg.types.setTypeParser(PG_TYPE.int8, Number);
  pg.types.setTypeParser(PG_TYPE.numeric, Number);
  pg.types.setTypeParser(PG_TYPE.date, (text) => text);
  const pool = new pg.Pool({
    connectionString,
    connectionTimeoutMillis: connectWithin,
    query_timeout: queryWithin,
    // Without listeners, a broken connection would end the process: idle connections emit errors on the pool, active
    // connections on themselves.
    onConnect: async (client) => {
      client.on("error", onLost);
      const prepare = { text: session, query_timeout: prepareWithin };
      await client.query(prepare);
    },
  });
  pool.on("error", onLost);
  try {
    await refuseSharedSessions(pool);
    pool.options.max = await connectionsFor(pool);
    return pool;
  } catch (error) {
    await pool.end();
    throw error;
  }
}

export function postgresDialect(
  connectionString: string,
  onLost: (error: Error) => void,
  { patient } = { patient: false },
): Dialect {
  return new PostgresDialect({
    pool: async () => {
      const pool = await openPool(connectionString, patient ? PATIENT : FOR_PAGES, onLost);
      return {
        connect: async () => discardAfterTimeout(await pool.connect()),
        end: () => pool.end(),
        options: pool.options,
      } satisfies PostgresPool;
    },
  });
}

/** Arbitrary constants that identify the locks within the database. */
const CALENDAR_LOCK = 0x1a7c4;
const SETUP_LOCK = 0x1a7c5;
const SETTINGS_LOCK = 0x1a7d0;
const LIST_LOCK = 0x1a7d1;
const UPGRADE_LOCK = 0x1a7d2;

/**
 * Keeps other writers from changing a property's calendar until the transaction ends. On SQLite, `begin immediate` has
 * already done this.
 */
export function lockCalendar(engine: Engine, transaction: Transaction<Schema>, propertyId: number): Promise<void> {
  return lock(engine, transaction, CALENDAR_LOCK, propertyId);
}

/**
 * Like `lockCalendar`, but for adding, inviting and removing admins, resetting their passwords, and for links that are
 * emailed to them.
 */
export function lockSetup(engine: Engine, transaction: Transaction<Schema>): Promise<void> {
  return lock(engine, transaction, SETUP_LOCK, 0);
}

/**
 * Like `lockCalendar`, but for what the host edits: settings, content, prices, discount codes, message templates,
 * custom messages, saved replies and day notes.
 */
export function lockSettings(engine: Engine, transaction: Transaction<Schema>): Promise<void> {
  return lock(engine, transaction, SETTINGS_LOCK, 0);
}

/** Like `lockCalendar`, but for writing the rows of the bookings list. */
export function lockList(engine: Engine, transaction: Transaction<Schema>): Promise<void> {
  return lock(engine, transaction, LIST_LOCK, 0);
}

/**
 * Waits until no other instance is upgrading the PostgreSQL database, however long its backup takes. The lock ends with
 * the connection.
 */
export async function lockUpgrade(connection: Kysely<Schema>): Promise<void> {
  await sql`set lock_timeout = 0`.execute(connection);
  await sql`select pg_advisory_lock(${UPGRADE_LOCK}::int, 0)`.execute(connection);
}

/**
 * Like `lockCalendar`, but for one idempotency key (by its hash) or for any other name. If you need both locks, lock
 * the calendar first.
 */
export async function lockKey(engine: Engine, transaction: Transaction<Schema>, keyHash: string): Promise<void> {
  if (engine === "postgres")
    await sql`select pg_advisory_xact_lock(hashtextextended(${keyHash}, 0))`.execute(transaction);
}

/** Locks a stay's conversation, so that the messages get consecutive numbers and none is written after an erasure. */
export function lockConversation(transaction: Transaction<Schema>, bookingId: string): Promise<void> {
  return lockKey(engineOf(transaction), transaction, `conversation ${bookingId}`);
}

async function lock(engine: Engine, transaction: Transaction<Schema>, name: number, key: number): Promise<void> {
  if (engine === "postgres") await sql`select pg_advisory_xact_lock(${name}::int, ${key}::int)`.execute(transaction);
}

/**
 * Locks the rows that the query finds and skips rows locked by another worker. SQLite has only one writer at a time
 * anyway.
 */
export function passLocked<S, T extends keyof S, O>(
  engine: Engine,
  query: SelectQueryBuilder<S, T, O>,
): SelectQueryBuilder<S, T, O> {
  return engine === "postgres" ? query.forUpdate().skipLocked() : query;
}

export async function ping(db: Kysely<Schema>): Promise<void> {
  await sql`select 1`.execute(db);
}

const UNREACHABLE = /^(08|E(CONN|PIPE|HOST|NET|NOTFOUND|TIMEDOUT|AI_))/;
const UNREACHABLE_MESSAGE = /Connection terminated|trying to connect/i;
/** A pooler reports every error with the same code, including those that waiting does not resolve. */
const REFUSED_BY_POOLER = /unsupported startup parameter|no such (database|user)/;
/**
 * On PostgreSQL: shutdown, lack of resources, I/O errors, time-outs of locks, statements and transactions, and a
 * read-only server. On SQLite: busy, locked, full, read-only, a file that cannot be opened, and I/O errors.
 */
const UNAVAILABLE = /^(53|57|58|55P03|25006|25P0[34]|SQLITE_(BUSY|FULL|IOERR|CANTOPEN|READONLY|LOCKED))/;
const UNAVAILABLE_MESSAGE = /timeout|not queryable|ended by|Client has encountered/i;

/** Thrown when work cannot continue because the database is unavailable, for whatever reason. */
export class Unavailable extends Error {}

/** Whether an error is temporary and a retry may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof Unavailable || isDatabaseUnreachable(error)) return true;
  const code = codeOf(error);
  return code ? UNAVAILABLE.test(code) : UNAVAILABLE_MESSAGE.test(error.message);
}

/** Whether the error means that PostgreSQL cannot be reached. */
export function isDatabaseUnreachable(error: Error): boolean {
  const code = codeOf(error);
  if (isRefusedByPooler(error)) return false;
  return code ? UNREACHABLE.test(code) : UNREACHABLE_MESSAGE.test(error.message);
}

/** Whether a pooler in front of PostgreSQL refuses the connection for as long as the settings are as they are. */
export function isRefusedByPooler(error: Error): boolean {
  return codeOf(error) === "08P01" && REFUSED_BY_POOLER.test(error.message);
}

function codeOf(error: Error): string {
  return "code" in error && typeof error.code === "string" ? error.code : "";
}

export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return error.code === "23505" || String(error.code).startsWith("SQLITE_CONSTRAINT_UNIQUE");
}

/** The number of whole days between two date columns. */
export function daysFrom(engine: Engine, from: string, to: string) {
  return engine === "postgres"
    ? sql<number>`(${sql.ref(to)} - ${sql.ref(from)})`
    : sql<number>`cast(julianday(${sql.ref(to)}) - julianday(${sql.ref(from)}) as integer)`;
}

/** An email address, which is ASCII, in lower case. In a Turkish locale, PostgreSQL would turn I into ı. */
export function lowered(engine: Engine, column: string) {
  return engine === "postgres"
    ? sql<string>`lower(${sql.ref(column)} collate "C")`
    : sql<string>`lower(${sql.ref(column)})`;
}

/** Whether a text column contains a string, character for character. */
export function contains(engine: Engine, column: string, text: string) {
  return engine === "postgres"
    ? sql<boolean>`strpos(${sql.ref(column)}, ${text}) > 0`
    : sql<boolean>`instr(${sql.ref(column)}, ${text}) > 0`;
}

/** The month of a date column, such as `2026-12`; as text it is the same on both engines. */
export function monthOf(column: string) {
  return sql<string>`substr(cast(${sql.ref(column)} as text), 1, 7)`;
}

import { AsyncLocalStorage } from "node:async_hooks";
import { type ConnectionProvider, type Dialect, type Driver, Kysely, type KyselyConfig } from "kysely";
import type { Schema } from "./schema.ts";

/**
 * A query builder that refuses a query or a second transaction on the pool while the calling code is inside an open
 * transaction. On SQLite, which has one connection, such a query would deadlock with the transaction. On PostgreSQL,
 * the query would read outside the transaction, and a few such queries at once would exhaust the pool. The builder
 * throws on both engines, so the first test that runs the faulty code fails.
 */
export function createGuardedKysely(dialect: Dialect, log: KyselyConfig["log"]): Kysely<Schema> {
  const driver = dialect.createDriver();
  const pool = new Kysely<Schema>({ dialect: usingDriver(dialect, driver), ...(log && { log }) });
  const openTransactions = new AsyncLocalStorage<{ open: boolean }>();
  const guarded: ConnectionProvider = {
    provideConnection: async (consumer, options) => {
      if (openTransactions.getStore()?.open) throw new QueryOutsideTransaction();
      const use = { open: true };
      try {
        return await pool
          .getExecutor()
          .provideConnection((connection) => openTransactions.run(use, () => consumer(connection)), options);
      } finally {
        // Work that the transaction started but did not await may use the pool afterwards.
        use.open = false;
      }
    },
  };
  const executor = pool.getExecutor().withConnectionProvider(guarded);
  return new Kysely<Schema>({ config: { dialect }, dialect, driver: closing(driver, pool), executor });
}

class QueryOutsideTransaction extends Error {
  constructor() {
    super("A query was made outside the open transaction: pass `trx` to it");
  }
}

function usingDriver(dialect: Dialect, driver: Driver): Dialect {
  return {
    createDriver: () => driver,
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
}

/**
 * Kysely begins and ends transactions on the driver; only closing has to go through the pool that opened the driver.
 */
function closing(driver: Driver, pool: Kysely<Schema>): Driver {
  return {
    init: () => driver.init(),
    acquireConnection: (options) => driver.acquireConnection(options),
    releaseConnection: (connection, options) => driver.releaseConnection(connection, options),
    beginTransaction: (connection, settings) => driver.beginTransaction(connection, settings),
    commitTransaction: (connection) => driver.commitTransaction(connection),
    rollbackTransaction: (connection) => driver.rollbackTransaction(connection),
    destroy: () => pool.destroy(),
  };
}

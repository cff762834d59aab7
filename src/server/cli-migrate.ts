import { backUpAndMigrate } from "./backups/before-upgrade-dump.ts";
import { dropStaleDatabases } from "./backups/proof-files.ts";
import { isWithoutFile, withoutData } from "./cli-database.ts";
import { loadConfig, readEnvironment } from "./config.ts";
import { connectDatabase } from "./database/connect.ts";
import { ping } from "./database/dialect.ts";
import { migrate } from "./database/migrations/migrate.ts";
import { systemClock } from "./runtime/clock.ts";
import { createLogger } from "./runtime/logger.ts";

/**
 * For installations where the server is not allowed to change tables: the database owner runs this before the server
 * starts.
 */
export async function runMigrateCommand(): Promise<string> {
  const config = loadConfig(readEnvironment());
  // An empty PostgreSQL database is migrated by its owner before the first start.
  if (await isWithoutFile(config)) throw withoutData(config);
  const logger = createLogger(config.logLevel, process.stderr);
  const database = connectDatabase(config, logger, { patient: true });
  try {
    await ping(database.db);
    // If the backup before an upgrade is killed, it leaves a temporary database that only the owner can drop.
    if (config.databaseUrl)
      await dropStaleDatabases(config.databaseUrl, systemClock()).catch((error: unknown) =>
        logger.warn({ err: error }, "could not drop temporary databases"),
      );
    const ran = await backUpAndMigrate(config, database, systemClock, () => migrate(database.db, database.engine));
    return ran.length === 0
      ? "The database is already up to date."
      : `The database is now up to date; migrations run: ${ran.length}.`;
  } finally {
    await database.close();
  }
}

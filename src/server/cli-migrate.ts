import { backUpBeforeUpgrade } from "./backups/before-upgrade-dump.ts";
import { loadConfig, readEnvironment } from "./config.ts";
import { connectDatabase } from "./database/connect.ts";
import { migrate } from "./database/migrate.ts";
import { systemClock } from "./runtime/clock.ts";
import { createLogger } from "./runtime/logger.ts";

/** For installations whose server may not change tables: the owner's account does it, then the server starts. */
export async function runMigrateCommand(): Promise<string> {
  const config = loadConfig(readEnvironment());
  const database = connectDatabase(config, createLogger(config.logLevel, process.stderr), { patient: true });
  try {
    await backUpBeforeUpgrade(config, database, systemClock);
    const ran = await migrate(database.db, database.engine);
    return ran.length === 0 ? "The database was up to date." : `The database is up to date; ${ran.length} steps ran.`;
  } finally {
    await database.close();
  }
}

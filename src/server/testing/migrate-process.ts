import { connectDatabase } from "../database/connect.ts";
import { migrate } from "../database/migrations/migrate.ts";
import { createLogger } from "../runtime/logger.ts";

/**
 * One of several instances that start at the same time. It migrates the database, reports the result to its parent, and
 * exits.
 */
const target: { databaseUrl: string | null; dataDir: string } = JSON.parse(process.argv[2] ?? "{}");
const { db, engine, close } = connectDatabase(target, createLogger("silent"));
const ran = await migrate(db, engine);
await close();
process.send?.(ran);

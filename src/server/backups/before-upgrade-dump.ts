import { connectDatabase, type Database, type Db } from "../database/connect.ts";
import { lockUpgrade } from "../database/dialect.ts";
import { pendingMigrations, refuseForbidden } from "../database/migrations/migrate.ts";
import type { DatabaseTarget } from "../database/snapshot.ts";
import type { Clock } from "../runtime/clock.ts";
import { createLogger } from "../runtime/logger.ts";
import { productVersion } from "../runtime/version.ts";
import { formerPlace } from "./folder-files.ts";
import type { BackupSettings } from "./ports.ts";
import { type BackupRun, createBackupRunStore } from "./run-queries.ts";
import { refuseUnfinishedRestore } from "./unfinished-queries.ts";

type Settings = DatabaseTarget & { backups: BackupSettings & { beforeUpgrade: boolean } };

/** The migration that creates the list of backups. */
const LISTED_SINCE = "0015_backups";

/**
 * Before the schema of a non-empty database changes, makes a backup and verifies it by restoring it, unless the
 * operator has turned this off. If the backup fails, nothing is changed; a backup that lacks only pictures is enough.
 * Throws a `StartProblem` if a restore into this database was interrupted.
 */
export async function backUpAndMigrate(
  config: Settings,
  database: Database,
  clock: Clock,
  migrate: () => Promise<string[]>,
): Promise<string[]> {
  await refuseUnfinishedRestore(database);
  const { db, engine } = database;
  const ranIfChanging = async () => {
    const { ran, pending } = await pendingMigrations(db, engine);
    return ran.length > 0 && pending.length > 0 ? ran : null;
  };
  if (!config.backups.beforeUpgrade || !(await ranIfChanging())) return migrate();
  await refuseForbidden(db, engine);
  return oneAtATime(config, async () => {
    const ran = await ranIfChanging();
    if (!ran) return migrate();
    const backup = await backUp(config, db, clock, ran.includes(LISTED_SINCE));
    const migrated = await migrate();
    if (!ran.includes(LISTED_SINCE)) await createBackupRunStore(db).add(backup);
    return migrated;
  });
}

/** An instance that has waited for another one to upgrade finds no pending migrations, so only one makes a backup. */
async function oneAtATime<T>(config: DatabaseTarget, work: () => Promise<T>): Promise<T> {
  // Only one server uses a SQLite file.
  if (config.databaseUrl === null) return work();
  const waiting = connectDatabase(config, createLogger("silent"), { patient: true });
  try {
    return await waiting.db.connection().execute(async (connection) => {
      await lockUpgrade(connection);
      return work();
    });
  } finally {
    // The lock ends with its connection.
    await waiting.close();
  }
}

/**
 * If the schema already has the list of backups, the backup is listed before the schema changes, so it is deleted later
 * like the others even if the upgrade fails. If an upgrade fails at every start, each backup replaces the one from the
 * previous attempt.
 */
async function backUp(config: Settings, db: Db, clock: Clock, isListed: boolean): Promise<BackupRun> {
  const { createArchives } = await import("./stored-archives.ts");
  const archives = createArchives({ config, version: productVersion(), clock });
  const runs = createBackupRunStore(db);
  const run = await archives.backUp("before-upgrade", isListed ? await runs.kept() : []);
  if (!run.proof)
    throw new Error(
      `the backup before the upgrade failed, so the upgrade did not begin. ${run.reason ?? ""} ` +
        `To upgrade without a backup, start once with BACKUP_BEFORE_UPGRADE=false.`,
    );
  if (!isListed) return run;
  for (const { id, proof } of await runs.ofUnfinishedUpgrade()) {
    if (proof && (await formerPlace(proof, archives.place))) continue;
    if (proof && proof.name !== run.proof.name) await archives.place.remove(proof.name);
    await runs.markRemoved(id, clock());
  }
  await runs.add(run);
  return run;
}

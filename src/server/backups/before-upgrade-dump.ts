import type { Database } from "../database/connect.ts";
import { pendingMigrations } from "../database/migrations/migrate.ts";
import type { DatabaseTarget } from "../database/snapshot.ts";
import type { Clock } from "../runtime/clock.ts";
import { productVersion } from "../runtime/version.ts";
import type { BackupSettings } from "./ports.ts";
import { type BackupRun, createBackupRunStore } from "./run-queries.ts";

type Settings = DatabaseTarget & { backups: BackupSettings & { beforeUpgrade: boolean } };

/**
 * Before the schema of a non-empty database changes, makes a backup and verifies it by restoring it. Without a good
 * backup, nothing is changed. The backup is listed with the others once `migrate` has run, so it is removed like them.
 */
export async function backUpAndMigrate(
  config: Settings,
  database: Database,
  clock: Clock,
  migrate: () => Promise<string[]>,
): Promise<string[]> {
  const backup = await backUp(config, database, clock);
  const migrated = await migrate();
  if (backup) await createBackupRunStore(database.db).add(backup);
  return migrated;
}

async function backUp(config: Settings, { db, engine }: Database, clock: Clock): Promise<BackupRun | null> {
  if (!config.backups.beforeUpgrade) return null;
  const { ran, pending } = await pendingMigrations(db, engine);
  if (ran.length === 0 || pending.length === 0) return null;
  const { createArchives } = await import("./stored-archives.ts");
  const run = await createArchives({ config, version: productVersion(), clock }).backUp("before-upgrade");
  if (run.proof) return run;
  throw new Error(
    `the backup before the upgrade failed, so nothing was changed. ${run.reason ?? ""} ` +
      `To upgrade without one, start once with BACKUP_BEFORE_UPGRADE=false.`,
  );
}

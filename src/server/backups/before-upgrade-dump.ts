import type { Database } from "../database/connect.ts";
import { pendingMigrations } from "../database/migrations/migrate.ts";
import type { DatabaseTarget } from "../database/snapshot.ts";
import type { Clock } from "../runtime/clock.ts";
import { productVersion } from "../runtime/version.ts";
import type { BackupSettings } from "./ports.ts";

type Settings = DatabaseTarget & { backups: BackupSettings & { beforeUpgrade: boolean } };

/**
 * Before the schema of a non-empty database changes, makes a backup and verifies it by restoring it. Without a good
 * backup, nothing is changed.
 */
export async function backUpBeforeUpgrade(config: Settings, { db, engine }: Database, clock: Clock): Promise<void> {
  if (!config.backups.beforeUpgrade) return;
  const { ran, pending } = await pendingMigrations(db, engine);
  if (ran.length === 0 || pending.length === 0) return;
  const { createArchives } = await import("./stored-archives.ts");
  const run = await createArchives({ config, version: productVersion(), clock }).backUp("before-upgrade");
  if (run.proof) return;
  throw new Error(
    `the backup before the upgrade failed, so nothing was changed. ${run.reason ?? ""} ` +
      `To upgrade without one, start once with BACKUP_BEFORE_UPGRADE=false.`,
  );
}

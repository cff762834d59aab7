import type { Trx } from "../database/transaction.ts";
import type { Db } from "../database/connect.ts";
import type { Schema } from "../database/schema.ts";
import { sql, type Selectable } from "kysely";
import type { BackupKind } from "#domain/backups/backup.ts";

export type BackupProof = {
  name: string;
  /** The label of the place where the file was stored; backups made before version 0.3 do not have this field. */
  place?: string;
  /** Whether the place was on a different disk from the data; older backups do not have this field. */
  ownDisk?: boolean;
  bytes: number;
  encrypted: boolean;
  tables: number;
  rows: number;
  pictures: number;
  /** A description of where the backup was restored for verification. */
  restoredIn: string;
  /** Older backups that should have been deleted after this one was made, and why they could not be. */
  undeleted?: { count: number; reason: string };
};

export type BackupRun = {
  id: string;
  kind: BackupKind;
  startedAt: Date;
  finishedAt: Date;
  /** Null if the backup failed. */
  proof: BackupProof | null;
  /** Why the backup failed or, if there is a `proof`, what is missing from the backup. Null for a good backup. */
  reason: string | null;
  removedAt: Date | null;
};

export function createBackupRunStore(db: Db) {
  const newestFirst = () => db.selectFrom("backup_run").selectAll().orderBy("started_at", "desc");

  return {
    add: async ({ id, kind, startedAt, finishedAt, proof, reason, removedAt }: BackupRun): Promise<void> => {
      await db
        .insertInto("backup_run")
        .values({
          id,
          kind,
          started_at: startedAt.toISOString(),
          finished_at: finishedAt.toISOString(),
          proof: proof ? JSON.stringify(proof) : null,
          reason,
          removed_at: removedAt?.toISOString() ?? null,
        })
        .execute();
    },

    find: async (id: string): Promise<BackupRun | null> => {
      const row = await db.selectFrom("backup_run").selectAll().where("id", "=", id).executeTakeFirst();
      return row ? runOf(row) : null;
    },

    /** The last `count` runs that started by `until`, newest first. */
    latest: async (count: number, until: Date): Promise<BackupRun[]> => {
      const rows = await newestFirst().where("started_at", "<=", until.toISOString()).limit(count).execute();
      return rows.map(runOf);
    },

    /** Backups that are not recorded as removed, newest first, including incomplete ones. */
    kept: async (): Promise<BackupRun[]> => {
      const rows = await newestFirst().where("proof", "is not", null).where("removed_at", "is", null).execute();
      return rows.map(runOf);
    },

    /** Kept backups made before an upgrade that did not finish: the schema has not changed since they were made. */
    ofUnfinishedUpgrade: async (): Promise<BackupRun[]> => {
      const { rows } = await sql<{ at: string }>`select max(timestamp) as at from kysely_migration`.execute(db);
      const rest = newestFirst()
        .where("kind", "=", "before-upgrade")
        .where("started_at", ">", rows[0]?.at ?? "");
      return (await rest.where("proof", "is not", null).where("removed_at", "is", null).execute()).map(runOf);
    },

    markRemoved: async (id: string, at: Date): Promise<void> => {
      await db.updateTable("backup_run").set({ removed_at: at.toISOString() }).where("id", "=", id).execute();
    },

    noteUndeleted: async ({ id, proof }: BackupRun, undeleted: { count: number; reason: string }): Promise<void> => {
      const noted = proof && JSON.stringify({ ...proof, undeleted });
      await db.updateTable("backup_run").set({ proof: noted }).where("id", "=", id).execute();
    },

    /** When this installation was set up. */
    installedAt: async (): Promise<Date> => {
      const { rows } = await sql<{ at: string }>`select min(timestamp) as at from kysely_migration`.execute(db);
      return new Date(rows[0]?.at ?? 0);
    },

    inTransaction: <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work),
  };
}

function runOf(row: Selectable<Schema["backup_run"]>): BackupRun {
  return {
    id: row.id,
    kind: row.kind,
    startedAt: new Date(row.started_at),
    finishedAt: new Date(row.finished_at),
    proof: row.proof === null ? null : JSON.parse(row.proof),
    reason: row.reason,
    removedAt: row.removed_at === null ? null : new Date(row.removed_at),
  };
}

export type BackupRunStore = ReturnType<typeof createBackupRunStore>;

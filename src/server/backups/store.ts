import type { Db } from "../database/connect.ts";
import type { Schema } from "../database/schema.ts";
import { sql, type Selectable } from "kysely";
import type { BackupRun, BackupRunStore } from "./ports.ts";

export function createBackupRunStore(db: Db): BackupRunStore {
  const newestFirst = () => db.selectFrom("backup_run").selectAll().orderBy("started_at", "desc");

  return {
    add: async ({ id, kind, startedAt, finishedAt, proof, reason, removedAt }) => {
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

    find: async (id) => {
      const row = await db.selectFrom("backup_run").selectAll().where("id", "=", id).executeTakeFirst();
      return row ? runOf(row) : null;
    },

    latest: async (count) => (await newestFirst().limit(count).execute()).map(runOf),

    kept: async () => {
      const rows = await newestFirst().where("proof", "is not", null).where("removed_at", "is", null).execute();
      return rows.map(runOf);
    },

    markRemoved: async (id, at) => {
      await db.updateTable("backup_run").set({ removed_at: at.toISOString() }).where("id", "=", id).execute();
    },

    installedAt: async () => {
      const { rows } = await sql<{ at: string }>`select min(timestamp) as at from kysely_migration`.execute(db);
      return new Date(rows[0]?.at ?? 0);
    },

    inTransaction: (work) => db.transaction().execute(work),
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

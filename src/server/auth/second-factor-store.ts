import type { Db } from "../database/connect.ts";
import { commitIfOk, type Trx } from "../database/transaction.ts";
import { lockAccount } from "../core/open-session.ts";
import type { CredentialChange, SecondFactorStore, SessionRenewal } from "./ports.ts";
import { endAll, renewOneSession, renewSessions } from "./store.ts";

/** Earlier than any time step, so that no code counts as used. */
const NO_STEP = 0;

export function createSecondFactorStore(db: Db): SecondFactorStore {
  const change = (renewal: SessionRenewal, make: (trx: Trx, adminId: string) => Promise<void>) =>
    commitIfOk<CredentialChange>(db, async (trx) => {
      if (!(await renewSessions(trx, renewal))) return { ok: false, reason: "signed-out" };
      await make(trx, renewal.session.adminId);
      return { ok: true };
    });

  return {
    find: async (adminId) => {
      const row = await db
        .selectFrom("second_factor")
        .select(["secret", "enabled_at", "last_step"])
        .where("admin_id", "=", adminId)
        .executeTakeFirst();
      return row ? { secret: row.secret, enabled: row.enabled_at !== null, lastStep: row.last_step } : null;
    },

    anyEnabled: async () =>
      (await db
        .selectFrom("second_factor")
        .select("admin_id")
        .where("enabled_at", "is not", null)
        .limit(1)
        .executeTakeFirst()) !== undefined,

    propose: (renewal, secret) =>
      commitIfOk(db, async (trx) => {
        if (!(await renewOneSession(trx, renewal))) return { ok: false, reason: "signed-out" };
        await trx
          .insertInto("second_factor")
          .values({ admin_id: renewal.session.adminId, secret, enabled_at: null, last_step: NO_STEP })
          .onConflict((conflict) =>
            conflict.column("admin_id").doUpdateSet({ secret }).where("second_factor.enabled_at", "is", null),
          )
          .execute();
        return { ok: true };
      }),

    enable: (renewal, step, codeHashes, at) =>
      change(renewal, async (trx, adminId) => {
        await trx
          .updateTable("second_factor")
          .set({ enabled_at: at.toISOString(), last_step: step })
          .where("admin_id", "=", adminId)
          .where("enabled_at", "is", null)
          .execute();
        await replaceCodes(trx, adminId, codeHashes);
      }),

    disable: (renewal) => change(renewal, remove),

    reset: (adminId) =>
      db.transaction().execute(async (trx) => {
        await lockAccount(trx, adminId);
        await remove(trx, adminId);
        await endAll(trx, adminId, null);
      }),

    useStep: async (adminId, step) => {
      const used = await db
        .updateTable("second_factor")
        .set({ last_step: step })
        .where("admin_id", "=", adminId)
        .where("last_step", "<", step)
        .where("enabled_at", "is not", null)
        .executeTakeFirst();
      return Number(used.numUpdatedRows) === 1;
    },

    replaceRecoveryCodes: (renewal, codeHashes) =>
      change(renewal, (trx, adminId) => replaceCodes(trx, adminId, codeHashes)),

    useRecoveryCode: async (adminId, codeHash) => {
      const used = await db
        .deleteFrom("recovery_code")
        .where("admin_id", "=", adminId)
        .where("code_hash", "=", codeHash)
        .executeTakeFirst();
      return Number(used.numDeletedRows) === 1;
    },

    hasRecoveryCode: async (adminId, codeHash) => {
      const row = await db
        .selectFrom("recovery_code")
        .select("admin_id")
        .where("admin_id", "=", adminId)
        .where("code_hash", "=", codeHash)
        .executeTakeFirst();
      return row !== undefined;
    },

    addPending: async (tokenHash, adminId, at) => {
      await db
        .insertInto("pending_sign_in")
        .values({ token_hash: tokenHash, admin_id: adminId, created_at: at.toISOString(), tries: 0 })
        .execute();
    },

    countTry: async (tokenHash, { createdAfter, tries }) => {
      const row = await db
        .updateTable("pending_sign_in")
        .set((eb) => ({ tries: eb("tries", "+", 1) }))
        .where("token_hash", "=", tokenHash)
        .where("created_at", ">", createdAfter.toISOString())
        .where("tries", "<", tries)
        .returning("admin_id")
        .executeTakeFirst();
      return row?.admin_id ?? null;
    },

    endPending: async (tokenHash) => {
      const ended = await db.deleteFrom("pending_sign_in").where("token_hash", "=", tokenHash).executeTakeFirst();
      return Number(ended.numDeletedRows) === 1;
    },
  };
}

async function remove(trx: Trx, adminId: string): Promise<void> {
  for (const table of ["second_factor", "recovery_code", "pending_sign_in"] as const)
    await trx.deleteFrom(table).where("admin_id", "=", adminId).execute();
}

async function replaceCodes(trx: Trx, adminId: string, codeHashes: string[]): Promise<void> {
  await trx.deleteFrom("recovery_code").where("admin_id", "=", adminId).execute();
  await trx
    .insertInto("recovery_code")
    .values(codeHashes.map((code_hash) => ({ code_hash, admin_id: adminId })))
    .execute();
}

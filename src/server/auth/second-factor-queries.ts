import type { Db } from "../database/connect.ts";
import type { Trx } from "../database/transaction.ts";
import { lockAccount } from "../core/open-session.ts";
import { changeCredentials, endAll, renewOneSession } from "./account-queries.ts";
import type { SessionRenewal } from "./ports.ts";

/** Earlier than any time step, so that no code counts as used. */
const NO_STEP = 0;

export function createSecondFactorStore(db: Db) {
  return {
    /** Codes for time steps up to `lastStep` are no longer accepted. */
    find: async (adminId: string): Promise<{ secret: string; enabled: boolean; lastStep: number } | null> => {
      const row = await db
        .selectFrom("second_factor")
        .select(["secret", "enabled_at", "last_step"])
        .where("admin_id", "=", adminId)
        .executeTakeFirst();
      return row ? { secret: row.secret, enabled: row.enabled_at !== null, lastStep: row.last_step } : null;
    },

    anyEnabled: async (): Promise<boolean> =>
      (await db
        .selectFrom("second_factor")
        .select("admin_id")
        .where("enabled_at", "is not", null)
        .limit(1)
        .executeTakeFirst()) !== undefined,

    /**
     * Stores a secret that is not active yet. Replaces an earlier secret that was never activated. Other sessions are
     * not ended.
     */
    propose: (renewal: SessionRenewal, secret: string) => {
      const store = async (trx: Trx, adminId: string) => {
        await trx
          .insertInto("second_factor")
          .values({ admin_id: adminId, secret, enabled_at: null, last_step: NO_STEP })
          .onConflict((conflict) =>
            conflict.column("admin_id").doUpdateSet({ secret }).where("second_factor.enabled_at", "is", null),
          )
          .execute();
      };
      return changeCredentials(db, renewal, store, renewOneSession);
    },

    /** Activates the proposed secret, with its recovery codes, and uses up `step`. */
    enable: (renewal: SessionRenewal, step: number, codeHashes: string[], at: Date) =>
      changeCredentials(db, renewal, async (trx, adminId) => {
        await trx
          .updateTable("second_factor")
          .set({ enabled_at: at.toISOString(), last_step: step })
          .where("admin_id", "=", adminId)
          .where("enabled_at", "is", null)
          .execute();
        await replaceCodes(trx, adminId, codeHashes);
      }),

    disable: (renewal: SessionRenewal) => changeCredentials(db, renewal, remove),

    /** Disables the second factor of an admin who cannot sign in, and ends all of their sessions. */
    reset: (adminId: string): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await lockAccount(trx, adminId);
        await remove(trx, adminId);
        await endAll(trx, adminId, null);
      }),

    /**
     * Uses up a time step and all earlier steps; false if it was used before. Of several simultaneous calls, only one
     * succeeds.
     */
    useStep: async (adminId: string, step: number): Promise<boolean> => {
      const used = await db
        .updateTable("second_factor")
        .set({ last_step: step })
        .where("admin_id", "=", adminId)
        .where("last_step", "<", step)
        .where("enabled_at", "is not", null)
        .executeTakeFirst();
      return Number(used.numUpdatedRows) === 1;
    },

    replaceRecoveryCodes: (renewal: SessionRenewal, codeHashes: string[]) =>
      changeCredentials(db, renewal, (trx, adminId) => replaceCodes(trx, adminId, codeHashes)),

    /** Uses up a recovery code; false if the code does not exist or has been used. */
    useRecoveryCode: async (adminId: string, codeHash: string): Promise<boolean> => {
      const used = await db
        .deleteFrom("recovery_code")
        .where("admin_id", "=", adminId)
        .where("code_hash", "=", codeHash)
        .executeTakeFirst();
      return Number(used.numDeletedRows) === 1;
    },

    /** Whether a recovery code is valid; does not use up the code. */
    hasRecoveryCode: async (adminId: string, codeHash: string): Promise<boolean> => {
      const row = await db
        .selectFrom("recovery_code")
        .select("admin_id")
        .where("admin_id", "=", adminId)
        .where("code_hash", "=", codeHash)
        .executeTakeFirst();
      return row !== undefined;
    },

    addPending: async (tokenHash: string, adminId: string, at: Date): Promise<void> => {
      await db
        .insertInto("pending_sign_in")
        .values({ token_hash: tokenHash, admin_id: adminId, created_at: at.toISOString(), tries: 0 })
        .execute();
    },

    /**
     * Counts an attempt and returns the admin who is signing in; null if the sign-in is unknown, expired or out of
     * attempts.
     */
    countTry: async (
      tokenHash: string,
      { createdAfter, tries }: { createdAfter: Date; tries: number },
    ): Promise<string | null> => {
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

    /** False if the sign-in has already ended, for example because the password was changed. */
    endPending: async (tokenHash: string): Promise<boolean> => {
      const ended = await db.deleteFrom("pending_sign_in").where("token_hash", "=", tokenHash).executeTakeFirst();
      return Number(ended.numDeletedRows) === 1;
    },
  };
}
export type SecondFactorStore = ReturnType<typeof createSecondFactorStore>;

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

import type { Database } from "../database/connect.ts";
import type { Schema } from "../database/schema.ts";
import { commitIfOk, type Trx } from "../database/transaction.ts";
import type { Selectable } from "kysely";
import * as z from "zod/mini";
import type { CredentialChange, Passkey, SessionRenewal } from "./ports.ts";
import { isStillSignedIn } from "../core/open-session.ts";
import { renewSessions } from "./account-queries.ts";

const transportsIn = z.array(z.string());

export function createPasskeyStore({ db }: Pick<Database, "db">) {
  return {
    find: async (credentialId: string): Promise<Passkey | null> => {
      const row = await db
        .selectFrom("passkey")
        .selectAll()
        .where("credential_id", "=", credentialId)
        .executeTakeFirst();
      return row ? fromRow(row) : null;
    },

    ofAdmin: async (adminId: string): Promise<Passkey[]> => {
      const rows = await db
        .selectFrom("passkey")
        .selectAll()
        .where("admin_id", "=", adminId)
        .orderBy("created_at")
        .execute();
      return rows.map(fromRow);
    },

    /** Whether there are passkeys but all of them were made for other host names. */
    allElsewhere: async (rpId: string): Promise<boolean> => {
      const rows = await db.selectFrom("passkey").select("rp_id").distinct().execute();
      return rows.length > 0 && rows.every((row) => row.rp_id !== rpId);
    },

    /**
     * Stores a new passkey and uses up its challenge; false if the challenge was used before, the session has ended or
     * the passkey is already stored.
     */
    add: (
      passkey: Passkey,
      { challengeHash, sessionHash }: { challengeHash: string; sessionHash: string },
    ): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        if (!(await isStillSignedIn(trx, { id: passkey.adminId, sessionHash }))) return false;
        if (!(await useUp(trx, challengeHash, passkey.createdAt))) return false;
        const added = await trx
          .insertInto("passkey")
          .values({
            credential_id: passkey.credentialId,
            admin_id: passkey.adminId,
            public_key: passkey.publicKey,
            counter: passkey.counter,
            transports: JSON.stringify(passkey.transports),
            rp_id: passkey.rpId,
            name: passkey.name,
            created_at: passkey.createdAt.toISOString(),
          })
          .onConflict((conflict) => conflict.doNothing())
          .returning("credential_id")
          .executeTakeFirst();
        return added !== undefined;
      }),

    /**
     * Uses up a challenge to which this passkey has responded; false if the challenge was used before or the passkey no
     * longer exists.
     */
    use: (
      credentialId: string,
      { challengeHash, counter, at }: { challengeHash: string; counter: number; at: Date },
    ): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        if (!(await useUp(trx, challengeHash, at))) return false;
        const used = await trx
          .updateTable("passkey")
          .set({ counter, last_used_at: at.toISOString() })
          .where("credential_id", "=", credentialId)
          .executeTakeFirst();
        return Number(used.numUpdatedRows) === 1;
      }),

    rename: async (adminId: string, credentialId: string, name: string): Promise<boolean> => {
      const renamed = await db
        .updateTable("passkey")
        .set({ name })
        .where("admin_id", "=", adminId)
        .where("credential_id", "=", credentialId)
        .executeTakeFirst();
      return Number(renamed.numUpdatedRows) === 1;
    },

    remove: (renewal: SessionRenewal, credentialId: string) =>
      commitIfOk<CredentialChange | { ok: false; reason: "unknown" }>(db, async (trx) => {
        // Waits for any sign-in that is currently opening a session with this passkey.
        if (!(await renewSessions(trx, renewal))) return { ok: false, reason: "signed-out" };
        const removed = await trx
          .deleteFrom("passkey")
          .where("admin_id", "=", renewal.session.adminId)
          .where("credential_id", "=", credentialId)
          .executeTakeFirst();
        return Number(removed.numDeletedRows) === 1 ? { ok: true } : { ok: false, reason: "unknown" };
      }),

    forgetChallenges: async (usedBefore: Date): Promise<void> => {
      await db.deleteFrom("used_challenge").where("used_at", "<", usedBefore.toISOString()).execute();
    },
  };
}
export type PasskeyStore = ReturnType<typeof createPasskeyStore>;

async function useUp(trx: Trx, challengeHash: string, at: Date): Promise<boolean> {
  const used = await trx
    .insertInto("used_challenge")
    .values({ challenge_hash: challengeHash, used_at: at.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .returning("challenge_hash")
    .executeTakeFirst();
  return used !== undefined;
}

function fromRow(row: Selectable<Schema["passkey"]>): Passkey {
  return {
    credentialId: row.credential_id,
    adminId: row.admin_id,
    publicKey: row.public_key,
    // PostgreSQL returns a bigint as a string.
    counter: Number(row.counter),
    transports: transportsIn.parse(JSON.parse(row.transports)),
    rpId: row.rp_id,
    name: row.name,
    createdAt: new Date(row.created_at),
    lastUsedAt: row.last_used_at === null ? null : new Date(row.last_used_at),
  };
}

import type { Database } from "../database/connect.ts";
import type { Schema } from "../database/schema.ts";
import { commitIfOk, type Trx } from "../database/transaction.ts";
import type { Selectable } from "kysely";
import * as z from "zod/mini";
import type { Passkey, PasskeyStore } from "./ports.ts";
import { isStillSignedIn } from "../core/open-session.ts";
import { renewSessions } from "./store.ts";

const transportsIn = z.array(z.string());

export function createPasskeyStore({ db }: Pick<Database, "db">): PasskeyStore {
  return {
    find: async (credentialId) => {
      const row = await db
        .selectFrom("passkey")
        .selectAll()
        .where("credential_id", "=", credentialId)
        .executeTakeFirst();
      return row ? fromRow(row) : null;
    },

    ofAdmin: async (adminId) => {
      const rows = await db
        .selectFrom("passkey")
        .selectAll()
        .where("admin_id", "=", adminId)
        .orderBy("created_at")
        .execute();
      return rows.map(fromRow);
    },

    allElsewhere: async (rpId) => {
      const rows = await db.selectFrom("passkey").select("rp_id").distinct().execute();
      return rows.length > 0 && rows.every((row) => row.rp_id !== rpId);
    },

    add: (passkey, { challengeHash, sessionHash }) =>
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

    use: (credentialId, { challengeHash, counter, at }) =>
      db.transaction().execute(async (trx) => {
        if (!(await useUp(trx, challengeHash, at))) return false;
        const used = await trx
          .updateTable("passkey")
          .set({ counter, last_used_at: at.toISOString() })
          .where("credential_id", "=", credentialId)
          .executeTakeFirst();
        return Number(used.numUpdatedRows) === 1;
      }),

    rename: async (adminId, credentialId, name) => {
      const renamed = await db
        .updateTable("passkey")
        .set({ name })
        .where("admin_id", "=", adminId)
        .where("credential_id", "=", credentialId)
        .executeTakeFirst();
      return Number(renamed.numUpdatedRows) === 1;
    },

    remove: (renewal, credentialId) =>
      commitIfOk(db, async (trx) => {
        // Waits for any sign-in that is currently opening a session with this passkey.
        if (!(await renewSessions(trx, renewal))) return { ok: false, reason: "signed-out" };
        const removed = await trx
          .deleteFrom("passkey")
          .where("admin_id", "=", renewal.session.adminId)
          .where("credential_id", "=", credentialId)
          .executeTakeFirst();
        return Number(removed.numDeletedRows) === 1 ? { ok: true } : { ok: false, reason: "unknown" };
      }),

    forgetChallenges: async (usedBefore) => {
      await db.deleteFrom("used_challenge").where("used_at", "<", usedBefore.toISOString()).execute();
    },
  };
}

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

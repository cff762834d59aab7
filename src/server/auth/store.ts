import type { Database } from "../database/connect.ts";
import { isUniqueViolation, lockSetup } from "../database/dialect.ts";
import type { AuthStore, NewAdmin } from "./ports.ts";

export function createAuthStore({ db, engine }: Database): AuthStore {
  return {
    findByUsername: async (username) => {
      const row = await db
        .selectFrom("admin")
        .select(["id", "username", "password_hash"])
        .where("username", "=", username)
        .executeTakeFirst();
      return row ? { id: row.id, username: row.username, passwordHash: row.password_hash } : null;
    },

    hasAdmin: async () => (await db.selectFrom("admin").select("id").limit(1).executeTakeFirst()) !== undefined,

    addFirstAdmin: (admin) =>
      db.transaction().execute(async (trx) => {
        await lockSetup(engine, trx);
        const other = await trx.selectFrom("admin").select("id").limit(1).executeTakeFirst();
        if (other) return false;
        await trx.insertInto("admin").values(toRow(admin)).execute();
        await trx.deleteFrom("setup_token").execute();
        return true;
      }),

    addAdmin: async (admin) => {
      try {
        await db.insertInto("admin").values(toRow(admin)).execute();
        return true;
      } catch (error) {
        if (isUniqueViolation(error)) return false;
        throw error;
      }
    },

    addSession: async ({ tokenHash, adminId, createdAt, userAgent }) => {
      const at = createdAt.toISOString();
      await db
        .insertInto("admin_session")
        .values({
          token_hash: tokenHash,
          admin_id: adminId,
          created_at: at,
          last_seen_at: at,
          user_agent: userAgent,
        })
        .execute();
    },

    findSession: async (tokenHash) => {
      const row = await db
        .selectFrom("admin_session")
        .innerJoin("admin", "admin.id", "admin_session.admin_id")
        .select(["admin.id", "admin.username", "admin_session.created_at", "admin_session.last_seen_at"])
        .where("admin_session.token_hash", "=", tokenHash)
        .executeTakeFirst();
      if (!row) return null;
      return {
        adminId: row.id,
        username: row.username,
        createdAt: new Date(row.created_at),
        lastSeenAt: new Date(row.last_seen_at),
      };
    },

    touchSession: async (tokenHash, at) => {
      await db
        .updateTable("admin_session")
        .set({ last_seen_at: at.toISOString() })
        .where("token_hash", "=", tokenHash)
        .execute();
    },

    endSession: async (tokenHash) => {
      await db.deleteFrom("admin_session").where("token_hash", "=", tokenHash).execute();
    },

    removeSessionsBefore: async ({ createdBefore, seenBefore }) => {
      await db
        .deleteFrom("admin_session")
        .where((eb) =>
          eb.or([
            eb("created_at", "<", createdBefore.toISOString()),
            eb("last_seen_at", "<", seenBefore.toISOString()),
          ]),
        )
        .execute();
    },

    addSetupToken: async (tokenHash, at) => {
      await db.insertInto("setup_token").values({ token_hash: tokenHash, created_at: at.toISOString() }).execute();
    },

    isSetupToken: async (tokenHash) => {
      const row = await db
        .selectFrom("setup_token")
        .select("token_hash")
        .where("token_hash", "=", tokenHash)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}

function toRow(admin: NewAdmin) {
  return {
    id: admin.id,
    username: admin.username,
    password_hash: admin.passwordHash,
    created_at: admin.createdAt.toISOString(),
  };
}

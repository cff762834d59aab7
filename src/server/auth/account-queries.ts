import type { Database, Db } from "../database/connect.ts";
import { lockSetup } from "../database/dialect.ts";
import { commitIfOk, type Trx } from "../database/transaction.ts";
import { isStillSignedIn, lockAccount } from "../core/open-session.ts";
import type { Role } from "#domain/auth/role.ts";
import type { AdminAccount, CredentialChange, NewAdmin, NewSession, SeenAccount, SessionRenewal } from "./ports.ts";

export function createAuthStore({ db, engine }: Database) {
  return {
    findByUsername: (username: string) => findAccount(db, "username", username),
    findById: (adminId: string) => findAccount(db, "id", adminId),

    /** Whether an admin exists who may change things; the demo account does not count. */
    hasAdmin: () => hasAccount(db, "admin"),
    /** Whether the server last started in demo mode. */
    hasDemoAccount: () => hasAccount(db, "demo"),

    /** Adds the admin unless one already exists. If there are several simultaneous calls, only one of them succeeds. */
    addFirstAdmin: (admin: NewAdmin): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        await lockSetup(engine, trx);
        if (await hasAccount(trx, "admin")) return false;
        await trx.insertInto("admin").values(adminRow(admin)).execute();
        await trx.deleteFrom("setup_token").execute();
        return true;
      }),

    /** Adds the demo account, unless the name is taken. Further hosts are added in `people-queries.ts`. */
    addAdmin: async (admin: NewAdmin): Promise<void> => {
      await db
        .insertInto("admin")
        .values(adminRow(admin))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    /** Stores a new password, replaces all sessions with a new one, and ends every unfinished sign-in. */
    changePassword: (renewal: SessionRenewal, passwordHash: string): Promise<CredentialChange> =>
      changeCredentials(db, renewal, (trx, adminId) => storePassword(trx, adminId, passwordHash)),

    removeDemoAccount: async (): Promise<void> => {
      await db.deleteFrom("admin").where("role", "=", "demo").execute();
    },

    /**
     * If the account no longer matches `seen`, because its credentials have changed, adds nothing and returns false.
     */
    addSession: (session: NewSession, seen: SeenAccount | null): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        if (seen && !(await credentialsUnchanged(trx, session.adminId, seen))) return false;
        await insertSession(trx, session);
        return true;
      }),

    findSession: async (tokenHash: string) => {
      const row = await db
        .selectFrom("admin_session")
        .innerJoin("admin", "admin.id", "admin_session.admin_id")
        .leftJoin("second_factor", "second_factor.admin_id", "admin.id")
        .select(["admin.id", "admin.username", "admin.role", "second_factor.enabled_at"])
        .select(["admin_session.created_at", "admin_session.last_seen_at"])
        .select(["admin_session.kept", "admin_session.confirmed_at"])
        .where("admin_session.token_hash", "=", tokenHash)
        .executeTakeFirst();
      if (!row) return null;
      return {
        adminId: row.id,
        username: row.username,
        role: row.role,
        secondFactor: row.enabled_at !== null,
        createdAt: new Date(row.created_at),
        lastSeenAt: new Date(row.last_seen_at),
        kept: row.kept === 1,
        confirmedAt: new Date(row.confirmed_at ?? row.created_at),
      };
    },

    sessionsOf: async (adminId: string) => {
      const rows = await db.selectFrom("admin_session").selectAll().where("admin_id", "=", adminId).execute();
      return rows.map((row) => ({
        tokenHash: row.token_hash,
        userAgent: row.user_agent,
        createdAt: new Date(row.created_at),
        lastSeenAt: new Date(row.last_seen_at),
        kept: row.kept === 1,
      }));
    },

    /** Ends all sessions of an admin, and stops notifications to all devices except `device`, the current one. */
    endSessionsOf: (adminId: string, device: string | null): Promise<void> =>
      db.transaction().execute(async (trx) => {
        // Waits for a sign-in that is opening a session at the moment (`credentialsUnchanged`).
        await lockAccount(trx, adminId);
        await endAll(trx, adminId, device);
      }),

    touchSession: async (tokenHash: string, at: Date): Promise<void> => {
      const seen = { last_seen_at: at.toISOString() };
      await db.updateTable("admin_session").set(seen).where("token_hash", "=", tokenHash).execute();
      await db
        .updateTable("admin")
        .set(seen)
        .where("id", "in", (eb) =>
          eb.selectFrom("admin_session").select("admin_id").where("token_hash", "=", tokenHash),
        )
        .execute();
    },

    confirmSession: async (tokenHash: string, at: Date): Promise<void> => {
      await db
        .updateTable("admin_session")
        .set({ confirmed_at: at.toISOString() })
        .where("token_hash", "=", tokenHash)
        .execute();
    },

    /** Signs out this browser. It still receives notifications. */
    endSession: async (tokenHash: string): Promise<void> => {
      await db.deleteFrom("admin_session").where("token_hash", "=", tokenHash).execute();
    },

    /** Ends a session. Stops notifications to its device, unless that is `device`, which makes the request. */
    revokeSession: (adminId: string, tokenHash: string, device: string | null): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await lockAccount(trx, adminId);
        const ended = await trx
          .deleteFrom("admin_session")
          .where("token_hash", "=", tokenHash)
          .returning("device_hash")
          .executeTakeFirst();
        if (!ended || ended.device_hash === null || ended.device_hash === device) return;
        await endPushOn(trx, adminId, ended.device_hash);
      }),

    /**
     * Removes sessions that have ended, and those created after `latest`, while the clock was ahead. Unless a session
     * is kept, the same applies to the time when it was last used.
     */
    removeEndedSessions: async ({ createdBefore, seenBefore, keptBefore, latest }: SessionTimes): Promise<void> => {
      await db
        .deleteFrom("admin_session")
        .where((eb) =>
          eb.or([
            eb("created_at", "<", keptBefore.toISOString()),
            eb("created_at", ">", latest.toISOString()),
            eb.and([
              eb("kept", "=", 0),
              eb.or([
                eb("created_at", "<", createdBefore.toISOString()),
                eb("last_seen_at", "<", seenBefore.toISOString()),
                eb("last_seen_at", ">", latest.toISOString()),
              ]),
            ]),
          ]),
        )
        .execute();
    },

    addSetupToken: async (tokenHash: string, at: Date): Promise<void> => {
      await db.insertInto("setup_token").values({ token_hash: tokenHash, created_at: at.toISOString() }).execute();
    },

    isSetupToken: async (tokenHash: string): Promise<boolean> => {
      const row = await db
        .selectFrom("setup_token")
        .select("token_hash")
        .where("token_hash", "=", tokenHash)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}
export type AuthStore = ReturnType<typeof createAuthStore>;

type SessionTimes = { createdBefore: Date; seenBefore: Date; keptBefore: Date; latest: Date };

async function insertSession(
  trx: Trx,
  { tokenHash, adminId, createdAt, userAgent, kept, deviceHash }: NewSession,
): Promise<void> {
  const at = createdAt.toISOString();
  await trx
    .insertInto("admin_session")
    .values({
      token_hash: tokenHash,
      admin_id: adminId,
      created_at: at,
      last_seen_at: at,
      user_agent: userAgent,
      kept: kept ? 1 : 0,
      confirmed_at: at,
      device_hash: deviceHash,
    })
    .execute();
  await trx.updateTable("admin").set({ last_seen_at: at }).where("id", "=", adminId).execute();
}

/**
 * Changes the admin's credentials, and replaces all sessions or, with `renewOneSession`, only the current one. Changes
 * nothing if the current session has ended.
 */
export function changeCredentials(
  db: Db,
  renewal: SessionRenewal,
  change: (trx: Trx, adminId: string) => Promise<void>,
  renew = renewSessions,
): Promise<CredentialChange> {
  return commitIfOk<CredentialChange>(db, async (trx) => {
    if (!(await renew(trx, renewal))) return { ok: false, reason: "signed-out" };
    await change(trx, renewal.session.adminId);
    return { ok: true };
  });
}

/**
 * For a change of credentials, in its transaction: ends every session of the admin and opens the new one. False if the
 * current session has ended in the meantime; then roll everything back.
 */
export async function renewSessions(trx: Trx, renewal: SessionRenewal): Promise<boolean> {
  const { adminId, deviceHash } = renewal.session;
  if (!(await isStillSignedIn(trx, { id: adminId, sessionHash: renewal.sessionHash }))) return false;
  await endAll(trx, adminId, deviceHash);
  await insertSession(trx, renewal.session);
  return true;
}

/** Like `renewSessions`, but keeps the other sessions. */
export async function renewOneSession(trx: Trx, { sessionHash, session }: SessionRenewal): Promise<boolean> {
  if (!(await isStillSignedIn(trx, { id: session.adminId, sessionHash }))) return false;
  await trx.deleteFrom("admin_session").where("token_hash", "=", sessionHash).execute();
  await insertSession(trx, session);
  return true;
}

/** Ends all sessions of an admin, and stops notifications to all devices except `device`. */
export async function endAll(trx: Trx, adminId: string, device: string | null): Promise<void> {
  await trx.deleteFrom("admin_session").where("admin_id", "=", adminId).execute();
  await trx
    .deleteFrom("push_device")
    .where("admin_id", "=", adminId)
    .where((eb) => eb.or([eb("device_hash", "is", null), eb("device_hash", "!=", device ?? "")]))
    .execute();
}

export async function endPushOn(trx: Trx, adminId: string, deviceHash: string): Promise<void> {
  await trx.deleteFrom("push_device").where("admin_id", "=", adminId).where("device_hash", "=", deviceHash).execute();
}

/**
 * Whether a sign-in may still succeed. Writing the row locks it on PostgreSQL until the session exists: a simultaneous
 * change of the password or second factor waits, and then ends this session together with the others.
 */
async function credentialsUnchanged(trx: Trx, adminId: string, seen: SeenAccount): Promise<boolean> {
  const { passwordHash, secondFactor, passkeyId } = seen;
  const same = await trx
    .updateTable("admin")
    .set({ password_hash: passwordHash })
    .where("id", "=", adminId)
    .where("password_hash", "=", passwordHash)
    .executeTakeFirst();
  const enabled = await trx
    .selectFrom("second_factor")
    .select("admin_id")
    .where("admin_id", "=", adminId)
    .where("enabled_at", "is not", null)
    .executeTakeFirst();
  const passkey =
    passkeyId === undefined ||
    (await trx
      .selectFrom("passkey")
      .select("admin_id")
      .where("credential_id", "=", passkeyId)
      .where("admin_id", "=", adminId)
      .executeTakeFirst()) !== undefined;
  return Number(same.numUpdatedRows) === 1 && (enabled !== undefined) === secondFactor && passkey;
}

export function adminRow(admin: NewAdmin) {
  return {
    id: admin.id,
    username: admin.username,
    password_hash: admin.passwordHash,
    created_at: admin.createdAt.toISOString(),
    role: admin.role,
  };
}

async function hasAccount(db: Db | Trx, role: Role): Promise<boolean> {
  const row = await db.selectFrom("admin").select("id").where("role", "=", role).limit(1).executeTakeFirst();
  return row !== undefined;
}

async function findAccount(db: Db, by: "id" | "username", value: string): Promise<AdminAccount | null> {
  const row = await db
    .selectFrom("admin")
    .leftJoin("second_factor", "second_factor.admin_id", "admin.id")
    .select(["admin.id", "admin.username", "admin.password_hash", "admin.role", "second_factor.enabled_at"])
    .where(`admin.${by}`, "=", value)
    .executeTakeFirst();
  if (!row) return null;
  const { id, username, role } = row;
  return { id, username, role, passwordHash: row.password_hash, secondFactor: row.enabled_at !== null };
}

export async function storePassword(trx: Trx, adminId: string, passwordHash: string): Promise<void> {
  await trx.updateTable("admin").set({ password_hash: passwordHash }).where("id", "=", adminId).execute();
  await trx.deleteFrom("pending_sign_in").where("admin_id", "=", adminId).execute();
}

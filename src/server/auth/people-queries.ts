import type { ExpressionBuilder, Selectable } from "kysely";
import { sameNameForm } from "#domain/auth/username.ts";
import type { Database } from "../database/connect.ts";
import { lockSetup } from "../database/dialect.ts";
import type { Schema } from "../database/schema.ts";
import { commitIfOk, type Trx } from "../database/transaction.ts";
import type { CredentialChange, NewAdmin } from "./ports.ts";
import { isStillSignedIn } from "../core/open-session.ts";
import { adminRow, endAll, storePassword } from "./account-queries.ts";

/**
 * More than a cottage needs. The limit restricts how many invitations somebody with a stolen session can leave behind.
 */
const MAX_INVITATIONS = 10;
/** Identifies the email with an invitation's link. */
export const invitationKey = (id: string) => `invitation/${id}`;

type StoredInvitation = { id: string; email: string; invitedBy: string; createdAt: Date; expiresAt: Date };
type InviteResult = CredentialChange | { ok: false; reason: "too-many" };
type AddHostResult = { ok: true } | { ok: false; reason: "name-taken" | "link-used" };
type RemoveHostResult = { ok: true; username: string } | { ok: false; reason: "unknown" | "last" | "signed-out" };
type Host = { id: string; sessionHash: string };

/**
 * The hosts of this cottage and the people they have invited. Inviting, adding, removing and resetting run one at a
 * time, so two simultaneous changes cannot bypass a rule. `during` runs in the same transaction as the change.
 */
export function createPeopleStore({ db, engine }: Database, withdrawMail: (trx: Trx, key: string) => Promise<void>) {
  /** Ends invitations. An email with one of their links is not sent if it is still waiting. */
  const end = async (trx: Trx, column: "id" | "invited_by", value: string): Promise<StoredInvitation[]> => {
    const rows = await trx.deleteFrom("host_invitation").where(column, "=", value).returningAll().execute();
    for (const { id } of rows) await withdrawMail(trx, invitationKey(id));
    return rows.map(invitationOf);
  };
  return {
    list: async () => {
      const rows = await db
        .selectFrom("admin")
        .leftJoin("second_factor", "second_factor.admin_id", "admin.id")
        .select(["admin.id", "admin.username", "admin.created_at", "admin.last_seen_at", "second_factor.enabled_at"])
        .select((eb) =>
          eb
            .selectFrom("passkey")
            .whereRef("passkey.admin_id", "=", "admin.id")
            .select((one) => one.fn.countAll<number>().as("count"))
            .as("passkeys"),
        )
        .where("admin.role", "=", "admin")
        .orderBy("admin.created_at")
        .orderBy("admin.username")
        .execute();
      return rows.map((row) => ({
        id: row.id,
        username: row.username,
        since: new Date(row.created_at),
        lastSeenAt: row.last_seen_at === null ? null : new Date(row.last_seen_at),
        secondFactor: row.enabled_at !== null,
        passkeys: Number(row.passkeys ?? 0),
      }));
    },

    invitations: async (now: Date): Promise<StoredInvitation[]> => {
      const rows = await db
        .selectFrom("host_invitation")
        .selectAll()
        .where("expires_at", ">", now.toISOString())
        .where(byHostOfToday)
        .orderBy("created_at")
        .execute();
      return rows.map(invitationOf);
    },

    findInvitation: async (tokenHash: string, now: Date): Promise<StoredInvitation | null> => {
      const row = await db
        .selectFrom("host_invitation")
        .selectAll()
        .where("token_hash", "=", tokenHash)
        .where("expires_at", ">", now.toISOString())
        .where(byHostOfToday)
        .executeTakeFirst();
      return row ? invitationOf(row) : null;
    },

    invite: (
      invitation: StoredInvitation & { tokenHash: string },
      by: Host,
      during: (trx: Trx) => Promise<void>,
    ): Promise<InviteResult> =>
      commitIfOk<InviteResult>(db, async (trx) => {
        await lockSetup(engine, trx);
        if (!(await isStillSignedIn(trx, by))) return { ok: false, reason: "signed-out" };
        const at = invitation.createdAt.toISOString();
        await trx.deleteFrom("host_invitation").where("expires_at", "<=", at).execute();
        const open = await trx.selectFrom("host_invitation").select("id").where(byHostOfToday).execute();
        if (open.length >= MAX_INVITATIONS) return { ok: false, reason: "too-many" };
        await trx
          .insertInto("host_invitation")
          .values({
            id: invitation.id,
            token_hash: invitation.tokenHash,
            email: invitation.email,
            invited_by: invitation.invitedBy,
            created_at: at,
            expires_at: invitation.expiresAt.toISOString(),
          })
          .execute();
        await during(trx);
        return { ok: true };
      }),

    withdraw: (id: string): Promise<StoredInvitation | null> =>
      db.transaction().execute(async (trx) => (await end(trx, "id", id)).at(0) ?? null),

    /**
     * For an account that may have been taken over: stores a new password, ends every session, withdraws the account's
     * invitations and removes its passkeys, known devices, push devices and addresses for notifications. All in one
     * transaction, so that a session that is about to end cannot grant new access in between.
     */
    resetPassword: (adminId: string, passwordHash: string): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await lockSetup(engine, trx);
        await storePassword(trx, adminId, passwordHash);
        await endAll(trx, adminId, null);
        const admin = await trx.selectFrom("admin").select("username").where("id", "=", adminId).executeTakeFirst();
        if (admin) await end(trx, "invited_by", admin.username);
        for (const table of ["passkey", "push_device", "notification_choice", "known_device"] as const)
          await trx.deleteFrom(table).where("admin_id", "=", adminId).execute();
      }),

    /**
     * Adds a host. With `tokenHash`, the host comes from an invitation: the invitation is used up, and its email
     * address is passed to `during`.
     */
    add: (
      admin: NewAdmin,
      { tokenHash, during }: { tokenHash?: string; during: (trx: Trx, email: string) => Promise<void> },
    ): Promise<AddHostResult> =>
      commitIfOk<AddHostResult>(db, async (trx) => {
        await lockSetup(engine, trx);
        let email = "";
        if (tokenHash !== undefined) {
          const used = await trx
            .deleteFrom("host_invitation")
            .where("token_hash", "=", tokenHash)
            .where("expires_at", ">", admin.createdAt.toISOString())
            .where(byHostOfToday)
            .returning("email")
            .executeTakeFirst();
          if (!used) return { ok: false, reason: "link-used" };
          email = used.email;
        }
        if (await isNameKnown(trx, admin.username)) return { ok: false, reason: "name-taken" };
        await trx.insertInto("admin").values(adminRow(admin)).execute();
        await during(trx, email);
        return { ok: true };
      }),

    /**
     * Removes a host and the sessions, passkeys, second factor, devices and notifications that reference the account.
     * Never removes the last host. `by` is null for the command line.
     */
    remove: (
      adminId: string,
      by: Host | null,
      during: (trx: Trx, username: string) => Promise<void>,
    ): Promise<RemoveHostResult> =>
      commitIfOk<RemoveHostResult>(db, async (trx) => {
        await lockSetup(engine, trx);
        if (by && !(await isStillSignedIn(trx, by))) return { ok: false, reason: "signed-out" };
        const hosts = await trx.selectFrom("admin").select(["id", "username"]).where("role", "=", "admin").execute();
        const host = hosts.find(({ id }) => id === adminId);
        if (!host) return { ok: false, reason: "unknown" };
        if (hosts.length === 1) return { ok: false, reason: "last" };
        await end(trx, "invited_by", host.username);
        await trx.deleteFrom("admin").where("id", "=", adminId).execute();
        await during(trx, host.username);
        return { ok: true, username: host.username };
      }),
  };
}
export type PeopleStore = ReturnType<typeof createPeopleStore>;

/**
 * Only invitations from current hosts are valid: otherwise a removed host could come back with an invitation that they
 * kept.
 */
function byHostOfToday(eb: ExpressionBuilder<Schema, "host_invitation">) {
  return eb.exists(
    eb
      .selectFrom("admin")
      .select("admin.id")
      .whereRef("admin.username", "=", "host_invitation.invited_by")
      .where("admin.role", "=", "admin"),
  );
}

/**
 * Checks the names of all hosts, and of everyone in the audit log: a new host must not be mistaken for a former one.
 */
async function isNameKnown(trx: Trx, username: string): Promise<boolean> {
  const nameForm = sameNameForm(username);
  const hosts = await trx.selectFrom("admin").select("username").execute();
  const actors = await trx.selectFrom("audit_entry").select("actor").distinct().execute();
  return [...hosts.map((row) => row.username), ...actors.map((row) => row.actor)].some(
    (name) => sameNameForm(name) === nameForm,
  );
}

function invitationOf(row: Selectable<Schema["host_invitation"]>): StoredInvitation {
  return {
    id: row.id,
    email: row.email,
    invitedBy: row.invited_by,
    createdAt: new Date(row.created_at),
    expiresAt: new Date(row.expires_at),
  };
}

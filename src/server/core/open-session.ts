import type { Trx } from "../database/transaction.ts";

/**
 * Whether the session of a request still exists: it may have ended since the request began, for example because the
 * password was reset. Other changes to the account wait until this transaction ends.
 */
export async function isStillSignedIn(trx: Trx, admin: { id: string; sessionHash: string }): Promise<boolean> {
  await lockAccount(trx, admin.id);
  const row = await trx
    .selectFrom("admin_session")
    .select("token_hash")
    .where("token_hash", "=", admin.sessionHash)
    .executeTakeFirst();
  return row !== undefined;
}

/** Writes the admin's row, so that on PostgreSQL other changes to the account wait for this transaction. */
export async function lockAccount(trx: Trx, adminId: string): Promise<void> {
  await trx
    .updateTable("admin")
    .set((eb) => ({ role: eb.ref("role") }))
    .where("id", "=", adminId)
    .execute();
}

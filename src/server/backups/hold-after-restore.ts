import { CHECK_RESTORED_MS } from "#domain/payments/times.ts";
import type { Db } from "../database/connect.ts";
import type { BackupPlace } from "./ports.ts";
import { createBackupRunStore } from "./run-queries.ts";

/**
 * Access that works after a restore, even if it was revoked after the backup was made. Only the person who restores the
 * backup can check whether it was revoked.
 */
export type RestoredAccess = {
  /** Who can sign in. */
  hosts: string[];
  /** Whether platforms or the cleaner have secret URLs. */
  sharedAddresses: boolean;
};

/**
 * A restored backup lacks everything that happened after it was made, so whatever could do harm is held back until the
 * host has checked.
 */
export async function holdAfterRestore(db: Db, { madeAt, now }: { madeAt: string; now: Date }): Promise<void> {
  await holdNights(db, madeAt);
  await holdMessages(db, now);
  await holdPayments(db, now);
  await extendWaits(db, now);
  // Some devices may have been lost, or removed together with their host, since the backup. Hosts must turn
  // notifications on again.
  await db.deleteFrom("push_device").execute();
}

/** Records in the audit log that a backup was restored, and returns the access that works now. */
export async function recordRestore(db: Db, { madeAt, now }: { madeAt: string; now: Date }): Promise<RestoredAccess> {
  const hosts = await db
    .selectFrom("admin")
    .select("username")
    .where("role", "=", "admin")
    .orderBy("username")
    .execute();
  const names = hosts.map(({ username }) => username);
  await db
    .insertInto("audit_entry")
    .values({
      at: now.toISOString(),
      actor: "command line",
      act: "Restored a backup",
      subject: "Backups",
      before_value: null,
      after_value: JSON.stringify({ madeAt, hosts: names }),
      change_id: null,
    })
    .execute();
  const feed = await db.selectFrom("feed").select("channel").limit(1).executeTakeFirst();
  const page = await db.selectFrom("cleaner_page").select("id").limit(1).executeTakeFirst();
  return { hosts: names, sharedAddresses: feed !== undefined || page !== undefined };
}

/**
 * Deletes all sessions, sign-in and set-up links, and invitations of hosts from the time of the backup. Some of them
 * may have been revoked since then, for example because a stranger had signed in.
 */
export async function endSessions(db: Db): Promise<void> {
  for (const table of ["admin_session", "pending_sign_in", "sign_in_link", "setup_token", "host_invitation"] as const)
    await db.deleteFrom(table).execute();
}

/**
 * The restored database lists backups whose files may be on another machine; these backups are marked as missing. A
 * storage location that does not respond now may still have the files.
 */
export async function markMissingBackups(db: Db, place: BackupPlace, now: Date): Promise<void> {
  const runs = createBackupRunStore(db);
  for (const { id, proof } of await runs.kept()) {
    if (proof && !(await place.has(proof.name).catch(() => true))) await runs.markRemoved(id, now);
  }
}

/**
 * Bookings made after the backup are missing. Until the host says that the calendar is complete, guests can only send
 * requests, and platforms get no calendar from us, so they keep the last one that they read (S-54).
 */
async function holdNights(db: Db, madeAt: string): Promise<void> {
  const hold = { reason: "restored", since: madeAt } as const;
  await db
    .insertInto("feed_hold")
    .values({ id: 1, ...hold })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(hold))
    .execute();
}

/**
 * No refund is sent and no unpaid booking ends until we have asked the payment provider what happened since the backup.
 * An alert tells the host about this.
 */
async function holdPayments(db: Db, now: Date): Promise<void> {
  if (!(await db.selectFrom("checkout").select("id").limit(1).executeTakeFirst())) return;
  const at = now.toISOString();
  await db.updateTable("checkout").set({ next_check_at: at }).where("state", "!=", "opening").execute();
  await db
    .insertInto("payment_alarm")
    .values({
      id: RESTORED_PAYMENTS,
      kind: "restored",
      booking_id: null,
      detail:
        "Restored from a backup. Refunds and unpaid bookings are on hold until we have checked them with the payment provider.",
      opened_at: at,
      closed_at: null,
      closed_by: null,
      closed_with: null,
    })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ opened_at: at, closed_at: null }))
    .execute();
}

/**
 * Requests, offers and changes that were waiting when the backup was made may have been answered since, and the guest
 * may know the answer. Without more time, they would soon expire: the guest would be notified, and the nights would be
 * put back on sale.
 */
async function extendWaits(db: Db, now: Date): Promise<void> {
  const until = new Date(now.getTime() + CHECK_RESTORED_MS).toISOString();
  for (const column of ["waits_until", "offer_until", "change_until"] as const)
    await db
      .updateTable("booking")
      .set((eb) => ({ [column]: until, version: eb("version", "+", 1) }))
      .where(column, "<", until)
      .where("status", "!=", "cancelled")
      .execute();
}

const RESTORED_PAYMENTS = "restored";
const MAY_HAVE_GONE = "Restored from a backup: this message may already have been sent. If it wasn't, send it now.";

/**
 * A message that was due before now may have been sent after the backup was made, and nobody should get it twice. The
 * same applies to emails about messages in conversations; a message that nobody has read is still shown as unread.
 */
async function holdMessages(db: Db, now: Date): Promise<void> {
  const at = now.toISOString();
  await db.updateTable("conversation_message").set({ emailed_at: at }).where("emailed_at", "is", null).execute();
  await db
    .updateTable("scheduled_message")
    .set((eb) => ({
      status: "skipped",
      skipped_by: "clock",
      note: MAY_HAVE_GONE,
      claimed_by: null,
      lease_until: null,
      version: eb("version", "+", 1),
    }))
    .where("status", "=", "pending")
    .where("next_try_at", "<=", at)
    .execute();
}

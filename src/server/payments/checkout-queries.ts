import type { Insertable, Selectable } from "kysely";
import { CLOCK_TOLERANCE_MS } from "#domain/auth/session.ts";
import { OPEN_WITHIN_MS } from "#domain/payments/times.ts";
import type { Schema } from "../database/schema.ts";
import type { Trx } from "../database/transaction.ts";
import type { Checkout, CheckoutState, PaymentProvider, Reader } from "./ports.ts";

const OPEN_STATES: CheckoutState[] = ["opening", "open", "unknown"];

function checkoutFrom(row: Selectable<Schema["checkout"]>): Checkout {
  return {
    id: row.id,
    bookingId: row.booking_id,
    purpose: row.purpose,
    amountCents: row.amount_minor,
    currency: row.currency,
    provider: row.provider,
    live: row.live === 1,
    ref: row.provider_ref,
    state: row.state,
    endsAt: new Date(row.ends_at),
    createdAt: new Date(row.created_at),
    nextCheckAt: row.next_check_at,
    failingSince: row.failing_since === null ? null : new Date(row.failing_since),
    requestId: row.request_id,
  };
}

export async function checkoutById(db: Reader, id: string): Promise<Checkout | null> {
  const row = await db.selectFrom("checkout").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? checkoutFrom(row) : null;
}

export async function checkoutByRef(db: Reader, provider: string, ref: string): Promise<Checkout | null> {
  const row = await db
    .selectFrom("checkout")
    .selectAll()
    .where("provider", "=", provider)
    .where((eb) => eb.or([eb("provider_ref", "=", ref), eb("id", "=", ref)]))
    .executeTakeFirst();
  return row ? checkoutFrom(row) : null;
}

export async function checkoutOfCharge(db: Reader, chargeRef: string): Promise<Checkout | null> {
  const row = await db
    .selectFrom("checkout")
    .innerJoin("payment", "payment.checkout_id", "checkout.id")
    .selectAll("checkout")
    .where("payment.charge_ref", "=", chargeRef)
    .executeTakeFirst();
  return row ? checkoutFrom(row) : null;
}

/** The ids of checkouts, keyed by the provider's id and by our own. */
export async function checkoutsOfRefs(db: Reader, provider: string, refs: string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("checkout")
    .select(["id", "provider_ref"])
    .where("provider", "=", provider)
    .where((eb) => eb.or([eb("provider_ref", "in", refs), eb("id", "in", refs)]))
    .execute();
  return new Map(
    rows.flatMap(({ id, provider_ref: ref }) => [[id, id] as const, ...(ref ? [[ref, id] as const] : [])]),
  );
}

/** The ids of checkouts, keyed by their charges in the ledger. */
export async function checkoutsOfCharges(db: Reader, chargeRefs: string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("payment")
    .select(["charge_ref", "checkout_id"])
    .where("charge_ref", "in", chargeRefs)
    .execute();
  return new Map(rows.flatMap(({ charge_ref: ref, checkout_id: id }) => (ref && id ? [[ref, id] as const] : [])));
}

export async function checkoutsOf(db: Reader, bookingId: string): Promise<Checkout[]> {
  const rows = await db
    .selectFrom("checkout")
    .selectAll()
    .where("booking_id", "=", bookingId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(checkoutFrom);
}

/** The open checkout for a booking; the database allows only one. */
export async function openCheckoutOf(db: Reader, bookingId: string): Promise<Checkout | null> {
  const row = await db
    .selectFrom("checkout")
    .selectAll()
    .where("booking_id", "=", bookingId)
    .where("state", "in", OPEN_STATES)
    .executeTakeFirst();
  return row ? checkoutFrom(row) : null;
}

export async function insertCheckout(trx: Trx, row: Insertable<Schema["checkout"]>): Promise<Checkout> {
  const made = await trx.insertInto("checkout").values(row).returningAll().executeTakeFirstOrThrow();
  return checkoutFrom(made);
}

/**
 * Stores the provider's id for a checkout that was just opened. Returns false if the checkout has ended or has been
 * paid in the meantime.
 */
export async function markOpen(db: Reader, id: string, ref: string, nextCheckAt: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("checkout")
    .set({ state: "open", provider_ref: ref, next_check_at: nextCheckAt.toISOString() })
    .where("id", "=", id)
    .where("state", "in", ["opening", "open"])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function setCheckoutState(db: Reader, id: string, state: CheckoutState): Promise<void> {
  await db.updateTable("checkout").set({ state }).where("id", "=", id).where("state", "!=", "paid").execute();
}

/**
 * Schedules the next sync; `failing` is true if this sync failed and may succeed later. A webhook that arrived during
 * the sync may be about something that the response did not contain yet, so a sync that was scheduled in the meantime
 * stays due.
 */
export async function recordSync(
  db: Reader,
  { id, nextCheckAt }: Pick<Checkout, "id" | "nextCheckAt">,
  { at, next, failing }: { at: Date; next: Date | null; failing: boolean },
): Promise<void> {
  await db
    .updateTable("checkout")
    .set((eb) => ({
      checked_at: at.toISOString(),
      next_check_at: eb
        .case()
        .when("next_check_at", nextCheckAt === null ? "is" : "=", nextCheckAt)
        .then(next?.toISOString() ?? null)
        .else(eb.ref("next_check_at"))
        .end(),
      checks: eb("checks", "+", 1),
      failing_since: failing ? eb.fn.coalesce("failing_since", eb.val(at.toISOString())) : null,
    }))
    .where("id", "=", id)
    .execute();
}

/**
 * Schedules a sync at this time, or at the time of the last sync if that is later, because another server's clock is
 * ahead: a sync is due only if it was scheduled after the last one.
 */
export async function scheduleSync(db: Reader, id: string, at: Date): Promise<void> {
  const time = at.toISOString();
  await db
    .updateTable("checkout")
    .set((eb) => ({
      next_check_at: eb.case().when("checked_at", ">", time).then(eb.ref("checked_at")).else(time).end(),
    }))
    .where("id", "=", id)
    .execute();
}

/** The minimum time between two syncs of a checkout that stays due. */
const SYNC_AGAIN_MS = 20_000;

/**
 * Checkouts of this provider that are due, except those that were synced just now and stay due while the clock is
 * unreliable; also checkouts that were opened or synced while the clock was ahead. Checkouts that cannot be synced,
 * such as those of an earlier provider, are left out, because they would stay due and fill every batch.
 */
export async function checkoutsToSync(
  db: Reader,
  { name, live }: Pick<PaymentProvider, "name" | "live">,
  now: Date,
  limit: number,
): Promise<string[]> {
  const future = new Date(now.getTime() + CLOCK_TOLERANCE_MS).toISOString();
  const justNow = new Date(now.getTime() - SYNC_AGAIN_MS).toISOString();
  const rows = await db
    .selectFrom("checkout")
    .select("id")
    .where("provider", "=", name)
    .where("live", "=", live ? 1 : 0)
    .where("provider_ref", "is not", null)
    .where("next_check_at", "is not", null)
    .where((eb) => {
      const isDue = eb("next_check_at", "<=", now.toISOString());
      const neverSynced = eb("checked_at", "is", null);
      const notJustNow = eb("checked_at", "<", justNow);
      // Scheduled since the sync, for example by a webhook.
      const isScheduled = eb("checked_at", "<=", eb.ref("next_check_at"));
      // The clock was ahead when the page was opened. The next sync may be scheduled for a time that is hours away.
      const isEarly = eb("created_at", ">", future);
      return eb.or([
        eb.and([eb.or([isDue, isEarly]), eb.or([neverSynced, notJustNow])]),
        eb.and([isDue, isScheduled]),
        // The clock was ahead at the last sync.
        eb("checked_at", ">", future),
      ]);
    })
    .orderBy("next_check_at")
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Checkouts without a known payment page, for which one can still be opened. */
export async function checkoutsToOpen(db: Reader, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("checkout")
    .select("id")
    .where("state", "=", "opening")
    .where("created_at", ">=", new Date(now.getTime() - OPEN_WITHIN_MS).toISOString())
    .limit(50)
    .execute();
  return rows.map((row) => row.id);
}

import type { Insertable, Selectable } from "kysely";
import type { Fact } from "#domain/payments/facts.ts";
import type { RefundReason, RefundState } from "#domain/payments/refund.ts";
import type { Schema } from "../database/schema.ts";
import type { Trx } from "../database/transaction.ts";
import type { Reader, Refund } from "./ports.ts";

const DAY_MS = 86_400_000;

function refundFrom(row: Selectable<Schema["refund"]>): Refund {
  return {
    id: row.id,
    bookingId: row.booking_id,
    checkoutId: row.checkout_id,
    chargeRef: row.charge_ref,
    amountCents: row.amount_minor,
    currency: row.currency,
    why: row.why,
    state: row.state,
    ref: row.provider_ref,
    tries: row.tries,
    askedAt: row.asked_at === null ? null : new Date(row.asked_at),
    failure: row.failure,
    closedAt: row.closed_at === null ? null : new Date(row.closed_at),
    requestedBy: row.wanted_by,
    createdAt: new Date(row.created_at),
  };
}

export async function refundsOf(db: Reader, bookingId: string): Promise<Refund[]> {
  const rows = await db
    .selectFrom("refund")
    .selectAll()
    .where("booking_id", "=", bookingId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(refundFrom);
}

export async function refundById(db: Reader, id: string): Promise<Refund | null> {
  const row = await db.selectFrom("refund").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? refundFrom(row) : null;
}

/** Our row for a refund at the provider, found by our id or the provider's id. */
export async function refundOfFact(trx: Trx, { ref, ours }: NonNullable<Fact["refund"]>): Promise<Refund | null> {
  const row = await trx
    .selectFrom("refund")
    .selectAll()
    .where((eb) => eb.or([eb("provider_ref", "=", ref), ...(ours ? [eb("id", "=", ours)] : [])]))
    .executeTakeFirst();
  return row ? refundFrom(row) : null;
}

/** For providers that do not return our id: the oldest open refund of the same amount for the same charge. */
export async function unnamedRefund(
  trx: Trx,
  { chargeRef, amountCents }: Pick<Fact, "chargeRef" | "amountCents">,
): Promise<Refund | null> {
  const row = await trx
    .selectFrom("refund")
    .selectAll()
    .where("charge_ref", "=", chargeRef)
    .where("amount_minor", "=", amountCents)
    .where("provider_ref", "is", null)
    .where("state", "in", ["wanted", "asked", "by-hand"])
    .orderBy("created_at")
    .executeTakeFirst();
  return row ? refundFrom(row) : null;
}

/**
 * Once the provider reports a refund that the host has made (for example in the provider's portal) and recorded, stores
 * the provider's id for it. A refund that carries the id of one of our rows belongs to that row, even if the host has
 * made another of the same amount. Returns false if no recorded refund matches.
 */
export async function nameRefundByHand(
  trx: Trx,
  { chargeRef, amountCents }: Pick<Fact, "chargeRef" | "amountCents">,
  { ref, ours }: NonNullable<Fact["refund"]>,
): Promise<boolean> {
  const known = ours === null ? null : await refundById(trx, ours);
  const row = await trx
    .selectFrom("refund")
    .select("id")
    .where("state", "=", "done")
    .where("closed_at", "is not", null)
    .where((eb) =>
      eb.or([
        eb("provider_ref", "=", ref),
        known
          ? eb("id", "=", known.id)
          : eb.and({ charge_ref: chargeRef, amount_minor: amountCents }).and("provider_ref", "is", null),
      ]),
    )
    .orderBy("created_at")
    .executeTakeFirst();
  if (!row) return false;
  await trx.updateTable("refund").set({ provider_ref: ref }).where("id", "=", row.id).execute();
  return true;
}

type NewRefund = Pick<
  Refund,
  "id" | "bookingId" | "checkoutId" | "chargeRef" | "amountCents" | "currency" | "requestedBy"
> & {
  why: RefundReason;
  state?: RefundState;
  ref?: string;
  at: Date;
};

/** Late and duplicate charges are refunded only once, so a second row for the same charge and reason is ignored. */
export async function insertRefund(trx: Trx, refund: NewRefund): Promise<void> {
  const at = refund.at.toISOString();
  await trx
    .insertInto("refund")
    .values({
      id: refund.id,
      booking_id: refund.bookingId,
      checkout_id: refund.checkoutId,
      charge_ref: refund.chargeRef,
      amount_minor: refund.amountCents,
      currency: refund.currency,
      why: refund.why,
      state: refund.state ?? "wanted",
      provider_ref: refund.ref ?? null,
      next_try_at: at,
      wanted_by: refund.requestedBy,
      created_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function refundsToSend(db: Reader, now: Date): Promise<string[]> {
  const tomorrow = new Date(now.getTime() + DAY_MS).toISOString();
  const rows = await db
    .selectFrom("refund")
    .select("id")
    .where("state", "in", ["wanted", "asked"])
    // A retry more than a day away was scheduled while the clock was ahead, so it is treated as due.
    .where((eb) => eb.or([eb("next_try_at", "<=", now.toISOString()), eb("next_try_at", ">", tomorrow)]))
    .orderBy("next_try_at")
    .limit(100)
    .execute();
  return rows.map((row) => row.id);
}

/** Call this before calling the provider. Returns false if the refund no longer has to be requested. */
export async function markRequested(db: Reader, id: string, at: Date, nextTryAt: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("refund")
    .set((eb) => ({
      state: "asked",
      asked_at: eb.fn.coalesce("asked_at", eb.val(at.toISOString())),
      tries: eb("tries", "+", 1),
      next_try_at: nextTryAt.toISOString(),
    }))
    .where("id", "=", id)
    .where("state", "in", ["wanted", "asked"])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

type RefundChange = Partial<Pick<Insertable<Schema["refund"]>, "state" | "failure" | "provider_ref" | "closed_at">> & {
  next_try_at?: string;
  asked_at?: null;
};

export async function changeRefund(
  db: Reader,
  id: string,
  from: RefundState[],
  change: RefundChange,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("refund")
    .set(change)
    .where("id", "=", id)
    .where("state", "in", from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns false if the refund's state has changed in the meantime, for example because it has just been requested. */
export async function deleteRefund(trx: Trx, { id, state }: Pick<Refund, "id" | "state">): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("refund")
    .where("id", "=", id)
    .where("state", "=", state)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

import type { Insertable, Selectable } from "kysely";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { Fact } from "#domain/payments/facts.ts";
import type { RefundReason, RefundState } from "#domain/payments/refund.ts";
import type { Schema } from "../database/schema.ts";
import type { Trx } from "../database/transaction.ts";
import type { Checkout, CheckoutState, Reader, Refund } from "./ports.ts";

/** Rows of payments as the rest of the code knows them. What changes something takes the transaction. */

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
    failingSince: row.failing_since === null ? null : new Date(row.failing_since),
    requestId: row.request_id,
  };
}

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
    wantedBy: row.wanted_by,
    createdAt: new Date(row.created_at),
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

/** The checkout that a charge belongs to, by the ledger. */
export async function checkoutOfCharge(db: Reader, chargeRef: string): Promise<Checkout | null> {
  const row = await db
    .selectFrom("checkout")
    .innerJoin("payment", "payment.checkout_id", "checkout.id")
    .selectAll("checkout")
    .where("payment.charge_ref", "=", chargeRef)
    .executeTakeFirst();
  return row ? checkoutFrom(row) : null;
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

/** The page that the guest of a booking has open; the database allows one. */
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

/** Writes the provider's name of a checkout that was just opened; false where it was ended meanwhile. */
export async function markOpen(db: Reader, id: string, ref: string, nextCheckAt: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("checkout")
    .set({ state: "open", provider_ref: ref, next_check_at: nextCheckAt.toISOString(), failing_since: null })
    .where("id", "=", id)
    .where("state", "in", ["opening", "open"])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function setCheckoutState(db: Reader, id: string, state: CheckoutState): Promise<void> {
  await db.updateTable("checkout").set({ state }).where("id", "=", id).where("state", "!=", "paid").execute();
}

/** When it is looked at next; `failing` where the provider did not answer. */
export async function noteLook(
  db: Reader,
  id: string,
  { at, next, failing }: { at: Date; next: Date | null; failing: boolean },
): Promise<void> {
  await db
    .updateTable("checkout")
    .set((eb) => ({
      checked_at: at.toISOString(),
      next_check_at: next?.toISOString() ?? null,
      checks: eb("checks", "+", 1),
      failing_since: failing ? eb.fn.coalesce("failing_since", eb.val(at.toISOString())) : null,
    }))
    .where("id", "=", id)
    .execute();
}

export async function lookSoon(db: Reader, id: string, at: Date): Promise<void> {
  await db.updateTable("checkout").set({ next_check_at: at.toISOString() }).where("id", "=", id).execute();
}

export async function checkoutsToLookAt(db: Reader, now: Date, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom("checkout")
    .select("id")
    .where("next_check_at", "<=", now.toISOString())
    .orderBy("next_check_at")
    .limit(most)
    .execute();
  return rows.map((row) => row.id);
}

/** Pages that are to be opened, and are not yet. */
export async function checkoutsToOpen(db: Reader): Promise<string[]> {
  const rows = await db.selectFrom("checkout").select("id").where("state", "=", "opening").limit(50).execute();
  return rows.map((row) => row.id);
}

/** Bookings whose time to pay is over. */
export async function unpaidSince(db: Reader, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("booking")
    .select("id")
    .where("status", "=", "pending")
    .where("pay_by", "<=", now.toISOString())
    .orderBy("pay_by")
    .limit(200)
    .execute();
  return rows.map((row) => row.id);
}

export async function hasFact(db: Reader, key: string): Promise<boolean> {
  const row = await db.selectFrom("payment").select("id").where("fact_key", "=", key).executeTakeFirst();
  return row !== undefined;
}

/** The provider tells its fee when the money has been settled: it is filled in once. */
export async function fillFee(db: Reader, key: string, feeCents: number): Promise<void> {
  await db
    .updateTable("payment")
    .set({ fee_minor: feeCents })
    .where("fact_key", "=", key)
    .where("fee_minor", "is", null)
    .execute();
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

/** The row that asked for what the provider tells of: by the id that we gave it, or by the provider's. */
export async function refundOfFact(trx: Trx, { ref, ours }: NonNullable<Fact["refund"]>): Promise<Refund | null> {
  const row = await trx
    .selectFrom("refund")
    .selectAll()
    .where((eb) => eb.or([eb("provider_ref", "=", ref), ...(ours ? [eb("id", "=", ours)] : [])]))
    .executeTakeFirst();
  return row ? refundFrom(row) : null;
}

type NewRefund = Pick<
  Refund,
  "id" | "bookingId" | "checkoutId" | "chargeRef" | "amountCents" | "currency" | "wantedBy"
> & {
  why: RefundReason;
  state?: RefundState;
  ref?: string;
  at: Date;
};

/** Late and double payments are refunded once each: a second row for the same reason is not written. */
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
      wanted_by: refund.wantedBy,
      created_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function refundsToSend(db: Reader, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("refund")
    .select("id")
    .where("state", "in", ["wanted", "asked"])
    .where("next_try_at", "<=", now.toISOString())
    .orderBy("next_try_at")
    .limit(100)
    .execute();
  return rows.map((row) => row.id);
}

/** Before the provider is asked; false where it was settled meanwhile. */
export async function markAsked(db: Reader, id: string, at: Date, nextTryAt: Date): Promise<boolean> {
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

/** What needs the host: the same thing is told once. True where it is new. */
export async function openAlarm(
  trx: Trx,
  alarm: { id: string; kind: string; bookingId: string | null; detail: string; at: Date },
): Promise<boolean> {
  const row = await trx
    .insertInto("payment_alarm")
    .values({
      id: alarm.id,
      kind: alarm.kind,
      booking_id: alarm.bookingId,
      detail: alarm.detail,
      opened_at: alarm.at.toISOString(),
      closed_at: null,
      closed_by: null,
      closed_with: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** What was settled has come up again. */
export async function reopenAlarm(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable("payment_alarm")
    .set({ closed_at: null, closed_by: null, closed_with: null })
    .where("id", "=", id)
    .where("closed_at", "is not", null)
    .execute();
}

export async function isAlarmOpen(db: Reader, kind: string): Promise<boolean> {
  const row = await db
    .selectFrom("payment_alarm")
    .select("id")
    .where("kind", "=", kind)
    .where("closed_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function closeAlarmsOf(db: Reader, kind: string, at: Date, by: string, words: string): Promise<void> {
  await db
    .updateTable("payment_alarm")
    .set({ closed_at: at.toISOString(), closed_by: by, closed_with: words })
    .where("kind", "=", kind)
    .where("closed_at", "is", null)
    .execute();
}

export async function openAlarms(db: Reader): Promise<Selectable<Schema["payment_alarm"]>[]> {
  return db.selectFrom("payment_alarm").selectAll().where("closed_at", "is", null).orderBy("opened_at").execute();
}

export async function closeAlarm(db: Reader, id: string, at: Date, by: string, words: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("payment_alarm")
    .set({ closed_at: at.toISOString(), closed_by: by, closed_with: words })
    .where("id", "=", id)
    .where("closed_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The ledger of a booking, as far as payments look at it. */
export async function paymentsIn(db: Reader, bookingId: string) {
  const rows = await db.selectFrom("payment").selectAll().where("booking_id", "=", bookingId).execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    amountCents: row.amount_cents,
    method: row.method,
    recordedAt: new Date(row.recorded_at),
    fact:
      row.fact_key === null || row.checkout_id === null || row.charge_ref === null
        ? null
        : {
            key: row.fact_key,
            checkoutId: row.checkout_id,
            chargeRef: row.charge_ref,
            currency: row.currency,
            live: row.live === 1,
          },
  }));
}

export async function markRequestPaid(trx: Trx, id: string, at: Date): Promise<void> {
  await trx
    .updateTable("payment_request")
    .set({ paid_at: at.toISOString() })
    .where("id", "=", id)
    .where("paid_at", "is", null)
    .execute();
}

/** The amount that the host has asked for, and that is neither paid nor withdrawn; the oldest first. */
export async function openRequestOf(db: Reader, bookingId: string) {
  return db
    .selectFrom("payment_request")
    .selectAll()
    .where("booking_id", "=", bookingId)
    .where("paid_at", "is", null)
    .where("withdrawn_at", "is", null)
    .orderBy("created_at")
    .executeTakeFirst();
}

export async function insertRequest(trx: Trx, row: Insertable<Schema["payment_request"]>): Promise<void> {
  await trx.insertInto("payment_request").values(row).execute();
}

/** Moves the end of the time to pay back, while the booking still waits. */
export async function extendHold(trx: Trx, bookingId: string, until: Date): Promise<void> {
  await trx
    .updateTable("booking")
    .set({ pay_by: until.toISOString() })
    .where("id", "=", bookingId)
    .where("status", "=", "pending")
    .where("pay_by", "is not", null)
    .execute();
}

/** Written once a notice; the second copy changes nothing. */
export async function insertNotice(
  trx: Trx,
  order: {
    provider: { name: string; live: boolean };
    notice: { id: string; type: string; ref: string };
    at: Date;
    outcome: Selectable<Schema["provider_notice"]>["outcome"];
  },
): Promise<void> {
  const { provider, notice, at, outcome } = order;
  const row = { id: notice.id, type: notice.type, object_ref: notice.ref, received_at: at.toISOString(), outcome };
  await trx
    .insertInto("provider_notice")
    .values({ provider: provider.name, live: provider.live ? 1 : 0, ...row })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function nextReceiptNumber(trx: Trx, year: number): Promise<number> {
  const row = await trx
    .selectFrom("receipt")
    .select((eb) => eb.fn.max("number").as("last"))
    .where("year", "=", year)
    .executeTakeFirst();
  return Number(row?.last ?? 0) + 1;
}

export async function insertReceipt(trx: Trx, row: Insertable<Schema["receipt"]>): Promise<void> {
  await trx.insertInto("receipt").values(row).execute();
}

export async function receiptsOf(db: Reader, bookingId: string): Promise<Selectable<Schema["receipt"]>[]> {
  return db
    .selectFrom("receipt")
    .selectAll()
    .where("booking_id", "=", bookingId)
    .orderBy("year")
    .orderBy("number")
    .execute();
}

/** What the host has asked for, and the guest has not paid. */
export async function requestsOf(db: Reader, bookingId: string): Promise<Selectable<Schema["payment_request"]>[]> {
  return db
    .selectFrom("payment_request")
    .selectAll()
    .where("booking_id", "=", bookingId)
    .where("paid_at", "is", null)
    .where("withdrawn_at", "is", null)
    .orderBy("created_at")
    .execute();
}

export async function withdrawRequests(trx: Trx, bookingId: string, at: Date): Promise<void> {
  await trx
    .updateTable("payment_request")
    .set({ withdrawn_at: at.toISOString() })
    .where("booking_id", "=", bookingId)
    .where("paid_at", "is", null)
    .where("withdrawn_at", "is", null)
    .execute();
}

/** Bookings that have waited for money since before a moment. */
export async function waitingSince(db: Reader, moment: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("booking")
    .select("id")
    .where("status", "=", "pending")
    .where("pay_by", ">", moment.toISOString())
    .where("created_at", "<=", moment.toISOString())
    .execute();
  return rows.map((row) => row.id);
}

/** Stays ahead whose rest has a day of its own. */
export async function bookingsWithRest(db: Reader, today: LocalDate): Promise<string[]> {
  const rows = await db
    .selectFrom("booking")
    .select("id")
    .where("status", "in", ["upcoming", "confirmed"])
    .where("plan", "is not", null)
    .where("plan", "not like", '%"restDueOn":null%')
    .where("check_out", ">=", today)
    .execute();
  return rows.map((row) => row.id);
}

const RESTORED = "restored";

/** Whether the records may be older than the money: nothing is refunded or ended before the provider was asked. */
export async function isHeldBack(db: Reader): Promise<boolean> {
  const row = await db
    .selectFrom("payment_alarm")
    .select("id")
    .where("id", "=", RESTORED)
    .where("closed_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** The checkouts that nobody has looked at since the restore, of those that the provider knows. */
export async function notSeenSinceRestore(db: Reader): Promise<string[]> {
  const rows = await db
    .selectFrom("checkout")
    .innerJoin("payment_alarm", (join) => join.on("payment_alarm.id", "=", RESTORED))
    .select("checkout.id")
    .where("checkout.provider_ref", "is not", null)
    .where("checkout.state", "in", ["open", "unknown", "ended", "paid"])
    .whereRef("checkout.next_check_at", "<=", "payment_alarm.opened_at")
    .limit(1000)
    .execute();
  return rows.map((row) => row.id);
}

export async function endHoldBack(db: Reader, at: Date): Promise<void> {
  await closeAlarm(db, RESTORED, at, "payment", "The payment provider was asked what has happened since the backup.");
}

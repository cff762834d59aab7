import { normalCode } from "#domain/pricing/promo-code.ts";
import { MOST, type PromoCode } from "#domain/pricing/price-document.ts";
import type { Db } from "../database/connect.ts";
import type { Trx } from "../database/transaction.ts";

/** A code with the number of bookings that use it and are not cancelled. */
export type CountedCode = PromoCode & { uses: number };

/** Codes that have not been removed, in alphabetical order. */
export async function listCodes(db: Db | Trx): Promise<CountedCode[]> {
  return (await counted(db).where("removed_at", "is", null).orderBy("promo_code.code").execute()).map(fromRow);
}

/**
 * Returns null if the code is unknown or has been removed. If the caller holds the calendar's lock, the number of uses
 * cannot increase before the commit.
 */
export async function findCode(db: Db | Trx, typed: string): Promise<CountedCode | null> {
  const row = await counted(db)
    .where("promo_code.code", "=", normalCode(typed))
    .where("removed_at", "is", null)
    .executeTakeFirst();
  return row ? fromRow(row) : null;
}

/** Whether a stay that was booked in this browser uses the code and is not paid yet. */
export async function isHeldByBrowser(db: Db, typed: string, browserHash: string): Promise<boolean> {
  const row = await db
    .selectFrom("promo_code_use")
    .innerJoin("booking", "booking.id", "promo_code_use.booking_id")
    .innerJoin("booking_access", "booking_access.booking_id", "booking.id")
    .select("booking.id")
    .where("promo_code_use.code", "=", normalCode(typed))
    .where("booking_access.browser_hash", "=", browserHash)
    .where("booking.status", "=", "pending")
    .where("booking.pay_by", "is not", null)
    .executeTakeFirst();
  return row !== undefined;
}

export function createPromoCodes(db: Db) {
  return {
    find: (typed: string, within?: Trx) => findCode(within ?? db, typed),
    isHeldByBrowser: (typed: string, browserHash: string) => isHeldByBrowser(db, typed, browserHash),
    usedBy: async (trx: Trx, bookingId: string) => {
      const row = await counted(trx)
        .innerJoin("promo_code_use as use", "use.code", "promo_code.code")
        .where("use.booking_id", "=", bookingId)
        .where("removed_at", "is", null)
        .executeTakeFirst();
      return row ? fromRow(row) : null;
    },
    recordUse: async (trx: Trx, code: string, bookingId: string) => {
      await trx.insertInto("promo_code_use").values({ code, booking_id: bookingId }).execute();
    },
  };
}

/** A code that was removed and is added again is a new code, so the uses of the old one no longer count. */
export async function writeCode(trx: Trx, { code, discount, ...terms }: PromoCode): Promise<void> {
  const columns = {
    percent: "percent" in discount ? discount.percent : null,
    amount_cents: "amountCents" in discount ? discount.amountCents : null,
    arrival_from: terms.arrivalFrom,
    arrival_until: terms.arrivalUntil,
    book_until: terms.bookUntil,
    minimum_nights: terms.minimumNights,
    maximum_uses: terms.maximumUses,
    removed_at: null,
  };
  const removed = trx.selectFrom("promo_code").select("code").where("removed_at", "is not", null);
  await trx.deleteFrom("promo_code_use").where("code", "=", code).where("code", "in", removed).execute();
  await trx
    .insertInto("promo_code")
    .values({ code, ...columns })
    .onConflict((conflict) => conflict.column("code").doUpdateSet(columns))
    .execute();
}

export async function markCodeRemoved(trx: Trx, code: string, at: Date): Promise<void> {
  await trx.updateTable("promo_code").set({ removed_at: at.toISOString() }).where("code", "=", code).execute();
}

export async function hasRoomForCode(trx: Trx, code: string): Promise<boolean> {
  const known = await listCodes(trx);
  return known.length < MOST.codes || known.some((one) => one.code === code);
}

/** A cancelled booking does not count as a use. */
function counted(db: Db | Trx) {
  return db
    .selectFrom("promo_code")
    .selectAll("promo_code")
    .select((eb) =>
      eb
        .selectFrom("promo_code_use")
        .innerJoin("booking", "booking.id", "promo_code_use.booking_id")
        .select((inner) => inner.fn.countAll<number>().as("uses"))
        .whereRef("promo_code_use.code", "=", "promo_code.code")
        .where("booking.status", "!=", "cancelled")
        .as("uses"),
    );
}

type Row = Awaited<ReturnType<ReturnType<typeof counted>["execute"]>>[number];

function fromRow(row: Row): CountedCode {
  return {
    code: row.code,
    discount: row.percent === null ? { amountCents: row.amount_cents ?? 0 } : { percent: row.percent },
    arrivalFrom: row.arrival_from,
    arrivalUntil: row.arrival_until,
    bookUntil: row.book_until,
    minimumNights: row.minimum_nights,
    maximumUses: row.maximum_uses,
    uses: row.uses ?? 0,
  };
}

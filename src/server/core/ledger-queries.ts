import type { Kysely, Selectable } from "kysely";
import type { Payment, PaymentFact } from "#domain/booking/payment.ts";
import type { Schema } from "../database/schema.ts";

/** The payments and refunds recorded for a booking, earliest first. */
export async function paymentsOf(db: Pick<Kysely<Schema>, "selectFrom">, bookingId: string): Promise<Payment[]> {
  const rows = await db
    .selectFrom("payment")
    .selectAll()
    .where("booking_id", "=", bookingId)
    .orderBy("paid_on")
    .orderBy("recorded_at")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    amountCents: row.amount_cents,
    method: row.method,
    paidOn: row.paid_on,
    recordedAt: new Date(row.recorded_at),
    recordedBy: row.recorded_by,
    fact: factOf(row),
  }));
}

function factOf(row: Selectable<Schema["payment"]>): PaymentFact | null {
  const { fact_key: key, provider, checkout_id: checkoutId, charge_ref: chargeRef } = row;
  if (key === null || provider === null || checkoutId === null || chargeRef === null) return null;
  const { currency, live, fee_minor: feeCents, booked_late } = row;
  return { key, provider, live: live === 1, checkoutId, chargeRef, currency, feeCents, bookedLate: booked_late === 1 };
}

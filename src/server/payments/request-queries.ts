import type { Insertable, Selectable } from "kysely";
import type { Schema } from "../database/schema.ts";
import type { Trx } from "../database/transaction.ts";
import type { PaymentNeeds, Reader } from "./ports.ts";

export async function markRequestPaid(trx: Trx, id: string, at: Date): Promise<void> {
  await trx
    .updateTable("payment_request")
    .set({ paid_at: at.toISOString() })
    .where("id", "=", id)
    .where("paid_at", "is", null)
    .execute();
}

/** The oldest payment request that is neither paid nor withdrawn. */
export async function openRequestOf(db: Reader, bookingId: string) {
  return (await requestsOf(db, bookingId)).at(0);
}

export async function insertRequest(trx: Trx, row: Insertable<Schema["payment_request"]>): Promise<void> {
  await trx.insertInto("payment_request").values(row).execute();
}

/** The open payment requests for a booking. */
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

/** Withdraws the open payment requests, and any unsent emails with their links. */
export async function withdrawRequests(
  { withdrawMail }: Pick<PaymentNeeds, "withdrawMail">,
  trx: Trx,
  bookingId: string,
  at: Date,
): Promise<void> {
  await withdrawMail(trx, bookingId, "payment-link");
  await trx
    .updateTable("payment_request")
    .set({ withdrawn_at: at.toISOString() })
    .where("booking_id", "=", bookingId)
    .where("paid_at", "is", null)
    .where("withdrawn_at", "is", null)
    .execute();
}

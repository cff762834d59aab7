import type { Trx } from "../database/transaction.ts";

export async function isGuestErased(trx: Trx, bookingId: string): Promise<boolean> {
  const row = await trx
    .selectFrom("booking")
    .innerJoin("guest", "guest.id", "booking.guest_id")
    .select("booking.id")
    .where("booking.id", "=", bookingId)
    .where("guest.erased_at", "is not", null)
    .executeTakeFirst();
  return row !== undefined;
}

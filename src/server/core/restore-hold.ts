import type { Db } from "../database/connect.ts";

/**
 * Whether bookings may be missing here: a backup was restored, or platforms know of bookings that we do not. Until the
 * host says that the calendar is complete, guests can only send requests, and platforms get no calendar (S-54).
 */
export async function mayLackBookings(db: Db): Promise<boolean> {
  return (await db.selectFrom("feed_hold").select("id").limit(1).executeTakeFirst()) !== undefined;
}

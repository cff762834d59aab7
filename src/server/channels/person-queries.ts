import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { Db } from "../database/connect.ts";
import type { Trx } from "../database/transaction.ts";

/** Personal data, from platforms and the host, about a guest whose stay on a platform is also a booking here (S-27). */
export function createPersonStore(db: Db) {
  return {
    dataOf: (bookingIds: readonly string[]): Promise<Record<string, unknown>[]> =>
      db
        .selectFrom("channel_stay")
        .select(["starts_on", "ends_on", "summary", "code", "link", "feed_guest", "phone_digits"])
        .select(["guest_name", "guest_phone", "notes", "amount_cents"])
        .where("booking_id", "in", bookingIds)
        .execute(),

    erase: async (trx: Trx, bookingIds: readonly string[]): Promise<void> => {
      const words = { summary: "", feed_guest: "", phone_digits: "", code: "", link: "" };
      await trx
        .updateTable("channel_stay")
        .set({ ...words, guest_name: "", guest_phone: "", notes: "" })
        .where("booking_id", "in", bookingIds)
        .execute();
    },

    /** Deletes the host's notes on stays that ended before `before`. Guests' names have already been deleted (S-67). */
    forgetNotes: async (before: LocalDate): Promise<void> => {
      await db
        .updateTable("channel_stay")
        .set({ notes: "" })
        .where("ends_on", "<", before)
        .where("notes", "<>", "")
        .execute();
    },
  };
}

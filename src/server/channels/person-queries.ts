import { addDays, type LocalDate } from "#domain/calendar/local-date.ts";
import type { Db } from "../database/connect.ts";
import type { Trx } from "../database/transaction.ts";
import { BODY_DAYS } from "./retention-queries.ts";

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

    erase: async (trx: Trx, bookingIds: readonly string[], today: LocalDate): Promise<void> => {
      const linked = trx.selectFrom("channel_stay").where("booking_id", "in", bookingIds);
      const recent = linked.where("ends_on", ">=", addDays(today, -BODY_DAYS));
      await trx.deleteFrom("channel_body").where("channel_id", "in", recent.select("channel_id")).execute();
      const words = { summary: "", feed_guest: "", phone_digits: "", code: "", link: "" };
      // Without its UID, an event that the calendar may still list (S-29) would be imported again.
      const listedFrom = addDays(today, -1);
      await trx
        .updateTable("channel_stay")
        .set((eb) => ({
          ...words,
          uid: eb.case().when("ends_on", "<", listedFrom).then("").else(eb.ref("uid")).end(),
          guest_name: "",
          guest_phone: "",
          notes: "",
        }))
        .where("booking_id", "in", bookingIds)
        .execute();
    },

    /** Deletes the host's notes on stays that ended before `before`. `deleteOldTexts` deletes guests' names (S-67). */
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

import type { LocalDate } from "#domain/calendar/local-date.ts";
import { holdsItsNights, isStay, stayTitle, type ImportedListing } from "#domain/channels/imported-stay.ts";
import { countsAsStay, isOurBooking } from "../core/occupied-nights.ts";
import type { Db } from "../database/connect.ts";
import type { Trx } from "../database/transaction.ts";
import { stayFromRow, stays } from "./channel-queries.ts";

export function createListingStore(db: Db) {
  const byDay = () => stays(db).orderBy("starts_on").orderBy("channel_stay.id");
  /** All imported records that count as stays. */
  const all = async (): Promise<ImportedListing[]> => (await byDay().where(countsAsStay).execute()).map(listingOf);
  return {
    /**
     * Imported records that occupy nights and touch a day of `[from, to]`, except records of stays that were also
     * booked here.
     */
    between: async (from: LocalDate, to: LocalDate): Promise<ImportedListing[]> =>
      (
        await byDay()
          .where("holds_nights", "=", 1)
          .where((eb) => eb.not(isOurBooking(eb)))
          .where("starts_on", "<=", to)
          .where("ends_on", ">=", from)
          .execute()
      ).map(listingOf),
    /** Those of the given records that count as stays. */
    counted: async (ids: readonly string[], within?: Trx): Promise<ImportedListing[]> =>
      (
        await stays(within ?? db)
          .where("channel_stay.id", "in", ids)
          .where(countsAsStay)
          .execute()
      ).map(listingOf),
    all,
    /** The records that `all` returns, with the nights that they occupy. */
    withNights: async (): Promise<(ImportedListing & { heldNights: LocalDate[] })[]> => {
      const rows = await db
        .selectFrom("occupied_night")
        .select(["channel_stay_id", "night"])
        .where("channel_stay_id", "is not", null)
        .execute();
      const held = Map.groupBy(rows, ({ channel_stay_id }) => channel_stay_id);
      return (await all()).map((stay) => ({
        ...stay,
        heldNights: (held.get(stay.id) ?? []).map(({ night }) => night),
      }));
    },
  };
}

function listingOf(row: Parameters<typeof stayFromRow>[0]): ImportedListing {
  const stay = stayFromRow(row);
  const { id, platform, code, link, phoneDigits, startsOn, endsOn, amountCents, currency, firstSeenAt } = stay;
  return {
    id,
    code,
    link,
    phoneDigits,
    amountCents,
    currency,
    firstSeenAt,
    source: platform,
    title: stayTitle(stay, stay.channelName),
    guestName: stay.guestName || stay.feedGuest,
    guestPhone: stay.guestPhone,
    checkIn: startsOn,
    checkOut: endsOn,
    isStay: isStay(stay) && holdsItsNights(stay),
  };
}

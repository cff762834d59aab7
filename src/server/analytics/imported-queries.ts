import { sql } from "kysely";
import { PROPERTY_ID } from "#domain/booking/booking.ts";
import type { Span } from "#domain/analytics/days.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import { countsAsStay } from "../core/occupied-nights.ts";
import type { Database } from "../database/connect.ts";
import { daysFrom, monthOf } from "../database/dialect.ts";
import type { BookingSums, CurrencySum, NightSums } from "./ports.ts";

/**
 * What platforms have sold, with the same sums as for bookings (S-80). The price is the one that the host has entered;
 * a night without a price counts as sold without revenue. Closed nights are not stays.
 */
export function createImportedSums({ db, engine }: Database) {
  const stays = () =>
    db
      .selectFrom("channel_stay")
      .innerJoin("channel", "channel.id", "channel_stay.channel_id")
      .where("channel_stay.property_id", "=", PROPERTY_ID)
      .where(countsAsStay);
  const stayNights = daysFrom(engine, "channel_stay.starts_on", "channel_stay.ends_on");
  const nightNumber = daysFrom(engine, "channel_stay.starts_on", "occupied_night.night");
  const amount = sql`channel_stay.amount_cents`;
  const nightCents = sql<number>`(${amount} * (${nightNumber} + 1)) / ${stayNights} - (${amount} * ${nightNumber}) / ${stayNights}`;

  const inCurrency = (currency: string) =>
    sql<boolean>`(${amount} is not null and channel_stay.amount_currency = ${currency})`;

  return {
    stayIds: () => stays().select("channel_stay.id"),

    firstAndEnd: () =>
      stays()
        .select((eb) => [eb.fn.min("starts_on").as("first"), eb.fn.max("ends_on").as("end")])
        .executeTakeFirstOrThrow(),

    /**
     * Each night counts only for the record that holds it, so a night that another record claimed first is not counted
     * twice.
     */
    nightSums: ({ from, to }: Span, currency: string): Promise<NightSums[]> =>
      stays()
        .innerJoin("occupied_night", "occupied_night.channel_stay_id", "channel_stay.id")
        .where("occupied_night.night", ">=", from)
        .where("occupied_night.night", "<", to)
        .select([monthOf("occupied_night.night").as("month"), "channel.platform as source"])
        .select((eb) => [
          eb.fn.countAll<number>().as("nights"),
          sql<number>`sum(case when ${inCurrency(currency)} then 1 else 0 end)`.as("pricedNights"),
          sql<number>`coalesce(sum(case when ${inCurrency(currency)} then ${nightCents} else 0 end), 0)`.as("cents"),
        ])
        .groupBy(["month", "channel.platform"])
        .execute(),

    otherSums: ({ from, to }: Span, currency: string): Promise<CurrencySum[]> =>
      stays()
        .innerJoin("occupied_night", "occupied_night.channel_stay_id", "channel_stay.id")
        .where("occupied_night.night", ">=", from)
        .where("occupied_night.night", "<", to)
        .where("amount_cents", "is not", null)
        .where("amount_currency", "<>", currency)
        .select(["amount_currency as currency", sql<number>`sum(${nightCents})`.as("cents")])
        .groupBy("amount_currency")
        .execute(),

    /** With the same statuses as in the bookings list (`importedRow`). */
    bookingSums: async ({ from, to }: Span, today: LocalDate): Promise<BookingSums[]> => {
      const isOver = sql<number>`case when channel_stay.ends_on <= ${today} then 1 else 0 end`;
      const rows = await stays()
        .where("starts_on", ">=", from)
        .where("starts_on", "<", to)
        .select([monthOf("channel_stay.starts_on").as("month"), "channel.platform as source", isOver.as("over")])
        .select((eb) => [eb.fn.countAll<number>().as("bookings"), sql<number>`sum(${stayNights})`.as("nights")])
        .groupBy(["month", "channel.platform", "over"])
        .execute();
      return rows.map(({ over, ...row }) => ({ ...row, status: over === 1 ? "completed" : "confirmed", people: null }));
    },
  };
}

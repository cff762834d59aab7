import type { DashboardStay } from "#contract/analytics.ts";
import type { Span } from "#domain/analytics/days.ts";
import type { Cents } from "#domain/money/money.ts";
import type { CurrencySum, NightSums, BookingSums } from "./ports.ts";
import { sql } from "kysely";
import { PROPERTY_ID } from "#domain/booking/booking.ts";
import { type LocalDate, addDays } from "#domain/calendar/local-date.ts";
import { STANDING } from "../core/occupied-nights.ts";
import type { Database } from "../database/connect.ts";
import { daysFrom, lowered, monthOf } from "../database/dialect.ts";
import { NEVER_BOOKED, WAIT_COLUMNS } from "../core/waiting.ts";
import { toStay } from "./dashboard-queries.ts";
import { createImportedSums } from "./imported-queries.ts";
import { addUpByCurrency } from "./currency-sums.ts";
import { type ExtraSums, extraSums } from "./line-sums.ts";

/**
 * The database computes all sums except `extraSums` and `addUpByCurrency`, in whole cents and whole days; the results
 * are the same on both engines.
 */
export function createAnalyticsStore(database: Database) {
  const { db, engine } = database;
  const stayNights = daysFrom(engine, "booking.check_in", "booking.check_out");
  const nightNumber = daysFrom(engine, "booking.check_in", "occupied_night.night");
  // Cast to bigint, because the total multiplied by the number of nights can be too large for a PostgreSQL integer, for
  // example for 30 nights in an expensive cottage.
  const total = sql`cast(booking.total_cents as bigint)`;
  /** The domain's `centsWithin`, applied to one night. */
  const nightCents = sql<number>`(${total} * (${nightNumber} + 1)) / ${stayNights} - (${total} * ${nightNumber}) / ${stayNights}`;
  /** The domain's `isAmountKnown`. */
  const known = sql<boolean>`(booking.source = 'direct' or booking.total_cents > 0)`;

  /** The nights that have been sold. A cancelled stay has released its nights. */
  const soldNights = () =>
    db
      .selectFrom("occupied_night")
      .innerJoin("booking", "booking.id", "occupied_night.booking_id")
      .where("occupied_night.property_id", "=", PROPERTY_ID)
      .where(STANDING)
      // A change request that is waiting for the host's answer holds nights that have not been sold.
      .whereRef("occupied_night.night", ">=", "booking.check_in")
      .whereRef("occupied_night.night", "<", "booking.check_out");

  const imported = createImportedSums(database);

  return {
    /** The first and the last night of all stays that are not cancelled; null if there are none. */
    firstAndLastNight: async (): Promise<{ first: LocalDate; last: LocalDate } | null> => {
      const [own, sold] = await Promise.all([
        db
          .selectFrom("booking")
          .where(STANDING)
          .select((eb) => [eb.fn.min("check_in").as("first"), eb.fn.max("check_out").as("end")])
          .executeTakeFirstOrThrow(),
        imported.firstAndEnd(),
      ]);
      const firsts = [own.first, sold.first].filter((day) => day !== null);
      const ends = [own.end, sold.end].filter((day) => day !== null);
      const [first, end] = [firsts.toSorted()[0], ends.toSorted().at(-1)];
      return first && end ? { first, last: addDays(end, -1) } : null;
    },

    /** Amounts in any other currency count as unknown. */
    nightSums: async ({ from, to }: Span, currency: string): Promise<NightSums[]> => {
      const counts = sql<boolean>`(${known} and booking.currency = ${currency})`;
      const own = await soldNights()
        .where("occupied_night.night", ">=", from)
        .where("occupied_night.night", "<", to)
        .select([monthOf("occupied_night.night").as("month"), "booking.source"])
        .select((eb) => [
          eb.fn.countAll<number>().as("nights"),
          sql<number>`sum(case when ${counts} then 1 else 0 end)`.as("pricedNights"),
          sql<number>`sum(case when ${counts} then ${nightCents} else 0 end)`.as("cents"),
        ])
        .groupBy(["month", "booking.source"])
        .execute();
      return [...own, ...(await imported.nightSums({ from, to }, currency))];
    },

    /** The price lines for the span's nights, other than accommodation; the amounts in `nightSums` include them. */
    extraSums: (span: Span, currency: string): Promise<ExtraSums> => extraSums(db, span, currency),

    /** The revenue from the span's nights in other currencies, with one sum for each currency. */
    otherSums: async ({ from, to }: Span, currency: string): Promise<CurrencySum[]> => {
      const own = await soldNights()
        .where("occupied_night.night", ">=", from)
        .where("occupied_night.night", "<", to)
        .where("booking.currency", "<>", currency)
        .where(known)
        .select(["booking.currency", sql<number>`sum(${nightCents})`.as("cents")])
        .groupBy("booking.currency")
        .execute();
      return addUpByCurrency([...own, ...(await imported.otherSums({ from, to }, currency))]);
    },

    bookingSums: async (span: Span, today: LocalDate): Promise<BookingSums[]> => {
      const bookings = () =>
        db
          .selectFrom("booking")
          .where("check_in", ">=", span.from)
          .where("check_in", "<", span.to)
          .select([monthOf("booking.check_in").as("month"), "status", "source"])
          .select((eb) => [
            eb.fn.countAll<number>().as("bookings"),
            sql<number>`sum(${stayNights})`.as("nights"),
            eb.fn.sum<number>("guest_count").as("people"),
          ])
          .groupBy(["month", "status", "source"]);
      const [standing, cancelled, sold] = await Promise.all([
        bookings().where("status", "!=", "cancelled").execute(),
        // A query of its own, because no index contains the columns of `NEVER_BOOKED`.
        bookings()
          .where("status", "=", "cancelled")
          .where(sql<boolean>`not ${NEVER_BOOKED}`)
          .execute(),
        imported.bookingSums(span, today),
      ]);
      return [...standing, ...cancelled, ...sold];
    },

    /** Nights blocked by the host or closed on a platform, by month. */
    blockedNights: ({ from, to }: Span): Promise<{ month: string; nights: number }[]> =>
      db
        .selectFrom("occupied_night")
        .where("property_id", "=", PROPERTY_ID)
        .where("booking_id", "is", null)
        .where((eb) => eb.or([eb("block_id", "is not", null), eb("channel_stay_id", "not in", imported.stayIds())]))
        .where("night", ">=", from)
        .where("night", "<", to)
        .select([monthOf("night").as("month")])
        .select((eb) => eb.fn.countAll<number>().as("nights"))
        .groupBy("month")
        .execute(),

    guests: ({ from, to }: Span): Promise<{ guests: number; repeatGuests: number }> =>
      db
        .with("person", (cte) =>
          cte
            .selectFrom("booking")
            .innerJoin("guest", "guest.id", "booking.guest_id")
            .where(STANDING)
            .where("booking.check_in", "<", to)
            // A guest without an email address cannot be recognised as a returning guest.
            .where("guest.email", "<>", "")
            .select([
              lowered(engine, "guest.email").as("address"),
              sql<number>`count(*)`.as("stays"),
              sql<number>`sum(case when booking.check_in >= ${from} then 1 else 0 end)`.as("within"),
            ])
            .groupBy("address"),
        )
        .selectFrom("person")
        .where("within", ">", 0)
        .select([
          sql<number>`count(*)`.as("guests"),
          sql<number>`coalesce(sum(case when stays > 1 then 1 else 0 end), 0)`.as("repeatGuests"),
        ])
        .executeTakeFirstOrThrow(),

    /** Stays that are not cancelled and have a night in the span. */
    stays: async ({ from, to }: Span): Promise<(DashboardStay & { totalCents: Cents; currency: string })[]> => {
      const rows = await db
        .selectFrom("booking")
        .innerJoin("guest", "guest.id", "booking.guest_id")
        .select(["booking.id", "booking.reference", "booking.guest_count", "booking.source"])
        .select(["booking.check_in", "booking.check_out", "booking.total_cents", "booking.currency", "guest.name"])
        .select(WAIT_COLUMNS)
        .where(STANDING)
        .where("booking.check_in", "<", to)
        .where("booking.check_out", ">", from)
        .orderBy("booking.check_in", "desc")
        .orderBy("booking.id")
        .execute();
      return rows.map((row) => ({ ...toStay(row), totalCents: row.total_cents, currency: row.currency }));
    },
  };
}

export type AnalyticsStore = ReturnType<typeof createAnalyticsStore>;

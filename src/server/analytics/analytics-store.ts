import { sql } from "kysely";
import { PROPERTY_ID } from "#domain/booking/booking.ts";
import { addDays } from "#domain/calendar/local-date.ts";
import { STANDING } from "../core/occupied-nights.ts";
import type { Database } from "../database/connect.ts";
import { daysFrom, monthOf } from "../database/dialect.ts";
import { toStay } from "./dashboard-store.ts";
import { createImportedSums } from "./imported-store.ts";
import { addUpByCurrency } from "./currency-sums.ts";
import { extraSums } from "./line-sums.ts";
import type { AnalyticsStore } from "./ports.ts";

/** All sums are made by the database, in whole cents and whole days, the same on both engines. */
export function createAnalyticsStore(database: Database): AnalyticsStore {
  const { db, engine } = database;
  const stayNights = daysFrom(engine, "booking.check_in", "booking.check_out");
  const nightNumber = daysFrom(engine, "booking.check_in", "occupied_night.night");
  // As bigint: 30 nights of an expensive cottage would not fit into PostgreSQL's integer.
  const total = sql`cast(booking.total_cents as bigint)`;
  /** `centsWithin` of the domain for one night. */
  const nightCents = sql<number>`(${total} * (${nightNumber} + 1)) / ${stayNights} - (${total} * ${nightNumber}) / ${stayNights}`;
  /** `isAmountKnown` of the domain. */
  const known = sql<boolean>`(booking.source = 'direct' or booking.total_cents > 0)`;

  /** Nights sold; a cancelled stay has released its nights. */
  const soldNights = () =>
    db
      .selectFrom("occupied_night")
      .innerJoin("booking", "booking.id", "occupied_night.booking_id")
      .where("occupied_night.property_id", "=", PROPERTY_ID)
      .where(STANDING)
      // A change that waits for the host holds nights that have not been sold.
      .whereRef("occupied_night.night", ">=", "booking.check_in")
      .whereRef("occupied_night.night", "<", "booking.check_out");

  const imported = createImportedSums(database);

  return {
    firstAndLastNight: async () => {
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

    nightSums: async ({ from, to }, currency) => {
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

    extraSums: (span, currency) => extraSums(db, span, currency),

    otherSums: async ({ from, to }, currency) => {
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

    bookingSums: async ({ from, to }) => {
      const own = await db
        .selectFrom("booking")
        .where("check_in", ">=", from)
        .where("check_in", "<", to)
        .select([monthOf("booking.check_in").as("month"), "status", "source"])
        .select((eb) => [
          eb.fn.countAll<number>().as("bookings"),
          sql<number>`sum(${stayNights})`.as("nights"),
          eb.fn.sum<number>("guest_count").as("people"),
        ])
        // Bookings that ended because nobody paid are not counted.
        .where((eb) => eb.or([eb("status", "!=", "cancelled"), eb("pay_by", "is", null)]))
        .groupBy(["month", "status", "source"])
        .execute();
      return [...own, ...(await imported.bookingSums({ from, to }))];
    },

    blockedNights: ({ from, to }) =>
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

    guests: ({ from, to }) =>
      db
        .with("person", (cte) =>
          cte
            .selectFrom("booking")
            .innerJoin("guest", "guest.id", "booking.guest_id")
            .where(STANDING)
            .where("booking.check_in", "<", to)
            // A stay from a platform's calendar may have no email address, so its guest is unknown.
            .where("guest.email", "<>", "")
            .select([
              // Addresses are ASCII, where lower() is the same on both engines.
              sql<string>`lower(guest.email)`.as("address"),
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

    stays: async ({ from, to }) => {
      const rows = await db
        .selectFrom("booking")
        .innerJoin("guest", "guest.id", "booking.guest_id")
        .select(["booking.id", "booking.reference", "booking.guest_count", "booking.status", "booking.source"])
        .select(["booking.check_in", "booking.check_out", "booking.total_cents", "booking.currency", "guest.name"])
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

import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Engine } from "../dialect.ts";

/**
 * Discount codes and the bookings that used them. The rules on what the website sells (longest stay, booking window)
 * move from the settings to the price document; the rate is not moved.
 */
export function prices(engine: Engine): Migration {
  const date = engine === "postgres" ? sql`date` : sql`text`;
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable("promo_code")
        .addColumn("code", "text", (c) => c.primaryKey())
        .addColumn("percent", "integer", (c) => c.check(sql`percent between 1 and 10000`))
        .addColumn("amount_cents", "integer", (c) => c.check(sql`amount_cents > 0`))
        .addColumn("arrival_from", date)
        .addColumn("arrival_until", date)
        .addColumn("book_until", date)
        .addColumn("minimum_nights", "integer")
        .addColumn("maximum_uses", "integer")
        .addColumn("removed_at", "text")
        .addCheckConstraint("promo_code_is_one_kind", sql`(percent is null) <> (amount_cents is null)`)
        .execute();
      // A use counts unless its booking is cancelled, so cancelling a booking needs no further write.
      await db.schema
        .createTable("promo_code_use")
        .addColumn("booking_id", "text", (c) => c.primaryKey().references("booking.id").onDelete("cascade"))
        .addColumn("code", "text", (c) => c.notNull().references("promo_code.code"))
        .execute();
      await db.schema.createIndex("promo_code_use_by_code").on("promo_code_use").column("code").execute();
      await takeOverStayRules(db);
    },
  };
}

/** A new installation has no settings yet and starts with the default price document of its version. */
async function takeOverStayRules(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ value: string }>`select value from settings where id = 1`.execute(db);
  const [settings] = rows;
  if (!settings) return;
  const { longestStay = 30, bookingWindow = 730 } = JSON.parse(settings.value);
  const value = JSON.stringify({ ...DOCUMENT, longestStay, windowDays: bookingWindow });
  await sql`insert into site_content (name, value, version) values ('prices', ${value}, 1)`.execute(db);
}

/** The price document of this version. It must not change, because this migration has run on existing installations. */
const DOCUMENT = {
  currency: "USD",
  seasons: [],
  specialDates: [],
  longerStays: [],
  lastMinute: null,
  earlyBird: null,
  guests: { sleeps: 6, included: 6, extraCents: 0 },
  cleaningCents: 0,
  taxes: [],
  smallestGap: null,
  cancellation: [{ fromHoursBefore: 48, nights: 1 }],
  everyNight: {
    weekendPriceCents: null,
    weekendNights: [4, 5],
    minimumNights: 1,
    changeoverDays: [0, 1, 2, 3, 4, 5, 6],
  },
};

import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Engine } from "../dialect.ts";

/**
 * The price of "one night" is stored with the booking, so neither a longer stay nor an agreed total changes the
 * cancellation fee. For existing bookings, it is the price per night in their first price line.
 */
export function oneNight(engine: Engine): Migration {
  const first =
    engine === "postgres" ? "price_lines::json->0->>'unitCents'" : "json_extract(price_lines, '$[0].unitCents')";
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable("booking").addColumn("one_night_cents", "integer").execute();
      await sql.raw(`update booking set one_night_cents = cast(${first} as integer)`).execute(db);
    },
  };
}

import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Engine } from "../dialect.ts";

/**
 * Stores the currency of each booking in its own column, so that sums can be separated by currency. Bookings made
 * before terms were stored, and amounts that hosts entered for platforms' stays, are in dollars.
 */
export function currency(engine: Engine): Migration {
  const frozen =
    engine === "postgres"
      ? sql`frozen_price::json -> 'terms' ->> 'currency'`
      : sql`json_extract(frozen_price, '$.terms.currency')`;
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable("booking")
        .addColumn("currency", "text", (c) => c.notNull().defaultTo("USD"))
        .execute();
      await db.schema
        .alterTable("channel_stay")
        .addColumn("amount_currency", "text", (c) => c.notNull().defaultTo("USD"))
        .execute();
      await sql`update booking set currency = ${frozen} where frozen_price is not null and ${frozen} <> 'USD'`.execute(
        db,
      );
    },
  };
}

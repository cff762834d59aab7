import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Engine } from "../dialect.ts";

export function start(engine: Engine): Migration {
  const date = engine === "postgres" ? sql`date` : sql`text`;
  /** PostgreSQL's type accepts only dates, so only the range is checked. SQLite would store any string. */
  const isDay = (column: string) =>
    engine === "postgres"
      ? sql`${sql.ref(column)} between '2000-01-01' and '2199-12-31'`
      : sql`${sql.ref(column)} is date(${sql.ref(column)}) and length(${sql.ref(column)}) = 10`;

  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable("property")
        .addColumn("id", "integer", (c) => c.primaryKey())
        .addColumn("name", "text", (c) => c.notNull())
        .addColumn("description", "text", (c) => c.notNull())
        .addColumn("location", "text", (c) => c.notNull())
        .addColumn("image_url", "text", (c) => c.notNull())
        .addColumn("rate_cents", "integer", (c) => c.notNull().check(sql`rate_cents > 0`))
        .addColumn("bedrooms", "integer", (c) => c.notNull())
        .addColumn("bathrooms", "integer", (c) => c.notNull())
        .addColumn("amenities", "text", (c) => c.notNull())
        .addColumn("house_rules", "text", (c) => c.notNull())
        .addColumn("local_attractions", "text", (c) => c.notNull())
        .addColumn("wifi_password", "text", (c) => c.notNull())
        .addColumn("check_in_instructions", "text", (c) => c.notNull())
        .addColumn("time_zone", "text", (c) => c.notNull())
        .addColumn("version", "integer", (c) => c.notNull())
        .execute();

      await db.schema
        .createTable("site_content")
        .addColumn("name", "text", (c) => c.primaryKey())
        .addColumn("value", "text", (c) => c.notNull())
        .addColumn("version", "integer", (c) => c.notNull())
        .execute();

      await db.schema
        .createTable("guest")
        .addColumn("id", "text", (c) => c.primaryKey())
        .addColumn("name", "text", (c) => c.notNull())
        .addColumn("email", "text", (c) => c.notNull())
        .addColumn("phone", "text", (c) => c.notNull())
        .addColumn("search_text", "text", (c) => c.notNull())
        .addColumn("created_at", "text", (c) => c.notNull())
        .addColumn("claimed_at", "text")
        .addColumn("browser_hash", "text", (c) => c.notNull())
        .addColumn("address_hash", "text", (c) => c.notNull())
        .execute();
      await db.schema
        .createIndex("guest_unclaimed")
        .on("guest")
        .column("created_at")
        .where(sql.ref("claimed_at"), "is", null)
        .execute();

      await db.schema
        .createTable("booking")
        .addColumn("id", "text", (c) => c.primaryKey())
        .addColumn("reference", "text", (c) => c.notNull().unique())
        .addColumn("property_id", "integer", (c) => c.notNull().references("property.id"))
        .addColumn("guest_id", "text", (c) => c.notNull().unique().references("guest.id"))
        .addColumn("check_in", date, (c) => c.notNull().check(isDay("check_in")))
        .addColumn("check_out", date, (c) => c.notNull().check(isDay("check_out")))
        .addColumn("guest_count", "integer", (c) => c.notNull().check(sql`guest_count > 0`))
        .addColumn("status", "text", (c) =>
          c
            .notNull()
            .check(
              sql`status in ('upcoming', 'confirmed', 'pending', 'checked-in', 'checked-out', 'cancelled', 'completed')`,
            ),
        )
        .addColumn("source", "text", (c) => c.notNull())
        .addColumn("special_requests", "text")
        .addColumn("total_cents", "integer", (c) => c.notNull().check(sql`total_cents >= 0`))
        .addColumn("price_lines", "text", (c) => c.notNull())
        .addColumn("policy", "text", (c) => c.notNull())
        .addColumn("created_at", "text", (c) => c.notNull())
        .addColumn("version", "integer", (c) => c.notNull())
        .addCheckConstraint("booking_at_least_one_night", sql`check_in < check_out`)
        .execute();
      await db.schema.createIndex("booking_by_check_in").on("booking").column("check_in").execute();

      await db.schema
        .createTable("occupied_night")
        .addColumn("property_id", "integer", (c) => c.notNull().references("property.id"))
        .addColumn("night", date, (c) => c.notNull().check(isDay("night")))
        // Nights are claimed before the booking's row is inserted, in one transaction.
        .addColumn("booking_id", "text", (c) => c.notNull())
        .addForeignKeyConstraint("occupied_night_of_booking", ["booking_id"], "booking", ["id"], (c) =>
          c.deferrable().initiallyDeferred(),
        )
        .addPrimaryKeyConstraint("occupied_night_sold_once", ["property_id", "night"])
        .execute();
      await db.schema.createIndex("occupied_night_by_booking").on("occupied_night").column("booking_id").execute();

      await db.schema
        .createTable("booking_access")
        .addColumn("booking_id", "text", (c) => c.notNull().references("booking.id"))
        .addColumn("browser_hash", "text", (c) => c.notNull())
        .addPrimaryKeyConstraint("booking_access_once", ["booking_id", "browser_hash"])
        .execute();

      await db.schema
        .createTable("booking_event")
        .addColumn("id", "text", (c) => c.primaryKey())
        .addColumn("booking_id", "text", (c) => c.notNull().references("booking.id"))
        .addColumn("at", "text", (c) => c.notNull())
        .addColumn("actor", "text", (c) => c.notNull())
        .addColumn("event", "text", (c) => c.notNull())
        .execute();
      await db.schema.createIndex("booking_event_by_booking").on("booking_event").column("booking_id").execute();

      await db.schema
        .createTable("idempotency_key")
        .addColumn("key_hash", "text", (c) => c.primaryKey())
        .addColumn("body_hash", "text", (c) => c.notNull())
        .addColumn("answer", "text", (c) => c.notNull())
        .addColumn("created_at", "text", (c) => c.notNull())
        .execute();
      await db.schema.createIndex("idempotency_key_by_age").on("idempotency_key").column("created_at").execute();

      await db.schema
        .createTable("admin")
        .addColumn("id", "text", (c) => c.primaryKey())
        .addColumn("username", "text", (c) => c.notNull().unique())
        .addColumn("password_hash", "text", (c) => c.notNull())
        .addColumn("created_at", "text", (c) => c.notNull())
        .execute();
      await db.schema
        .createTable("admin_session")
        .addColumn("token_hash", "text", (c) => c.primaryKey())
        .addColumn("admin_id", "text", (c) => c.notNull().references("admin.id").onDelete("cascade"))
        .addColumn("created_at", "text", (c) => c.notNull())
        .addColumn("last_seen_at", "text", (c) => c.notNull())
        .addColumn("user_agent", "text", (c) => c.notNull())
        .execute();
      await db.schema
        .createTable("setup_token")
        .addColumn("token_hash", "text", (c) => c.primaryKey())
        .addColumn("created_at", "text", (c) => c.notNull())
        .execute();
    },
  };
}

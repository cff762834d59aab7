import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Engine } from "../dialect.ts";

/**
 * Card payments. `payment` becomes the ledger: a row with a `fact_key` records, once, something that happened at the
 * provider. Such a row cannot be changed or deleted, except that its fee may be added. A row of `checkout` is one
 * payment page at the provider for one amount, a row of `refund` is a refund that we owe a guest, with its state, a row
 * of `receipt` is a numbered document, and a row of `provider_notice` is a webhook from the provider.
 */
export function payments(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await addColumns(db);
      await addTables(db);
      for (const statement of engine === "postgres" ? POSTGRES : SQLITE) await sql.raw(statement).execute(db);
    },
  };
}

async function addColumns(db: Kysely<unknown>): Promise<void> {
  for (const name of ["pay_by", "plan"] as const)
    await db.schema.alterTable("booking").addColumn(name, "text").execute();
  await db.schema.createIndex("booking_pay_by").on("booking").column("pay_by").execute();
  await db.schema
    .alterTable("payment")
    .addColumn("currency", "text", (c) => c.notNull().defaultTo("USD"))
    .execute();
  for (const name of ["provider", "checkout_id", "charge_ref"] as const)
    await db.schema.alterTable("payment").addColumn(name, "text").execute();
  for (const name of ["live", "fee_minor"] as const)
    await db.schema.alterTable("payment").addColumn(name, "integer").execute();
  await db.schema.alterTable("payment").addColumn("fact_key", "text").execute();
  await db.schema.createIndex("payment_fact_key").unique().on("payment").column("fact_key").execute();
}

async function addTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("checkout")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("booking_id", "text", (c) => c.notNull().references("booking.id"))
    .addColumn("purpose", "text", (c) => c.notNull().check(sql`purpose in ('first', 'rest', 'all', 'extra')`))
    .addColumn("amount_minor", "integer", (c) => c.notNull().check(sql`amount_minor > 0`))
    .addColumn("currency", "text", (c) => c.notNull())
    .addColumn("provider", "text", (c) => c.notNull())
    .addColumn("live", "integer", (c) => c.notNull().check(sql`live in (0, 1)`))
    .addColumn("provider_ref", "text")
    .addColumn("state", "text", (c) => c.notNull().check(sql`state in ('opening', 'open', 'paid', 'ended', 'unknown')`))
    .addColumn("ends_at", "text", (c) => c.notNull())
    .addColumn("checked_at", "text")
    .addColumn("next_check_at", "text")
    .addColumn("checks", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("failing_since", "text")
    .addColumn("created_at", "text", (c) => c.notNull())
    .addColumn("created_by", "text", (c) => c.notNull())
    .addColumn("request_id", "text")
    .execute();
  await db.schema.createIndex("checkout_by_booking").on("checkout").column("booking_id").execute();
  await db.schema.createIndex("checkout_next_check").on("checkout").column("next_check_at").execute();
  await sql`create unique index checkout_ref on checkout (provider, live, provider_ref)`.execute(db);
  await sql`create unique index checkout_one_open on checkout (booking_id)
    where state in ('opening', 'open', 'unknown')`.execute(db);

  await db.schema
    .createTable("payment_request")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("booking_id", "text", (c) => c.notNull().references("booking.id"))
    .addColumn("amount_minor", "integer", (c) => c.notNull().check(sql`amount_minor > 0`))
    .addColumn("currency", "text", (c) => c.notNull())
    .addColumn("about", "text", (c) => c.notNull())
    .addColumn("created_at", "text", (c) => c.notNull())
    .addColumn("created_by", "text", (c) => c.notNull())
    .addColumn("paid_at", "text")
    .addColumn("withdrawn_at", "text")
    .execute();
  await db.schema.createIndex("payment_request_by_booking").on("payment_request").column("booking_id").execute();

  await db.schema
    .createTable("refund")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("booking_id", "text", (c) => c.notNull().references("booking.id"))
    .addColumn("checkout_id", "text", (c) => c.notNull().references("checkout.id"))
    .addColumn("charge_ref", "text", (c) => c.notNull())
    .addColumn("amount_minor", "integer", (c) => c.notNull().check(sql`amount_minor > 0`))
    .addColumn("currency", "text", (c) => c.notNull())
    .addColumn("why", "text", (c) => c.notNull().check(sql`why in ('cancelled', 'late', 'twice', 'host')`))
    .addColumn("state", "text", (c) =>
      c.notNull().check(sql`state in ('wanted', 'asked', 'pending', 'done', 'failed', 'by-hand')`),
    )
    .addColumn("provider_ref", "text")
    .addColumn("tries", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("next_try_at", "text", (c) => c.notNull())
    .addColumn("asked_at", "text")
    .addColumn("failure", "text")
    .addColumn("closed_at", "text")
    .addColumn("wanted_by", "text", (c) => c.notNull())
    .addColumn("created_at", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("refund_by_booking").on("refund").column("booking_id").execute();
  await db.schema.createIndex("refund_next_try").on("refund").column("next_try_at").execute();
  await db.schema.createIndex("refund_ref").unique().on("refund").column("provider_ref").execute();
  await sql`create unique index refund_once on refund (charge_ref, why) where why in ('late', 'twice')`.execute(db);

  await db.schema
    .createTable("receipt")
    .addColumn("year", "integer", (c) => c.notNull())
    .addColumn("number", "integer", (c) => c.notNull())
    .addColumn("booking_id", "text", (c) => c.notNull().references("booking.id"))
    .addColumn("payment_id", "text", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull().check(sql`kind in ('payment', 'refund', 'correction')`))
    .addColumn("content", "text", (c) => c.notNull())
    .addColumn("created_at", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("receipt_number", ["year", "number"])
    .execute();
  await db.schema.createIndex("receipt_of").unique().on("receipt").columns(["payment_id", "kind"]).execute();
  await db.schema.createIndex("receipt_by_booking").on("receipt").column("booking_id").execute();

  await db.schema
    .createTable("provider_notice")
    .addColumn("provider", "text", (c) => c.notNull())
    .addColumn("live", "integer", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("type", "text", (c) => c.notNull())
    .addColumn("object_ref", "text", (c) => c.notNull())
    .addColumn("received_at", "text", (c) => c.notNull())
    .addColumn("outcome", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("provider_notice_once", ["provider", "live", "id"])
    .execute();
  await db.schema.createIndex("provider_notice_received").on("provider_notice").column("received_at").execute();

  await db.schema
    .createTable("payment_alarm")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("booking_id", "text")
    .addColumn("detail", "text", (c) => c.notNull())
    .addColumn("opened_at", "text", (c) => c.notNull())
    .addColumn("closed_at", "text")
    .addColumn("closed_by", "text")
    .addColumn("closed_with", "text")
    .execute();
}

const FACT_STAYS = "latchkey: what happened at the payment provider stays in the ledger";
const FIXED = `id booking_id kind amount_cents method paid_on recorded_at recorded_by currency provider live checkout_id
  charge_ref fact_key`.split(/\s+/);
const changedBy = (differs: string) => FIXED.map((column) => `new.${column} ${differs} old.${column}`).join(" or ");
const feeChanged = (differs: string) => `(old.fee_minor is not null and new.fee_minor ${differs} old.fee_minor)`;
const RECEIPT_STAYS = "latchkey: a receipt is never changed or removed";

const SQLITE = [
  `create trigger payment_fact_stays before delete on payment when old.fact_key is not null
   begin select raise(abort, '${FACT_STAYS}'); end`,
  `create trigger payment_fact_is_fixed before update on payment
   when old.fact_key is not null and (${changedBy("is not")} or ${feeChanged("is not")})
   begin select raise(abort, '${FACT_STAYS}'); end`,
  `create trigger receipt_stays before delete on receipt begin select raise(abort, '${RECEIPT_STAYS}'); end`,
  `create trigger receipt_is_fixed before update on receipt begin select raise(abort, '${RECEIPT_STAYS}'); end`,
];

const POSTGRES = [
  `create function payment_fact_stays() returns trigger language plpgsql as $$
   begin
     if old.fact_key is not null then raise exception '${FACT_STAYS}' using errcode = '42501'; end if;
     return old;
   end $$`,
  `create function payment_fact_is_fixed() returns trigger language plpgsql as $$
   begin
     if old.fact_key is not null and (${changedBy("is distinct from")} or ${feeChanged("is distinct from")}) then
       raise exception '${FACT_STAYS}' using errcode = '42501';
     end if;
     return new;
   end $$`,
  `create function receipt_stays() returns trigger language plpgsql as $$
   begin raise exception '${RECEIPT_STAYS}' using errcode = '42501'; end $$`,
  `create trigger payment_fact_stays before delete on payment for each row execute function payment_fact_stays()`,
  `create trigger payment_fact_is_fixed before update on payment for each row execute function payment_fact_is_fixed()`,
  `create trigger receipt_stays before delete or update on receipt for each row execute function receipt_stays()`,
];

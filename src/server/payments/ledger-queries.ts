import type { Insertable, Selectable } from "kysely";
import { PROPERTY_ID } from "#domain/booking/booking.ts";
import type { Schema } from "../database/schema.ts";
import type { Trx } from "../database/transaction.ts";
import type { WebhookEvent, Reader } from "./ports.ts";

/** The checkout in the ledger row for a fact; null if the fact is not recorded. */
export async function rowOfFact(db: Reader, key: string): Promise<{ checkoutId: string | null } | null> {
  const row = await db.selectFrom("payment").select("checkout_id").where("fact_key", "=", key).executeTakeFirst();
  return row ? { checkoutId: row.checkout_id } : null;
}

export async function hasFact(db: Reader, key: string): Promise<boolean> {
  return (await rowOfFact(db, key)) !== null;
}

/** If the provider reports its fee only after settlement, the fee is filled in then, and only once. */
export async function fillFee(db: Reader, key: string, feeCents: number): Promise<void> {
  await db
    .updateTable("payment")
    .set({ fee_minor: feeCents })
    .where("fact_key", "=", key)
    .where("fee_minor", "is", null)
    .execute();
}

type WebhookEventRow = WebhookEvent & { at: Date; outcome: Selectable<Schema["provider_notice"]>["outcome"] };

/** Duplicates are ignored. */
export async function insertWebhookEvents(
  trx: Trx,
  provider: { name: string; live: boolean },
  events: readonly WebhookEventRow[],
): Promise<void> {
  const live = provider.live ? 1 : 0;
  await trx
    .insertInto("provider_notice")
    .values(
      events.map(({ id, type, ref, at, outcome }) => ({
        provider: provider.name,
        live,
        id,
        type,
        object_ref: ref,
        received_at: at.toISOString(),
        outcome,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The charges for a checkout, earliest first. */
export async function chargesOf(db: Reader, checkoutId: string): Promise<{ key: string; chargeRef: string }[]> {
  const rows = await db
    .selectFrom("payment")
    .select(["fact_key", "charge_ref"])
    .where("checkout_id", "=", checkoutId)
    .where("kind", "=", "payment")
    .where("method", "=", "online")
    .orderBy("recorded_at")
    .orderBy("id")
    .execute();
  return rows.flatMap(({ fact_key: key, charge_ref: chargeRef }) =>
    key !== null && chargeRef !== null ? [{ key, chargeRef }] : [],
  );
}

/** The types of the signed webhooks about an object, earliest first. */
export async function webhookTypesOf(
  db: Reader,
  provider: { name: string; live: boolean },
  ref: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom("provider_notice")
    .select("type")
    .where("provider", "=", provider.name)
    .where("live", "=", provider.live ? 1 : 0)
    .where("object_ref", "=", ref)
    .orderBy("received_at")
    .orderBy("id")
    .execute();
  return rows.map(({ type }) => type);
}

/** The ids of different payments on one page, according to webhooks whose ids end with that of the payment. */
export async function paymentIdsOf(
  trx: Trx,
  provider: { name: string; live: boolean },
  ref: string,
): Promise<string[]> {
  const rows = await trx
    .selectFrom("provider_notice")
    .select(["id", "type"])
    .where("provider", "=", provider.name)
    .where("live", "=", provider.live ? 1 : 0)
    .where("object_ref", "=", ref)
    .orderBy("id")
    .execute();
  const ids = rows.flatMap(({ id, type }) => {
    const start = `${ref} ${type} `;
    return id.startsWith(start) ? [id.slice(start.length)] : [];
  });
  return [...new Set(ids.filter((id) => id !== ""))];
}

/** Whether a charge was recorded in this period without any webhook about it. */
export async function hasChargeWithoutWebhook(db: Reader, from: Date, to: Date): Promise<boolean> {
  const row = await db
    .selectFrom("payment")
    .innerJoin("checkout", "checkout.id", "payment.checkout_id")
    .select("payment.id")
    .where("payment.kind", "=", "payment")
    .where("payment.method", "=", "online")
    .where("payment.recorded_at", ">=", from.toISOString())
    .where("payment.recorded_at", "<", to.toISOString())
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom("provider_notice")
            .select("provider_notice.id")
            .where((eb) =>
              eb.or([
                eb("provider_notice.object_ref", "=", eb.ref("checkout.provider_ref")),
                eb("provider_notice.object_ref", "=", eb.ref("payment.charge_ref")),
              ]),
            ),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function nextReceiptNumber(trx: Trx, year: number): Promise<number> {
  const row = await trx
    .selectFrom("receipt")
    .select((eb) => eb.fn.max("number").as("last"))
    .where("year", "=", year)
    .executeTakeFirst();
  return Number(row?.last ?? 0) + 1;
}

/** What a receipt states about the property, in English. */
export async function shownOnReceipt(trx: Trx): Promise<{ name: string; location: string }> {
  const property = trx.selectFrom("property").select(["name", "location"]).where("id", "=", PROPERTY_ID);
  return property.executeTakeFirstOrThrow();
}

export async function insertReceipt(trx: Trx, row: Insertable<Schema["receipt"]>): Promise<void> {
  await trx.insertInto("receipt").values(row).execute();
}

export async function receiptsOf(db: Reader, bookingId: string): Promise<Selectable<Schema["receipt"]>[]> {
  return db
    .selectFrom("receipt")
    .selectAll()
    .where("booking_id", "=", bookingId)
    .orderBy("year")
    .orderBy("number")
    .execute();
}

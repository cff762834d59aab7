import { PROPERTY_ID } from "#domain/booking/booking.ts";
import type { Trx } from "../database/transaction.ts";

/** The property's name, for an email that is written in the caller's transaction. */
export async function cottageName(trx: Trx): Promise<string> {
  const row = await trx.selectFrom("property").select("name").where("id", "=", PROPERTY_ID).executeTakeFirstOrThrow();
  return row.name;
}

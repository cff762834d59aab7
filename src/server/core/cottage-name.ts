import { PROPERTY_ID } from "#domain/booking/booking.ts";
import type { Db } from "../database/connect.ts";

/** The property's name, for an email; pass the transaction, if any. */
export async function cottageName(db: Db): Promise<string> {
  const row = await db.selectFrom("property").select("name").where("id", "=", PROPERTY_ID).executeTakeFirstOrThrow();
  return row.name;
}

import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * Once a guest has booked, nothing needs the hashes of the browser and address that registered the guest. The hashes of
 * addresses had no key, so the addresses could be found by trying all.
 */
export const claimedGuests: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`update guest set browser_hash = '', address_hash = ''
      where claimed_at is not null and (browser_hash <> '' or address_hash <> '')`.execute(db);
  },
};

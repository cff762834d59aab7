import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * For each booking made on the website, we count the nights and stays that the guest has already reserved. Only recent
 * bookings have identity hashes (`IDENTITY_HASH_DAYS`), so this index stays small, however many bookings there are. The
 * second index finds the stays with nights that the host has to decide on.
 */
export const guardIndex: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index booking_marked on booking (created_at) where network_mark is not null`.execute(db);
    await sql`create index channel_stay_spared on channel_stay (spared) where spared is not null`.execute(db);
  },
};

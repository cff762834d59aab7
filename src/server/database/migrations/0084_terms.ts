import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** The host's additions to the booking terms and the cancellation policy. */
export const terms: Migration = {
  async up(db: Kysely<unknown>) {
    // A new installation has no property yet and starts with the documents of its version.
    for (const name of ["terms", "cancellationTerms"]) {
      await sql`
        insert into site_content (name, value, version) select ${name}, '""', 1 from property where id = 1
      `.execute(db);
    }
  },
};

import type { Trx } from "../database/transaction.ts";
import type { Selectable } from "kysely";
import type { Schema } from "../database/schema.ts";
import type { Stay } from "#domain/booking/stay.ts";

/** What a channel received from `at` on, by UID. */
export type FeedVersion = { at: Date; etag: string; items: { uid: string; stay: Stay }[] };

export const versionStore = {
  /** In chronological order. */
  versions: async (trx: Trx, channel: string): Promise<FeedVersion[]> => {
    const rows = await trx
      .selectFrom("feed_version")
      .selectAll()
      .where("channel", "=", channel)
      .orderBy("id")
      .execute();
    return rows.map(versionFromRow);
  },

  lastVersion: async (trx: Trx, channel: string): Promise<FeedVersion | null> => {
    const row = await trx
      .selectFrom("feed_version")
      .selectAll()
      .where("channel", "=", channel)
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirst();
    return row ? versionFromRow(row) : null;
  },

  addVersion: async (trx: Trx, channel: string, { at, etag, items }: FeedVersion): Promise<void> => {
    const moment = at.toISOString();
    const published = items.map(({ uid, stay }) => ({ uid, stay: { checkIn: stay.checkIn, checkOut: stay.checkOut } }));
    await trx
      .insertInto("feed_version")
      .values({ channel, etag, items: JSON.stringify(published), first_served_at: moment, last_served_at: moment })
      .execute();
  },

  /** Records that the last version was served again. */
  servedAgain: async (trx: Trx, channel: string, at: Date): Promise<void> => {
    await trx
      .updateTable("feed_version")
      .set({ last_served_at: at.toISOString() })
      .where("id", "=", (eb) =>
        eb
          .selectFrom("feed_version as newest")
          .select((max) => max.fn.max("newest.id").as("id"))
          .where("newest.channel", "=", channel),
      )
      .execute();
  },
};

function versionFromRow(row: Selectable<Schema["feed_version"]>): FeedVersion {
  return { at: new Date(row.first_served_at), etag: row.etag, items: JSON.parse(row.items) };
}

import type { Trx } from "../database/transaction.ts";
import { type Selectable, sql } from "kysely";
import type { Schema } from "../database/schema.ts";
import type { Held } from "#domain/channels/export.ts";
import type { Stay } from "#domain/booking/stay.ts";

/** One span of nights in a published calendar. */
export type FeedItem = {
  record: string;
  uid: string;
  stay: Stay;
  kind: Held["kind"];
  sequence: number;
  changedAt: Date;
};

/** Well below SQLite's limit on variables per statement. */
const AT_ONCE = 500;

/** Our events as platforms know them. Each record keeps its event id. */
export const itemStore = {
  items: async (trx: Trx, records: readonly string[]): Promise<Map<string, FeedItem>> => {
    const found = new Map<string, FeedItem>();
    for (let i = 0; i < records.length; i += AT_ONCE) {
      const rows = await trx
        .selectFrom("feed_item")
        .selectAll()
        .where("record", "in", records.slice(i, i + AT_ONCE))
        .execute();
      for (const row of rows) found.set(row.record, itemFromRow(row));
    }
    return found;
  },

  putItem: async (trx: Trx, { record, uid, stay, kind, sequence, changedAt }: FeedItem): Promise<void> => {
    const nights = { starts_on: stay.checkIn, ends_on: stay.checkOut, kind, sequence };
    const row = { ...nights, changed_at: changedAt.toISOString() };
    await trx
      .insertInto("feed_item")
      .values({ record, uid, ...row })
      .onConflict((conflict) => conflict.column("record").doUpdateSet(row))
      .execute();
  },

  /** How many of the bookings that the channel received are no longer in the database. */
  lostBookings: async (trx: Trx, uids: readonly string[]): Promise<number> => {
    let lost = 0;
    for (let i = 0; i < uids.length; i += AT_ONCE) {
      const records = await trx
        .selectFrom("feed_item")
        .select("record")
        .where("uid", "in", uids.slice(i, i + AT_ONCE))
        .where("record", "like", "booking:%")
        .execute();
      const ids = records.map(({ record }) => idOf(record));
      if (ids.length === 0) continue;
      const kept = await trx.selectFrom("booking").select("id").where("id", "in", ids).execute();
      lost += ids.length - kept.length;
    }
    return lost;
  },

  /** Forgets lost bookings once the host knows about them, so these bookings are no longer checked. */
  forgetLost: async (trx: Trx): Promise<void> => {
    const known = trx.selectFrom("booking").select(sql<string>`'booking:' || id`.as("record"));
    await trx.deleteFrom("feed_item").where("record", "like", "booking:%").where("record", "not in", known).execute();
  },
};

/** The id in `booking:<id>` and similar keys. */
export function idOf(record: string): string {
  return record.slice(record.indexOf(":") + 1);
}

function itemFromRow(row: Selectable<Schema["feed_item"]>): FeedItem {
  return {
    record: row.record,
    uid: row.uid,
    stay: { checkIn: row.starts_on, checkOut: row.ends_on },
    kind: row.kind,
    sequence: row.sequence,
    changedAt: new Date(row.changed_at),
  };
}

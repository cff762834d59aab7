import { type ExpressionBuilder, type Selectable, sql } from "kysely";
import { PROPERTY_ID } from "#domain/booking/booking.ts";
import type { Stay } from "#domain/booking/stay.ts";
import type { BookingSource } from "#domain/booking/source.ts";
import { holdsNights } from "#domain/booking/status.ts";
import type { Held } from "#domain/channels/export.ts";
import type { Database } from "../database/connect.ts";
import { lockCalendar } from "../database/dialect.ts";
import type { Schema } from "../database/schema.ts";
import type { Trx } from "../database/transaction.ts";
import { hashToken } from "../runtime/ids.ts";
import type { Feed, FeedItem, FeedStore, FeedVersion } from "./ports.ts";

const THE_HOLD = 1;
/** Well under the number of variables that SQLite takes in one statement. */
const AT_ONCE = 500;

export function createFeedStore({ db, engine }: Database): FeedStore {
  return {
    locked: (work) =>
      db.transaction().execute(async (trx) => {
        await lockCalendar(engine, trx, PROPERTY_ID);
        return work(trx);
      }),

    isKnown: async (tokenHash) => {
      const row = await db.selectFrom("feed").select("channel").where(isTokenOf(tokenHash)).executeTakeFirst();
      return row !== undefined;
    },

    byToken: async (trx, tokenHash, now) => {
      const row = await trx.selectFrom("feed").selectAll().where(isTokenOf(tokenHash)).executeTakeFirst();
      if (!row) return null;
      const feed = feedFromRow(row);
      if (row.token_hash === tokenHash) return { feed, address: "current" };
      return feed.oldUntil && now < feed.oldUntil ? { feed, address: "old" } : null;
    },

    channel: async (trx, id) => {
      const row = await trx
        .selectFrom("channel")
        .select(["platform", "name"])
        .where("id", "=", id)
        .where("state", "<>", "disconnected")
        .executeTakeFirst();
      return row ?? null;
    },

    held: async (trx, since) => {
      const bookings = await trx
        .selectFrom("booking")
        .select(["id", "check_in", "check_out", "source"])
        .where("status", "<>", "cancelled")
        .where("check_out", ">=", since)
        .execute();
      const blocks = await trx
        .selectFrom("owner_block")
        .select(["id", "starts_on", "ends_on"])
        .where("ends_on", ">=", since)
        .execute();
      const told = await trx
        .selectFrom("channel_stay")
        .select(["id", "channel_id", "starts_on", "ends_on", "kind", "verdict"])
        .where("holds_nights", "=", 1)
        .where("ends_on", ">=", since)
        .execute();
      return [
        ...bookings.map(({ id, check_in, check_out, source }): Held => ({
          key: `booking:${id}`,
          stay: { checkIn: check_in, checkOut: check_out },
          from: channelOf(source),
          kind: "booked",
        })),
        ...blocks.map(({ id, starts_on, ends_on }): Held => ({
          key: `block:${id}`,
          stay: { checkIn: starts_on, checkOut: ends_on },
          from: null,
          kind: "kept",
        })),
        ...told.map(({ id, channel_id, starts_on, ends_on, kind, verdict }): Held => ({
          key: `channel-stay:${id}`,
          stay: { checkIn: starts_on, checkOut: ends_on },
          from: channel_id,
          kind: ["booking", "reservation"].includes(verdict ?? kind) ? "booked" : "kept",
        })),
      ];
    },

    items: async (trx, records) => {
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

    putItem: async (trx, { record, uid, stay, kind, sequence, changedAt }) => {
      const nights = { starts_on: stay.checkIn, ends_on: stay.checkOut, kind, sequence };
      const row = { ...nights, changed_at: changedAt.toISOString() };
      await trx
        .insertInto("feed_item")
        .values({ record, uid, ...row })
        .onConflict((conflict) => conflict.column("record").doUpdateSet(row))
        .execute();
    },

    lostBookings: async (trx, uids) => {
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

    forgetLost: async (trx) => {
      const known = trx.selectFrom("booking").select(sql<string>`'booking:' || id`.as("record"));
      await trx.deleteFrom("feed_item").where("record", "like", "booking:%").where("record", "not in", known).execute();
    },

    versions: async (trx, channel) => {
      const rows = await trx
        .selectFrom("feed_version")
        .selectAll()
        .where("channel", "=", channel)
        .orderBy("id")
        .execute();
      return rows.map(versionFromRow);
    },

    lastVersion: async (trx, channel) => {
      const row = await trx
        .selectFrom("feed_version")
        .selectAll()
        .where("channel", "=", channel)
        .orderBy("id", "desc")
        .limit(1)
        .executeTakeFirst();
      return row ? versionFromRow(row) : null;
    },

    addVersion: async (trx, channel, { at, etag, items }) => {
      const moment = at.toISOString();
      const told = items.map(({ uid, stay }) => ({ uid, stay: { checkIn: stay.checkIn, checkOut: stay.checkOut } }));
      await trx
        .insertInto("feed_version")
        .values({ channel, etag, items: JSON.stringify(told), first_served_at: moment, last_served_at: moment })
        .execute();
    },

    servedAgain: async (trx, channel, at) => {
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

    logRead: async (trx, channel, { at, outcome, address, userAgent, network }) => {
      await trx
        .insertInto("feed_read")
        .values({ channel, at: at.toISOString(), outcome, address, user_agent: userAgent, network })
        .execute();
    },

    hold: async (trx) => {
      const row = await trx.selectFrom("feed_hold").selectAll().where("id", "=", THE_HOLD).executeTakeFirst();
      return row ? { reason: row.reason, since: new Date(row.since) } : null;
    },

    setHold: async (trx, hold) => {
      await trx.deleteFrom("feed_hold").where("id", "=", THE_HOLD).execute();
      if (!hold) return;
      const { reason, since } = hold;
      await trx.insertInto("feed_hold").values({ id: THE_HOLD, reason, since: since.toISOString() }).execute();
    },

    wasRead: async () => {
      const row = await db.selectFrom("feed_version").select("id").limit(1).executeTakeFirst();
      return row !== undefined;
    },

    list: async (trx) => {
      const rows = await trx.selectFrom("feed").selectAll().orderBy("channel").execute();
      return rows.map(feedFromRow);
    },

    find: async (trx, channel) => {
      const row = await trx.selectFrom("feed").selectAll().where("channel", "=", channel).executeTakeFirst();
      return row ? feedFromRow(row) : null;
    },

    put: async (trx, feed, oldTokenHash) => {
      const row = {
        platform: feed.platform,
        token: feed.token,
        token_hash: hashToken(feed.token),
        old_token_hash: oldTokenHash,
        old_until: feed.oldUntil?.toISOString() ?? null,
        opened_at: feed.openedAt.toISOString(),
        changed_at: feed.changedAt.toISOString(),
      };
      await trx
        .insertInto("feed")
        .values({ channel: feed.channel, ...row })
        .onConflict((conflict) => conflict.column("channel").doUpdateSet(row))
        .execute();
    },

    remove: async (trx, channel) => {
      await trx.deleteFrom("feed").where("channel", "=", channel).execute();
      await trx.deleteFrom("feed_read").where("channel", "=", channel).execute();
      await trx.deleteFrom("feed_version").where("channel", "=", channel).execute();
    },

    reads: async (trx, channel, count) => {
      const rows = await trx
        .selectFrom("feed_read")
        .selectAll()
        .where("channel", "=", channel)
        .orderBy("id", "desc")
        .limit(count)
        .execute();
      return rows.map(({ at, outcome, address, user_agent, network }) => ({
        at: new Date(at),
        outcome,
        address,
        userAgent: user_agent,
        network,
      }));
    },

    forget: async ({ reads, versions, items }) => {
      await db.deleteFrom("feed_read").where("at", "<", reads.toISOString()).execute();
      // A channel holds a version until it reads the next: the next one's moment is the end of this one.
      await db
        .deleteFrom("feed_version")
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom("feed_version as newer")
              .select("newer.id")
              .whereRef("newer.channel", "=", "feed_version.channel")
              .whereRef("newer.id", ">", "feed_version.id")
              .where("newer.first_served_at", "<", versions.toISOString()),
          ),
        )
        .execute();
      await db.deleteFrom("feed_item").where("ends_on", "<", items).execute();
    },

    soon: async (trx, from, to) => {
      const rows = await trx
        .selectFrom("booking")
        .select((eb) => [
          "id",
          "reference",
          "check_in",
          "check_out",
          "source",
          "status",
          eb
            .selectFrom("booking_event")
            .select((max) => max.fn.max("at").as("at"))
            .whereRef("booking_event.booking_id", "=", "booking.id")
            .as("changed_at"),
          "created_at",
        ])
        .where("check_in", ">=", from)
        .where("check_in", "<=", to)
        .execute();
      return rows.map((row) => ({
        id: row.id,
        reference: row.reference,
        stay: { checkIn: row.check_in, checkOut: row.check_out },
        from: channelOf(row.source),
        held: holdsNights(row.status),
        changedAt: new Date(row.changed_at ?? row.created_at),
      }));
    },

    record: (trx, key) => (key.startsWith("booking:") ? bookingNow(trx, idOf(key)) : blockNow(trx, idOf(key))),
  };
}

function isTokenOf(tokenHash: string) {
  return (eb: ExpressionBuilder<Schema, "feed">) =>
    eb.or([eb("token_hash", "=", tokenHash), eb("old_token_hash", "=", tokenHash)]);
}

async function bookingNow(trx: Trx, id: string) {
  const row = await trx
    .selectFrom("booking")
    .select(["check_in", "check_out", "source", "status"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) return null;
  const stay: Stay = { checkIn: row.check_in, checkOut: row.check_out };
  return { from: channelOf(row.source), stay: holdsNights(row.status) ? stay : null };
}

/** A block that was freed is known by what was told of it. */
async function blockNow(trx: Trx, id: string) {
  const row = await trx
    .selectFrom("owner_block")
    .select(["starts_on", "ends_on"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (row) return { from: null, stay: { checkIn: row.starts_on, checkOut: row.ends_on } };
  const told = await trx.selectFrom("feed_item").select("uid").where("record", "=", `block:${id}`).executeTakeFirst();
  return told ? { from: null, stay: null } : null;
}

function idOf(record: string): string {
  return record.slice(record.indexOf(":") + 1);
}

function channelOf(source: BookingSource): string | null {
  return source === "direct" ? null : source;
}

function feedFromRow(row: Selectable<Schema["feed"]>): Feed {
  return {
    channel: row.channel,
    platform: row.platform,
    token: row.token,
    openedAt: new Date(row.opened_at),
    changedAt: new Date(row.changed_at),
    oldUntil: row.old_until === null ? null : new Date(row.old_until),
  };
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

function versionFromRow(row: Selectable<Schema["feed_version"]>): FeedVersion {
  return { at: new Date(row.first_served_at), etag: row.etag, items: JSON.parse(row.items) };
}

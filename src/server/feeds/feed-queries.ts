import type { Platform } from "#domain/channels/channel.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { Trx } from "../database/transaction.ts";
import type { ExpressionBuilder, Selectable } from "kysely";
import { PROPERTY_ID } from "#domain/booking/booking.ts";
import type { Database } from "../database/connect.ts";
import { lockCalendar } from "../database/dialect.ts";
import type { Schema } from "../database/schema.ts";
import { hashToken } from "../runtime/ids.ts";
import { itemStore } from "./item-queries.ts";
import { recordStore } from "./record-queries.ts";
import { versionStore } from "./version-queries.ts";
import type { Read } from "#domain/channels/readers.ts";

/**
 * Why bookings may be missing: a backup from `since` was restored, or we noticed at `since` that bookings already read
 * by platforms are lost.
 */
export type Hold = { reason: "restored" | "lost"; since: Date };

export type ReadOutcome = "whole" | "unchanged" | "headers" | "refused";

export type LoggedRead = Read & { outcome: ReadOutcome; address: "current" | "old" };

/** Our calendar for one channel, at the URL given to the host. */
export type Feed = {
  channel: string;
  /** The platform that reads this calendar; stays that it sold itself are left out. */
  platform: Platform;
  token: string;
  openedAt: Date;
  changedAt: Date;
  /** The time until which the previous URL still works. */
  oldUntil: Date | null;
};

const THE_HOLD = 1;

export function createFeedStore({ db, engine }: Database) {
  return {
    ...recordStore,
    ...itemStore,
    ...versionStore,

    /** Runs `work` while holding the calendar's lock, so reads are consistent and writes are based on current data. */
    locked: <R>(work: (trx: Trx) => Promise<R>): Promise<R> =>
      db.transaction().execute(async (trx) => {
        await lockCalendar(engine, trx, PROPERTY_ID);
        return work(trx);
      }),

    /** Does not take the lock, because attempts to guess a URL must not block bookings. */
    isKnown: async (tokenHash: string): Promise<boolean> => {
      const row = await db.selectFrom("feed").select("channel").where(isTokenOf(tokenHash)).executeTakeFirst();
      return row !== undefined;
    },

    byToken: async (
      trx: Trx,
      tokenHash: string,
      now: Date,
    ): Promise<{ feed: Feed; address: "current" | "old" } | null> => {
      const row = await trx.selectFrom("feed").selectAll().where(isTokenOf(tokenHash)).executeTakeFirst();
      if (!row) return null;
      const feed = feedFromRow(row);
      if (row.token_hash === tokenHash) return { feed, address: "current" };
      return feed.oldUntil && now < feed.oldUntil ? { feed, address: "old" } : null;
    },

    /** A connected or paused channel; null if there is no such channel. */
    channel: async (trx: Trx, id: string): Promise<{ platform: Platform; name: string } | null> => {
      const row = await trx
        .selectFrom("channel")
        .select(["platform", "name"])
        .where("id", "=", id)
        .where("state", "<>", "disconnected")
        .executeTakeFirst();
      return row ?? null;
    },

    logRead: async (
      trx: Trx,
      channel: string,
      { at, outcome, address, userAgent, network }: LoggedRead,
    ): Promise<void> => {
      await trx
        .insertInto("feed_read")
        .values({ channel, at: at.toISOString(), outcome, address, user_agent: userAgent, network })
        .execute();
    },

    hold: async (trx: Trx): Promise<Hold | null> => {
      const row = await trx.selectFrom("feed_hold").selectAll().where("id", "=", THE_HOLD).executeTakeFirst();
      return row ? { reason: row.reason, since: new Date(row.since) } : null;
    },

    setHold: async (trx: Trx, hold: Hold | null): Promise<void> => {
      await trx.deleteFrom("feed_hold").where("id", "=", THE_HOLD).execute();
      if (!hold) return;
      const { reason, since } = hold;
      await trx.insertInto("feed_hold").values({ id: THE_HOLD, reason, since: since.toISOString() }).execute();
    },

    /** Whether any channel has ever read our calendar. */
    wasRead: async (): Promise<boolean> => {
      const row = await db.selectFrom("feed_version").select("id").limit(1).executeTakeFirst();
      return row !== undefined;
    },

    list: async (trx: Trx): Promise<Feed[]> => {
      const rows = await trx.selectFrom("feed").selectAll().orderBy("channel").execute();
      return rows.map(feedFromRow);
    },

    find: async (trx: Trx, channel: string): Promise<Feed | null> => {
      const row = await trx.selectFrom("feed").selectAll().where("channel", "=", channel).executeTakeFirst();
      return row ? feedFromRow(row) : null;
    },

    /** `oldTokenHash` works until `feed.oldUntil`. */
    put: async (trx: Trx, feed: Feed, oldTokenHash: string | null): Promise<void> => {
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

    /**
     * What the channel received is kept, because the channel may still show echoes of it when it is connected again
     * (S-55).
     */
    remove: async (trx: Trx, channel: string, at: Date): Promise<void> => {
      await trx.deleteFrom("feed").where("channel", "=", channel).execute();
      await trx.deleteFrom("feed_read").where("channel", "=", channel).execute();
      if (await versionStore.lastVersion(trx, channel))
        await versionStore.addVersion(trx, channel, { at, etag: "", items: [] });
    },

    /** The platform's channel that was most recently disconnected before a given moment. */
    disconnectedBefore: async (trx: Trx, platform: Platform, at: Date): Promise<string | null> => {
      const row = await trx
        .selectFrom("channel")
        .select("id")
        .where("platform", "=", platform)
        .where("disconnected_at", "<=", at.toISOString())
        .orderBy("disconnected_at", "desc")
        .limit(1)
        .executeTakeFirst();
      return row?.id ?? null;
    },

    oldTokenHash: async (trx: Trx, channel: string): Promise<string | null> => {
      const row = await trx
        .selectFrom("feed")
        .select("old_token_hash")
        .where("channel", "=", channel)
        .executeTakeFirst();
      return row?.old_token_hash ?? null;
    },

    /** Whether the current URL has been read since the given time. */
    isRead: async (trx: Trx, channel: string, since: Date): Promise<boolean> => {
      const row = await trx
        .selectFrom("feed_read")
        .select("id")
        .where("channel", "=", channel)
        .where("address", "=", "current")
        .where("at", ">", since.toISOString())
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Newest first. */
    reads: async (trx: Trx, channel: string, count: number): Promise<LoggedRead[]> => {
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

    /** Deletes reads, versions and items that are no longer needed, but keeps each channel's last version. */
    forget: async ({ reads, versions, items }: { reads: Date; versions: Date; items: LocalDate }): Promise<void> => {
      await db.deleteFrom("feed_read").where("at", "<", reads.toISOString()).execute();
      // A version is valid until the channel reads the next one.
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
  };
}

function isTokenOf(tokenHash: string) {
  return (eb: ExpressionBuilder<Schema, "feed">) =>
    eb.or([eb("token_hash", "=", tokenHash), eb("old_token_hash", "=", tokenHash)]);
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

export type FeedStore = ReturnType<typeof createFeedStore>;

import type { BaseNeeds } from "../core/base-needs.ts";
import type { FastifyInstance } from "fastify";
import { PROPERTY_ID } from "#domain/booking/booking.ts";
import type { Stay } from "#domain/booking/stay.ts";
import type { Platform } from "#domain/channels/channel.ts";
import { lockCalendar } from "../database/dialect.ts";
import type { Trx } from "../database/transaction.ts";
import type { Mount } from "../http/mount.ts";
import { mountCalendar } from "./calendar-routes.ts";
import { rotateAll } from "./feed-address.ts";
import { feedAlerts } from "./feed-alerts.ts";
import { deleteOldReads, watchDeliveries } from "./jobs.ts";
import { mountFeeds } from "./routes.ts";
import { createFeedStore } from "./feed-queries.ts";

type Needs = Pick<BaseNeeds, "database" | "clock" | "record" | "notifyHost" | "today" | "timeZone"> & {
  publicUrl: string | null;
  cottageName: () => Promise<string>;
  preparationNights: () => Promise<number>;
};

export function createFeedsModule({ database, ...needs }: Needs) {
  const feeds = createFeedStore(database);
  const all = { ...needs, feeds };
  return {
    mount: (mount: Mount) => mountFeeds(mount, all),
    mountCalendar: (http: FastifyInstance) => mountCalendar(http, all),
    jobs: [deleteOldReads(all), watchDeliveries(all)],
    alerts: () => feedAlerts({ ...all, channelName: async (trx, id) => (await feeds.channel(trx, id))?.name ?? null }),
    /** Whether any platform has read our calendar. */
    isRead: feeds.wasRead,
    /**
     * What a channel received, in chronological order; used to detect echoes. A platform that is connected again may
     * still show what it received before.
     */
    servedTo: async (
      trx: Trx,
      { id, platform, connectedAt }: { id: string; platform: Platform; connectedAt: Date },
    ): Promise<{ at: Date; closed: Stay[] }[]> => {
      const before = await feeds.disconnectedBefore(trx, platform, connectedAt);
      const versions = [...(before ? await feeds.versions(trx, before) : []), ...(await feeds.versions(trx, id))];
      return versions.map(({ at, items }) => ({ at, closed: items.map((item) => item.stay) }));
    },
    /** The names of the channels that have a URL for our calendar. */
    channelNames: async (trx: Trx): Promise<string[]> => {
      const channels = await feeds.list(trx);
      return Promise.all(channels.map(async ({ channel }) => (await feeds.channel(trx, channel))?.name ?? channel));
    },
    /** Gives all channels new URLs, in the caller's transaction. */
    renewAddresses: async (trx: Trx, actor: string): Promise<void> => {
      await lockCalendar(database.engine, trx, PROPERTY_ID);
      await rotateAll(all, trx, actor);
    },
    /** Call when the channel is disconnected: its URL stops working at once (S-68). */
    close: (trx: Trx, channel: string) => feeds.remove(trx, channel, needs.clock()),
  };
}

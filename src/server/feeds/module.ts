import type { FastifyInstance } from "fastify";
import type { Stay } from "#domain/booking/stay.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { Database } from "../database/connect.ts";
import type { Trx } from "../database/transaction.ts";
import type { Mount } from "../http/mount.ts";
import type { Clock } from "../runtime/clock.ts";
import { mountCalendar } from "./calendar-routes.ts";
import { closeAddress } from "./feed-address.ts";
import { feedAlerts } from "./feed-alerts.ts";
import { forgetOldReads, watchDeliveries } from "./jobs.ts";
import type { RecordAct, NotifyHost } from "./ports.ts";
import { mountFeeds } from "./routes.ts";
import { createFeedStore } from "./store.ts";

type Needs = {
  database: Database;
  clock: Clock;
  publicUrl: string | null;
  today: () => Promise<LocalDate>;
  cottageName: () => Promise<string>;
  record: RecordAct;
  notifyHost: NotifyHost;
};

/** Our own calendar for the platforms. */
export function createFeedsModule({ database, ...needs }: Needs) {
  const feeds = createFeedStore(database);
  const all = { ...needs, feeds };
  return {
    mount: (mount: Mount) => mountFeeds(mount, all),
    mountCalendar: (http: FastifyInstance) => mountCalendar(http, all),
    jobs: [forgetOldReads(all), watchDeliveries(all)],
    attention: () =>
      feedAlerts({ ...all, channelName: async (trx, id) => (await feeds.channel(trx, id))?.name ?? null }),
    /** Whether a platform reads our calendar: the set-up is done then. */
    isRead: feeds.wasRead,
    /** What a channel was given of us, in order of time: what its echo is judged by. */
    servedTo: async (trx: Trx, channel: string): Promise<{ at: Date; closed: Stay[] }[]> => {
      const versions = await feeds.versions(trx, channel);
      return versions.map(({ at, items }) => ({ at, closed: items.map((item) => item.stay) }));
    },
    /** The channel is disconnected. */
    close: (trx: Trx, channel: string) => closeAddress(feeds, trx, channel),
    /** A backup was put back: nobody is given a calendar until the host has looked at it. */
    holdAfterRestore: (trx: Trx) => feeds.setHold(trx, { reason: "restored", since: needs.clock() }),
  };
}

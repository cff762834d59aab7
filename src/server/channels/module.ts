import type { BaseNeeds } from "../core/base-needs.ts";
import { dayAt } from "#domain/calendar/time-zone.ts";
import type { Trx } from "../database/transaction.ts";
import type { Mount } from "../http/mount.ts";
import type { Job } from "../jobs/job.ts";
import { productVersion } from "../runtime/version.ts";
import { channelAlerts } from "./channel-alerts.ts";
import { hasConflict, hasNightsOnSale } from "./conflict-queries.ts";
import { updateConflicts } from "./update-conflicts.ts";
import { createChannelAdminStore } from "./admin-queries.ts";
import { createCalendarReader } from "./ical/calendar-reader.ts";
import type { Reach } from "../core/public-hosts.ts";
import { createFeedClient } from "./ical/feed-client.ts";
import { isGood } from "#domain/channels/bad-reading.ts";
import { CalendarCheck, type CheckCalendars, type Freshness } from "../database/calendar.ts";
import { createCalendarRefresh } from "./refresh-calendars.ts";
import { createIcalFeed } from "./ical/ical-feed.ts";
import { createImportStore } from "./import-store.ts";
import { deleteOldCalendars, readDueCalendars, watchChannels } from "./jobs.ts";
import { createListingStore } from "./listing-queries.ts";
import { createPersonStore } from "./person-queries.ts";
import type { NotifyHost } from "../core/host.ts";
import type { ServedTo } from "./ports.ts";
import { mountChannels } from "./routes.ts";
import { timeZoneOf } from "./channel-queries.ts";

type Needs = Pick<BaseNeeds, "database" | "clock" | "logger" | "record" | "today" | "timeZone"> & {
  publicUrl: string | null;
  currency: () => Promise<string>;
  /** How many nights are kept free before and after a stay. */
  preparationNights: () => Promise<number>;
  notifyHost: NotifyHost | null;
  servedTo: ServedTo;
  closeFeed: (trx: Trx, channelId: string) => Promise<void>;
  /** Lets tests and the demo connect to their own platforms. */
  reach?: Reach | undefined;
  /** The time limit for reading one calendar, in ms. Only tests set it. */
  readingLimitMs?: number | undefined;
};

/** How long a booking may rely on an earlier check that no channel is connected, in ms. */
const NONE_FOR_MS = 1000;

export function createChannelsModule({
  database,
  record,
  notifyHost,
  servedTo,
  closeFeed,
  reach,
  readingLimitMs,
  preparationNights,
  ...rest
}: Needs) {
  const { clock, publicUrl } = rest;
  const userAgent = `Latchkey/${productVersion()} (${publicUrl ? `+${publicUrl}` : "calendar import of a holiday cottage"})`;
  const imports = createImportStore({ database, servedTo, notifyHost, record });
  const store = createChannelAdminStore(database, { record, notifyHost, closeFeed, servedTo });
  const reader = createCalendarReader({ limitMs: readingLimitMs });
  const sync = {
    ...rest,
    imports,
    adapter: createIcalFeed({
      client: createFeedClient(userAgent, reach),
      reader,
      timeZone: rest.timeZone,
    }),
    chance: Math.random,
  };
  const refreshCalendars = createCalendarRefresh(sync);
  let noneUntil = 0;

  /**
   * Reads the time zone in the same transaction, because on SQLite a query outside the transaction would wait for the
   * transaction to end.
   */
  async function nightsChanged(trx: Trx, isNew: boolean, at: Date): Promise<void> {
    const mayCollide = (!isNew && (await hasConflict(trx))) || (await hasNightsOnSale(trx));
    if (mayCollide) await updateConflicts(trx, at, dayAt(at, await timeZoneOf(trx)), notifyHost);
  }

  /**
   * Refreshes the calendars before nights are claimed (S-66). While no calendar is connected, this costs at most one
   * query per second.
   */
  const checkCalendars: CheckCalendars = CalendarCheck.by(async (): Promise<Freshness> => {
    const now = clock().getTime();
    if (now < noneUntil) return { unreachable: [], onUnreachable: "sell" };
    if ((await imports.beforeSale()).length === 0) {
      noneUntil = now + NONE_FOR_MS;
      return { unreachable: [], onUnreachable: "sell" };
    }
    return refreshCalendars();
  }, preparationNights);

  const jobs: Job[] = [
    readDueCalendars(sync),
    deleteOldCalendars(database, sync),
    ...(notifyHost ? [watchChannels(database, sync, notifyHost)] : []),
  ];
  return {
    mount: (mount: Mount) => mountChannels(mount, { ...sync, store, changed: () => (noneUntil = 0) }),
    jobs,
    checkCalendars,
    /**
     * Whether a sale may now have to wait for the host (S-64), judging by the last reads: this function reads no
     * calendar.
     */
    mayAskHost: async (): Promise<boolean> => {
      const failing = (await imports.beforeSale()).some(
        ({ state, lastState }) => state !== "connected" || (lastState !== null && !isGood(lastState)),
      );
      return failing && (await imports.rules()).onUnreachable === "ask";
    },
    stop: reader.stop,
    /**
     * A new booking can conflict only with a long span that is on sale until the host answers (S-23). A moved or
     * cancelled booking may also end a conflict (S-43).
     */
    bookingListener: {
      bookingChanged: async (trx: Trx, { before, at }: { before: unknown; at: Date }) => {
        await nightsChanged(trx, before === null, at);
      },
    },
    blockListener: {
      blockChanged: async (trx: Trx, { before, at }: { before: unknown; at: Date }) => {
        if (before !== null) await nightsChanged(trx, false, at);
      },
    },
    listings: createListingStore(database.db),
    people: createPersonStore(database.db),
    alerts: channelAlerts(store, clock),
  };
}

import { addDays, type LocalDate } from "#domain/calendar/local-date.ts";
import type { Job } from "../jobs/job.ts";
import type { Clock } from "../runtime/clock.ts";
import type { FeedStore } from "./feed-queries.ts";
import { notifyOfWaiting, type WaitingNeeds } from "./notify-of-waiting.ts";

const DAY_MS = 86_400_000;
/** The log shows how often a platform usually reads our calendar, and whether anybody else does. */
const READS_KEPT_DAYS = 30;
/** Echo detection needs 14 days; the rest is for "delivered on …" on a booking's page. */
const VERSIONS_KEPT_DAYS = 60;
/** No platform needs nights this far in the past, so the ids of their events can be deleted. */
const ITEMS_KEPT_DAYS = 400;

type Needs = { feeds: FeedStore; clock: Clock; today: () => Promise<LocalDate> };

export function deleteOldReads({ feeds, clock, today }: Needs): Job {
  const ago = (days: number) => new Date(clock().getTime() - days * DAY_MS);
  return {
    name: "delete old reads of our calendar",
    everyMs: 6 * 3_600_000,
    irreversible: true,
    run: async () =>
      feeds.forget({
        reads: ago(READS_KEPT_DAYS),
        versions: ago(VERSIONS_KEPT_DAYS),
        items: addDays(await today(), -ITEMS_KEPT_DAYS),
      }),
  };
}

/** S-71: notifies the host of bookings that begin soon and have changes that a platform has not read. */
export function watchDeliveries(needs: WaitingNeeds): Job {
  return {
    name: "notify of unread changes",
    everyMs: 10 * 60_000,
    irreversible: true,
    run: () => notifyOfWaiting(needs),
  };
}

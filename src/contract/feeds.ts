import * as z from "zod/mini";
import { PLATFORMS } from "#domain/channels/channel.ts";
import { endpoint } from "./endpoint.ts";
import { oneLine, text } from "./fields.ts";

/** Our own calendar for the platforms: its secret URLs, and who has read what. */
const read = z.object({
  at: z.string(),
  /**
   * `whole`: everything was sent. `unchanged`: the reader already had the current calendar. `headers`: the reader asked
   * for headers only. `refused`: we publish no calendar at present.
   */
  outcome: z.enum(["whole", "unchanged", "headers", "refused"]),
  /** Whether the current or the previous URL was used. */
  address: z.enum(["current", "old"]),
  userAgent: z.string(),
  network: z.string(),
});

const feed = z.object({
  channel: z.string(),
  platform: z.enum(PLATFORMS),
  /** The secret URL, as a path on this site. */
  path: z.string(),
  openedAt: z.string(),
  changedAt: z.string(),
  /** The time until which the previous URL works; null if there is none that still works. */
  oldUntil: z.nullable(z.string()),
  lastReadAt: z.nullable(z.string()),
  /** The median time between the channel's latest reads, in milliseconds; null if there are fewer than three reads. */
  usualGapMs: z.nullable(z.number()),
  /**
   * Whether the channel has not read the calendar for more than a day and more than four times its usual interval
   * (S-70). False while we publish no calendar.
   */
  quiet: z.boolean(),
  /** Whether strangers seem to know the URL. */
  seemsPublic: z.boolean(),
  /** The number of spans in the calendar when the channel last read it. */
  spans: z.number(),
  /** Newest first. */
  reads: z.array(read),
});
export type Feed = z.output<typeof feed>;
export type FeedRead = z.output<typeof read>;

const feedList = z.object({
  /** Where guests and platforms reach the site; null if not configured. */
  publicUrl: z.nullable(z.string()),
  /** Why bookings may be missing, and since when; null if the calendar is complete. */
  hold: z.nullable(z.object({ reason: z.enum(["restored", "lost"]), since: z.string() })),
  feeds: z.array(feed),
});
export type FeedList = z.output<typeof feedList>;

const channelName = oneLine({ min: 1, max: 60, message: "Enter the channel the calendar is for" });

export const listFeeds = endpoint("GET", "/api/admin/feeds", "admin", {
  response: feedList,
});

/** Creates the URL for a channel; an existing URL stays as it is. */
export const openFeed = endpoint("POST", "/api/admin/feeds", "admin", {
  body: z.object({ channel: channelName }),
  response: feedList,
});

/**
 * Creates a new secret URL, and keeps the current one for `keepOldHours` hours. If the current one has never been read,
 * and its predecessor still works, the predecessor is kept instead (S-04).
 */
export const rotateFeed = endpoint("POST", "/api/admin/feeds/:channel/rotate", "admin", {
  params: z.object({ channel: z.string() }),
  body: z.object({
    keepOldHours: z
      .int("Enter how many hours the old link should keep working")
      .check(z.minimum(0, "Enter 0 to 72 hours"), z.maximum(72, "Enter 0 to 72 hours")),
  }),
  response: feedList,
});

/**
 * The host confirms that no bookings are missing: guests can book again, and platforms can read the calendar. `since`
 * is the time in the warning that the host has seen.
 */
export const serveFeedsAgain = endpoint("POST", "/api/admin/feeds/serve-again", "admin", {
  body: z.object({ since: z.string() }),
  response: feedList,
});

/** Whether each channel, except the one that sold the stay, knows the current state of a booking or block. */
export const listDeliveries = endpoint("GET", "/api/admin/deliveries", "admin", {
  query: z.object({
    kind: z.enum(["booking", "block"], "kind must be booking or block"),
    id: text({ min: 1, max: 100, message: "id must be the id of the booking or block" }),
  }),
  response: z.array(
    z.object({
      channel: z.string(),
      platform: z.enum(PLATFORMS),
      /** The platform's name, or the name that the host gave to a calendar of another kind. */
      name: z.string(),
      state: z.enum(["waiting", "delivered", "never-told"]),
      /**
       * When the channel first read that state; null if it has not read that state yet, or if there was nothing to
       * update.
       */
      at: z.nullable(z.string()),
    }),
  ),
});
export type FeedDelivery = z.output<typeof listDeliveries.response>[number];

import * as z from "zod/mini";
import { PLATFORMS } from "#domain/channels/channel.ts";
import { endpoint } from "./endpoint.ts";
import { oneLine, text } from "./fields.ts";

/** Our own calendar for the platforms: its secret addresses, and who has read what. */
const read = z.object({
  at: z.string(),
  /** `whole`: everything was sent; `unchanged`: the reader had it already; `refused`: we had none to give. */
  outcome: z.enum(["whole", "unchanged", "headers", "refused"]),
  /** Whether the address before the present one was used. */
  address: z.enum(["current", "old"]),
  userAgent: z.string(),
  network: z.string(),
});

const feed = z.object({
  channel: z.string(),
  platform: z.enum(PLATFORMS),
  /** The secret address, without the site's own part. */
  path: z.string(),
  openedAt: z.string(),
  changedAt: z.string(),
  /** Until when the address before this one is answered; null when it is not. */
  oldUntil: z.nullable(z.string()),
  lastReadAt: z.nullable(z.string()),
  /** Median time between its last reads, in milliseconds; null before there are three. */
  usualGapMs: z.nullable(z.number()),
  /** It is away for longer than its habit explains. */
  quiet: z.boolean(),
  /** Strangers seem to know the address. */
  seemsPublic: z.boolean(),
  /** How many spans of nights it was given at its last read. */
  spans: z.number(),
  /** Newest first. */
  reads: z.array(read),
});
export type Feed = z.output<typeof feed>;
export type FeedRead = z.output<typeof read>;

const feedList = z.object({
  /** Where guests and platforms reach the site; null when the operator has not said. */
  publicUrl: z.nullable(z.string()),
  /** Why no calendar is given out at present, and since when; null when they are. */
  hold: z.nullable(z.object({ reason: z.enum(["restored", "lost"]), since: z.string() })),
  feeds: z.array(feed),
});
export type FeedList = z.output<typeof feedList>;

const channelName = oneLine({ min: 1, max: 60, message: "Say which channel the calendar is for" });

export const listFeeds = endpoint({
  method: "GET",
  path: "/api/admin/feeds",
  access: "admin",
  answer: feedList,
});

/** Makes the address for a channel; one that is there stays as it is. */
export const openFeed = endpoint({
  method: "POST",
  path: "/api/admin/feeds",
  access: "admin",
  body: z.object({ channel: channelName }),
  answer: feedList,
});

/** A new secret address; the old one is answered for so many hours more. */
export const rotateFeed = endpoint({
  method: "POST",
  path: "/api/admin/feeds/:channel/rotate",
  access: "admin",
  params: z.object({ channel: z.string() }),
  body: z.object({
    keepOldHours: z
      .int("Say for how many hours the old address is still answered")
      .check(z.minimum(0, "Give 0 to 72 hours"), z.maximum(72, "Give 0 to 72 hours")),
  }),
  answer: feedList,
});

/** The host has looked at the calendar after a restored backup, and it is right. */
export const serveFeedsAgain = endpoint({
  method: "POST",
  path: "/api/admin/feeds/serve-again",
  access: "admin",
  body: z.object({}),
  answer: feedList,
});

/** What each channel knows of a booking or a block as it stands now. */
export const listDeliveries = endpoint({
  method: "GET",
  path: "/api/admin/deliveries",
  access: "admin",
  query: z.object({
    kind: z.enum(["booking", "block"], "Ask for a booking or a block"),
    id: text({ min: 1, max: 100, message: "Say which booking or block" }),
  }),
  answer: z.array(
    z.object({
      channel: z.string(),
      platform: z.enum(PLATFORMS),
      state: z.enum(["waiting", "delivered", "never-told"]),
      /** When the channel read it first; null while it waits, and where there was nothing to update. */
      at: z.nullable(z.string()),
    }),
  ),
});
export type FeedDelivery = z.output<typeof listDeliveries.answer>[number];

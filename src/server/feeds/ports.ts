import type { Platform } from "#domain/channels/channel.ts";
import type { Delivery } from "#domain/channels/delivery.ts";
import type { Held } from "#domain/channels/export.ts";
import type { Read } from "#domain/channels/readers.ts";
import type { Stay } from "#domain/booking/stay.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { Trx } from "../database/transaction.ts";

/** Our calendar for one channel, at the address given to the host. */
export type Feed = {
  channel: string;
  /** The platform whose own sales are left out. */
  platform: Platform;
  token: string;
  openedAt: Date;
  changedAt: Date;
  /** Until then the previous address still works. */
  oldUntil: Date | null;
};

/** One span of nights in a published calendar. */
export type FeedItem = {
  record: string;
  uid: string;
  stay: Stay;
  kind: Held["kind"];
  sequence: number;
  changedAt: Date;
};

/** What a channel received from `at` on, by UID. */
export type FeedVersion = { at: Date; etag: string; items: { uid: string; stay: Stay }[] };

export type ReadOutcome = "whole" | "unchanged" | "headers" | "refused";
export type Reader = Pick<Read, "userAgent" | "network">;
export type LoggedRead = Read & { outcome: ReadOutcome; address: "current" | "old" };

/** Why no calendar is published. */
export type Hold = { reason: "restored" | "lost"; since: Date };

export type FeedStore = {
  /** Runs under the calendar's lock, so reads are consistent and writes belong to them. */
  locked: <R>(work: (trx: Trx) => Promise<R>) => Promise<R>;
  /** Without the lock: guessing addresses must not block bookings. */
  isKnown: (tokenHash: string) => Promise<boolean>;
  byToken: (trx: Trx, tokenHash: string, now: Date) => Promise<{ feed: Feed; address: "current" | "old" } | null>;
  /** A connected channel; null if it does not exist. */
  channel: (trx: Trx, id: string) => Promise<{ platform: Platform; name: string } | null>;
  /**
   * Active bookings, blocks and imported stays that occupy nights, from `since` on, with the nights kept free around stays.
   */
  held: (trx: Trx, since: LocalDate, preparation: number) => Promise<Held[]>;
  items: (trx: Trx, records: readonly string[]) => Promise<Map<string, FeedItem>>;
  putItem: (trx: Trx, item: FeedItem) => Promise<void>;
  /** How many bookings that the channel received no longer exist in any table. */
  lostBookings: (trx: Trx, uids: readonly string[]) => Promise<number>;
  /** The host knows that they are gone, so they are no longer checked. */
  forgetLost: (trx: Trx) => Promise<void>;
  /** In order of time. */
  versions: (trx: Trx, channel: string) => Promise<FeedVersion[]>;
  lastVersion: (trx: Trx, channel: string) => Promise<FeedVersion | null>;
  addVersion: (trx: Trx, channel: string, version: FeedVersion) => Promise<void>;
  /** The last version was served again. */
  servedAgain: (trx: Trx, channel: string, at: Date) => Promise<void>;
  logRead: (trx: Trx, channel: string, read: LoggedRead) => Promise<void>;
  hold: (trx: Trx) => Promise<Hold | null>;
  setHold: (trx: Trx, hold: Hold | null) => Promise<void>;

  /** Whether any channel has ever read a calendar. */
  wasRead: () => Promise<boolean>;
  list: (trx: Trx) => Promise<Feed[]>;
  find: (trx: Trx, channel: string) => Promise<Feed | null>;
  /** `oldTokenHash` works until `feed.oldUntil`. */
  put: (trx: Trx, feed: Feed, oldTokenHash: string | null) => Promise<void>;
  remove: (trx: Trx, channel: string) => Promise<void>;
  /** Newest first. */
  reads: (trx: Trx, channel: string, count: number) => Promise<LoggedRead[]>;
  /** Deletes reads and versions that are no longer needed; a channel's last version stays. */
  forget: (before: { reads: Date; versions: Date; items: LocalDate }) => Promise<void>;
  /** Direct bookings that begin in the span, including cancelled ones. */
  soon: (trx: Trx, from: LocalDate, to: LocalDate) => Promise<SoonStay[]>;
  /** The state of a booking or a block; null if it does not exist. */
  record: (trx: Trx, key: string) => Promise<RecordState | null>;
};

export type RecordState = { from: string | null; stay: Stay | null };
export type SoonStay = {
  id: string;
  reference: string;
  stay: Stay;
  from: string | null;
  held: boolean;
  changedAt: Date;
};

export type ChannelDelivery = Delivery & { channel: string; platform: Platform };

import type { Platform } from "#domain/channels/channel.ts";
import type { Delivery } from "#domain/channels/delivery.ts";
import type { Held } from "#domain/channels/export.ts";
import type { Read } from "#domain/channels/readers.ts";
import type { Stay } from "#domain/booking/stay.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { Trx } from "../database/transaction.ts";

/** Our calendar for one channel, as its address was given to the host. */
export type Feed = {
  channel: string;
  /** Under which its own sales stand among the bookings. */
  platform: Platform;
  token: string;
  openedAt: Date;
  changedAt: Date;
  /** The address before this one is answered until then. */
  oldUntil: Date | null;
};

/** One span of nights as a channel is given it. */
export type FeedItem = {
  record: string;
  uid: string;
  stay: Stay;
  kind: Held["kind"];
  sequence: number;
  changedAt: Date;
};

/** What a channel was given from `at` on, by the ids of our calendar. */
export type FeedVersion = { at: Date; etag: string; items: { uid: string; stay: Stay }[] };

export type ReadOutcome = "whole" | "unchanged" | "headers" | "refused";
export type Reader = Pick<Read, "userAgent" | "network">;
export type LoggedRead = Read & { outcome: ReadOutcome; address: "current" | "old" };

/** Why no calendar is given out. */
export type Hold = { reason: "restored" | "lost"; since: Date };

/** Where acts of the host are recorded, in the transaction of the act. */
export type RecordAct = (
  act: { actor: string; act: string; subject: string; before?: Values; after?: Values },
  within: Trx,
) => Promise<void>;
type Values = Record<string, unknown>;

/** Tells the host by all ways that are set up; the same key only once. `link` is a path of the portal. */
export type NotifyHost = (
  trx: Trx,
  notice: { key: string; subject: string; lines: string[]; link?: string },
) => Promise<void>;

export type FeedStore = {
  /** Runs under the calendar's lock: what is read is whole, and what is written is written with it. */
  locked: <R>(work: (trx: Trx) => Promise<R>) => Promise<R>;
  /** Without the lock: whoever guesses addresses keeps nobody from booking. */
  isKnown: (tokenHash: string) => Promise<boolean>;
  byToken: (trx: Trx, tokenHash: string, now: Date) => Promise<{ feed: Feed; address: "current" | "old" } | null>;
  /** A channel that the host has connected; null when there is none of this id. */
  channel: (trx: Trx, id: string) => Promise<{ platform: Platform; name: string } | null>;
  /** Bookings that are not cancelled, blocks, and what platforms told us and holds nights; from `since` on. */
  held: (trx: Trx, since: LocalDate) => Promise<Held[]>;
  items: (trx: Trx, records: readonly string[]) => Promise<Map<string, FeedItem>>;
  putItem: (trx: Trx, item: FeedItem) => Promise<void>;
  /** Bookings that a channel was given and that are in no table any more, cancelled or not. */
  lostBookings: (trx: Trx, uids: readonly string[]) => Promise<number>;
  /** The host knows that they are gone: nobody asks for them any more. */
  forgetLost: (trx: Trx) => Promise<void>;
  /** In order of time. */
  versions: (trx: Trx, channel: string) => Promise<FeedVersion[]>;
  lastVersion: (trx: Trx, channel: string) => Promise<FeedVersion | null>;
  addVersion: (trx: Trx, channel: string, version: FeedVersion) => Promise<void>;
  /** The last version was given once more. */
  servedAgain: (trx: Trx, channel: string, at: Date) => Promise<void>;
  logRead: (trx: Trx, channel: string, read: LoggedRead) => Promise<void>;
  hold: (trx: Trx) => Promise<Hold | null>;
  setHold: (trx: Trx, hold: Hold | null) => Promise<void>;

  /** Whether any channel has ever read a calendar. */
  wasRead: () => Promise<boolean>;
  list: (trx: Trx) => Promise<Feed[]>;
  find: (trx: Trx, channel: string) => Promise<Feed | null>;
  /** `oldTokenHash` is answered until `feed.oldUntil`. */
  put: (trx: Trx, feed: Feed, oldTokenHash: string | null) => Promise<void>;
  remove: (trx: Trx, channel: string) => Promise<void>;
  /** Newest first. */
  reads: (trx: Trx, channel: string, count: number) => Promise<LoggedRead[]>;
  /** Forgets reads and versions that nobody asks for any more; a channel's last version stays. */
  forget: (before: { reads: Date; versions: Date; items: LocalDate }) => Promise<void>;
  /** Bookings of the site itself that begin in the span, cancelled ones too. */
  soon: (trx: Trx, from: LocalDate, to: LocalDate) => Promise<SoonStay[]>;
  /** How a booking or a block stands; null when there is no such record. */
  record: (trx: Trx, key: string) => Promise<RecordNow | null>;
};

export type RecordNow = { from: string | null; stay: Stay | null };
export type SoonStay = {
  id: string;
  reference: string;
  stay: Stay;
  from: string | null;
  held: boolean;
  changedAt: Date;
};

export type ChannelDelivery = Delivery & { channel: string; platform: Platform };

import type { ChannelRun, ChannelStayDetail, Review } from "#contract/channels.ts";
import type { Proposal } from "#domain/booking/booking.ts";
import type { BodyState } from "#domain/channels/bad-reading.ts";
import type { ChannelRules, ChannelState, ImportMode, Platform } from "#domain/channels/channel.ts";
import type { Holder } from "#domain/channels/conflicts.ts";
import type { ServedCalendar } from "#domain/channels/echo.ts";
import type { StoredHold } from "#domain/channels/hold.ts";
import type { HeldReason } from "#domain/channels/health.ts";
import type { ImportedStay } from "#domain/channels/imported-stay.ts";
import type { NewReview, StayChange } from "#domain/channels/imported-change.ts";
import type { ReviewAnswer } from "#domain/channels/review.ts";
import type { Stay } from "#domain/booking/stay.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { HostNotification } from "../core/host.ts";
import type { ReadResult } from "./ical/read-body.ts";
import type { Trx } from "../database/transaction.ts";

export type Channel = {
  id: string;
  platform: Platform;
  name: string;
  mode: ImportMode;
  state: ChannelState;
  /** The secret link; empty once disconnected. */
  url: string;
  connectedAt: Date;
  seenProduct: string;
  etag: string;
  lastModified: string;
  nextRunAt: Date;
  leaseUntil: Date | null;
  lastRunAt: Date | null;
  /** When the calendar was last read and imported: we know of all stays that it contained then. */
  lastOkAt: Date | null;
  lastChangeAt: Date | null;
  lastState: BodyState | null;
  lastStatus: number | null;
  failures: number;
  failingSince: Date | null;
  held: (StoredHold & { reason: HeldReason }) | null;
  version: number;
};

/** What the host has entered about an imported stay (S-27). */
export type HostNotes = {
  guestName: string;
  guestPhone: string;
  amountCents: number | null;
  currency: string;
  notes: string;
  bookingId: string | null;
};
export type StoredChannelStay = ImportedStay &
  HostNotes & {
    channelName: string;
    /** Since when the stay has had its current dates without having been released. */
    nightsSince: Date;
    version: number;
  };

export type Cause = ChannelRun["cause"];
export type Run = Omit<ChannelRun, "channelName" | "startedAt" | "duration" | "hasBody"> & {
  startedAt: Date;
  durationMs: number;
};

export type Validators = { etag: string; lastModified: string };
/** The result of fetching a URL once. Messages contain no secret. */
export type FeedResponse =
  | {
      state: "ok";
      status: number;
      body: Buffer;
      contentType: string;
      etag: string;
      lastModified: string;
      finalHost: string;
    }
  | { state: "unchanged" }
  | { state: "http_error"; status: number; retryAfter: string }
  | { state: "refused_address" | "network_error" | "too_large"; message: string }
  | { state: "timeout" };
export type FeedClient = { read: (link: string, validators: Validators, budgetMs?: number) => Promise<FeedResponse> };

/** What a channel has received from our own calendar, in chronological order, including before it was reconnected. */
export type ServedTo = (
  trx: Trx,
  channel: Pick<Channel, "id" | "platform" | "connectedAt">,
) => Promise<ServedCalendar[]>;

export type Rules = ChannelRules;

/** The result of one read: a calendar, or the reason why there is none. */
export type Outcome = {
  state: BodyState;
  httpStatus: number | null;
  retryAfter: string;
  bytes: number;
  /** Set only if the state is `ok`. */
  calendar: ReadCalendar | null;
  validators: Validators;
};
export type FeedRequest = {
  url: string;
  platform: Platform;
  validators: Validators;
  today: LocalDate;
  budgetMs?: number;
};
/** How a platform is read; failures are returned as values. */
export type ChannelAdapter = { kind: "ical"; read: (request: FeedRequest) => Promise<Outcome> };

export type ReadCalendar = Omit<Extract<ReadResult, { state: "ok" }>, "state"> & { product: string; body: Buffer };

/** The state of a channel at the time of an import, read under the calendar's lock. */
export type Known = {
  channel: Channel;
  stays: StoredChannelStay[];
  /** In a first read: stays from the platform's earlier connections, some of which the calendar may show (S-68). */
  earlier: StoredChannelStay[];
  /** Nights that other channels occupy. */
  elsewhere: readonly Stay[];
  answers: ReadonlyMap<string, ReviewAnswer>;
  served: readonly ServedCalendar[];
  /**
   * The bookings here that the host has linked to stays of the channel, by the stay's id; cancelled ones are left out.
   */
  linked: ReadonlyMap<string, Stay & { id: string; reference: string }>;
};
export type Decision = {
  changes: StayChange[];
  /**
   * `notification` is sent at once if the question is new; null if it can wait until the host looks at the questions.
   */
  reviews: (NewReview & { notification: HostNotification | null })[];
  /** Whether `reviews` is complete; if so, open questions that are missing from it are withdrawn. */
  withdrawOthers: boolean;
  held: Channel["held"];
  notifications: HostNotification[];
  counts: Pick<Run, "added" | "changed" | "missing" | "released" | "ignored">;
  result: string;
};

/** A link that replaces a channel's link (S-07). `version` is the version of the channel that the host has seen. */
export type NewLink = {
  channelId: string;
  url: string;
  /** The blocks in its calendar that the host has chosen to close. */
  closeBlocks: readonly Stay[];
  version: number;
  actor: string;
};

export type ReadingResult = { cause: Cause; startedAt: Date; endedAt: Date; outcome: Outcome; today: LocalDate };

export type ImportStore = {
  /**
   * Reserves the channel for one read; null if this calendar or another one on the same server is being read, or if the
   * channel is not connected. `settled` means that no stay or hold is waiting for another full read, so a 304 is
   * enough. A new link to be read instead of the channel's own also reserves a paused channel.
   */
  lease: (
    channelId: string,
    lease: string,
    now: Date,
    newUrl?: string,
  ) => Promise<{ channel: Channel; settled: boolean } | null>;
  release: (channelId: string, lease: string) => Promise<void>;
  find: (channelId: string) => Promise<Channel | null>;
  /** Connected channels whose next read is due. */
  due: (now: Date) => Promise<Channel[]>;
  /**
   * The channels to check before nights are claimed (S-66): the connected ones, and those that are paused because their
   * link returns a different calendar, which count as unreachable (S-35).
   */
  beforeSale: () => Promise<Channel[]>;
  rules: () => Promise<Rules>;
  /**
   * Stores nights, records, history, questions, conflicts and the run in one transaction under the calendar's lock.
   * Like `recordFailure`, stores nothing and returns null if the channel is no longer connected or reserved for this
   * read.
   */
  importReading: (
    channelId: string,
    lease: string,
    result: ReadingResult,
    nextRunAt: Date,
    decide: (known: Known) => Decision,
  ) => Promise<Run | null>;
  /**
   * Replaces the channel's link and imports the calendar that was read there, in one transaction: what the old link
   * returned stays in force until then. Stores nothing if the channel has changed, or is no longer reserved for this
   * read.
   */
  importNewLink: (
    newLink: NewLink,
    lease: string,
    result: ReadingResult,
    nextRunAt: Date,
    decide: (known: Known) => Decision,
  ) => Promise<{ ok: true } | Refusal>;
  /** `next` is null for a read that neither counts as a failure nor postpones the next one. */
  recordFailure: (
    channelId: string,
    lease: string,
    result: Omit<ReadingResult, "today">,
    next: ((failures: number) => Date) | null,
  ) => Promise<Run | null>;
};

export type ConflictSide = {
  kind: "booking" | "block" | "channel-stay";
  id: string;
  title: string;
  /** Closed nights without a guest, as far as we know. */
  closure: boolean;
  /** Whether the host keeps the nights closed although the platform no longer shows them (S-37). */
  kept: boolean;
  /** What is still open: a proposal, a requested change or a question; null if nothing is. */
  undecided: Proposal | "change" | "question" | null;
  checkIn: LocalDate;
  checkOut: LocalDate;
  knownSince: Date;
  href: string;
  link: string;
};
export type StoredConflict = {
  id: string;
  from: LocalDate;
  to: LocalDate;
  sides: ConflictSide[];
  steps: string[];
  openedAt: Date;
  closedAt: Date | null;
  closedBy: string | null;
  reason: string;
  version: string;
};

export type Refusal = { ok: false; status: 400 | 404 | 409; message: string; field?: string };
/** A record that occupies nights, or a long span on sale (S-23), with its title. */
export type TitledHolder = Holder & { title: string };

/** `version` is a hash of the question and of the nights that the question is about. */
export type StoredReview = Omit<Review, "answers" | "openedAt" | "answeredAt"> & {
  otherStayId: string | null;
  openedAt: Date;
  answeredAt: Date | null;
};
export type HistoryLine = Omit<ChannelStayDetail["history"][number], "at"> & { at: Date };

export type Act = { actor: string; at: Date; today: LocalDate };

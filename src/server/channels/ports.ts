import type { BodyState } from "#domain/channels/body-state.ts";
import type { ChannelRules, ChannelState, ImportMode, Platform } from "#domain/channels/channel.ts";
import type { Holder } from "#domain/channels/conflicts.ts";
import type { ServedCalendar } from "#domain/channels/echo.ts";
import type { Family } from "#domain/channels/classify.ts";
import type { FeedEvent } from "#domain/channels/feed-event.ts";
import type { ImportedStay, HostOverride } from "#domain/channels/imported-stay.ts";
import type { ReviewWanted, StayChange } from "#domain/channels/imported-change.ts";
import type { ReviewAnswer, ReviewKind } from "#domain/channels/review.ts";
import type { Stay } from "#domain/booking/stay.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { Trx } from "../database/transaction.ts";

/** A connected calendar, with how reading it goes. */
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
  lastOkAt: Date | null;
  lastChangeAt: Date | null;
  lastState: BodyState | null;
  lastStatus: number | null;
  failures: number;
  failingSince: Date | null;
  held: {
    reason: "drop" | "identity";
    since: Date;
    mark: string;
    times: number;
    /** Ids of the stays that were known when it began. */
    known: readonly string[];
  } | null;
  version: number;
};

/** What the host has typed on an imported stay (S-27). */
export type HostWords = {
  guestName: string;
  guestPhone: string;
  amountCents: number | null;
  notes: string;
  bookingId: string | null;
};
export type StoredChannelStay = ImportedStay & HostWords & { channelName: string; version: number };

export type Cause = "connect" | "schedule" | "sync-now" | "booking";
export type Run = {
  id: string;
  channelId: string;
  startedAt: Date;
  durationMs: number;
  cause: Cause;
  state: BodyState;
  httpStatus: number | null;
  bytes: number;
  events: number;
  added: number;
  changed: number;
  missing: number;
  released: number;
  held: boolean;
  ignored: number;
  errors: number;
  result: string;
};

export type Validators = { etag: string; lastModified: string };
/** One reading of an address. Messages are for the host and hold no secret. */
export type FeedAnswer =
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
export type FeedClient = { read: (link: string, validators: Validators, budgetMs?: number) => Promise<FeedAnswer> };

/** Tells the host by e-mail, and what is urgent by WhatsApp too; the same key only once. `link` is a path of the portal. */
export type NotifyHost = (trx: Trx, notice: Notice) => Promise<void>;

/** What a channel was given of our own calendar, in order of time. */
export type ServedTo = (trx: Trx, channelId: string) => Promise<ServedCalendar[]>;

/** Where acts of the host are recorded, in the transaction of the act. */
export type RecordAct = (
  act: { actor: string; act: string; subject: string; before?: Values; after?: Values },
  within: Trx,
) => Promise<void>;
type Values = Record<string, unknown>;

export type Rules = ChannelRules;

/** What one reading came to: a calendar, or why there is none. */
export type Outcome = {
  state: BodyState;
  httpStatus: number | null;
  retryAfter: string;
  bytes: number;
  /** Set for `ok` only. */
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
/**
 * How a platform is read. Whatever comes, comes back as a value. A platform's own API would be a folder beside
 * `ical/`; matching, conflicts, history and screens ask nothing but this.
 */
export type ChannelAdapter = { kind: "ical"; read: (asked: FeedRequest) => Promise<Outcome> };

export type ReadCalendar = {
  product: string;
  family: Family | null;
  /** Our own export, under whatever address. */
  isOurs: boolean;
  events: FeedEvent[];
  leftOut: number;
  errors: string[];
  notes: string[];
  body: Buffer;
  /** Of the file without its stamps: equal marks are equal calendars. */
  mark: string;
};

/** `urgent`: by WhatsApp as well, where it is set up. */
export type Notice = { key: string; subject: string; lines: string[]; link?: string; urgent?: boolean };

/** What is known of a channel at the moment of an import, under the calendar's lock. */
export type Known = {
  channel: Channel;
  stays: StoredChannelStay[];
  /** Nights that other channels hold. */
  elsewhere: readonly Stay[];
  answers: ReadonlyMap<string, ReviewAnswer>;
  served: readonly ServedCalendar[];
};
/** What an import makes of it. */
export type Decision = {
  changes: StayChange[];
  /** Each with what the host is told at once when the question is new; null for one that waits until they look. */
  reviews: (ReviewWanted & { notice: Notice | null })[];
  /** These are all questions that the calendar raises: open ones that are not among them have answered themselves. */
  withdrawOthers: boolean;
  held: Channel["held"];
  notices: Notice[];
  counts: Pick<Run, "added" | "changed" | "missing" | "released" | "ignored">;
  result: string;
};

export type ReadingResult = { cause: Cause; startedAt: Date; endedAt: Date; outcome: Outcome; today: LocalDate };

export type ImportStore = {
  /** Takes the channel for one reading; null when it is taken already, or not connected. `settled`: a 304 would do. */
  lease: (channelId: string, lease: string, now: Date) => Promise<{ channel: Channel; settled: boolean } | null>;
  release: (channelId: string, lease: string) => Promise<void>;
  find: (channelId: string) => Promise<Channel | null>;
  /** Connected channels whose time has come, of hosts that nobody reads now. */
  due: (now: Date) => Promise<Channel[]>;
  connected: () => Promise<Channel[]>;
  rules: () => Promise<Rules>;
  /** One transaction under the calendar's lock: nights, records, history, conflicts, run. */
  importReading: (
    channelId: string,
    lease: string,
    result: ReadingResult,
    nextRunAt: Date,
    decide: (known: Known) => Decision,
  ) => Promise<Run | null>;
  recordFailure: (
    channelId: string,
    lease: string,
    result: ReadingResult,
    next: (failures: number) => Date,
  ) => Promise<Run | null>;
};

export type ConflictSide = {
  kind: "booking" | "block" | "channel-stay";
  id: string;
  title: string;
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
};

export type Refusal = { ok: false; status: 400 | 404 | 409; message: string; field?: string };
/** Who has nights already, for the preview. */
export type TitledHolder = Holder & { title: string };
export type NewChannel = Pick<Channel, "id" | "platform" | "name" | "mode" | "url"> & {
  hash: string;
  /** Blocks of the platform whose nights the host closes here too. */
  closeBlocks: readonly Stay[];
};

export type StoredReview = {
  id: string;
  channelId: string;
  channelName: string;
  kind: ReviewKind;
  question: string;
  stayId: string | null;
  otherStayId: string | null;
  openedAt: Date;
  answeredAt: Date | null;
  answeredBy: string | null;
  answer: ReviewAnswer | null;
};
export type HistoryLine = {
  id: string;
  at: Date;
  actor: string;
  event: string;
  before: string;
  after: string;
  runId: string | null;
};
export type RunWithChanges = Run & {
  channelName: string;
  hasBody: boolean;
  changes: (HistoryLine & { stayId: string; title: string })[];
};
export type RunFilter = {
  channelId?: string | undefined;
  from: Date | null;
  until: Date | null;
  show: "changes" | "all";
  count: number;
};
export type Act = { actor: string; at: Date; today: LocalDate };

export type SoldHere = Stay & { id: string; reference: string };

/** What the host sees and does. Each act is one transaction under the calendar's lock. */
export type ChannelAdminStore = {
  isLinkTaken: (hash: string) => Promise<boolean>;
  holders: (today: LocalDate) => Promise<TitledHolder[]>;
  /** Stays that were kept when the platform was disconnected, and that the calendar shows again. */
  adoptable: (platform: Platform, events: readonly FeedEvent[], today: LocalDate) => Promise<StoredChannelStay[]>;
  /** False when the link is connected already. */
  add: (channel: NewChannel, actor: string, at: Date) => Promise<boolean>;
  /** A channel whose first reading failed was never there. */
  discard: (channelId: string) => Promise<void>;
  channels: () => Promise<Channel[]>;
  /** Bookings here that came after the moment and are not over, but for those of the platform itself. */
  soldSince: (at: Date, platform: Platform, today: LocalDate) => Promise<SoldHere[]>;
  currentStays: (today: LocalDate) => Promise<StoredChannelStay[]>;
  stays: (channelId: string | null, since: LocalDate | null) => Promise<StoredChannelStay[]>;
  stay: (id: string) => Promise<StoredChannelStay | null>;
  history: (stayId: string) => Promise<HistoryLine[]>;
  tiles: (
    now: Date,
    dayBegan: Date,
  ) => Promise<{ connected: number; syncPercent: number | null; autoBookingsToday: number }>;
  open: () => Promise<{ conflicts: number; reviews: number }>;
  change: (
    wanted: Pick<Channel, "id" | "name" | "mode" | "version"> & { paused: boolean },
    act: Act,
  ) => Promise<{ ok: true } | Refusal>;
  disconnect: (wanted: { id: string; version: number; release: boolean }, act: Act) => Promise<{ ok: true } | Refusal>;
  saveRules: (rules: Rules, act: Act) => Promise<void>;
  changeStay: (
    wanted: { id: string; version: number; verdict: HostOverride | null } & HostWords,
    act: Act,
  ) => Promise<{ ok: true } | Refusal>;
  decide: (wanted: { id: string; version: number; release: boolean }, act: Act) => Promise<{ ok: true } | Refusal>;
  conflicts: (show: "open" | "all") => Promise<StoredConflict[]>;
  closeConflict: (id: string, reason: string, act: Act) => Promise<StoredConflict | Refusal>;
  reviews: (show: "open" | "all") => Promise<StoredReview[]>;
  /** `again` says that the calendar should be read anew. */
  answer: (
    id: string,
    answer: ReviewAnswer,
    act: Act,
  ) => Promise<{ ok: true; review: StoredReview; again: boolean } | Refusal>;
  runs: (filter: RunFilter) => Promise<RunWithChanges[]>;
  body: (runId: string) => Promise<Buffer | null>;
};

import * as z from "zod/mini";
import { BODY_STATES } from "#domain/channels/bad-reading.ts";
import {
  FORGET_DAYS,
  IMPORT_MODES,
  MAX_CHANNEL_NAME,
  PLATFORMS,
  POLL_MINUTES,
  UNREACHABLE_CHOICES,
} from "#domain/channels/channel.ts";
import { HEALTH } from "#domain/channels/health.ts";
import { EVENT_KINDS, EXCLUSION_REASONS, STAY_STATES, HOST_OVERRIDES } from "#domain/channels/imported-stay.ts";
import { REVIEW_ANSWERS, REVIEW_KINDS } from "#domain/channels/review.ts";
import { endpoint } from "./endpoint.ts";
import { between, numericAmount, localDate, oneLine, text, typedAmount, wholeNumber } from "./fields.ts";

/** Times are ISO 8601 in UTC; days are `YYYY-MM-DD` in the property's time zone. */
const moment = z.string();
const version = z.int("Send the version number that you last saw");
const channelId = z.object({ channelId: z.string() });

const counts = z.object({
  /** Events that hold nights, by kind. */
  reservations: z.number(),
  blocks: z.number(),
  unknown: z.number(),
  /** Events that hold no nights (S-22, S-23, S-27, S-55). */
  blocksIgnored: z.number(),
  echoes: z.number(),
  undecided: z.number(),
  ignored: z.number(),
});

const bookedHere = z.object({ id: z.string(), reference: z.string(), checkIn: z.string(), checkOut: z.string() });

const channel = z.object({
  id: z.string(),
  platform: z.enum(PLATFORMS),
  name: z.string(),
  mode: z.enum(IMPORT_MODES),
  paused: z.boolean(),
  health: z.enum(HEALTH),
  /** A sentence for the host about the channel's state and what to do. */
  healthText: z.string(),
  /** The link with its secret hidden (S-04). */
  maskedUrl: z.string(),
  connectedAt: moment,
  lastOkAt: z.nullable(moment),
  lastChangeAt: z.nullable(moment),
  nextRunAt: z.nullable(moment),
  /** Whether the calendar is being read now. */
  reading: z.boolean(),
  counts,
  /** "5 blocked periods on Airbnb are not closed here (1 a year ahead)"; empty when there are none. */
  ignoredText: z.string(),
  /** S-64: what has been sold here since the calendar was last read, if it cannot be read now. */
  atRisk: z.array(bookedHere),
  /** S-57: advice about links between platforms; empty if there is none. */
  hint: z.string(),
  version: z.number(),
});
export type Channel = z.output<typeof channel>;

const rules = z.object({
  pollMinutes: z.number(),
  onUnreachable: z.enum(UNREACHABLE_CHOICES),
  forgetAfterDays: z.number(),
  version: z.string(),
});
export type ChannelRules = z.output<typeof rules>;

/** Everything in the channel manager except imported stays, conflicts, questions, history and our own calendars. */
export const listChannels = endpoint("GET", "/api/admin/channels", "admin", {
  response: z.object({
    now: moment,
    timeZone: z.string(),
    tiles: z.object({
      /** Connected channels whose last successful read is less than a day old. */
      connected: z.number(),
      available: z.number(),
      /** The percentage of successful reads in the last day; null if nothing was read. */
      syncPercent: z.nullable(z.number()),
      /** Stays seen for the first time today. */
      autoBookingsToday: z.number(),
    }),
    rules,
    channels: z.array(channel),
  }),
});
export type ChannelList = z.output<typeof listChannels.response>;

const linkFields = {
  platform: z.enum(PLATFORMS, "Choose a platform"),
  url: text({ min: 1, max: 2000, message: "Paste the platform's calendar link" }),
};

const effect = z.object({
  holds: z.boolean(),
  /**
   * Whether the host is asked what the event is. Until the host answers, nights that the event does not hold remain on
   * sale.
   */
  asks: z.boolean(),
  /** Whose nights the event would overlap; empty if the nights are free, or if the event does not close any nights. */
  meets: z.string(),
});

const preview = z.object({
  /** What the calendar is called if the host does not name it. */
  name: z.string(),
  /** The platform identified by PRODID and UIDs; null if they do not identify one. */
  recognised: z.nullable(z.enum(PLATFORMS)),
  /** "This looks like a calendar from Airbnb, not from Vrbo."; empty if link, calendar and platform match. */
  warning: z.string(),
  maskedUrl: z.string(),
  /** The mode that is suggested for this calendar. */
  mode: z.enum(IMPORT_MODES),
  reservations: z.number(),
  blocks: z.number(),
  unknown: z.number(),
  /** How many of the calendar's events `mode` leaves out. */
  ignored: z.number(),
  firstDay: z.nullable(z.string()),
  lastDay: z.nullable(z.string()),
  /** Descriptions of the events that could not be read. */
  errors: z.array(z.string()),
  events: z.array(
    z.object({
      startsOn: z.string(),
      endsOn: z.string(),
      nights: z.number(),
      kind: z.enum(EVENT_KINDS),
      summary: z.string(),
      /** What happens to the event in `mode`. */
      ...effect.shape,
      modes: z.object({ reservations: effect, everything: effect }),
      /**
       * A block that has not ended and that the mode "reservations" leaves out; `suggested` if its nights are free.
       */
      block: z.nullable(z.object({ suggested: z.boolean() })),
    }),
  ),
  conflicts: z.number(),
  /**
   * The channel's stays that this calendar, at a new link, does not show. Their nights stay closed, and the host is
   * asked about them (S-07). Empty for a new channel.
   */
  missing: z.array(z.object({ title: z.string(), startsOn: z.string(), endsOn: z.string() })),
});

/** S-03: what a calendar contains, before anything is saved. */
export const previewChannel = endpoint("POST", "/api/admin/channels/preview", "admin", {
  body: z.object(linkFields),
  response: preview,
});
export type ChannelPreview = z.output<typeof previewChannel.response>;

/** Blocks on the platform whose nights should also be closed here, as listed in the preview. */
const closeBlocks = z.optional(
  z
    .array(
      z.object({
        startsOn: localDate("Send the days as YYYY-MM-DD"),
        endsOn: localDate("Send the days as YYYY-MM-DD"),
      }),
    )
    .check(z.maxLength(500, "Choose at most 500 blocks")),
);

/** Connects the channel after the preview; its calendar is read again and imported immediately. */
export const connectChannel = endpoint("POST", "/api/admin/channels", "admin", {
  body: z.object({
    ...linkFields,
    name: z.optional(oneLine({ max: MAX_CHANNEL_NAME })),
    mode: z.optional(z.enum(IMPORT_MODES)),
    closeBlocks,
  }),
  response: channel,
  status: 201,
});

export const changeChannel = endpoint("PUT", "/api/admin/channels/:channelId", "admin", {
  params: channelId,
  body: z.object({
    name: oneLine({ min: 1, max: MAX_CHANNEL_NAME, message: "Enter a name for the channel" }),
    mode: z.enum(IMPORT_MODES),
    paused: z.boolean(),
    version,
  }),
  response: channel,
});

/**
 * S-68: either the imported stays are kept, or the upcoming stays and the closures in progress are released. Spans that
 * are on sale until the host answers a question about them (S-23) are always released.
 */
export const disconnectChannel = endpoint("DELETE", "/api/admin/channels/:channelId", "admin", {
  params: channelId,
  query: z.object({
    stays: z._default(z.enum(["keep", "release"], "stays must be keep or release"), "keep"),
    version: wholeNumber("Send the version number that you last saw"),
  }),
});

/** S-04: the full link, which the portal requests only when the host asks to see it. */
export const revealLink = endpoint("GET", "/api/admin/channels/:channelId/link", "admin", {
  params: channelId,
  response: z.object({ url: z.string() }),
});

/** S-07: what the channel would import from another link, before anything is saved. */
export const previewLink = endpoint("POST", "/api/admin/channels/:channelId/link/preview", "admin", {
  params: channelId,
  body: z.object({ url: linkFields.url }),
  response: preview,
});

/**
 * S-07: replaces the channel's link. The new link is read and imported immediately; if it cannot be read, nothing
 * changes. Reading resumes if it was paused.
 */
export const changeLink = endpoint("PUT", "/api/admin/channels/:channelId/link", "admin", {
  params: channelId,
  body: z.object({ url: linkFields.url, closeBlocks, version }),
  response: channel,
});

const run = z.object({
  id: z.string(),
  channelId: z.string(),
  channelName: z.string(),
  startedAt: moment,
  /** Milliseconds. */
  duration: z.number(),
  /** Why the calendar was read. */
  cause: z.enum(["connect", "schedule", "sync-now", "booking", "new-link"]),
  state: z.enum(BODY_STATES),
  httpStatus: z.nullable(z.number()),
  bytes: z.number(),
  events: z.number(),
  added: z.number(),
  changed: z.number(),
  missing: z.number(),
  released: z.number(),
  /** Whether nights were kept closed despite what the calendar says (S-33, S-35). */
  held: z.boolean(),
  ignored: z.number(),
  errors: z.number(),
  /** The result, in words. */
  result: z.string(),
  hasBody: z.boolean(),
});
export type ChannelRun = z.output<typeof run>;

/** S-65: reads the calendar, at most once a minute per channel. `text` is the result, or why nothing was read. */
export const syncChannel = endpoint("POST", "/api/admin/channels/:channelId/sync", "admin", {
  params: channelId,
  response: z.object({ ran: z.boolean(), text: z.string() }),
});
export const syncAll = endpoint("POST", "/api/admin/channels/sync", "admin", {
  response: z.object({
    results: z.array(z.object({ channelId: z.string(), name: z.string(), ran: z.boolean(), text: z.string() })),
  }),
});

export const changeRules = endpoint("PUT", "/api/admin/channels/rules", "admin", {
  body: z.object({
    pollMinutes: between(POLL_MINUTES, "minutes"),
    onUnreachable: z.enum(UNREACHABLE_CHOICES, "Choose what to do if a platform does not respond: ask, sell or stop"),
    forgetAfterDays: between(FORGET_DAYS, "days"),
    version: z.string("Send the version of the rules that you last saw"),
  }),
  response: rules,
});

const stay = z.object({
  id: z.string(),
  channelId: z.string(),
  channelName: z.string(),
  platform: z.enum(PLATFORMS),
  /** For example "Airbnb stay HMABCDEFGH" or "Closed at Airbnb". */
  title: z.string(),
  startsOn: z.string(),
  endsOn: z.string(),
  nights: z.number(),
  kind: z.enum(EVENT_KINDS),
  hostOverride: z.nullable(z.enum(HOST_OVERRIDES)),
  state: z.enum(STAY_STATES),
  /** Why the stay holds no nights although the calendar shows it; otherwise null. */
  exclusion: z.nullable(z.enum(EXCLUSION_REASONS)),
  holds: z.boolean(),
  /** Whether guests are expected. */
  isStay: z.boolean(),
  summary: z.string(),
  code: z.string(),
  link: z.string(),
  phoneDigits: z.string(),
  firstSeenAt: moment,
  lastSeenAt: moment,
  /** The name that the host has typed, otherwise the name in the calendar. */
  guestName: z.string(),
  /** Typed by the host, as are the amount and the notes; an import never overwrites what was typed (S-27). */
  guestPhone: z.string(),
  amount: z.nullable(numericAmount),
  /** The currency of the amount; it stays the same if the property's currency changes. */
  currency: z.string(),
  notes: z.string(),
  bookingId: z.nullable(z.string()),
  version: z.number(),
});
export type ChannelStay = z.output<typeof stay>;

/** Imported stays of one channel, or of all channels, ordered by their first night. */
export const listChannelStays = endpoint("GET", "/api/admin/channel-stays", "admin", {
  query: z.object({
    channelId: z.optional(z.string()),
    /** `current` leaves out past and released stays. */
    show: z._default(z.enum(["current", "all"]), "current"),
  }),
  response: z.array(stay),
});

const change = z.object({
  id: z.string(),
  at: moment,
  actor: z.string(),
  /** What happened, in words. */
  event: z.string(),
  /** The nights before and after the change, as `2026-12-01/2026-12-05`; empty if not applicable. */
  before: z.string(),
  after: z.string(),
  runId: z.nullable(z.string()),
});

const stayId = z.object({ stayId: z.string() });
const stayDetail = z.object({
  ...stay.shape,
  /**
   * Stays from other channels on exactly the same nights, where at least one of the two is uncertain: probably the same
   * stay (S-44).
   */
  mirrors: z.array(z.object({ id: z.string(), title: z.string() })),
  /** The bookings that may be the same stay: those that share a night with it, and the one that it is linked to. */
  bookings: z.array(bookedHere),
  /** Whether the first night has passed, in which case the stay can end early but is never removed (S-34). */
  hasBegun: z.boolean(),
  /** Whether a guest may be staying now, in which case only the host frees the nights (S-34). */
  mayBeInHouse: z.boolean(),
  /** Whether the host keeps the nights closed although the platform no longer shows the stay (S-37). */
  kept: z.boolean(),
  timeZone: z.string(),
  history: z.array(change),
});

export const readChannelStay = endpoint("GET", "/api/admin/channel-stays/:stayId", "admin", {
  params: stayId,
  response: stayDetail,
});
export type ChannelStayDetail = z.output<typeof stayDetail>;

/** S-27: what the host enters about an imported stay. */
export const changeChannelStay = endpoint("PUT", "/api/admin/channel-stays/:stayId", "admin", {
  params: stayId,
  body: z.object({
    hostOverride: z.nullable(z.enum(HOST_OVERRIDES)),
    guestName: oneLine({ max: 120 }),
    guestPhone: oneLine({ max: 40 }),
    /** In the currency of the stored amount, otherwise in the property's; null if unknown. */
    amount: z.nullable(typedAmount("Enter the amount, such as 450.00")),
    notes: text({ max: 4000 }),
    /** Our booking for the same stay, which must share a night with it; null if there is none. */
    bookingId: z.nullable(z.string()),
    version,
  }),
  response: stayDetail,
});

/** S-37: the host's answer about a stay that its calendar no longer shows. */
export const decideMissing = endpoint("POST", "/api/admin/channel-stays/:stayId/decide", "admin", {
  params: stayId,
  body: z.object({ decision: z.enum(["release", "keep"], "decision must be release or keep"), version }),
  response: stayDetail,
});

const conflictSide = z.object({
  kind: z.enum(["booking", "block", "channel-stay"]),
  id: z.string(),
  /** "Booking LK-7K2M", "Airbnb stay HMABCDEFGH", "Blocked: Family visit". */
  title: z.string(),
  checkIn: z.string(),
  checkOut: z.string(),
  /** When this side took the nights here, or was first seen with them in the platform's calendar. */
  knownSince: moment,
  /** A path in the portal. */
  href: z.string(),
  /** A link to the stay on the platform; empty if unknown. */
  link: z.string(),
});

const conflict = z.object({
  id: z.string(),
  /** The nights that both sides hold; `to` is exclusive. */
  from: z.string(),
  to: z.string(),
  /** In the order in which we learned of them, by our clock. */
  sides: z.array(conflictSide),
  steps: z.array(z.string()),
  openedAt: moment,
  closedAt: z.nullable(moment),
  closedBy: z.nullable(z.string()),
  reason: z.string(),
  /** Sent back when the host closes the conflict: its nights may change at any time. */
  version: z.string(),
});
export type Conflict = z.output<typeof conflict>;

export const listConflicts = endpoint("GET", "/api/admin/channel-conflicts", "admin", {
  query: z.object({ show: z._default(z.enum(["open", "all"]), "open") }),
  response: z.array(conflict),
});

/** S-43: closes a conflict by hand, with a reason. This does not release any nights. */
export const closeConflict = endpoint("POST", "/api/admin/channel-conflicts/:conflictId/close", "admin", {
  params: z.object({ conflictId: z.string() }),
  body: z.object({
    reason: text({ min: 3, max: 500, message: "Enter how it was settled" }),
    version: z.string("Reload the page and try again"),
  }),
  response: conflict,
});

const review = z.object({
  id: z.string(),
  channelId: z.string(),
  channelName: z.string(),
  kind: z.enum(REVIEW_KINDS),
  /** "Booking.com shows 45 nights closed, from May 1, 2027 to June 15, 2027. Is this a booking or a block?" */
  question: z.string(),
  /** Sent back with the answer: a later read may ask the same question about other nights. */
  version: z.string(),
  answers: z.array(z.object({ answer: z.enum(REVIEW_ANSWERS), label: z.string() })),
  stayId: z.nullable(z.string()),
  openedAt: moment,
  answeredAt: z.nullable(moment),
  answeredBy: z.nullable(z.string()),
  answer: z.nullable(z.enum(REVIEW_ANSWERS)),
});
export type Review = z.output<typeof review>;

export const listReviews = endpoint("GET", "/api/admin/channel-reviews", "admin", {
  query: z.object({ show: z._default(z.enum(["open", "all"]), "open") }),
  response: z.array(review),
});

export const answerReview = endpoint("POST", "/api/admin/channel-reviews/:reviewId", "admin", {
  params: z.object({ reviewId: z.string() }),
  body: z.object({ answer: z.enum(REVIEW_ANSWERS, "Choose one of the answers"), version: z.string() }),
  response: review,
});

export const RUNS_PER_PAGE = 50;

/** S-82: runs, newest first, fifty per page. `before` is the `startedAt` of the last run shown. */
export const listRuns = endpoint("GET", "/api/admin/channel-runs", "admin", {
  query: z.object({
    channelId: z.optional(z.string()),
    on: z.optional(localDate("on must be a day, as YYYY-MM-DD")),
    before: z.optional(z.iso.datetime()),
    /** `changes`: only runs that changed something, kept nights closed despite the calendar, or failed. */
    show: z._default(z.enum(["changes", "all"]), "all"),
  }),
  response: z.object({
    timeZone: z.string(),
    runs: z.array(
      z.object({
        ...run.shape,
        changes: z.array(z.object({ ...change.shape, stayId: z.string(), title: z.string() })),
      }),
    ),
    more: z.boolean(),
  }),
});

/** The calendar as the platform sent it (S-67). */
export const downloadBody = endpoint("GET", "/api/admin/channel-runs/:runId/body", "admin", {
  confirm: "kept",
  params: z.object({ runId: z.string() }),
});

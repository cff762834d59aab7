import { isMirror } from "#domain/channels/conflicts.ts";
import type {
  Channel as ChannelView,
  ChannelPreview,
  ChannelRun,
  ChannelStay,
  Conflict,
  Review,
} from "#contract/channels.ts";
import { nightCount } from "#domain/booking/stay.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import { badReading } from "#domain/channels/bad-reading.ts";
import { directLinkHint, linkedDirectly } from "#domain/channels/direct-link.ts";
import { healthOf, healthText } from "#domain/channels/health.ts";
import { ignoredText } from "#domain/channels/ignored-text.ts";
import { holdsItsNights, isStay, isSureStay, nameOf, stayTitle } from "#domain/channels/imported-stay.ts";
import { maskedLink } from "#domain/channels/link.ts";
import { spanOf } from "#domain/channels/match.ts";
import { CHOICES } from "#domain/channels/review.ts";
import { isGone } from "#domain/channels/timing.ts";
import { amountString } from "#domain/money/currency.ts";
import type { Preview } from "./connect-channel.ts";
import type { Channel, HistoryLine, StoredConflict, StoredReview, StoredChannelStay } from "./ports.ts";
import type { SoldHere, RunWithChanges } from "./admin-queries.ts";

const text = (moment: Date | null) => moment?.toISOString() ?? null;

export function channelHealth(channel: Channel, now: Date) {
  const gone = isGone(channel.lastState, channel.lastStatus);
  return healthOf({ ...channel, held: channel.held?.reason ?? null, gone }, now);
}

/**
 * Whether nights sold on the platform since `lastOkAt` may be missing here (S-35, S-63). A paused channel still counts
 * as unreachable while its link returns a different calendar.
 */
export function isUnreachable(channel: Channel, now: Date): boolean {
  return channelHealth(channel, now) === "failing" || channel.held?.reason === "identity";
}

export function healthTextOf(channel: Channel, now: Date): string {
  const name = nameOf(channel.platform, channel.name);
  const trouble = channel.lastState ? badReading(channel.lastState, channel.lastStatus, name) : "";
  return healthText({ health: channelHealth(channel, now), name, trouble, heldReason: channel.held?.reason ?? null });
}

type Around = { stays: readonly StoredChannelStay[]; atRisk: SoldHere[]; today: LocalDate; now: Date };

export function channelView(channel: Channel, { stays: all, atRisk, today, now }: Around): ChannelView {
  const name = nameOf(channel.platform, channel.name);
  const own = all.filter(({ channelId }) => channelId === channel.id);
  const holding = own.filter(holdsItsNights);
  const count = (of: readonly StoredChannelStay[], like: (stay: StoredChannelStay) => boolean) =>
    of.filter(like).length;
  const blocks = own.filter(({ exclusion }) => exclusion === "block-ignored").map(spanOf);
  return {
    id: channel.id,
    platform: channel.platform,
    name: channel.name,
    mode: channel.mode,
    paused: channel.state === "paused",
    health: channelHealth(channel, now),
    healthText: healthTextOf(channel, now),
    maskedUrl: maskedLink(channel.url),
    connectedAt: channel.connectedAt.toISOString(),
    lastOkAt: text(channel.lastOkAt),
    lastChangeAt: text(channel.lastChangeAt),
    nextRunAt: channel.state === "connected" ? text(channel.nextRunAt) : null,
    reading: channel.leaseUntil !== null && channel.leaseUntil > now,
    counts: {
      reservations: count(holding, ({ kind }) => kind === "reservation"),
      blocks: count(holding, ({ kind }) => kind === "block"),
      unknown: count(holding, ({ kind }) => kind === "unknown"),
      blocksIgnored: blocks.length,
      echoes: count(own, ({ exclusion }) => exclusion === "echo"),
      undecided: count(own, ({ exclusion }) => exclusion === "asked"),
      ignored: count(own, ({ exclusion }) => exclusion === "ignored"),
    },
    ignoredText: ignoredText(name, blocks, holding.map(spanOf), today),
    atRisk,
    hint: directLinkHint(name, linkedDirectly(channel.id, all)),
    version: channel.version,
  };
}

export function previewView({
  name,
  recognised,
  warning,
  maskedUrl,
  mode,
  calendar,
  events,
  missing,
}: Preview): ChannelPreview {
  const count = (kind: string) => events.filter((event) => event.kind === kind).length;
  return {
    name,
    recognised,
    warning,
    maskedUrl,
    mode,
    reservations: count("reservation"),
    blocks: count("block"),
    unknown: count("unknown"),
    ignored: events.filter(({ modes }) => !modes[mode].holds).length + calendar.leftOut,
    firstDay: events[0]?.checkIn ?? null,
    lastDay: events.reduce<LocalDate | null>(
      (last, { checkOut }) => (last === null || checkOut > last ? checkOut : last),
      null,
    ),
    errors: calendar.errors,
    events: events.map(({ checkIn, checkOut, kind, summary, modes, block }) => ({
      kind,
      summary,
      ...modes[mode],
      modes,
      block,
      startsOn: checkIn,
      endsOn: checkOut,
      nights: nightCount({ checkIn, checkOut }),
    })),
    conflicts: events.filter(({ modes }) => modes[mode].meets !== "").length,
    missing: missing.map((stay) => ({
      title: stayTitle(stay, name),
      startsOn: stay.startsOn,
      endsOn: stay.endsOn,
    })),
  };
}

/** The stays on other channels that may be the same stay (S-44). */
export function mirrorsOf(stay: StoredChannelStay, all: readonly StoredChannelStay[]): StoredChannelStay[] {
  const shown = (one: StoredChannelStay) =>
    ({ kind: "channel-stay", sure: isSureStay(one), origin: one.channelId, ...spanOf(one) }) as const;
  const others = all.filter((one) => one.channelId !== stay.channelId && holdsItsNights(one));
  return holdsItsNights(stay) ? others.filter((one) => isMirror(shown(stay), shown(one))) : [];
}

export function stayView(stay: StoredChannelStay): ChannelStay {
  return {
    ...stay,
    title: stayTitle(stay, stay.channelName),
    nights: nightCount(spanOf(stay)),
    holds: holdsItsNights(stay),
    isStay: isStay(stay),
    firstSeenAt: stay.firstSeenAt.toISOString(),
    lastSeenAt: stay.lastSeenAt.toISOString(),
    guestName: stay.guestName || stay.feedGuest,
    amount: stay.amountCents === null ? null : amountString(stay.amountCents, stay.currency),
  };
}

export function historyView(line: HistoryLine) {
  return { ...line, at: line.at.toISOString() };
}

export function runView({
  startedAt,
  durationMs,
  changes,
  ...run
}: RunWithChanges): ChannelRun & { changes: (ReturnType<typeof historyView> & { stayId: string; title: string })[] } {
  return {
    ...run,
    startedAt: startedAt.toISOString(),
    duration: durationMs,
    changes: changes.map((change) => ({ ...historyView(change), stayId: change.stayId, title: change.title })),
  };
}

export function conflictView(conflict: StoredConflict): Conflict {
  const { openedAt, closedAt, sides, ...same } = conflict;
  return {
    ...same,
    sides: sides.map(({ kept: _kept, ...side }) => ({ ...side, knownSince: side.knownSince.toISOString() })),
    openedAt: openedAt.toISOString(),
    closedAt: text(closedAt),
  };
}

export function reviewView({ openedAt, answeredAt, ...review }: StoredReview): Review {
  return { ...review, answers: CHOICES[review.kind], openedAt: openedAt.toISOString(), answeredAt: text(answeredAt) };
}

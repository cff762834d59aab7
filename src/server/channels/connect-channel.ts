import { counted } from "#domain/text/counted.ts";
import { nightCount, type Stay } from "#domain/booking/stay.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import { badReading, isGood, OWN_CALENDAR } from "#domain/channels/bad-reading.ts";
import { DEFAULT_MODE, type ImportMode, type Platform, PLATFORM_NAMES } from "#domain/channels/channel.ts";
import { collisions, duplicateStays } from "#domain/channels/conflicts.ts";
import { spanText } from "#domain/channels/echo.ts";
import type { FeedEvent } from "#domain/channels/feed-event.ts";
import {
  holdsItsNights,
  type ImportedStay,
  isStay,
  isSureStay,
  mayBeSale,
  nameOf,
} from "#domain/channels/imported-stay.ts";
import { cleanLink, looksLikeOurs, maskedLink, platformOfHost } from "#domain/channels/link.ts";
import { spanOf } from "#domain/channels/match.ts";
import type { ReviewAnswer } from "#domain/channels/review.ts";
import { dayText } from "#domain/calendar/day-text.ts";
import { randomId } from "../runtime/ids.ts";
import type { Channel, ChannelAdapter, FeedRequest, Outcome, ReadCalendar, Refusal, TitledHolder } from "./ports.ts";
import type { ChannelAdminStore } from "./admin-queries.ts";
import { ALREADY_CONNECTED } from "./change-channels.ts";
import { IMPORT_FAILED, type SyncNeeds, syncOrWait } from "./sync-channel.ts";

export type ConnectNeeds = SyncNeeds & { store: ChannelAdminStore; publicUrl: string | null };
type CalendarLink = { platform: Platform; url: string };

export type Preview = {
  ok: true;
  url: string;
  name: string;
  recognised: Platform | null;
  warning: string;
  maskedUrl: string;
  mode: ImportMode;
  calendar: ReadCalendar;
  events: PreviewedEvent[];
  /** The channel's stays that the calendar does not show; their nights stay closed (S-07). */
  missing: ImportedStay[];
};
/** What an event would do in each import mode, as determined by the import itself. */
export type PreviewedEvent = FeedEvent & {
  modes: Record<ImportMode, Effect>;
  /** Whether to suggest closing a block that `reservations` leaves out and that has not ended; null for any other. */
  block: { suggested: boolean } | null;
};
/** `asks`: the host has to say what the event is. Until the host does, the nights stay on sale if `holds` is false. */
export type Effect = { holds: boolean; asks: boolean; meets: string };

/**
 * Reads a link and shows its contents without saving anything (S-03). With a channel, shows what the channel would
 * import from this link instead of its own (S-07).
 */
export async function previewChannel(
  needs: ConnectNeeds,
  { platform, url }: CalendarLink,
  channel: Channel | null = null,
): Promise<Preview | Refusal> {
  const { adapter, logger, store } = needs;
  const link = await freeLink(needs, url, channel);
  if (!link.ok) return link;
  const today = await needs.today();
  const name = await (channel ? store.nameWithLink(channel, link.url) : store.unusedName(platform, link.url));
  const shownName = nameOf(platform, name);
  const outcome = await readWhole(adapter, { platform, url: link.url, today }).catch((error: unknown) => {
    logger.error({ err: error, platform }, "a calendar could not be read");
    return IMPORT_FAILED;
  });
  const { calendar } = outcome;
  if (!calendar) return refuse(badReading(outcome.state, outcome.httpStatus, shownName, false));
  const { platformOf } = await import("#domain/channels/classify.ts");
  const recognised = calendar.family ? platformOf(calendar.family) : null;
  const mode = channel?.mode ?? (calendar.family === "expedia" ? "reservations" : DEFAULT_MODE[platform]);
  const { events, missing } = await previewEvents(needs, { platform, channel, mode }, calendar, today);
  const hostOf = platformOfHost(link.host);
  const other = [recognised, hostOf].find((one) => one !== null && one !== platform);
  const warning = other ? otherPlatform(platform, other) : "";
  const maskedUrl = maskedLink(link.url);
  return { ok: true, url: link.url, name, recognised, warning, maskedUrl, mode, calendar, events, missing };
}

/** Reads a link without validators, so that the platform sends the whole calendar. */
export function readWhole(adapter: ChannelAdapter, request: Omit<FeedRequest, "validators">): Promise<Outcome> {
  return adapter.read({ ...request, validators: { etag: "", lastModified: "" } });
}

function otherPlatform(chosen: Platform, found: Platform): string {
  if (chosen === "other")
    return `This looks like a calendar from ${PLATFORM_NAMES[found]}. If it is, connect it as ${PLATFORM_NAMES[found]}.`;
  if (found === "other") return `This doesn't look like a calendar from ${PLATFORM_NAMES[chosen]}.`;
  return `This looks like a calendar from ${PLATFORM_NAMES[found]}, not from ${PLATFORM_NAMES[chosen]}.`;
}

export type Connected = { ok: true; channelId: string } | Refusal;

/** Connects a calendar and imports it at once. If it cannot be read, the channel is deleted again. */
export async function connectChannel(
  needs: ConnectNeeds,
  {
    platform,
    url,
    name,
    mode,
    closeBlocks,
    actor,
  }: CalendarLink & { name: string; mode: ImportMode | null; closeBlocks: readonly Stay[]; actor: string },
): Promise<Connected> {
  const link = await freeLink(needs, url);
  if (!link.ok) return link;
  // The software that generates an unknown calendar may mark blocks as such.
  const seen = mode === null && platform === "other" ? await previewChannel(needs, { platform, url }) : null;
  if (seen && !seen.ok) return seen;
  const shownName = name || (await needs.store.unusedName(platform, link.url));
  const id = randomId();
  const since = needs.clock();
  const added = await needs.store.add(
    {
      id,
      platform,
      name,
      mode: mode ?? seen?.mode ?? DEFAULT_MODE[platform],
      url: link.url,
      closeBlocks,
    },
    actor,
    since,
  );
  if (!added) return ALREADY_CONNECTED;
  const run = await syncOrWait(needs, id, "connect", { since, deadline: performance.now() + HOST_WAITS_MS });
  if (run && run !== "not-connected" && isGood(run.state)) return { ok: true, channelId: id };
  if (!(await needs.store.discard(id)).ok) return { ok: true, channelId: id };
  if (!run || run === "not-connected") return refuse("We couldn't read the calendar. Please try again.");
  return refuse(badReading(run.state, run.httpStatus, shownName, false));
}

/** Includes the wait for another calendar on the same server. */
export const HOST_WAITS_MS = 9500;

/** Checks a pasted link. `channel` is the channel whose link it would replace. */
export async function freeLink({ store, publicUrl }: ConnectNeeds, pasted: string, channel: Channel | null = null) {
  const link = cleanLink(pasted);
  if (!link.ok) return refuse(link.message);
  const ownHost = publicUrl ? new URL(publicUrl).hostname : null;
  if (looksLikeOurs(link.url, ownHost)) return refuse(OWN_CALENDAR);
  if (link.url === channel?.url) return refuse("This is the link that is already in use.");
  return (await store.isConnected(link.url, channel?.id)) ? ALREADY_CONNECTED : link;
}

export function refuse(message: string): Refusal {
  return { ok: false, status: 400, message, field: "url" };
}

type Importing = { platform: Platform; channel: Channel | null; mode: ImportMode };

/**
 * Runs the import without saving anything, so that the preview shows what connecting, or changing the link, will do.
 */
async function previewEvents(
  { store, clock }: ConnectNeeds,
  { platform, channel, mode: chosenMode }: Importing,
  { events, unreadable }: ReadCalendar,
  today: LocalDate,
): Promise<Pick<Preview, "events" | "missing">> {
  const { mergeCalendar } = await import("#domain/channels/merge.ts");
  const now = clock();
  const earlier = await store.staysOfEarlierConnections(platform, today);
  const known = channel
    ? await store.knownOf(channel, today)
    : { stays: [], answers: new Map<string, ReviewAnswer>(), served: await store.servedBefore(platform, now) };
  const holders = await store.holders(today);

  const effectsIn = (mode: ImportMode) => {
    let ids = 0;
    const merged = mergeCalendar({
      platform,
      ...known,
      name: PLATFORM_NAMES[platform],
      channelId: channel?.id ?? PREVIEW,
      mode,
      earlier,
      events,
      unreadable,
      hold: null,
      newLink: channel !== null,
      today,
      now,
      newId: () => `${PREVIEW}-${ids++}`,
    });
    const stays = [
      ...new Map([...known.stays, ...merged.changes.map(({ after }) => after)].map((one) => [one.id, one])).values(),
    ];
    const own = new Set(stays.map(({ id }) => id));
    const others = holders.filter(({ id }) => !own.has(id));
    const inQuestion = new Set(merged.reviews.map(({ stay }) => stay?.id));
    const effectOf = (event: FeedEvent): Effect => {
      const same = stays.filter((one) => keyOf(one, spanOf(one)) === keyOf(event, event));
      // At a new link, a stay that is missing may have the UID of another event (S-07).
      const stay = same.find(({ state }) => state === "active") ?? same[0];
      if (!stay) return { holds: false, asks: false, meets: "" };
      const holds = holdsItsNights(stay);
      return {
        holds,
        asks: inQuestion.has(stay.id),
        meets: holds && stay.endsOn > today ? overlapOf(stay, others) : "",
      };
    };
    const missing = merged.changes.flatMap(({ after }) => (after.state === "missing" ? [after] : []));
    return { effectOf, missing };
  };

  const [reservations, everything] = [effectsIn("reservations"), effectsIn("everything")];
  const previewed = events.map((event) => {
    const modes = { reservations: reservations.effectOf(event), everything: everything.effectOf(event) };
    const isLeftOut = event.kind === "block" && !modes.reservations.holds && event.checkOut > today;
    const { holds, meets } = modes.everything;
    return { ...event, modes, block: isLeftOut ? { suggested: holds && meets === "" } : null };
  });
  return { events: previewed, missing: (chosenMode === "everything" ? everything : reservations).missing };
}

const PREVIEW = "preview";
const keyOf = ({ uid, occurrence }: Pick<FeedEvent, "uid" | "occurrence">, span: Stay) =>
  `${uid}\n${occurrence}\n${spanText(span)}`;

/** The records that the stay conflicts with or may duplicate: the title, number of nights and first night of each. */
function overlapOf(stay: ImportedStay, others: readonly TitledHolder[]): string {
  const holder = {
    kind: "channel-stay" as const,
    id: stay.id,
    origin: PREVIEW,
    ...spanOf(stay),
    knownSince: stay.firstSeenAt,
    closure: !isStay(stay),
    mayBeSale: mayBeSale(stay),
    sure: isSureStay(stay),
    onSale: false,
    sameAs: null,
    kept: false,
    movedFrom: null,
  };
  return others
    .filter((other) => collisions([holder, other]).length > 0 || duplicateStays([holder, other]).length > 0)
    .map(({ title, checkIn, checkOut }) => {
      const nights = nightCount({ checkIn, checkOut });
      return `${title}, ${counted(nights, "night")} from ${dayText(checkIn)}`;
    })
    .join("; ");
}

import { counted } from "#domain/text/counted.ts";
import { nightCount, type Stay } from "#domain/booking/stay.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import { badReading, isGood, OWN_CALENDAR } from "#domain/channels/bad-reading.ts";
import { DEFAULT_MODE, type ImportMode, type Platform, PLATFORM_NAMES } from "#domain/channels/channel.ts";
import { collisions, duplicateStays } from "#domain/channels/conflicts.ts";
import type { FeedEvent } from "#domain/channels/feed-event.ts";
import { holdsItsNights, type ImportedStay, isStay, isSureStay, mayBeSale } from "#domain/channels/imported-stay.ts";
import { cleanLink, looksLikeOurs, maskedLink, platformOfHost } from "#domain/channels/link.ts";
import { spanOf } from "#domain/channels/match.ts";
import { dayText } from "#domain/calendar/day-text.ts";
import { randomId } from "../runtime/ids.ts";
import type { ReadCalendar, Refusal, TitledHolder } from "./ports.ts";
import type { ChannelAdminStore } from "./admin-queries.ts";
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
};
/** What an event would do in each import mode, as determined by the import itself. */
export type PreviewedEvent = FeedEvent & {
  modes: Record<ImportMode, Effect>;
  /** Whether to suggest closing a block that `reservations` leaves out and that has not ended; null for any other. */
  block: { suggested: boolean } | null;
};
/** `asks`: the host has to say what the event is. Until the host does, the nights stay on sale if `holds` is false. */
export type Effect = { holds: boolean; asks: boolean; meets: string };

/** Reads a link and shows its contents without saving anything (S-03). */
export async function previewChannel(needs: ConnectNeeds, request: CalendarLink): Promise<Preview | Refusal> {
  const link = await freeLink(needs, request.url);
  if (!link.ok) return link;
  const today = await needs.today();
  const name = await needs.store.unusedName(request.platform, link.url);
  const outcome = await needs.adapter
    .read({ ...request, url: link.url, today, validators: { etag: "", lastModified: "" } })
    .catch((error: unknown) => {
      needs.logger.error({ err: error, platform: request.platform }, "a calendar could not be read");
      return IMPORT_FAILED;
    });
  const { calendar } = outcome;
  if (!calendar) return refuse(badReading(outcome.state, outcome.httpStatus, name, false));
  const { platformOf } = await import("#domain/channels/classify.ts");
  const recognised = calendar.family ? platformOf(calendar.family) : null;
  const mode = calendar.family === "expedia" ? "reservations" : DEFAULT_MODE[request.platform];
  const events = await previewEvents(needs, request.platform, calendar.events, today);
  const hostOf = platformOfHost(link.host);
  const other = [recognised, hostOf].find((one) => one !== null && one !== request.platform);
  const warning = other ? otherPlatform(request.platform, other) : "";
  const maskedUrl = maskedLink(link.url);
  return { ok: true, url: link.url, name, recognised, warning, maskedUrl, mode, calendar, events };
}

function otherPlatform(chosen: Platform, found: Platform): string {
  if (chosen === "other")
    return `This looks like a calendar from ${PLATFORM_NAMES[found]}. If it is, connect it as ${PLATFORM_NAMES[found]}.`;
  if (found === "other") return `This doesn't look like a calendar from ${PLATFORM_NAMES[chosen]}.`;
  return `This looks like a calendar from ${PLATFORM_NAMES[found]}, not from ${PLATFORM_NAMES[chosen]}.`;
}

export type Connected = { ok: true; channelId: string } | Refusal;

/** Connects a calendar and imports it at once. A link that cannot be read is deleted again. */
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
  if (!added) return refuse(ALREADY_CONNECTED);
  const run = await syncOrWait(needs, id, "connect", { since, deadline: performance.now() + HOST_WAITS_MS });
  if (run && run !== "not-connected" && isGood(run.state)) return { ok: true, channelId: id };
  if (!(await needs.store.discard(id)).ok) return { ok: true, channelId: id };
  if (!run || run === "not-connected") return refuse("We couldn't read the calendar. Please try again.");
  return refuse(badReading(run.state, run.httpStatus, shownName, false));
}

/** Includes the wait for another calendar on the same server. */
const HOST_WAITS_MS = 9500;

const ALREADY_CONNECTED =
  "This calendar is already connected. If its link has changed, disconnect the old one first and keep its bookings.";

async function freeLink({ store, publicUrl }: ConnectNeeds, pasted: string) {
  const link = cleanLink(pasted);
  if (!link.ok) return refuse(link.message);
  const ownHost = publicUrl ? new URL(publicUrl).hostname : null;
  if (looksLikeOurs(link.url, ownHost)) return refuse(OWN_CALENDAR);
  return (await store.isConnected(link.url)) ? refuse(ALREADY_CONNECTED) : link;
}

function refuse(message: string): Refusal {
  return { ok: false, status: 400, message, field: "url" };
}

/** Runs the import without saving anything, so that the preview shows what connecting will do. */
async function previewEvents(
  { store, clock }: ConnectNeeds,
  platform: Platform,
  events: readonly FeedEvent[],
  today: LocalDate,
): Promise<PreviewedEvent[]> {
  const { mergeCalendar } = await import("#domain/channels/merge.ts");
  const now = clock();
  const kept = await store.relinkableStays(platform, events, today);
  const served = await store.servedBefore(platform, now);
  const adopted = new Set(kept.map(({ id }) => id));
  const others = (await store.holders(today)).filter(({ id }) => !adopted.has(id));

  const effectsIn = (mode: ImportMode) => {
    let ids = 0;
    const merged = mergeCalendar({
      platform,
      name: PLATFORM_NAMES[platform],
      channelId: PREVIEW,
      mode,
      stays: kept,
      events,
      served,
      answers: new Map(),
      hold: null,
      today,
      now,
      newId: () => `${PREVIEW}-${ids++}`,
    });
    const stays = [
      ...new Map([...kept, ...merged.changes.map(({ after }) => after)].map((one) => [one.id, one])).values(),
    ];
    const inQuestion = new Set(merged.reviews.map(({ stay }) => stay?.id));
    return (event: FeedEvent): Effect => {
      const stay = stays.find((one) => keyOf(one.uid, one.occurrence, one.startsOn) === eventKey(event));
      if (!stay) return { holds: false, asks: false, meets: "" };
      const holds = holdsItsNights(stay);
      return {
        holds,
        asks: inQuestion.has(stay.id),
        meets: holds && stay.endsOn > today ? overlapOf(stay, others) : "",
      };
    };
  };

  const [reservations, everything] = [effectsIn("reservations"), effectsIn("everything")];
  return events.map((event) => {
    const modes = { reservations: reservations(event), everything: everything(event) };
    const isLeftOut = event.kind === "block" && !modes.reservations.holds && event.checkOut > today;
    const { holds, meets } = modes.everything;
    return { ...event, modes, block: isLeftOut ? { suggested: holds && meets === "" } : null };
  });
}

const PREVIEW = "preview";
const keyOf = (uid: string, occurrence: string, startsOn: LocalDate) => `${uid}\n${occurrence}\n${startsOn}`;
const eventKey = ({ uid, occurrence, checkIn }: FeedEvent) => keyOf(uid, occurrence, checkIn);

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

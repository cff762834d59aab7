import type { Stay } from "../booking/stay.ts";
import type { Platform } from "./channel.ts";
import { besideEchoes, isEcho, mirrorsUs, spanText } from "./echo.ts";
import type { FeedEvent } from "./feed-event.ts";
import { type Hold, holdAfter, type Reread } from "./hold.ts";
import type { NewReview, StayChange } from "./imported-change.ts";
import { holdsItsNights, type ImportedStay, type ExclusionReason, mayBeInHouse } from "./imported-stay.ts";
import { longSpanOf } from "./long-span.ts";
import {
  isOpen,
  type Matched,
  matchByDates,
  matchByKey,
  movedInPlace,
  RENAMED,
  RENAMED_AT_NEW_LINK,
  sameAtNewLink,
  similarDates,
  spanOf,
} from "./match.ts";
import { type QuestionFacts, questionsOf } from "./questions.ts";

/** The input for merging the result of one successful read with what we know. */
export type MergeInput = Reread &
  QuestionFacts & {
    platform: Platform;
    channelId: string;
    /**
     * Stays from the platform's earlier connections (S-68). Those that the calendar shows become stays of this channel.
     * The others, and those that only a copy of our own nights resembles (S-55), remain as they are.
     */
    earlier?: readonly ImportedStay[];
    /**
     * The blocks that the host has just chosen to close, in the preview of a calendar that is now read for the first
     * time, by span `from/to`: the choice also applies to blocks that we already know (S-22).
     */
    closing?: ReadonlySet<string>;
    newId: () => string;
  };

export type Merged = { changes: StayChange[]; reviews: NewReview[]; hold: Hold | null };

/** What we know about how the platform treats our nights (S-55). */
type Echoes = { mirrors: boolean | null; isBesideEcho: (event: Stay) => boolean };
type Merging = MergeInput & Echoes;
type Judging = Pick<MergeInput, "mode" | "served" | "answers" | "today" | "now"> & Echoes;

const MINUTE_MS = 60_000;
/** S-31: how many times and for how long a stay must be missing before it is released. */
const TIMES_ABSENT = 2;
const ABSENT_FOR_MS = 30 * MINUTE_MS;

export function mergeCalendar(request: MergeInput): Merged {
  const judged: Merging = { ...request, ...echoesIn(request.events, request) };
  const { newLink = false, earlier = [] } = request;
  const [alike, renamed] = newLink ? [sameAtNewLink(request.today), RENAMED_AT_NEW_LINK] : [undefined, RENAMED];
  const byKey = withoutListed(matchByKey(request.stays, request.events, alike), request);
  // A new link frees no nights, so a stay of the channel whose nights it shows is found even if it could be an echo.
  const own = newLink ? matchByDates(byKey, renamed) : matchOthers(byKey, judged, renamed);
  const again = matchOthers(matchByKey(earlier, own.fresh, alike), judged, renamed);
  const known = { pairs: [...own.pairs, ...again.pairs], gone: own.gone, fresh: again.fresh };
  const input = { ...judged, stays: [...judged.stays, ...again.pairs.map(([stay]) => stay)] };
  const hold = holdAfter(input, known.gone);
  // While a hold lasts, events are not treated as changed dates either, so the old nights stay closed.
  const held = hold && !hold.over ? hold : null;
  // Nor in the first read of a new link, because a different calendar may show different guests on similar dates.
  const byDates = held === null && !newLink;
  const { pairs, gone, fresh } = byDates ? matchOthers(known, input, movedInPlace(input.today)) : known;
  const moved = !byDates ? new Map<FeedEvent, ImportedStay>() : similarOf({ pairs: [], gone, fresh }, input);
  const [shown, left] = [new Set(pairs.map(([{ id }]) => id)), new Set([...moved.values()].map(({ id }) => id))];
  const changes = [
    ...pairs.map(([stay, event]) => seenAgain(stay, event, shown, input)),
    ...fresh.map((event) => seenFirst(event, moved.get(event) ?? null, input)),
    ...gone.filter(isOpen).map((stay) => notSeen(stay, left.has(stay.id), hold, input)),
  ].filter((change) => change !== null);
  return { changes, reviews: questionsOf(afterAll(input.stays, changes), held, input), hold: held };
}

function echoesIn(
  events: readonly (Stay & Pick<FeedEvent, "kind">)[],
  { served, today, now }: Pick<MergeInput, "served" | "today" | "now">,
): Echoes {
  const unsure = events.filter((event) => !isSure(event));
  return { mirrors: mirrorsUs(events, served, today, now), isBesideEcho: besideEchoes(unsure, served) };
}

/** What the import would do with a record without the host's answer, judging by the stays in the last read. */
export function exclusionWithoutHost(
  stay: ImportedStay,
  input: Pick<MergeInput, "mode" | "stays" | "served" | "answers" | "today" | "now">,
): ExclusionReason | null {
  const events = input.stays
    .filter(({ state }) => state === "active")
    .map((one) => ({ ...spanOf(one), kind: one.kind }));
  return exclusionOf({ ...stay, hostOverride: null }, { ...input, ...echoesIn(events, input) });
}

/** A stay whose event is listed but unreadable is not gone (S-30). */
function withoutListed(matched: Matched, { unreadable = [], today }: MergeInput): Matched {
  const listed = new Set(unreadable);
  return { ...matched, gone: matched.gone.filter(({ uid, endsOn }) => !listed.has(uid) || endsOn <= today) };
}

function afterAll(stays: readonly ImportedStay[], changes: readonly StayChange[]): ImportedStay[] {
  return [...new Map([...stays, ...changes.map(({ after }) => after)].map((stay) => [stay.id, stay])).values()];
}

/** Maps new events to the records whose changed dates they probably show. */
function similarOf(known: Matched, input: Merging): Map<FeedEvent, ImportedStay> {
  return new Map(matchOthers(known, input, similarDates(input.today)).pairs.map(([stay, event]) => [event, stay]));
}
/**
 * Echoes of our own nights are excluded: if they were taken as the new dates of a vanished stay, the stay would never
 * be released.
 */
function matchOthers(known: Matched, input: Merging, likenesses: typeof RENAMED): Matched {
  const ours = new Set(known.fresh.filter((event) => isRepeated({ ...event, firstSeenAt: input.now }, input)));
  const matched = matchByDates({ ...known, fresh: known.fresh.filter((event) => !ours.has(event)) }, likenesses);
  return { ...matched, fresh: [...matched.fresh, ...ours] };
}

type Suspect = Pick<FeedEvent, "checkIn" | "checkOut" | "kind"> & { firstSeenAt: Date };

function isRepeated({ kind, ...suspect }: Suspect, { served, today, now, mirrors, isBesideEcho }: Judging): boolean {
  return isEcho({ ...suspect, sure: isSure({ kind }) }, served, today, now, mirrors) && !isBesideEcho(suspect);
}

const isSure = ({ kind }: Pick<FeedEvent, "kind">) => kind === "reservation";

function seenFirst(event: FeedEvent, movedFrom: ImportedStay | null, input: Merging): StayChange {
  const { kind, code, link, feedGuest, phoneDigits, uid, occurrence, summary } = event;
  const base: ImportedStay = {
    id: input.newId(),
    channelId: input.channelId,
    platform: input.platform,
    uid,
    occurrence,
    startsOn: event.checkIn,
    endsOn: event.checkOut,
    hostOverride: movedFrom?.hostOverride ?? blockOverride(event, input),
    state: "active",
    exclusion: null,
    kind,
    code,
    link,
    feedGuest,
    phoneDigits,
    summary,
    firstSeenAt: input.now,
    lastSeenAt: input.now,
    missingSince: null,
    timesMissed: 0,
    kept: false,
    movedFrom: movedFrom?.id ?? null,
  };
  const after = { ...base, exclusion: exclusionOf(base, input) };
  if (movedFrom) return { before: null, after, event: "Dates changed", what: "changed", movedFrom };
  return { before: null, after, event: firstWords(after, input), what: "added" };
}

/** S-22: outside "everything" mode, a new block closes its nights only if the host chose this in the preview. */
function blockOverride(event: FeedEvent, { answers }: Merging): "closure" | null {
  return event.kind === "block" && answers.get(spanText(event)) === "closure" ? "closure" : null;
}

function firstWords({ exclusion }: ImportedStay, { name }: Merging): string {
  if (exclusion === "echo") return `${name} shows nights copied from our own calendar`;
  if (exclusion === "asked") return `First seen in the calendar of ${name}; waiting for you to say what it is`;
  return exclusion === "block-ignored" ? "" : `First seen in the calendar of ${name}`;
}

/** `shown`: the records in the calendar, by id. */
function seenAgain(
  stay: ImportedStay,
  event: FeedEvent,
  shown: ReadonlySet<string>,
  input: Merging,
): StayChange | null {
  const { kind, code, link, feedGuest, phoneDigits, uid, occurrence, summary } = event;
  const back = !isOpen(stay) && event.checkOut > input.today;
  const moved = stay.startsOn !== event.checkIn || stay.endsOn !== event.checkOut;
  const next: ImportedStay = {
    ...stay,
    channelId: input.channelId,
    kind,
    uid,
    occurrence,
    summary,
    // Keep details from earlier reads if the calendar now gives fewer of them.
    code: code || stay.code,
    link: link || stay.link,
    feedGuest: feedGuest || stay.feedGuest,
    phoneDigits: phoneDigits || stay.phoneDigits,
    hostOverride: kind === "block" && input.closing?.has(spanText(event)) ? "closure" : stay.hostOverride,
    startsOn: event.checkIn,
    endsOn: event.checkOut,
    state: back || isOpen(stay) ? "active" : stay.state,
    lastSeenAt: input.now,
    missingSince: null,
    timesMissed: 0,
    kept: false,
    // If the old dates are in the calendar again, these were two bookings from the start.
    movedFrom: stay.movedFrom !== null && shown.has(stay.movedFrom) ? null : stay.movedFrom,
  };
  const renamed = uid !== stay.uid;
  // A record that occupies nights continues to occupy them, unless its dates, UID or kind have changed, or the mode now
  // leaves it out: it is then evaluated again, like a record that occupies none. New dates of a stay that the host kept
  // are not evaluated, because we published its nights to the platform, so they may look like an echo. Nor are changes
  // in the first read of a new link, which frees no nights (S-07).
  const isUnchanged = !moved && !renamed && kind === stay.kind;
  const settled = holdsItsNights(stay) && (stay.kept || input.newLink || isUnchanged);
  // A record counts as new (S-55) if it has different dates or a different UID, or if it is back after an absence.
  const seenFrom = moved || renamed || back ? input.now : stay.firstSeenAt;
  const exclusion = settled && modeAllows(next, input) ? null : exclusionOf({ ...next, firstSeenAt: seenFrom }, input);
  const after = { ...next, exclusion };
  const quiet = stay.exclusion === "block-ignored" && after.exclusion === "block-ignored";
  if (moved && !quiet) return { before: stay, after, event: "Dates changed", what: "changed" };
  if (back && !quiet) return { before: stay, after, event: "Back in the calendar", what: "back" };
  if (stay.state === "missing" && !quiet) return { before: stay, after, event: "In the calendar again", what: "seen" };
  if (stay.exclusion !== after.exclusion) return { before: stay, after, event: exclusionEvent(after), what: "changed" };
  return sameFacts(stay, after) ? null : { before: stay, after, event: "", what: "seen" };
}

function exclusionEvent({ exclusion }: ImportedStay): string {
  return exclusion === null ? "Its nights are closed from now on" : "Its nights are no longer closed";
}

function sameFacts(a: ImportedStay, b: ImportedStay): boolean {
  const facts = ({ lastSeenAt: _seen, ...rest }: ImportedStay) => JSON.stringify(rest);
  return facts(a) === facts(b);
}

function notSeen(stay: ImportedStay, movesNow: boolean, hold: Hold | null, input: Merging): StayChange | null {
  const { today, now } = input;
  const moved = movesNow || input.stays.some(({ movedFrom }) => movedFrom === stay.id);
  // S-32: for a past stay, it does not matter whether the calendar still lists it.
  if (stay.endsOn <= today)
    return { before: stay, after: { ...stay, state: "finished" }, event: "Finished", what: "finished" };
  const released = (event: string): StayChange => ({
    before: stay,
    after: { ...stay, state: "released", missingSince: stay.missingSince ?? now },
    event: moved ? "Dates changed: the old nights are free again" : event,
    what: moved ? "moved-away" : "released",
  });
  if (stay.exclusion !== null) return released(stay.exclusion === "block-ignored" ? "" : "No longer in the calendar");
  if (stay.kept) return null;
  const since = stay.missingSince ?? now;
  const after: ImportedStay = { ...stay, state: "missing", missingSince: since, timesMissed: stay.timesMissed + 1 };
  const longEnough = after.timesMissed >= TIMES_ABSENT && now.getTime() - since.getTime() >= ABSENT_FOR_MS;
  if (longEnough && !mayBeInHouse(stay, today) && (!hold || hold.over) && !input.unreadable?.includes(""))
    return released(
      hold ? "Released: missing from the calendar for long enough" : "Released: cancelled on the platform",
    );
  if (stay.state === "missing") return { before: stay, after, event: "", what: "seen" };
  const unsure = "Dates changed; the old nights stay closed until they have been missing from the calendar for a while";
  if (moved) return { before: stay, after, event: unsure, what: "moved-away" };
  return { before: stay, after, event: "No longer in the calendar; its nights stay closed for now", what: "missing" };
}

/** Why a record does not close its nights; null if it does. */
function exclusionOf(stay: ImportedStay, input: Judging): ExclusionReason | null {
  const { hostOverride, kind } = stay;
  if (hostOverride !== null) return hostOverride === "ignore" ? "ignored" : null;
  if (isRepeated({ ...spanOf(stay), kind, firstSeenAt: stay.firstSeenAt }, input)) return "echo";
  if (!modeAllows(stay, input)) return "block-ignored";
  if (longSpanOf(stay, input.mode, input.today) !== "on-sale") return null;
  const answer = input.answers.get(spanText(spanOf(stay)));
  if (answer === "ignore") return "ignored";
  return answer === undefined ? "asked" : null;
}

function modeAllows({ kind, hostOverride }: ImportedStay, { mode }: Pick<MergeInput, "mode">): boolean {
  return hostOverride !== null || mode === "everything" || kind !== "block";
}

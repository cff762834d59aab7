import { nightCount } from "../booking/stay.ts";
import { addDays, type LocalDate } from "../calendar/local-date.ts";
import { type ImportMode, type Platform, PLATFORM_NAMES } from "./channel.ts";
import { isBesideEcho, isEcho, mirrorsUs, type ServedCalendar, spanText } from "./echo.ts";
import type { FeedEvent } from "./feed-event.ts";
import { type Hold, holdAfter } from "./hold.ts";
import type { ReviewWanted, StayChange } from "./imported-change.ts";
import { holdsItsNights, type ImportedStay, type SparedReason } from "./imported-stay.ts";
import { isOpen, type Matched, matchByDates, matchByKey, MOVED, RENAMED, spanOf } from "./match.ts";
import { questionsOf } from "./questions.ts";
import type { ReviewAnswer } from "./review.ts";

/** What one good reading makes of what we know. The domain is told everything; it asks nobody. */
export type MergeInput = {
  platform: Platform;
  channelId: string;
  mode: ImportMode;
  stays: readonly ImportedStay[];
  events: readonly FeedEvent[];
  served: readonly ServedCalendar[];
  /** What the host has answered before, by span `from/to` (S-23). */
  answers: ReadonlyMap<string, ReviewAnswer>;
  hold: Hold | null;
  today: LocalDate;
  now: Date;
  newId: () => string;
};

export type Merged = { changes: StayChange[]; reviews: ReviewWanted[]; hold: Hold | null };

/** With what the platform is known to do with nights of ours (S-55). */
type Merging = MergeInput & { mirrors: boolean | null };

const MINUTE_MS = 60_000;
/** S-31. */
const TIMES_ABSENT = 2;
const ABSENT_FOR_MS = 30 * MINUTE_MS;
/** S-23, in nights and in days ahead. */
const LONG_NIGHTS = 90;
/** Nobody stays so long, whatever the calendar calls it. */
const NEVER_NIGHTS = 400;
const FAR_DAYS = 330;

export function mergeCalendar(asked: MergeInput): Merged {
  const { events, served, today, now } = asked;
  const input: Merging = { ...asked, mirrors: mirrorsUs(events, served, today, now) };
  const known = matchOthers(matchByKey(input.stays, input.events), input, RENAMED);
  const hold = holdAfter(input, known.gone);
  // While releases are held, nothing is taken for a change of dates either: the old nights stay closed.
  const { pairs, gone, fresh } = hold && !hold.over ? known : matchOthers(known, input, MOVED);
  const changes = [
    ...pairs.map(([stay, event]) => seenAgain(stay, event, input)),
    ...fresh.map((event) => seenFirst(event, input)),
    ...gone.filter(isOpen).map((stay) => notSeen(stay, hold, input)),
  ].filter((change) => change !== null);
  return { changes, reviews: questionsOf(changes, hold, input), hold: hold && !hold.over ? hold : null };
}

/** Our own nights that come back are nobody's new dates: taken for a stay that went, they would keep it for ever. */
function matchOthers(known: Matched, input: Merging, likenesses: typeof MOVED): Matched {
  const ours = new Set(known.fresh.filter((event) => isRepeated({ ...event, firstSeenAt: input.now }, input)));
  const matched = matchByDates({ ...known, fresh: known.fresh.filter((event) => !ours.has(event)) }, likenesses);
  return { ...matched, fresh: [...matched.fresh, ...ours] };
}

type Suspect = Pick<FeedEvent, "checkIn" | "checkOut" | "kind"> & { firstSeenAt: Date };

function isRepeated({ kind, ...suspect }: Suspect, { events, served, today, now, mirrors }: Merging): boolean {
  if (!isEcho({ ...suspect, sure: isSure({ kind }) }, served, today, now, mirrors)) return false;
  return !isBesideEcho(
    suspect,
    events.filter((event) => !isSure(event)),
    served,
  );
}

const isSure = ({ kind }: Pick<FeedEvent, "kind">) => kind === "reservation";

function seenFirst(event: FeedEvent, input: Merging): StayChange {
  const { kind, code, link, feedGuest, phoneDigits, uid, occurrence, summary } = event;
  const base: ImportedStay = {
    id: input.newId(),
    channelId: input.channelId,
    platform: input.platform,
    uid,
    occurrence,
    startsOn: event.checkIn,
    endsOn: event.checkOut,
    verdict: null,
    state: "active",
    spared: null,
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
  };
  const after = { ...base, spared: sparedReason(base, input) };
  return { before: null, after, event: firstWords(after), what: "added" };
}

function firstWords({ spared, platform }: ImportedStay): string {
  const name = PLATFORM_NAMES[platform];
  if (spared === "echo") return `Our own nights came back from ${name}`;
  if (spared === "asked") return `First seen in the calendar of ${name}; the host is asked what it is`;
  return spared === "block-ignored" ? "" : `First seen in the calendar of ${name}`;
}

function seenAgain(stay: ImportedStay, event: FeedEvent, input: Merging): StayChange | null {
  const { kind, code, link, feedGuest, phoneDigits, uid, occurrence, summary } = event;
  const back = !isOpen(stay) && event.checkOut > input.today;
  const moved = stay.startsOn !== event.checkIn || stay.endsOn !== event.checkOut;
  const next: ImportedStay = {
    ...stay,
    kind,
    uid,
    occurrence,
    summary,
    // What a calendar once told is not forgotten when it tells less.
    code: code || stay.code,
    link: link || stay.link,
    feedGuest: feedGuest || stay.feedGuest,
    phoneDigits: phoneDigits || stay.phoneDigits,
    startsOn: event.checkIn,
    endsOn: event.checkOut,
    state: back || isOpen(stay) ? "active" : stay.state,
    lastSeenAt: input.now,
    missingSince: null,
    timesMissed: 0,
    kept: false,
  };
  // Whoever holds nights goes on holding them; what is asked about or an echo is looked at anew, and so are new dates.
  const renamed = uid !== stay.uid;
  const settled = holdsItsNights(stay) && !moved && !renamed && kind === stay.kind;
  // On other dates, under another name, or back again it is as new as one that comes up now (S-55).
  const seenFrom = moved || renamed || back ? input.now : stay.firstSeenAt;
  const spared = settled && modeAllows(next, input) ? null : sparedReason({ ...next, firstSeenAt: seenFrom }, input);
  const after = { ...next, spared };
  const quiet = stay.spared === "block-ignored" && after.spared === "block-ignored";
  if (moved && !quiet) return { before: stay, after, event: "Dates changed", what: "changed" };
  if (back && !quiet) return { before: stay, after, event: "Back in the calendar", what: "back" };
  if (stay.state === "missing" && !quiet) return { before: stay, after, event: "In the calendar again", what: "seen" };
  if (stay.spared !== after.spared) return { before: stay, after, event: sparedWords(after), what: "changed" };
  return sameFacts(stay, after) ? null : { before: stay, after, event: "", what: "seen" };
}

function sparedWords({ spared }: ImportedStay): string {
  return spared === null ? "Its nights are closed from now on" : "Its nights are not closed any more";
}

function sameFacts(a: ImportedStay, b: ImportedStay): boolean {
  const facts = ({ lastSeenAt: _seen, ...rest }: ImportedStay) => JSON.stringify(rest);
  return facts(a) === facts(b);
}

function notSeen(stay: ImportedStay, hold: Hold | null, { today, now }: Merging): StayChange | null {
  // S-32: it is over; whether the calendar still lists it says nothing.
  if (stay.endsOn <= today)
    return { before: stay, after: { ...stay, state: "finished" }, event: "Finished", what: "finished" };
  const released = (event: string): StayChange => ({
    before: stay,
    after: { ...stay, state: "released", missingSince: stay.missingSince ?? now },
    event,
    what: "released",
  });
  if (stay.spared !== null) return released(stay.spared === "block-ignored" ? "" : "No longer in the calendar");
  if (stay.kept) return null;
  const since = stay.missingSince ?? now;
  const after: ImportedStay = { ...stay, state: "missing", missingSince: since, timesMissed: stay.timesMissed + 1 };
  const inHouse = stay.startsOn <= today;
  if (hold?.over && !inHouse) return released("Released: the calendar has stayed without it, or the host has said so");
  const longEnough = after.timesMissed >= TIMES_ABSENT && now.getTime() - since.getTime() >= ABSENT_FOR_MS;
  if (!hold && !inHouse && longEnough) return released("Released: cancelled at the platform");
  if (stay.state === "missing") return { before: stay, after, event: "", what: "seen" };
  return { before: stay, after, event: "No longer in the calendar; its nights stay closed for now", what: "missing" };
}

/** Why a record closes no nights, or null when it closes them. */
function sparedReason(stay: ImportedStay, input: Merging): SparedReason | null {
  const { verdict, kind } = stay;
  if (verdict !== null) return verdict === "ignore" ? "ignored" : null;
  if (isRepeated({ ...spanOf(stay), kind, firstSeenAt: stay.firstSeenAt }, input)) return "echo";
  if (!modeAllows(stay, input)) return "block-ignored";
  if (!isAskedAbout(stay, input)) return null;
  const answer = input.answers.get(spanText(spanOf(stay)));
  if (answer === "ignore") return "ignored";
  return answer === undefined ? "asked" : null;
}

function modeAllows({ kind, verdict }: ImportedStay, { mode }: Pick<MergeInput, "mode">): boolean {
  return verdict !== null || mode === "everything" || kind !== "block";
}

/** S-23: so long, or so far ahead, that it is rather a calendar that is not open yet than a guest. */
function isAskedAbout(stay: ImportedStay, { mode, today }: Pick<MergeInput, "mode" | "today">): boolean {
  const nights = nightCount(spanOf(stay));
  if (nights > NEVER_NIGHTS) return true;
  if (mode !== "everything" || stay.kind === "reservation") return false;
  return nights > LONG_NIGHTS || stay.startsOn >= addDays(today, FAR_DAYS);
}

import type { Stay } from "../booking/stay.ts";
import { addDays, type LocalDate } from "../calendar/local-date.ts";
import { nightsOfAll } from "./export.ts";
import { cover, meet, type NightRuns, runsOf } from "./night-runs.ts";

/**
 * What a platform received when it read our calendar: the closed spans. The platform knows only these until its next
 * read. Lists of these are in chronological order.
 */
export type ServedCalendar = { at: Date; closed: readonly Stay[] };

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long a platform may repeat nights that we no longer publish (S-55). */
export const ECHO_MEMORY_MS = 14 * DAY_MS;
/** A platform that repeats our nights does so within this time. The slowest known reader, Google, takes up to a day. */
const MIRROR_MS = DAY_MS;

type Suspect = Stay & { sure: boolean; firstSeenAt: Date };

/**
 * Whether an event only repeats our own calendar (S-55): it is not a certain reservation, and the platform had received
 * each of its nights from us before the event appeared. Three kinds of nights are not echoes: those that the platform
 * showed as taken before it received them from us, those that appeared after the platform had read in our calendar that
 * they were free, and those that it still shows 14 days after that read. Nights before `today` prove nothing, because
 * we do not publish stays that have ended.
 *
 * `mirrors` is what the platform is known to do with our older nights (`mirrorsUs`). If the platform repeats none of
 * them, an event on nights that we published is a sale that was made before the platform read our calendar. Hiding that
 * event would lead to a double booking.
 */
export function isEcho(
  event: Suspect,
  served: readonly ServedCalendar[],
  today: LocalDate,
  now: Date,
  mirrors: boolean | null = null,
): boolean {
  if (event.sure || mirrors === false) return false;
  const checkIn = event.checkIn < today ? today : event.checkIn;
  const cameUp = served.findLastIndex(({ at }) => at <= event.firstSeenAt);
  if (cameUp < 0 || checkIn >= event.checkOut) return false;
  return cover(repeatable(served, cameUp, now), { checkIn, checkOut: event.checkOut });
}

/** Cached, because the same lookup is needed for every event in a calendar. */
const knownRuns = new WeakMap<readonly ServedCalendar[], Map<string, NightRuns>>();

/** The nights in calendar version `cameUp` that may still be repeated. */
function repeatable(served: readonly ServedCalendar[], cameUp: number, now: Date): NightRuns {
  const runs = knownRuns.get(served) ?? new Map<string, NightRuns>();
  knownRuns.set(served, runs);
  const key = `${cameUp} ${served.length} ${now.getTime()}`;
  const known = runs.get(key);
  if (known) return known;
  const [first = new Set<LocalDate>(), ...newer] = served.slice(cameUp).map(nightsIn);
  const nights = [...first].filter((night) => {
    const leftAt = served[cameUp + newer.findLastIndex((version) => version.has(night)) + 2]?.at;
    return leftAt === undefined || now.getTime() - leftAt.getTime() <= ECHO_MEMORY_MS;
  });
  const found = runsOf(nights.map(asSpan));
  runs.set(key, found);
  return found;
}

function asSpan(night: LocalDate): Stay {
  return { checkIn: night, checkOut: addDays(night, 1) };
}

/**
 * Whether a platform repeats our nights, judged by the nights from today on that it has known for a day or more: true
 * if it shows some of them, false if it shows none, null if there are none. `shows` is everything in its calendar now.
 */
export function mirrorsUs(
  shows: readonly Stay[],
  served: readonly ServedCalendar[],
  today: LocalDate,
  now: Date,
): boolean | null {
  const settled = served.findLastIndex(({ at }) => now.getTime() - at.getTime() >= MIRROR_MS);
  if (settled < 0) return null;
  const [oldest = new Set<LocalDate>(), ...newer] = served.slice(settled).map(nightsIn);
  const constant = [...oldest].filter((night) => night >= today && newer.every((nights) => nights.has(night)));
  if (constant.length === 0) return null;
  const shown = runsOf(shows);
  return constant.some((night) => meet(shown, asSpan(night)));
}

/**
 * Returns a function that tells whether an event must be the platform's own sale: it is on nights that the platform
 * received from us, but another event shows exactly the span that we published. We assume that a platform repeats a
 * night only once.
 */
export function besideEchoes(shows: readonly Stay[], served: readonly ServedCalendar[]): (event: Stay) => boolean {
  const exported = new Set(served.flatMap(({ closed }) => closed.map(spanText)));
  const repeated = runsOf(shows.filter((other) => exported.has(spanText(other))));
  return (event) => !exported.has(spanText(event)) && meet(repeated, event);
}

/**
 * The largest number of times that a single version of our calendar listed this span. The platform may repeat the span
 * that many times.
 */
export function timesPublished(span: Stay, served: readonly ServedCalendar[]): number {
  const text = spanText(span);
  return Math.max(0, ...served.map(({ closed }) => closed.filter((one) => spanText(one) === text).length));
}

export function spanText({ checkIn, checkOut }: Stay): string {
  return `${checkIn}/${checkOut}`;
}

/** Cached, because every event in a calendar is checked against the same versions. */
const known = new WeakMap<ServedCalendar, Set<LocalDate>>();
function nightsIn(version: ServedCalendar): Set<LocalDate> {
  const nights = known.get(version) ?? nightsOfAll(version.closed);
  known.set(version, nights);
  return nights;
}

import type { Stay } from "../booking/stay.ts";
import { addDays, type LocalDate } from "../calendar/local-date.ts";
import { nightsOfAll } from "./export.ts";
import { cover, meet, type NightRuns, runsOf } from "./night-runs.ts";

/**
 * What a platform got when it read our calendar: the spans of nights that it was told are closed. It holds that until
 * it reads the next. Lists of them are in order of time.
 */
export type ServedCalendar = { at: Date; closed: readonly Stay[] };

const DAY_MS = 24 * 60 * 60 * 1000;
/** For so long a platform may repeat what it is not told any more (S-55). */
export const ECHO_MEMORY_MS = 14 * DAY_MS;
/** A platform that repeats our nights has done so by then; the slowest reader is said to take six hours. */
const MIRROR_MS = DAY_MS;

type Suspect = Stay & { sure: boolean; firstSeenAt: Date };

/**
 * Whether an event is only our own calendar coming back (S-55): it is no sure reservation, and when it came up the
 * platform had each of its nights from us. Nights that it showed before it was told of them are its own; so are nights
 * that came up after it had read that they are free, and those that it still shows 14 days after that. Nights before
 * `today` tell nothing: we serve none.
 *
 * `mirrors` is what the platform is known to do with our older nights (`mirrorsUs`). From one that repeats none, nights
 * that it was told of are a sale, made before it had read of ours: hidden, it would put two parties before one door.
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

/** The same is asked for every event of a calendar. */
const knownRuns = new WeakMap<readonly ServedCalendar[], Map<string, NightRuns>>();

/** The nights of the version `cameUp` that may still come back. */
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
 * Whether a platform shows our own nights back: true when it shows some of those that it has had for a day, false when
 * it shows none, null while it has not had any for so long. `shows` is all that its calendar has at present.
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
 * Tells of an event whether it is one too many to be ours: it lies on nights that the platform had from us, and beside it
 * the platform shows the very span that it had. It repeats a night once; the other is its own sale.
 */
export function besideEchoes(shows: readonly Stay[], served: readonly ServedCalendar[]): (event: Stay) => boolean {
  const told = new Set(served.flatMap(({ closed }) => closed.map(spanText)));
  const repeated = runsOf(shows.filter((other) => told.has(spanText(other))));
  return (event) => !told.has(spanText(event)) && meet(repeated, event);
}

/** How often a platform had the same span from us at one time: as often it may repeat it. */
export function timesTold(span: Stay, served: readonly ServedCalendar[]): number {
  const text = spanText(span);
  return Math.max(0, ...served.map(({ closed }) => closed.filter((one) => spanText(one) === text).length));
}

export function spanText({ checkIn, checkOut }: Stay): string {
  return `${checkIn}/${checkOut}`;
}

/** The same versions are asked for every event of a calendar. */
const known = new WeakMap<ServedCalendar, Set<LocalDate>>();
function nightsIn(version: ServedCalendar): Set<LocalDate> {
  const nights = known.get(version) ?? nightsOfAll(version.closed);
  known.set(version, nights);
  return nights;
}

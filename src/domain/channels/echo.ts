import { nightsOf, overlaps, type Stay } from "../booking/stay.ts";
import type { LocalDate } from "../calendar/local-date.ts";
import { nightsOfAll } from "./export.ts";

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
  const nights = nightsOf(event).filter((night) => night >= today);
  const cameUp = served.findLastIndex(({ at }) => at <= event.firstSeenAt);
  const from = served.slice(Math.max(cameUp, 0)).map((version) => ({ at: version.at, nights: nightsIn(version) }));
  return (
    cameUp >= 0 &&
    nights.length > 0 &&
    nights.every((night) => {
      if (!from[0]?.nights.has(night)) return false;
      const leftAt = from[from.findLastIndex((version) => version.nights.has(night)) + 1]?.at;
      return leftAt === undefined || now.getTime() - leftAt.getTime() <= ECHO_MEMORY_MS;
    })
  );
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
  const shown = nightsOfAll(shows);
  return constant.some((night) => shown.has(night));
}

/**
 * Whether an event is one too many to be ours: it lies on nights that the platform had from us, and beside it the
 * platform shows the very span that it had. It repeats a night once; the other is its own sale.
 */
export function isBesideEcho(event: Stay, shows: readonly Stay[], served: readonly ServedCalendar[]): boolean {
  const told = new Set(served.flatMap(({ closed }) => closed.map(spanText)));
  return !told.has(spanText(event)) && shows.some((other) => told.has(spanText(other)) && overlaps(other, event));
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

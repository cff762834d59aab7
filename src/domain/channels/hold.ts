import type { LocalDate } from "../calendar/local-date.ts";
import type { FeedEvent } from "./feed-event.ts";
import { holdsItsNights, type ImportedStay, mayBeInHouse } from "./imported-stay.ts";
import { isOpen } from "./match.ts";

/** S-33: when many records suddenly vanish from a calendar, their release is held back, whatever their kind. */
export type StoredHold = {
  since: Date;
  /** A fingerprint of the calendar; when the fingerprint changes, the hold starts again. */
  mark: string;
  times: number;
  /** Ids of the stays known when the hold began. Stays that appear later neither end nor weaken the hold. */
  known: readonly string[];
};
export type Hold = StoredHold & {
  /** How many of the known stays are missing from the calendar now. */
  lacking: number;
  /**
   * Whether the missing stays may be released: the hold has lasted long enough, and no unreadable event may be theirs.
   */
  over: boolean;
};

const HOURS_MS = 60 * 60_000;
export const HELD_FOR_MS = 6 * HOURS_MS;
export const HELD_READINGS = 12;
/**
 * Missing stays cause a hold if there are at least this many and they are at least half of the known stays
 * (`mayBeReleased`). If the calendar is empty, one missing stay is enough.
 */
const SUDDEN = 2;

/** One read of a calendar, and what was known before it. */
export type Reread = {
  stays: readonly ImportedStay[];
  events: readonly FeedEvent[];
  /**
   * The UIDs of listed events that cannot be read (S-30); empty for an event that cannot be attributed to a stay. While
   * there is such an event, every missing stay may be the one that it describes.
   */
  unreadable?: readonly string[];
  hold: StoredHold | null;
  /** Whether this is the first read of a new link, which may belong to another calendar (S-07). */
  newLink?: boolean;
  today: LocalDate;
  now: Date;
};

/** `gone`: the records that the calendar no longer shows, not even on the same nights under a different UID. */
export function holdAfter(
  { stays, events, unreadable, hold, newLink = false, today, now }: Reread,
  gone: readonly ImportedStay[],
): Hold | null {
  const goneStill = new Set(gone.filter((stay) => stay.state !== "released" && !stay.kept).map(({ id }) => id));
  const lackingOf = (ids: readonly string[]) => ids.filter((id) => goneStill.has(id)).length;
  const mark = markOf(events);

  if (newLink) {
    // The earlier hold was about another link. Every stay that the new calendar lacks is held back, however few.
    const lost = stays.filter((stay) => goneStill.has(stay.id) && mayBeReleased(stay, today, true)).map(({ id }) => id);
    return lost.length > 0 ? { since: now, mark, times: 1, known: lost, lacking: lost.length, over: false } : null;
  }
  if (hold && isSuddenDrop(lackingOf(hold.known), hold.known.length, Math.min(SUDDEN, hold.known.length))) {
    const { known } = hold;
    const lacking = lackingOf(known);
    if (hold.mark !== mark) return { since: now, mark, times: 1, known, lacking, over: false };
    const times = hold.times + 1;
    const isLongEnough = times >= HELD_READINGS && now.getTime() - hold.since.getTime() >= HELD_FOR_MS;
    const over = isLongEnough && !unreadable?.includes("");
    return { ...hold, times, lacking, over };
  }

  const isEmpty = events.length === 0;
  const known = stays.filter((stay) => mayBeReleased(stay, today, isEmpty)).map(({ id }) => id);
  const lacking = lackingOf(known);
  const atLeast = isEmpty ? 1 : SUDDEN;
  if (!isSuddenDrop(lacking, known.length, atLeast)) return null;
  return { since: now, mark, times: 1, known, lacking, over: false };
}

/**
 * The missing stays whose nights a hold keeps closed: those that were known when the hold began and that the host has
 * not chosen to keep.
 */
export function missingStays<S extends ImportedStay>(stays: readonly S[], known: readonly string[]): S[] {
  return stays.filter((stay) => known.includes(stay.id) && stay.state === "missing" && !stay.kept);
}

/**
 * Closures in progress count only if the calendar is empty: those that begin anew each day, such as advance notice,
 * would otherwise look like part of a sudden drop.
 */
function mayBeReleased(stay: ImportedStay, today: LocalDate, isEmpty: boolean): boolean {
  if (!isOpen(stay) || stay.kept || !holdsItsNights(stay)) return false;
  return stay.startsOn > today || (isEmpty && stay.endsOn > today && !mayBeInHouse(stay, today));
}

function isSuddenDrop(lacking: number, known: number, atLeast: number): boolean {
  return lacking >= Math.max(atLeast, 1) && lacking * 2 >= known;
}

/** Leaves out blocks, which shift from day to day, and UIDs, which some calendars generate anew each time. */
function markOf(events: readonly FeedEvent[]): string {
  return events
    .filter(({ kind }) => kind !== "block")
    .map(({ checkIn, checkOut }) => `${checkIn} ${checkOut}`)
    .toSorted()
    .join("\n");
}

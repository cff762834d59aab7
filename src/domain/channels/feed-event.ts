import type { Stay } from "../booking/stay.ts";
import { addDays, type LocalDate, toLocalDate } from "../calendar/local-date.ts";
import type { Platform } from "./channel.ts";
import { type Classified, classify, type Family } from "./classify.ts";
import { AHEAD_DAYS, type ReadEvent } from "./read-calendar.ts";

/** A calendar event in the form in which the import compares it: without timestamps, order or line folding (S-28). */
export type FeedEvent = Stay & Classified & { uid: string; occurrence: string; summary: string };

/**
 * The maximum number of events within the two years that we read. A property has 730 nights in that time; the longest
 * known calendars have one event per night, or three per stay. Comparing more events would keep the server from
 * responding to guests.
 */
export const MAX_EVENTS_AHEAD = 2000;
/**
 * The maximum number of events on the same night. A cottage sells a night once, and a program may list the same stay
 * several times. Without a limit, a few hundred long events could each conflict with every stay of the other channels.
 */
export const MAX_EVENTS_ON_A_NIGHT = 20;

/** Whether these events, sorted by their first night, exceed one of the two limits above. */
export function hasTooMany(events: readonly Stay[]): boolean {
  const ends = events.map(({ checkOut }) => checkOut).sort();
  // When the event with index n begins, n + 1 events have begun. Unless more than n - 20 have ended, too many continue.
  const isCrowded = events.some(({ checkIn }, n) => (ends[n - MAX_EVENTS_ON_A_NIGHT] ?? checkIn) > checkIn);
  return isCrowded || events.length > MAX_EVENTS_AHEAD;
}

export type Prepared = {
  events: FeedEvent[];
  /** The number of events that are too far ahead, or marked as free in a private calendar (S-14, S-29). */
  leftOut: number;
};

/** The relevant events in a calendar, sorted and without duplicates. */
export function prepare(
  read: readonly ReadEvent[],
  platform: Platform,
  family: Family | null,
  today: LocalDate,
): Prepared {
  const [earliest, latest] = [addDays(today, -1), addDays(today, AHEAD_DAYS)];
  const byKey = new Map<string, Entry>();
  let leftOut = 0;
  for (const found of read) {
    const { occurrence, summary, sequence, cancelled } = found;
    if (found.checkOut < earliest) continue;
    if (found.checkIn > latest || (found.transparent && platform === "other")) {
      leftOut++;
      continue;
    }
    const uid = found.uid || `${found.checkIn}/${found.checkOut} ${summary}`;
    const event = { uid, occurrence, ...nearNights(found, today), summary, ...classify(found, family) };
    const key = `${uid}\n${occurrence}\n${found.checkIn}`;
    const entry = { event, sequence, cancelled };
    const known = byKey.get(key);
    byKey.set(key, known ? effective(entry, known) : entry);
  }
  const events = [...byKey.values()].filter(({ cancelled }) => !cancelled).map(({ event }) => event);
  return { events: events.sort(inOrder), leftOut };
}

type Entry = { event: FeedEvent; sequence: number; cancelled: boolean };

/**
 * S-20: of two entries with the same UID and start day, the one with the higher SEQUENCE counts. If these are the same,
 * which of the two is newer is unknown, so the nights of both stay closed. A block closes none in "reservations" mode,
 * so the other entry counts, with the nights of the block.
 */
function effective(entry: Entry, known: Entry): Entry {
  if (entry.sequence !== known.sequence) return entry.sequence > known.sequence ? entry : known;
  if (entry.cancelled !== known.cancelled) return known.cancelled ? entry : known;
  const [first, second] = known.event.kind === "block" ? [entry, known] : [known, entry];
  const longer = first.event.checkOut < second.event.checkOut ? second : first;
  return { ...first, event: { ...first.event, checkOut: longer.event.checkOut } };
}

/**
 * Some programs close a calendar until 9999, which is far more nights than can be stored at once. Only events that last
 * a year or more are cut. The limits stay the same for a whole year, so that such an event does not seem changed in the
 * next read.
 */
function nearNights({ checkIn, checkOut }: Stay, today: LocalDate): Stay {
  const newYear = (years: number) => toLocalDate(`${Number(today.slice(0, 4)) + years}-01-01`);
  const [first, last] = [newYear(-1), newYear(4)];
  return { checkIn: checkIn < first ? first : checkIn, checkOut: checkOut > last ? last : checkOut };
}

function inOrder(a: FeedEvent, b: FeedEvent): number {
  if (a.checkIn !== b.checkIn) return a.checkIn < b.checkIn ? -1 : 1;
  return a.uid < b.uid ? -1 : 1;
}

import type { LocalDate } from "../calendar/local-date.ts";
import type { FeedEvent } from "./feed-event.ts";
import { holdsItsNights, type ImportedStay, isStay } from "./imported-stay.ts";
import { isOpen } from "./match.ts";

/** S-33: a calendar that suddenly lacks much is not believed at once. */
export type Hold = {
  since: Date;
  /** What the calendar showed; a hold counts again from the start when that differs. */
  mark: string;
  times: number;
  /** Ids of the coming stays that were known when the hold began. What comes later neither ends nor weakens it. */
  known: readonly string[];
  /** How many of them the calendar lacks now. */
  lacking: number;
  /** It has lasted long enough, or the host has said that it is true: what is missing is released. */
  over: boolean;
};

const HOURS_MS = 60 * 60_000;
export const HELD_FOR_MS = 6 * HOURS_MS;
export const HELD_TIMES = 12;
/** Each one that goes alone is believed after half an hour; from two on, if they are half of all, none is. */
const SUDDEN = 2;

type Input = {
  stays: readonly ImportedStay[];
  events: readonly FeedEvent[];
  hold: Hold | null;
  today: LocalDate;
  now: Date;
};

/** `gone`: the records that the calendar does not show, by their UID. */
export function holdAfter({ stays, events, hold, today, now }: Input, gone: readonly ImportedStay[]): Hold | null {
  const goneStill = new Set(gone.filter((stay) => stay.state !== "released" && !stay.kept).map(({ id }) => id));
  const lackingOf = (ids: readonly string[]) => ids.filter((id) => goneStill.has(id)).length;
  const mark = markOf(events);

  if (hold && isMuch(lackingOf(hold.known), hold.known.length, Math.min(SUDDEN, hold.known.length))) {
    const { known } = hold;
    const lacking = lackingOf(known);
    if (hold.over) return { ...hold, lacking };
    if (hold.mark !== mark) return { since: now, mark, times: 1, known, lacking, over: false };
    const times = hold.times + 1;
    const over = times >= HELD_TIMES && now.getTime() - hold.since.getTime() >= HELD_FOR_MS;
    return { ...hold, times, lacking, over };
  }

  const known = stays.filter((stay) => isComing(stay, today)).map(({ id }) => id);
  const lacking = lackingOf(known);
  const atLeast = events.length === 0 ? 1 : SUDDEN;
  if (!isMuch(lacking, known.length, atLeast)) return null;
  return { since: now, mark, times: 1, known, lacking, over: false };
}

function isComing(stay: ImportedStay, today: LocalDate): boolean {
  return isOpen(stay) && !stay.kept && holdsItsNights(stay) && isStay(stay) && stay.startsOn > today;
}

function isMuch(lacking: number, known: number, atLeast: number): boolean {
  return lacking >= Math.max(atLeast, 1) && lacking * 2 >= known;
}

/** Blocks roll on from day to day, and some calendars make their UIDs anew; what is looked at is who comes when. */
function markOf(events: readonly FeedEvent[]): string {
  return events
    .filter(({ kind }) => kind !== "block")
    .map(({ checkIn, checkOut }) => `${checkIn} ${checkOut}`)
    .toSorted()
    .join("\n");
}

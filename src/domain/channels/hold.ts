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
  known: number;
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
  const isComing = (stay: ImportedStay) =>
    isOpen(stay) && !stay.kept && holdsItsNights(stay) && isStay(stay) && stay.startsOn > today;
  const known = stays.filter(isComing).length;
  const lacking = gone.filter(isComing).length;
  const sudden = lacking >= SUDDEN && lacking * 2 >= known;
  const empty = events.length === 0 && known > 0;
  if (!sudden && !empty) return null;
  if (hold?.over) return hold;
  const mark = markOf(events);
  if (!hold || hold.mark !== mark) return { since: now, mark, times: 1, known, lacking, over: false };
  const times = hold.times + 1;
  const over = times >= HELD_TIMES && now.getTime() - hold.since.getTime() >= HELD_FOR_MS;
  return { ...hold, times, known, lacking, over };
}

/** Blocks roll on from day to day, and some calendars make their UIDs anew; what is looked at is who comes when. */
function markOf(events: readonly FeedEvent[]): string {
  return events
    .filter(({ kind }) => kind !== "block")
    .map(({ checkIn, checkOut }) => `${checkIn} ${checkOut}`)
    .toSorted()
    .join("\n");
}

import { nightCount, overlaps, type Stay } from "../booking/stay.ts";
import { addDays, type LocalDate } from "../calendar/local-date.ts";
import type { FeedEvent } from "./feed-event.ts";
import { holdsItsNights, type ImportedStay } from "./imported-stay.ts";

/** In nights: what is longer is rather a closed calendar than a guest (S-23). */
export const STAY_NIGHTS = 30;

export type Matched = {
  pairs: [stay: ImportedStay, event: FeedEvent][];
  /** Records that the calendar does not show, and events that no record is of. */
  gone: ImportedStay[];
  fresh: FeedEvent[];
};

export const spanOf = ({ startsOn, endsOn }: Pick<ImportedStay, "startsOn" | "endsOn">): Stay => ({
  checkIn: startsOn,
  checkOut: endsOn,
});

/** S-20: who is who by UID and occurrence. Of several under one key those that begin on the same day belong together first. */
export function matchByKey(stays: readonly ImportedStay[], events: readonly FeedEvent[]): Matched {
  const byKey = Map.groupBy(stays, ({ uid, occurrence }) => `${uid}\n${occurrence}`);
  const pairs: Matched["pairs"] = [];
  const waiting: FeedEvent[] = [];
  const taken = new Set<ImportedStay>();
  const take = (event: FeedEvent, stay: ImportedStay | undefined) => {
    if (!stay) return false;
    taken.add(stay);
    pairs.push([stay, event]);
    return true;
  };
  const free = (event: FeedEvent) =>
    (byKey.get(`${event.uid}\n${event.occurrence}`) ?? []).filter((stay) => !taken.has(stay));
  for (const event of events) {
    const same = free(event).find(({ startsOn }) => startsOn === event.checkIn);
    if (!take(event, same)) waiting.push(event);
  }
  const fresh = waiting.filter((event) => !take(event, free(event).find(isOpen) ?? free(event)[0]));
  return { pairs, gone: stays.filter((stay) => !taken.has(stay)), fresh };
}

type Alike = (stay: ImportedStay, event: FeedEvent) => boolean;

/** Another code is another booking, whatever its dates. */
const noOtherCode: Alike = (stay, event) => stay.code === "" || event.code === "" || stay.code === event.code;
const sameCode: Alike = (stay, event) => stay.code !== "" && stay.code === event.code;

/** The same nights under another UID: some calendars make all their UIDs anew at each reading. */
export const RENAMED: readonly Alike[] = [
  (stay, event) => noOtherCode(stay, event) && stay.startsOn === event.checkIn && stay.endsOn === event.checkOut,
];
/** S-25: other dates under another UID, where the platform's code says so or where no coming night becomes free by it. */
export const movedInPlace = (today: LocalDate): readonly Alike[] => [
  sameCode,
  (stay, event) => noOtherCode(stay, event) && keepsItsNights(stay, event, today),
];
/** S-25: probably other dates under another UID. Only the dates tell, so the old nights are not believed to be free. */
export const SIMILAR: readonly Alike[] = [
  (stay, event) =>
    holdsItsNights(stay) &&
    noOtherCode(stay, event) &&
    (overlaps(spanOf(stay), event) || isShifted(spanOf(stay), event)),
];

/** A record that went and an event that came, of one kind, which are one booking; the likest are looked for first. */
export function matchByDates({ pairs, gone, fresh }: Matched, likenesses: readonly Alike[]): Matched {
  const left = new Set(gone);
  const byKind = Map.groupBy(
    gone.filter((stay) => isOpen(stay) && stay.spared !== "echo"),
    ({ kind }) => kind,
  );
  const found: Matched["pairs"] = [];
  const still = fresh.filter((event) => {
    const like = byKind.get(event.kind) ?? [];
    for (const alike of likenesses) {
      const twin = like.find((stay) => left.has(stay) && alike(stay, event));
      if (!twin) continue;
      left.delete(twin);
      found.push([twin, event]);
      return false;
    }
    return true;
  });
  return { pairs: [...pairs, ...found], gone: [...left], fresh: still };
}

function keepsItsNights(stay: ImportedStay, event: FeedEvent, today: LocalDate): boolean {
  // What the host ignores says nothing about a guest who comes instead; a closed season that rolls on is still the same.
  if (stay.verdict === "ignore" && nightCount(event) <= STAY_NIGHTS) return false;
  const from = stay.startsOn > today ? stay.startsOn : today;
  return overlaps(spanOf(stay), event) && event.checkIn <= from && event.checkOut >= stay.endsOn;
}

function isShifted(a: Stay, b: Stay): boolean {
  const week = weeks.get(b) ?? { from: addDays(b.checkIn, -7), to: addDays(b.checkIn, 7) };
  weeks.set(b, week);
  return a.checkIn >= week.from && a.checkIn <= week.to && nightCount(a) === nightCount(b);
}

/** The days within a week of a check-in: each event that came is compared with every record that went. */
const weeks = new WeakMap<Stay, { from: LocalDate; to: LocalDate }>();

export function isOpen({ state }: Pick<ImportedStay, "state">): boolean {
  return state === "active" || state === "missing";
}

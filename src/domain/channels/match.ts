import { nightCount, overlaps, sameDates, type Stay } from "../booking/stay.ts";
import { addDays, type LocalDate } from "../calendar/local-date.ts";
import type { FeedEvent } from "./feed-event.ts";
import { holdsItsNights, type ImportedStay } from "./imported-stay.ts";

/** Measured in nights. A longer span is more likely to be a closed calendar than a guest's stay (S-23). */
export const STAY_NIGHTS = 30;

export type Matched = {
  pairs: [stay: ImportedStay, event: FeedEvent][];
  /** `gone` are the records that the calendar no longer shows, `fresh` the events without a record. */
  gone: ImportedStay[];
  fresh: FeedEvent[];
};

export const spanOf = ({ startsOn, endsOn }: Pick<ImportedStay, "startsOn" | "endsOn">): Stay => ({
  checkIn: startsOn,
  checkOut: endsOn,
});

type Alike = (stay: ImportedStay, event: FeedEvent) => boolean;

/**
 * S-20: pairs records and events that share a UID and an occurrence and are `alike`. If several records or events share
 * a key, those with the same start are paired first, and records that the last calendar showed come before others.
 */
export function matchByKey(
  stays: readonly ImportedStay[],
  events: readonly FeedEvent[],
  alike: Alike = () => true,
): Matched {
  const { shown = [], others = [] } = Object.groupBy(stays, ({ state }) => (state === "active" ? "shown" : "others"));
  const byKey = Map.groupBy([...shown, ...others], ({ uid, occurrence }) => `${uid}\n${occurrence}`);
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
    (byKey.get(`${event.uid}\n${event.occurrence}`) ?? []).filter((stay) => !taken.has(stay) && alike(stay, event));
  for (const event of events) {
    const sameStart = free(event).filter(({ startsOn }) => startsOn === event.checkIn);
    const same = sameStart.find(({ endsOn }) => endsOn === event.checkOut) ?? sameStart[0];
    if (!take(event, same)) waiting.push(event);
  }
  const fresh = waiting.filter((event) => !take(event, free(event).find(isOpen) ?? free(event)[0]));
  return { pairs, gone: stays.filter((stay) => !taken.has(stay)), fresh };
}

const sameCode: Alike = (stay, event) => stay.code !== "" && stay.code === event.code;
/**
 * A different code means a different booking, whatever its dates. Without a code, an event near nights that the host
 * keeps closed may be a new sale, because the platform no longer showed them (S-37).
 */
const mayBeSameBooking: Alike = (stay, event) =>
  sameCode(stay, event) || (!stay.kept && (stay.code === "" || event.code === ""));

const sameNights: Alike = (stay, event) => sameDates(spanOf(stay), event);

/** The same nights under a different UID: some calendars generate new UIDs each time they are read. */
export const RENAMED: readonly Alike[] = [(stay, event) => mayBeSameBooking(stay, event) && sameNights(stay, event)];
/**
 * S-07: the same in the first read of a new link. There, an event on nights that the host ignores may be another
 * listing's guest.
 */
export const RENAMED_AT_NEW_LINK: readonly Alike[] = RENAMED.map(
  (alike) => (stay, event) => alike(stay, event) && (sameCode(stay, event) || !isIgnoredStay(stay, event)),
);
/**
 * S-25: the same booking with different dates under a different UID. For a match, the platform code must be the same,
 * or the new dates must not release any future night.
 */
export const movedInPlace = (today: LocalDate): readonly Alike[] => [
  sameCode,
  (stay, event) => mayBeSameBooking(stay, event) && keepsItsNights(stay, event, today),
];
/**
 * S-25: probably the same booking with different dates under a different UID. Only the dates suggest it, so the old
 * nights stay closed for now. A stay that has ended keeps its dates (S-32).
 */
export const similarDates = (today: LocalDate): readonly Alike[] => [
  (stay, event) =>
    stay.endsOn > today &&
    holdsItsNights(stay) &&
    mayBeSameBooking(stay, event) &&
    (overlaps(spanOf(stay), event) || isShifted(spanOf(stay), event)),
];

/**
 * S-07: whether an event at a new link that has a stay's UID is that stay. Calendars that number their entries have the
 * same UIDs for different guests, so the event must also have the stay's code, or close the nights that the stay still
 * has.
 */
export const sameAtNewLink =
  (today: LocalDate): Alike =>
  (stay, event) => {
    if (stay.code !== "" && event.code !== "") return stay.code === event.code;
    if (event.kind === "block" && stay.kind !== "block") return false;
    return sameNights(stay, event) || (nightCount(event) <= STAY_NIGHTS && keepsItsNights(stay, event, today));
  };

/**
 * Pairs new events with vanished records of the same kind that are probably the same booking. For each event, the first
 * of `likenesses` that holds for a record decides.
 */
export function matchByDates({ pairs, gone, fresh }: Matched, likenesses: readonly Alike[]): Matched {
  const left = new Set(gone);
  const byKind = Map.groupBy(
    gone.filter((stay) => isOpen(stay) && stay.exclusion !== "echo"),
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

/**
 * A record that the host ignores says nothing about a new guest; a closed season whose dates shift is still the same
 * season.
 */
function isIgnoredStay({ hostOverride }: ImportedStay, event: FeedEvent): boolean {
  return hostOverride === "ignore" && nightCount(event) <= STAY_NIGHTS;
}

function keepsItsNights(stay: ImportedStay, event: FeedEvent, today: LocalDate): boolean {
  if (isIgnoredStay(stay, event)) return false;
  const from = stay.startsOn > today ? stay.startsOn : today;
  return overlaps(spanOf(stay), event) && event.checkIn <= from && event.checkOut >= stay.endsOn;
}

function isShifted(a: Stay, b: Stay): boolean {
  const week = weeks.get(b) ?? { from: addDays(b.checkIn, -7), to: addDays(b.checkIn, 7) };
  weeks.set(b, week);
  return a.checkIn >= week.from && a.checkIn <= week.to && nightCount(a) === nightCount(b);
}

/** The days within a week of a check-in. Cached, because every new event is compared with every vanished record. */
const weeks = new WeakMap<Stay, { from: LocalDate; to: LocalDate }>();

export function isOpen({ state }: Pick<ImportedStay, "state">): boolean {
  return state === "active" || state === "missing";
}

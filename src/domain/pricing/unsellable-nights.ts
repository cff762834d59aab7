import { addDays, type LocalDate } from "../calendar/local-date.ts";
import type { SellingCalendar } from "./selling-calendar.ts";
import { departuresFrom, type StayRefusal } from "./stay-check.ts";

/** Consecutive free nights that no stay can contain, none of them before the earliest arrival. */
export type UnsellableNights = {
  from: LocalDate;
  /** The last of these nights. */
  until: LocalDate;
  nights: number;
  /** The rule that refuses the longest stay from the first of these nights. */
  refusal: StayRefusal;
  /**
   * The value of `smallestGap` that would make these nights sellable, which is the length of their gap; null if no
   * value would.
   */
  curedByGapsFrom: number | null;
};

/** Whether each night from today to the last check-out is part of a bookable stay. */
export function sellableNights(calendar: SellingCalendar): boolean[] {
  const sellable = Array.from<boolean>({ length: calendar.end }).fill(false);
  let covered = 0;
  for (let arrival = 0; arrival < calendar.end; arrival++) {
    let longest = 0;
    for (const { nights, refusal } of departuresFrom(calendar, arrival)) if (!refusal) longest = nights;
    for (let night = Math.max(arrival, covered); night < arrival + longest; night++) sellable[night] = true;
    covered = Math.max(covered, arrival + longest);
  }
  return sellable;
}

export function unsellableNights(calendar: SellingCalendar): UnsellableNights[] {
  const sellable = sellableNights(calendar);
  const found: UnsellableNights[] = [];
  for (let night = calendar.start; night < calendar.end; night++) {
    if (sellable[night] || calendar.day(night).taken) continue;
    let last = night;
    while (last + 1 < calendar.end && !sellable[last + 1] && !calendar.day(last + 1).taken) last += 1;
    found.push(describe(calendar, night, last));
    night = last;
  }
  return found;
}

function describe(calendar: SellingCalendar, first: number, last: number): UnsellableNights {
  const { today, day, start, end } = calendar;
  const isFree = (index: number) => index >= start && index < end && !day(index).taken;
  let [gapStart, gapEnd] = [first, last];
  while (isFree(gapStart - 1)) gapStart -= 1;
  while (isFree(gapEnd + 1)) gapEnd += 1;
  const gap = gapEnd - gapStart + 1;
  const isGap = (gapStart === start || day(gapStart - 1).taken) && day(gapEnd + 1).taken;
  const { minimumNights, minimumFrom } = day(first);
  return {
    from: addDays(today, first),
    until: addDays(today, last),
    nights: last - first + 1,
    refusal: [...departuresFrom(calendar, first)].at(-1)?.refusal ?? {
      rule: "minimum",
      nights: minimumNights,
      from: minimumFrom,
    },
    curedByGapsFrom: isGap && gap <= calendar.document.longestStay ? gap : null,
  };
}

import { type LocalDate, addDays } from "#domain/calendar/local-date.ts";
import { formatDay, formatList } from "../lib/format-date.ts";
import { say } from "../lib/say.ts";

/** Adjacent nights are merged: `Already booked: the nights of Sat, Dec 5, 2026 to Mon, Dec 7, 2026`. */
export function alreadyBooked(nights: readonly LocalDate[]): string {
  const runs: { first: LocalDate; last: LocalDate }[] = [];
  for (const night of nights) {
    const run = runs.at(-1);
    if (run && addDays(run.last, 1) === night) run.last = night;
    else runs.push({ first: night, last: night });
  }
  const ranges = runs.map(({ first, last }) =>
    first === last ? formatDay(first, "short") : say.stay.span(formatDay(first, "short"), formatDay(last, "short")),
  );
  return say.stay.alreadyBooked({ days: formatList(ranges), count: nights.length });
}

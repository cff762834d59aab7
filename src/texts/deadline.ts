import { cityOf, type TimeZone } from "#domain/calendar/time-zone.ts";
import type { Language } from "#domain/language/language.ts";
import { textsIn } from "./server-texts.ts";

/** A deadline for a guest, who may be in another time zone: `Dec 5, 2026, 2:00 PM Colombo time`. */
export function deadlineIn(language: Language, deadline: Date, timeZone: TimeZone): string {
  const { formats, localTime } = textsIn(language);
  return localTime(formats.moment(deadline, timeZone), cityOf(timeZone));
}

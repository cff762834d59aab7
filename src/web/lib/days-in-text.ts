import { isLocalDate } from "#domain/calendar/local-date.ts";
import { formatDate } from "./format-date.ts";

/** For a sentence from the server: `2026-12-02` becomes `Dec 2, 2026`. */
export function daysInText(sentence: string): string {
  return sentence.replace(/\b\d{4}-\d\d-\d\d\b/g, (day) => (isLocalDate(day) ? formatDate(day, "short") : day));
}

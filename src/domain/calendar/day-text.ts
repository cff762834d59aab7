import type { LocalDate } from "./local-date.ts";
import { writtenDate } from "./written-date.ts";

/** In English, such as "June 1, 2027". */
export function dayText(date: LocalDate): string {
  return writtenDate(date, "en-US", { month: "long", day: "numeric", year: "numeric" });
}

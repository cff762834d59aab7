import type { TimeZone } from "./time-zone.ts";

const writers = new Map<TimeZone, Intl.DateTimeFormat>();

/** A moment in the property's time, for emails and history entries: "22 Nov 2026, 14:05". */
export function momentText(moment: Date, timeZone: TimeZone): string {
  const known = writers.get(timeZone);
  const writer = known ?? new Intl.DateTimeFormat("en-GB", { timeZone, dateStyle: "medium", timeStyle: "short" });
  if (!known) writers.set(timeZone, writer);
  return writer.format(moment);
}

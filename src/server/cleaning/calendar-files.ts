import { addDays } from "#domain/calendar/local-date.ts";
import type { ShownPlan } from "./plan.ts";
import { inWords } from "./notify-cleaner.ts";

/** The plan as a file for a calendar program (RFC 5545), with one entry for each changeover. */
export async function cleaningCalendar(plan: ShownPlan, cottage: string, at: Date): Promise<string> {
  const { default: ical } = await import("ical-generator");
  const calendar = ical({
    name: `Cleaning: ${cottage}`,
    prodId: { company: "Latchkey", product: "Cleaning" },
    ttl: 60 * 60,
  });
  for (const changeover of plan) {
    const { day, sameDay, done } = changeover;
    calendar.createEvent({
      id: `cleaning-${day}@latchkey`,
      stamp: at,
      allDay: true,
      start: day,
      end: addDays(day, 1),
      summary: `${done ? "Done: cleaning" : "Cleaning"}${sameDay ? ", guests arrive the same day" : ""}`,
      description: inWords(changeover),
    });
  }
  return `${calendar.toString().trimEnd()}\r\n`;
}

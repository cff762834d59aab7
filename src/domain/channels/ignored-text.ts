import type { Stay } from "../booking/stay.ts";
import { addDays, type LocalDate } from "../calendar/local-date.ts";

const YEAR_AHEAD_DAYS = 330;

/**
 * S-22: how many blocks the import leaves out, and what most of these blocks probably are: "5 blocked periods on Airbnb
 * are not closed here (1 a year ahead, 2 next to stays)".
 */
export function ignoredText(name: string, blocks: readonly Stay[], stays: readonly Stay[], today: LocalDate): string {
  if (blocks.length === 0) return "";
  const far = blocks.filter(({ checkOut }) => checkOut > addDays(today, YEAR_AHEAD_DAYS));
  const near = blocks.filter((block) => !far.includes(block));
  const around = near.filter((block) =>
    stays.some((stay) => stay.checkIn === block.checkOut || stay.checkOut === block.checkIn),
  );
  const soon = near.filter((block) => !around.includes(block) && block.checkIn <= today);
  const parts = [
    [far.length, "a year ahead"],
    [around.length, "next to stays"],
    [soon.length, "short notice"],
  ] as const;
  const named = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  const periods = blocks.length === 1 ? "1 blocked period on" : `${blocks.length} blocked periods on`;
  const what = named.length > 0 ? ` (${named.join(", ")})` : "";
  return `${periods} ${name} ${blocks.length === 1 ? "is" : "are"} not closed here${what}`;
}

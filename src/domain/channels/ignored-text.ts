import type { Stay } from "../booking/stay.ts";
import { addDays, type LocalDate } from "../calendar/local-date.ts";

const YEAR_AHEAD_DAYS = 330;

/** S-22: what the blocks are that the import leaves out: "5 Airbnb blocks ignored: 1 year ahead, 2 around stays, 2 other". */
export function ignoredText(name: string, blocks: readonly Stay[], stays: readonly Stay[], today: LocalDate): string {
  if (blocks.length === 0) return "";
  const far = blocks.filter(({ checkOut }) => checkOut > addDays(today, YEAR_AHEAD_DAYS));
  const near = blocks.filter((block) => !far.includes(block));
  const around = near.filter((block) =>
    stays.some((stay) => stay.checkIn === block.checkOut || stay.checkOut === block.checkIn),
  );
  const soon = near.filter((block) => !around.includes(block) && block.checkIn <= today);
  const other = blocks.length - far.length - around.length - soon.length;
  const parts = [
    [far.length, "year ahead"],
    [around.length, "around stays"],
    [soon.length, "short notice"],
    [other, "other"],
  ] as const;
  const named = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return `${blocks.length} ${name} ${blocks.length === 1 ? "block" : "blocks"} ignored: ${named.join(", ")}`;
}

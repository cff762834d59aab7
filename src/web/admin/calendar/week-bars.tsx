import { clsx } from "clsx";
import { type Bar, barIn } from "#domain/booking/occupancy.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { Entry } from "./entries.ts";
import { TONES } from "./tones.ts";

const HALF_PERCENT = 100 / 14;

/** The stays of one week as bars from the middle of a day to the middle of another. The cells below say the same in words. */
export function WeekBars({ monday, entries }: { monday: LocalDate; entries: readonly Entry[] }) {
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-x-0 bottom-1.5 h-7">
      {entries.map((entry) => {
        const bar = barIn(monday, entry);
        return bar ? <EntryBar key={entry.id} entry={entry} bar={bar} /> : null;
      })}
    </div>
  );
}

function EntryBar({ entry, bar }: { entry: Entry; bar: Bar }) {
  return (
    <div
      className={clsx(
        "absolute inset-y-0 flex items-center overflow-hidden border-y-2 px-1.5 text-xs font-semibold whitespace-nowrap text-ink sm:text-sm",
        bar.begins && "ml-0.5 rounded-l-full border-l-2 pl-2.5",
        bar.ends && "mr-0.5 rounded-r-full border-r-2",
        TONES[entry.tone],
      )}
      style={{ left: `${bar.from * HALF_PERCENT}%`, right: `${(14 - bar.to) * HALF_PERCENT}%` }}
    >
      <span className="truncate">
        {entry.title}
        <span className="font-normal"> {entry.kind}</span>
      </span>
    </div>
  );
}

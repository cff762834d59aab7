import { clsx } from "clsx";
import { StickyNote, TriangleAlert } from "../../ui/later-icons.tsx";
import { type KeyboardEvent, useRef } from "react";
import { lanesOf } from "#domain/booking/occupancy.ts";
import type { Stay } from "#domain/booking/stay.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import { type Month, monthOf, weeksOf } from "#domain/calendar/month.ts";
import { dayByKey } from "../../lib/day-by-key.ts";
import { weekdayNames } from "../../lib/format-date.ts";
import { type ConflictSpan, type DayFacts, dayInWords, type Entry, isInConflict } from "./entries.ts";
import { barsOf, barPadding, WeekBars } from "./week-bars.tsx";

/** `anchor` is the day on which the selection began; `at` is the day that the cursor is on. */
export type Chosen = { anchor: LocalDate; at: LocalDate };

type Props = {
  month: Month;
  title: string;
  today: string;
  entries: readonly Entry[];
  conflicts: readonly ConflictSpan[];
  chosen: Chosen;
  /** The nights from the earlier day of `chosen` to the later one, including both. */
  span: Stay;
  factsOf: (date: LocalDate) => DayFacts;
  /** Whether the next tap or click ends the selection. */
  extending: boolean;
  onChoose: (chosen: Chosen) => void;
  /**
   * Opens the actions for the chosen days. Called when Enter or Space is pressed, or when several nights have been
   * selected with the pointer.
   */
  onEnter: (by: "key" | "pointer") => void;
  onTap: () => void;
  /** Called when a bar has been dragged by this many days. */
  onMove: (entry: Entry, days: number) => void;
};

// From Monday.
const WEEKDAYS = weekdayNames(0);

/**
 * A month as a grid. Arrow keys move the focus or, with Shift, select nights; Page Up and Page Down change the month;
 * Enter and Space open the actions.
 */
export function MonthGrid({ month, title, today, entries, conflicts, chosen, span, factsOf, ...on }: Props) {
  const { extending, onChoose, onEnter, onTap, onMove } = on;
  const followFocus = useRef(false);
  const touched = useRef(false);
  const dragged = useRef(false);
  const lanes = lanesOf(entries);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      onEnter("key");
      return;
    }
    // With Shift, Page Up and Page Down extend the selection.
    const next = dayByKey({ key: event.key, shiftKey: false }, chosen.at, 0);
    if (!next) return;
    event.preventDefault();
    followFocus.current = true;
    onChoose({ at: next, anchor: event.shiftKey ? chosen.anchor : next });
  };

  return (
    <div
      role="grid"
      aria-label={title}
      aria-multiselectable="true"
      tabIndex={-1}
      onKeyDown={onKeyDown}
      // The click is the last event of a tap. If we scrolled earlier, the click would land on another element.
      onClick={() => {
        if (dragged.current) onEnter("pointer");
        else if (touched.current) onTap();
        touched.current = false;
        dragged.current = false;
      }}
      className="overflow-hidden rounded-xl border border-line bg-surface select-none"
    >
      <div role="row" className="grid grid-cols-7 border-b border-line text-sm text-ink-soft">
        {WEEKDAYS.map(({ short, long }) => (
          <div key={short} role="columnheader" aria-label={long} className="px-1 py-2 text-center font-semibold">
            {short}
          </div>
        ))}
      </div>
      {weeksOf(month).map((week) => {
        const bars = week[0] ? barsOf(week[0], lanes) : [];
        return (
          <div key={week[0]} role="row" className="relative grid grid-cols-7 border-b border-line last:border-b-0">
            {week.map((date) => (
              <div
                key={date}
                data-day={date}
                role="gridcell"
                tabIndex={date === chosen.at ? 0 : -1}
                aria-selected={span.checkIn <= date && date < span.checkOut}
                aria-current={date === today ? "date" : undefined}
                ref={(cell) => {
                  if (!cell || date !== chosen.at || !followFocus.current) return;
                  followFocus.current = false;
                  cell.focus();
                }}
                onPointerDown={(event) => {
                  touched.current = event.pointerType === "touch";
                  if (event.button !== 0) return;
                  const more = event.shiftKey || extending;
                  dragged.current = more && date !== chosen.anchor;
                  onChoose({ at: date, anchor: more ? chosen.anchor : date });
                }}
                // Dragging with a mouse selects nights. On a touch screen, dragging scrolls and tapping selects.
                onPointerEnter={(event) => {
                  if (event.pointerType !== "mouse" || event.buttons !== 1) return;
                  dragged.current = date !== chosen.anchor;
                  onChoose({ ...chosen, at: date });
                }}
                style={{ paddingBottom: barPadding(bars) }}
                className={clsx(
                  "relative min-h-18 cursor-pointer border-r border-line p-1 text-sm last:border-r-0 focus-visible:-outline-offset-2 sm:min-h-22",
                  monthOf(date) === month ? "" : "text-ink-soft",
                  span.checkIn <= date && date < span.checkOut ? "bg-accent/15" : "hover:bg-sunken",
                  factsOf(date).preparation &&
                    "bg-[repeating-linear-gradient(135deg,var(--color-sunken)_0_6px,transparent_6px_12px)]",
                  isInConflict(date, conflicts) && "bg-danger-surface! shadow-[inset_0_0_0_2px_var(--color-danger)]",
                )}
              >
                <span className="sr-only">{dayInWords(date, { entries, conflicts, today, facts: factsOf(date) })}</span>
                <span
                  aria-hidden="true"
                  className={clsx(
                    "inline-flex h-7 min-w-7 items-center justify-center rounded-full px-1 tabular-nums",
                    date === today && "bg-accent font-semibold text-accent-ink",
                  )}
                >
                  {Number(date.slice(8))}
                </span>
                {isInConflict(date, conflicts) ? (
                  <TriangleAlert className="-ml-1.5 inline size-3.5 text-danger sm:ml-0.5 sm:size-4" />
                ) : null}
                <CellFacts facts={factsOf(date)} />
              </div>
            ))}
            <WeekBars bars={bars} onMove={onMove} />
          </div>
        );
      })}
    </div>
  );
}

/** Only for sighted users: the cell's accessible name contains the same in words. */
function CellFacts({ facts: { price, minimumNights, note } }: { facts: DayFacts }) {
  // On a phone, `¥42,000` and `LKR 45,000` do not fit, but `$150` does.
  const digits = price && price.length > 6 ? price.search(/\d/) : 0;
  return (
    <span aria-hidden="true" className="block text-xs leading-4 text-ink-soft tabular-nums">
      {note ? <StickyNote className="absolute top-2 right-1 size-3.5 text-accent" /> : null}
      {price ? (
        <span className="block truncate">
          <span className="max-sm:hidden">{price.slice(0, digits)}</span>
          {price.slice(digits)}
        </span>
      ) : null}
      {price && minimumNights > 1 ? <span className="block truncate">min {minimumNights}</span> : null}
    </span>
  );
}

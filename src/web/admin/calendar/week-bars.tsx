import { clsx } from "clsx";
import type { CSSProperties, ReactNode } from "react";
import { Link } from "wouter";
import { type Bar as Span, barIn } from "#domain/booking/occupancy.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import { stayPath } from "../bookings/stay-path.ts";
import type { Entry } from "./entries.ts";
import { useDragStay } from "./use-drag-stay.ts";
import { TONES } from "./legend.tsx";

const HALF_PERCENT = 100 / 14;

/** In rem, including the gap below the lane. */
const LANE_REM = 2;

export type PlacedBar = { entry: Entry; bar: Span; lane: number };

export function barsOf(monday: LocalDate, lanes: ReadonlyMap<Entry, number>): PlacedBar[] {
  return [...lanes].flatMap(([entry, lane]) => {
    const bar = barIn(monday, entry);
    return bar ? [{ entry, bar, lane }] : [];
  });
}

export const barPadding = (bars: readonly PlacedBar[]) =>
  `${Math.max(0, ...bars.map(({ lane }) => lane + 1)) * LANE_REM + 0.25}rem`;

/** Bars run from the middle of one day to the middle of another. Screen readers get the cells' text instead. */
export function WeekBars({ bars, onMove }: { bars: readonly PlacedBar[]; onMove: Move }) {
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0">
      {bars.map((placed) => (
        <EntryBar key={placed.entry.key} {...placed} onMove={onMove} />
      ))}
    </div>
  );
}

/** `days` is how far the bar was dragged. */
type Move = (entry: Entry, days: number) => void;

function EntryBar({ entry, bar, lane, onMove }: PlacedBar & { onMove: Move }) {
  return (
    <Bar
      entry={entry}
      onMove={onMove}
      className={clsx(
        "absolute flex h-7 items-center overflow-hidden border-y-2 px-1.5 text-xs font-semibold whitespace-nowrap text-ink sm:text-sm",
        bar.begins && "ml-0.5 rounded-l-full border-l-2 pl-2.5",
        bar.ends && "mr-0.5 rounded-r-full border-r-2",
        TONES[entry.tone],
      )}
      style={{
        left: `${bar.from * HALF_PERCENT}%`,
        right: `${(14 - bar.to) * HALF_PERCENT}%`,
        bottom: `${lane * LANE_REM + 0.375}rem`,
      }}
    >
      <span className="truncate">
        {entry.title}
        <span className="font-normal"> {entry.kind}</span>
      </span>
    </Bar>
  );
}

type BarProps = { entry: Entry; onMove: Move; className: string; style: CSSProperties; children: ReactNode };

/** Keyboard users can open and move stays in the day panel. */
function Bar({ entry, onMove, ...rest }: BarProps) {
  const dragging = useDragStay((days) => onMove(entry, days));
  if (entry.block) return <div data-entry={entry.id} {...rest} />;
  return (
    <Link
      href={stayPath(entry)}
      tabIndex={-1}
      draggable={false}
      data-entry={entry.id}
      {...rest}
      {...(entry.movable ? dragging : {})}
      className={clsx("pointer-events-auto", rest.className, entry.movable && "cursor-grab active:cursor-grabbing")}
    />
  );
}

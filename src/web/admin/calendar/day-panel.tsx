import { type Ref, useState } from "react";
import { dayOf, nightOf } from "#domain/booking/occupancy.ts";
import { nightsOf, type Stay } from "#domain/booking/stay.ts";
import { Link } from "wouter";
import { counted } from "#domain/text/counted.ts";
import { formatDate, formatDay } from "../../lib/format-date.ts";
import { paths } from "../../lib/paths.ts";
import { stayPath } from "../bookings/stay-path.ts";
import { Button } from "../../ui/button.tsx";
import { useLeaveGuard } from "../frame/leave-guard.ts";
import { DayNoteEditor, type TypedNote } from "./day-note.tsx";
import {
  type ConflictSpan,
  type DayFacts,
  type Entry,
  eventText,
  isInConflict,
  priceInWords,
  DOUBLE_BOOKED,
} from "./entries.ts";

type Props = {
  ref: Ref<HTMLElement>;
  span: Stay;
  entries: readonly Entry[];
  conflicts: readonly ConflictSpan[];
  facts: DayFacts;
  /** Whether the next tapped day becomes the last night. */
  extending: boolean;
  onExtend: (extending: boolean) => void;
  onAct: () => void;
  onEdit: (entry: Entry) => void;
  onMove: (entry: Entry) => void;
};

export function DayPanel({ ref, span, entries, conflicts, facts, extending, onExtend, onAct, onEdit, onMove }: Props) {
  // By day, so that choosing another day does not lose what was typed.
  const [typed, setTyped] = useState<Record<string, TypedNote | null>>({});
  useLeaveGuard(Object.values(typed).some((note) => note !== null && note.text !== note.seen));
  const nights = nightsOf(span);
  const taken = nights.filter((night) => nightOf(night, entries).length > 0);
  const single = nights.length === 1;
  const inConflict = nights.filter((night) => isInConflict(night, conflicts));
  const title = single
    ? formatDay(span.checkIn)
    : `${nights.length} nights, ${formatDate(span.checkIn, "short")} – ${formatDate(span.checkOut, "short")}`;
  return (
    <section ref={ref} aria-label="Chosen days" className="scroll-mb-28 rounded-xl border border-line bg-surface p-4">
      <h2 className="font-serif text-xl" aria-live="polite">
        {title}
      </h2>
      {inConflict.length > 0 ? (
        <p className="mt-2 rounded-lg border border-danger bg-danger-surface px-3 py-2 font-semibold text-danger">
          {single ? DOUBLE_BOOKED : `Conflict: ${counted(inConflict.length, "night")} taken twice`}.{" "}
          <Link href={paths.admin.channels} className="underline">
            What to do
          </Link>
        </p>
      ) : null}
      {single ? <DayEvents span={span} entries={entries} onEdit={onEdit} onMove={onMove} /> : null}
      <p className="mt-3">{stateText(nights.length, taken.length, facts)}</p>
      {single && facts.price ? <p className="text-ink-soft">{priceInWords(facts)}</p> : null}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button onClick={onAct}>
          {single ? "Price, block or book" : `Price, block or book ${nights.length} nights`}
        </Button>
        <Button look="secondary" aria-pressed={extending} onClick={() => onExtend(!extending)}>
          {extending ? "Now choose the last night" : "Choose more nights"}
        </Button>
      </div>
      {single ? (
        <DayNoteEditor
          key={span.checkIn}
          day={span.checkIn}
          stored={facts.note}
          typed={typed[span.checkIn] ?? null}
          onType={(next) => setTyped((all) => ({ ...all, [span.checkIn]: next(all[span.checkIn] ?? null) }))}
        />
      ) : null}
    </section>
  );
}

function stateText(nights: number, taken: number, { preparation, loading }: DayFacts): string {
  if (loading && taken < nights) return "Loading...";
  if (nights === 1) {
    if (taken > 0) return "This night is taken.";
    return preparation
      ? "This night is kept free for preparation. Guests can't book it, but you can."
      : "This night is free.";
  }
  if (taken === 0) return "All of these nights are free.";
  return taken === nights
    ? "None of these nights is free."
    : `${taken} of these nights ${taken === 1 ? "is" : "are"} taken.`;
}

function DayEvents({ span, entries, onEdit, onMove }: Pick<Props, "span" | "entries" | "onEdit" | "onMove">) {
  const { leaves, arrives, stays } = dayOf(span.checkIn, entries);
  const lines = [
    ...leaves.map((entry) => ({ entry, text: eventText(entry, "leaves", "free again") })),
    ...arrives.map((entry) => ({
      entry,
      text: eventText(entry, "arrives", `blocked until ${formatDate(entry.checkOut, "short")}`),
    })),
    ...stays.map((entry) => {
      const until = formatDate(entry.checkOut, "short");
      return { entry, text: eventText(entry, `stays until ${until}`, `blocked until ${until}`) };
    }),
  ];
  if (lines.length === 0) return null;
  return (
    <ul className="mt-2 space-y-1">
      {lines.map(({ entry, text }) => (
        <li key={entry.key} className="flex items-center justify-between gap-3">
          <span className="wrap-anywhere">{text}</span>
          {entry.block ? (
            <Button look="quiet" onClick={() => onEdit(entry)}>
              Edit block
            </Button>
          ) : (
            <span className="flex flex-wrap justify-end">
              {entry.movable ? (
                <Button look="quiet" className="px-3!" onClick={() => onMove(entry)}>
                  Change dates
                </Button>
              ) : null}
              <Link
                href={stayPath(entry)}
                className="inline-flex min-h-11 items-center px-3 font-semibold whitespace-nowrap underline"
              >
                View Details
              </Link>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

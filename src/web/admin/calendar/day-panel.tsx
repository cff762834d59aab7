import type { Ref } from "react";
import { dayOf, nightOf } from "#domain/booking/occupancy.ts";
import { nightsOf, type Stay } from "#domain/booking/stay.ts";
import { Link } from "wouter";
import { formatDate, formatDay } from "../../lib/format-date.ts";
import { stayPath } from "../bookings/stay-path.ts";
import { Button } from "../../ui/button.tsx";
import { type Entry, happens } from "./entries.ts";

type Props = {
  ref: Ref<HTMLElement>;
  span: Stay;
  entries: readonly Entry[];
  onBlock: () => void;
  onEdit: (entry: Entry) => void;
};

/** What the chosen days hold, and what can be done with them. */
export function DayPanel({ ref, span, entries, onBlock, onEdit }: Props) {
  const nights = nightsOf(span);
  const taken = nights.filter((night) => nightOf(night, entries));
  const single = nights.length === 1;
  const title = single
    ? formatDay(span.checkIn)
    : `${nights.length} nights, ${formatDate(span.checkIn, "short")} – ${formatDate(span.checkOut, "short")}`;
  return (
    <section ref={ref} aria-label="Chosen days" className="rounded-xl border border-line bg-surface p-4">
      <h2 className="font-serif text-xl" aria-live="polite">
        {title}
      </h2>
      {single ? <Happenings span={span} entries={entries} onEdit={onEdit} /> : null}
      {taken.length === 0 ? (
        <div className="mt-3 flex flex-wrap items-center gap-3">
          <p className="flex-1">{single ? "The night is free." : "All of these nights are free."}</p>
          <Button onClick={onBlock}>{single ? "Block this night" : `Block ${nights.length} nights`}</Button>
        </div>
      ) : single ? null : (
        <p className="mt-3">
          {taken.length === nights.length
            ? "None of these nights is free."
            : `${taken.length} of these nights are taken.`}
        </p>
      )}
    </section>
  );
}

function Happenings({ span, entries, onEdit }: Pick<Props, "span" | "entries" | "onEdit">) {
  const { leaves, arrives, stays } = dayOf(span.checkIn, entries);
  const lines = [
    leaves && { entry: leaves, text: happens(leaves, "leaves", "free again") },
    arrives && {
      entry: arrives,
      text: happens(arrives, "arrives", `blocked until ${formatDate(arrives.checkOut, "short")}`),
    },
    stays && {
      entry: stays,
      text: happens(
        stays,
        `stays until ${formatDate(stays.checkOut, "short")}`,
        `blocked until ${formatDate(stays.checkOut, "short")}`,
      ),
    },
  ].filter((line) => line !== null);
  if (lines.length === 0) return null;
  return (
    <ul className="mt-2 space-y-1">
      {lines.map(({ entry, text }) => (
        <li key={entry.id} className="flex items-center justify-between gap-3">
          <span className="wrap-anywhere">{text}</span>
          {entry.block ? (
            <Button look="quiet" onClick={() => onEdit(entry)}>
              Edit block
            </Button>
          ) : (
            <Link
              href={stayPath(entry)}
              className="inline-flex min-h-11 items-center px-3 font-semibold whitespace-nowrap underline"
            >
              View Details
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

import type { Ref } from "react";
import { dayOf, nightOf } from "#domain/booking/occupancy.ts";
import { nightsOf, type Stay } from "#domain/booking/stay.ts";
import { Link } from "wouter";
import { count } from "../../lib/count.ts";
import { formatDate, formatDay } from "../../lib/format-date.ts";
import { paths } from "../../lib/paths.ts";
import { stayPath } from "../bookings/stay-path.ts";
import { Button } from "../../ui/button.tsx";
import { type Clash, type Entry, happens, isClashed, TAKEN_TWICE } from "./entries.ts";

type Props = {
  ref: Ref<HTMLElement>;
  span: Stay;
  entries: readonly Entry[];
  clashes: readonly Clash[];
  onBlock: () => void;
  onEdit: (entry: Entry) => void;
};

/** What the chosen days hold, and what can be done with them. */
export function DayPanel({ ref, span, entries, clashes, onBlock, onEdit }: Props) {
  const nights = nightsOf(span);
  const taken = nights.filter((night) => nightOf(night, entries).length > 0);
  const single = nights.length === 1;
  const clashed = nights.filter((night) => isClashed(night, clashes));
  const title = single
    ? formatDay(span.checkIn)
    : `${nights.length} nights, ${formatDate(span.checkIn, "short")} – ${formatDate(span.checkOut, "short")}`;
  return (
    <section ref={ref} aria-label="Chosen days" className="scroll-mb-28 rounded-xl border border-line bg-surface p-4">
      <h2 className="font-serif text-xl" aria-live="polite">
        {title}
      </h2>
      {clashed.length > 0 ? (
        <p className="mt-2 rounded-lg border border-danger bg-danger-surface px-3 py-2 font-semibold text-danger">
          {single ? TAKEN_TWICE : `Conflict: ${count(clashed.length, "night")} of these are taken twice`}.{" "}
          <Link href={paths.admin.channels} className="underline">
            What to do
          </Link>
        </p>
      ) : null}
      {single ? <Happenings span={span} entries={entries} onEdit={onEdit} /> : null}
      {taken.length === 0 ? (
        <div className="mt-3 flex flex-wrap items-center gap-3">
          <p className="flex-1">{single ? "This night is free." : "All of these nights are free."}</p>
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
    ...leaves.map((entry) => ({ entry, text: happens(entry, "leaves", "free again") })),
    ...arrives.map((entry) => ({
      entry,
      text: happens(entry, "arrives", `blocked until ${formatDate(entry.checkOut, "short")}`),
    })),
    ...stays.map((entry) => {
      const until = formatDate(entry.checkOut, "short");
      return { entry, text: happens(entry, `stays until ${until}`, `blocked until ${until}`) };
    }),
  ];
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

import { clsx } from "clsx";
import { Link } from "wouter";
import { formatDate } from "../../lib/format-date.ts";
import { stayPath } from "../bookings/stay-path.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import type { Entry } from "./entries.ts";
import { TONES } from "./legend.tsx";

/** Easier to read than bars for screen readers and on small screens. */
export function EntryLines({ entries, onEdit }: { entries: readonly Entry[]; onEdit: (entry: Entry) => void }) {
  return (
    <ul className="divide-y divide-line">
      {entries.map((entry) => (
        <li key={entry.key} className="flex items-center gap-3 py-3">
          <span aria-hidden="true" className={clsx("h-10 w-3 shrink-0 rounded-full border-2", TONES[entry.tone])} />
          <p className="min-w-0 flex-1">
            <span id={`entry-${entry.key}`} className="block font-semibold wrap-anywhere">
              {entry.title}
            </span>
            <span className="block text-sm text-ink-soft">
              {formatDate(entry.checkIn, "short")} – {formatDate(entry.checkOut, "short")}, {entry.kind}
            </span>
          </p>
          {entry.block ? (
            <Button look="secondary" aria-describedby={`entry-${entry.key}`} onClick={() => onEdit(entry)}>
              Edit
            </Button>
          ) : (
            <Link href={stayPath(entry)} className={buttonClass("secondary")} aria-describedby={`entry-${entry.key}`}>
              Open
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

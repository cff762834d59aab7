import { clsx } from "clsx";
import { BOOKING_SOURCES } from "#domain/booking/source.ts";
import { SOURCE_LABELS } from "../bookings/badges.tsx";
import { TONES } from "./tones.ts";

/** The colour of each source; the bars also say it in words. */
export function Legend() {
  const kinds = [
    ...BOOKING_SOURCES.map((source) => [source, SOURCE_LABELS[source]] as const),
    ["block", "Blocked"] as const,
  ];
  return (
    <ul aria-label="Colours" className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-soft">
      {kinds.map(([tone, label]) => (
        <li key={tone} className="flex items-center gap-1.5">
          <span aria-hidden="true" className={clsx("h-4 w-6 rounded-full border-2", TONES[tone])} />
          {label}
        </li>
      ))}
      <li className="flex items-center gap-1.5">
        <span
          aria-hidden="true"
          className="h-4 w-6 rounded border border-line bg-[repeating-linear-gradient(135deg,var(--color-sunken)_0_6px,transparent_6px_12px)]"
        />
        Kept free for preparation
      </li>
    </ul>
  );
}

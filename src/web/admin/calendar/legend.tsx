import { clsx } from "clsx";
import { BOOKING_SOURCES, type BookingSource } from "#domain/booking/booking.ts";
import { SOURCE_LABELS } from "../bookings/badges.tsx";

/** The colours are mixed into the surface colour so that text on them is readable in light and dark mode. */
export const TONES = {
  direct: "border-chart-1 bg-[color-mix(in_srgb,var(--color-chart-1)_25%,var(--color-surface))]",
  airbnb: "border-chart-4 bg-[color-mix(in_srgb,var(--color-chart-4)_25%,var(--color-surface))]",
  "booking.com": "border-chart-5 bg-[color-mix(in_srgb,var(--color-chart-5)_25%,var(--color-surface))]",
  vrbo: "border-chart-3 bg-[color-mix(in_srgb,var(--color-chart-3)_25%,var(--color-surface))]",
  agoda: "border-chart-6 bg-[color-mix(in_srgb,var(--color-chart-6)_25%,var(--color-surface))]",
  other: "border-chart-2 bg-[color-mix(in_srgb,var(--color-chart-2)_25%,var(--color-surface))]",
  requested: "border-chart-1 border-dashed bg-surface",
  block: "border-line-strong border-dashed bg-sunken",
} satisfies Record<BookingSource | "block" | "requested", string>;

export function Legend() {
  const kinds = [
    ...BOOKING_SOURCES.map((source) => [source, SOURCE_LABELS[source]] as const),
    ["requested", "Dates requested"] as const,
    ["block", "Blocked"] as const,
  ];
  return (
    <ul aria-label="Colors" className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-soft">
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

import type { BookingSource } from "#domain/booking/source.ts";

/** A colour for each source, mixed into the surface so that text is readable on it in light and dark mode. */
export const TONES = {
  direct: "border-chart-1 bg-[color-mix(in_srgb,var(--color-chart-1)_25%,var(--color-surface))]",
  airbnb: "border-chart-4 bg-[color-mix(in_srgb,var(--color-chart-4)_25%,var(--color-surface))]",
  "booking.com": "border-chart-5 bg-[color-mix(in_srgb,var(--color-chart-5)_25%,var(--color-surface))]",
  vrbo: "border-chart-3 bg-[color-mix(in_srgb,var(--color-chart-3)_25%,var(--color-surface))]",
  agoda: "border-chart-6 bg-[color-mix(in_srgb,var(--color-chart-6)_25%,var(--color-surface))]",
  other: "border-chart-2 bg-[color-mix(in_srgb,var(--color-chart-2)_25%,var(--color-surface))]",
  block: "border-line-strong border-dashed bg-sunken",
} satisfies Record<BookingSource | "block", string>;

import { clsx } from "clsx";
import type { ReactNode } from "react";
import type { BookingRow } from "#contract/admin-bookings.ts";
import { type BookingSource, type Ending, ENDING_LABELS } from "#domain/booking/booking.ts";
import type { BookingStatus } from "#domain/booking/status.ts";
import { PLATFORM_NAMES } from "#domain/channels/channel.ts";

export const STATUS_LABELS = {
  upcoming: "Upcoming",
  confirmed: "Confirmed",
  pending: "Pending",
  "checked-in": "Checked-in",
  "checked-out": "Checked-out",
  cancelled: "Cancelled",
  completed: "Completed",
} satisfies Record<BookingStatus, string>;

export const SOURCE_LABELS = { direct: "Direct", ...PLATFORM_NAMES } satisfies Record<BookingSource, string>;

export const WAITS_FOR_LABELS = {
  guest: "Waiting for the guest",
  host: "Waiting for you",
} satisfies Record<NonNullable<BookingRow["waitsFor"]>, string>;

/** SPEC 4: 'confirmed' has the default style, and every other status has the secondary style. */
export function StatusBadge({ booking }: { booking: { status: BookingStatus; endedAs: Ending | null } }) {
  const { status, endedAs } = booking;
  const look = status === "confirmed" ? "border-accent bg-accent text-accent-ink" : "border-line bg-sunken text-ink";
  return <Badge className={look}>{endedAs ? ENDING_LABELS[endedAs] : STATUS_LABELS[status]}</Badge>;
}

export function SourceBadge({ source }: { source: BookingSource }) {
  return <Badge className="border-line-strong text-ink">{SOURCE_LABELS[source]}</Badge>;
}

function Badge({ className, children }: { className: string; children: ReactNode }) {
  return (
    <span
      className={clsx(
        "inline-flex items-center rounded-full border px-2.5 py-0.5 text-sm font-semibold whitespace-nowrap",
        className,
      )}
    >
      {children}
    </span>
  );
}

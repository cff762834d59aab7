import type { Block } from "#contract/blocks.ts";
import type { Conflict } from "#contract/channels.ts";
import type { CalendarStays } from "#contract/admin-bookings.ts";
import { dayOf } from "#domain/booking/occupancy.ts";
import type { BookingSource } from "#domain/booking/booking.ts";
import type { Stay } from "#domain/booking/stay.ts";
import { type LocalDate, toLocalDate } from "#domain/calendar/local-date.ts";
import { formatDay } from "../../lib/format-date.ts";
import { SOURCE_LABELS } from "../bookings/badges.tsx";

export type Entry = Stay & {
  id: string;
  /** Unlike the id, it differs between a booking and the nights that its guest has requested. */
  key: string;
  /** The guest's name, or the reason for a block. */
  title: string;
  /**
   * The source, or that the entry is a request or a block: in words, because not everyone can tell the colours apart.
   */
  kind: string;
  tone: BookingSource | "block" | "requested";
  block: Block | null;
  imported: boolean;
  /** True for our own bookings that have not ended, but not for the nights that their guests have requested. */
  movable: boolean;
};

type Stays = Pick<CalendarStays, "stays" | "requested">;

export function entriesOf({ stays, requested }: Stays, blocks: readonly Block[]): Entry[] {
  const entries: Entry[] = [
    ...stays.map((stay) => ({
      id: stay.id,
      key: stay.id,
      title: stay.guestName,
      kind: SOURCE_LABELS[stay.source],
      tone: stay.source,
      checkIn: toLocalDate(stay.checkIn),
      checkOut: toLocalDate(stay.checkOut),
      block: null,
      imported: stay.imported,
      movable: !stay.imported && !["cancelled", "checked-out", "completed"].includes(stay.status),
    })),
    ...requested.map((span) => ({
      id: span.id,
      key: `${span.id}-${span.checkIn}`,
      title: span.guestName,
      kind: "Dates requested",
      tone: "requested" as const,
      checkIn: toLocalDate(span.checkIn),
      checkOut: toLocalDate(span.checkOut),
      block: null,
      imported: false,
      movable: false,
    })),
    ...blocks.map((block) => ({
      id: block.id,
      key: block.id,
      title: block.reason,
      kind: "Blocked",
      tone: "block" as const,
      checkIn: toLocalDate(block.startsOn),
      checkOut: toLocalDate(block.endsOn),
      block,
      imported: false,
      movable: false,
    })),
  ];
  return entries.sort((a, b) => (a.checkIn < b.checkIn ? -1 : 1));
}

/** An open conflict (S-42). */
export type ConflictSpan = Pick<Conflict, "from" | "to">;

export const DOUBLE_BOOKED = "Conflict: this night is booked twice";

export const isInConflict = (night: LocalDate, conflicts: readonly ConflictSpan[]) =>
  conflicts.some(({ from, to }) => from <= night && night < to);

export type DayFacts = {
  /** Null for past nights, and until the prices have loaded. */
  price: string | null;
  minimumNights: number;
  /** True if the night is kept free before or after a stay. */
  preparation: boolean;
  /** While this is true, a night without an entry may in fact be taken. */
  loading: boolean;
  note: string;
};

type Shown = { entries: readonly Entry[]; conflicts: readonly ConflictSpan[]; today: string; facts: DayFacts };

/** For screen readers. */
export function dayInWords(date: LocalDate, { entries, conflicts, today, facts }: Shown): string {
  const { leaves, arrives, stays } = dayOf(date, entries);
  const words = [
    ...leaves.map((entry) => eventText(entry, "leaves", "block ends")),
    ...arrives.map((entry) => eventText(entry, "arrives", "block begins")),
    ...stays.map((entry) => eventText(entry, "stays", "blocked")),
  ];
  const unbooked = facts.preparation ? "kept free for preparation" : facts.loading ? "loading" : "free";
  const parts = [
    words.length > 0 ? words.join(", ") : unbooked,
    ...(facts.price ? [priceInWords(facts)] : []),
    ...(isInConflict(date, conflicts) ? [DOUBLE_BOOKED] : []),
    ...(facts.note ? [`Note: ${facts.note}`] : []),
  ];
  return `${formatDay(date)}${date === today ? ", today" : ""}: ${parts.join(". ")}`;
}

export function priceInWords({ price, minimumNights }: Pick<DayFacts, "price" | "minimumNights">): string {
  return `${price} a night${minimumNights > 1 ? `, at least ${minimumNights} nights` : ""}`;
}

export function eventText(entry: Entry, guestDoes: string, blockDoes: string): string {
  return entry.block ? `${entry.title} (${blockDoes})` : `${entry.title} ${guestDoes} (${entry.kind})`;
}

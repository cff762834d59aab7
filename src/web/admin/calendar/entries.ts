import type { Block } from "#contract/blocks.ts";
import type { Conflict } from "#contract/channels.ts";
import type { CalendarStay } from "#contract/admin-bookings.ts";
import { dayOf } from "#domain/booking/occupancy.ts";
import type { BookingSource } from "#domain/booking/source.ts";
import type { Stay } from "#domain/booking/stay.ts";
import { type LocalDate, toLocalDate } from "#domain/calendar/local-date.ts";
import { formatDay } from "../../lib/format-date.ts";
import { SOURCE_LABELS } from "../bookings/badges.tsx";

/** What fills days of the calendar: a guest's stay, or nights that the owner keeps. */
export type Entry = Stay & {
  id: string;
  /** The guest's name, or the reason of a block. */
  title: string;
  /** Where it was sold, in words; colours alone would not tell everybody. */
  kind: string;
  tone: BookingSource | "block";
  block: Block | null;
  /** From a platform's calendar. */
  imported: boolean;
  /** A booking of ours that has not ended: it can be moved. */
  movable: boolean;
};

export function entriesOf(stays: readonly CalendarStay[], blocks: readonly Block[]): Entry[] {
  const entries: Entry[] = [
    ...stays.map((stay) => ({
      id: stay.id,
      title: stay.guestName,
      kind: SOURCE_LABELS[stay.source],
      tone: stay.source,
      checkIn: toLocalDate(stay.checkIn),
      checkOut: toLocalDate(stay.checkOut),
      block: null,
      imported: stay.imported,
      movable: !stay.imported && stay.status !== "cancelled" && stay.status !== "checked-out",
    })),
    ...blocks.map((block) => ({
      id: block.id,
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

/** The nights that an open conflict is about (S-42). */
export type Clash = Pick<Conflict, "from" | "to">;

export const TAKEN_TWICE = "Conflict: this night is booked twice";

export const isClashed = (night: LocalDate, clashes: readonly Clash[]) =>
  clashes.some(({ from, to }) => from <= night && night < to);

/** What the calendar shows for a day besides who is there. */
export type DayFacts = {
  /** Null for nights that are gone by. */
  price: string | null;
  minimumNights: number;
  /** Kept free because a stay begins or ends close by. */
  preparation: boolean;
  note: string;
};

type Shown = { entries: readonly Entry[]; clashes: readonly Clash[]; today: string; facts: DayFacts };

/** One day in a sentence, for who hears the calendar instead of seeing it. */
export function dayInWords(date: LocalDate, { entries, clashes, today, facts }: Shown): string {
  const { leaves, arrives, stays } = dayOf(date, entries);
  const words = [
    ...leaves.map((entry) => happens(entry, "leaves", "block ends")),
    ...arrives.map((entry) => happens(entry, "arrives", "block begins")),
    ...stays.map((entry) => happens(entry, "stays", "blocked")),
  ];
  const nobody = facts.preparation ? "kept free for preparation" : "free";
  const said = [
    words.length > 0 ? words.join(", ") : nobody,
    ...(facts.price ? [priceInWords(facts)] : []),
    ...(isClashed(date, clashes) ? [TAKEN_TWICE] : []),
    ...(facts.note ? [`Note: ${facts.note}`] : []),
  ];
  return `${formatDay(date)}${date === today ? ", today" : ""}: ${said.join(". ")}`;
}

export function priceInWords({ price, minimumNights }: Pick<DayFacts, "price" | "minimumNights">): string {
  return `${price} a night${minimumNights > 1 ? `, at least ${minimumNights} nights` : ""}`;
}

export function happens(entry: Entry, guestDoes: string, blockDoes: string): string {
  return entry.block ? `${entry.title} (${blockDoes})` : `${entry.title} ${guestDoes} (${entry.kind})`;
}

import type { LocalDate } from "#domain/calendar/local-date.ts";

export type DayNote = { day: LocalDate; text: string };

/** The writer saw an older text. */
export type WriteResult = { ok: true; note: DayNote } | { ok: false; reason: "stale" };

export type Writing = DayNote & { seen: string; actor: string };

export type DayNoteStore = {
  /** Notes of the days of `[from, to]`, in order. */
  listBetween: (from: LocalDate, to: LocalDate) => Promise<DayNote[]>;
  write: (writing: Writing, at: Date) => Promise<WriteResult>;
};

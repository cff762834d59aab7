import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { Trx } from "../database/transaction.ts";

export type DayNote = { day: LocalDate; text: string };

/** The writer saw an older text. */
export type WriteResult = { ok: true; note: DayNote } | { ok: false; reason: "stale" };

export type Writing = DayNote & { seen: string; actor: string };

export type DayNoteStore = {
  /** Notes of the days of `[from, to]`, in order. */
  listBetween: (from: LocalDate, to: LocalDate) => Promise<DayNote[]>;
  write: (writing: Writing, at: Date) => Promise<WriteResult>;
};

/** Where acts of the host are recorded, in the transaction of the act. */
export type RecordAct = (
  act: { actor: string; act: string; subject: string; before?: Values; after?: Values },
  within: Trx,
) => Promise<void>;
type Values = Record<string, unknown>;

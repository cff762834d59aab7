import { listDayNotes, writeDayNote } from "#contract/day-notes.ts";
import { call, queryOf } from "./client.ts";

export const dayNotesQuery = (from: string, to: string) =>
  queryOf(listDayNotes, { query: { from, to } }, { staleTime: 0 });

/** `seen` is the text that the host has edited. */
export const putDayNote = (day: string, body: { text: string; seen: string }) =>
  call(writeDayNote, { params: { day }, body });

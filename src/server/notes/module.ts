import type { Database } from "../database/connect.ts";
import type { Mount } from "../http/mount.ts";
import type { Clock } from "../runtime/clock.ts";
import type { RecordAct } from "../core/host.ts";
import { createDayNoteStore, type DayNoteStore } from "./store.ts";
import { listDayNotes, writeDayNote } from "#contract/day-notes.ts";
import { daysBetween } from "#domain/calendar/local-date.ts";
import { actorOf } from "../http/call.ts";
import { Problem } from "../http/problem.ts";

type Needs = { database: Database; clock: Clock; record: RecordAct };

/** The host's notes on individual days in the calendar. */
export function createDayNotesModule({ database, clock, record }: Needs): { mount: (mount: Mount) => void } {
  const notes = createDayNoteStore(database, record);
  return { mount: (mount) => mountDayNotes(mount, { notes, clock }) };
}

const MAX_SPAN_DAYS = 400;

function mountDayNotes(mount: Mount, { notes, clock }: { notes: DayNoteStore; clock: Clock }): void {
  mount(listDayNotes, async ({ query: { from, to } }) => {
    if (daysBetween(from, to) > MAX_SPAN_DAYS)
      return new Problem(400, `Request at most ${MAX_SPAN_DAYS} days at a time.`);
    return notes.listBetween(from, to);
  });

  mount(writeDayNote, async ({ params, body }, call) => {
    const result = await notes.write({ day: params.day, ...body, actor: await actorOf(call) }, clock());
    return result.ok
      ? result.note
      : new Problem(409, "This note has changed in the meantime. Check what is saved now, then try again.");
  });
}

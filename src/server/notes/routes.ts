import { listDayNotes, writeDayNote } from "#contract/day-notes.ts";
import { daysBetween } from "#domain/calendar/local-date.ts";
import { actorOf } from "../http/call.ts";
import type { Mount } from "../http/mount.ts";
import { Problem } from "../http/problem.ts";
import type { Clock } from "../runtime/clock.ts";
import type { DayNoteStore } from "./ports.ts";

const MAX_SPAN_DAYS = 400;

export function mountDayNotes(mount: Mount, { notes, clock }: { notes: DayNoteStore; clock: Clock }): void {
  mount(listDayNotes, async ({ query: { from, to } }) => {
    if (daysBetween(from, to) > MAX_SPAN_DAYS)
      return new Problem(400, `Ask for at most ${MAX_SPAN_DAYS} days at once.`);
    return notes.listBetween(from, to);
  });

  mount(writeDayNote, async ({ params, body }, call) => {
    const result = await notes.write({ day: params.day, ...body, actor: await actorOf(call) }, clock());
    return result.ok
      ? result.note
      : new Problem(409, "This note has changed in the meantime. Reload it, then try again.");
  });
}

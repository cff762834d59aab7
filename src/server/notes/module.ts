import type { Database } from "../database/connect.ts";
import type { Mount } from "../http/mount.ts";
import type { Clock } from "../runtime/clock.ts";
import type { RecordAct } from "../core/host.ts";
import { mountDayNotes } from "./routes.ts";
import { createDayNoteStore } from "./store.ts";

type Needs = { database: Database; clock: Clock; record: RecordAct };

/** The host's notes for single days of the calendar. */
export function createDayNotesModule({ database, clock, record }: Needs): { mount: (mount: Mount) => void } {
  const notes = createDayNoteStore(database, record);
  return { mount: (mount) => mountDayNotes(mount, { notes, clock }) };
}

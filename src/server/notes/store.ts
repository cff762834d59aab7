import { PROPERTY_ID } from "#domain/booking/booking.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { Database } from "../database/connect.ts";
import { lockSettings } from "../database/dialect.ts";
import { commitIfOk, type Trx } from "../database/transaction.ts";
import type { RecordAct } from "../core/host.ts";

type DayNote = { day: LocalDate; text: string };

/** `stale` means that the writer saw an older version of the note. */
type WriteResult = { ok: true; note: DayNote } | { ok: false; reason: "stale" };

type Writing = DayNote & { seen: string; actor: string };

export function createDayNoteStore({ db, engine }: Database, record: RecordAct) {
  return {
    /** The notes from `from` to `to` inclusive, in order. */
    listBetween: (from: LocalDate, to: LocalDate) =>
      db
        .selectFrom("day_note")
        .select(["day", "text"])
        .where("property_id", "=", PROPERTY_ID)
        .where("day", ">=", from)
        .where("day", "<=", to)
        .orderBy("day")
        .execute(),

    write: ({ day, text, seen, actor }: Writing, at: Date) =>
      commitIfOk<WriteResult>(db, async (trx) => {
        await lockSettings(engine, trx);
        const before = await textOf(trx, day);
        if (before === text) return { ok: true, note: { day, text } };
        if (before !== seen) return { ok: false, reason: "stale" };
        await put(trx, { day, text, actor, at });
        await record(
          { actor, act: actWords(before, text), subject: day, before: { text: before }, after: { text } },
          trx,
        );
        return { ok: true, note: { day, text } };
      }),
  };
}

/** The action's name in the audit log. */
function actWords(before: string, after: string): string {
  if (before === "") return "Added a note to a day";
  return after === "" ? "Removed a note from a day" : "Changed a note on a day";
}

async function textOf(trx: Trx, day: LocalDate): Promise<string> {
  const row = await trx
    .selectFrom("day_note")
    .select("text")
    .where("property_id", "=", PROPERTY_ID)
    .where("day", "=", day)
    .executeTakeFirst();
  return row?.text ?? "";
}

type Written = { day: LocalDate; text: string; actor: string; at: Date };

async function put(trx: Trx, { day, text, actor, at }: Written): Promise<void> {
  await trx.deleteFrom("day_note").where("property_id", "=", PROPERTY_ID).where("day", "=", day).execute();
  if (text === "") return;
  const written = { written_by: actor, written_at: at.toISOString() };
  await trx
    .insertInto("day_note")
    .values({ property_id: PROPERTY_ID, day, text, ...written })
    .execute();
}

export type DayNoteStore = ReturnType<typeof createDayNoteStore>;

import { counted } from "#domain/text/counted.ts";
import { PROPERTY_ID } from "#domain/booking/booking.ts";
import { nightCount, overlaps } from "#domain/booking/stay.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import { momentText, type TimeZone } from "#domain/calendar/time-zone.ts";
import { collisions } from "#domain/channels/conflicts.ts";
import { dayText } from "#domain/calendar/day-text.ts";
import { CONFLICT_TOPIC } from "#domain/messaging/host-event.ts";
import { REMIND_AFTER_MS } from "#domain/channels/timing.ts";
import type { Database, Db } from "../database/connect.ts";
import { lockCalendar } from "../database/dialect.ts";
import type { Trx } from "../database/transaction.ts";
import { randomId } from "../runtime/ids.ts";
import { updateDuplicateStayQuestions } from "./update-duplicate-stay-questions.ts";
import type { HostNotification, NotifyHost } from "../core/host.ts";
import { notifyTogether } from "./notify-together.ts";
import { timeZoneOf } from "./channel-queries.ts";
import { conflictsById, holders, insertConflicts, LATCHKEY, type NewConflict } from "./conflict-queries.ts";
import type { StoredConflict, TitledHolder } from "./ports.ts";

/**
 * Recomputes the conflicts and the questions about duplicate stays: stores new ones and notifies the host, and closes
 * those that no longer exist. Never moves or cancels a stay or booking to resolve a conflict (S-40 to S-44).
 * The caller holds the calendar's lock.
 */
export async function updateConflicts(
  trx: Trx,
  at: Date,
  today: LocalDate,
  notifyHost: NotifyHost | null,
): Promise<void> {
  const all = await holders(trx, today);
  await updateDuplicateStayQuestions(trx, all, at, notifyHost);
  const rows = await trx.selectFrom("channel_conflict").selectAll().execute();
  const open = new Map(rows.filter((row) => row.closed_at === null).map((row) => [row.pair, row]));
  const settled = new Set(rows.filter((row) => row.closed_at !== null && row.closed_by !== LATCHKEY).map(keyOf));
  const fresh: NewConflict[] = [];
  /** The ids of the conflicts that the host is told about: new ones and those with more nights than before. */
  const changed: string[] = [];
  for (const collision of collisions(all)) {
    if (settled.has(`${collision.pair} ${collision.from}/${collision.to}`)) continue;
    const known = open.get(collision.pair);
    open.delete(collision.pair);
    if (known && known.from_night === collision.from && known.to_night === collision.to) continue;
    if (!known) {
      const id = randomId();
      fresh.push({ ...collision, id });
      changed.push(id);
      continue;
    }
    const nights = { from_night: collision.from, to_night: collision.to };
    await trx.updateTable("channel_conflict").set(nights).where("id", "=", known.id).execute();
    if (collision.from < known.from_night || collision.to > known.to_night) changed.push(known.id);
  }
  await insertConflicts(trx, fresh, at);
  const byKey = Map.groupBy(all, ({ kind, id }) => `${kind} ${id}`);
  for (const row of open.values()) {
    const first = byKey.get(`${row.first_kind} ${row.first_id}`) ?? [];
    const second = byKey.get(`${row.second_kind} ${row.second_id}`) ?? [];
    const reason = row.to_night <= today ? PASSED : endOf(first, second);
    await trx
      .updateTable("channel_conflict")
      .set({ closed_at: at.toISOString(), closed_by: LATCHKEY, reason })
      .where("id", "=", row.id)
      .execute();
  }
  if (!notifyHost) return;
  for (const notification of await notificationsOf(trx, changed)) await notifyHost(trx, notification);
}

/** S-43: closes conflicts that end because their nights have passed, although no stay has changed. */
export async function closePassedConflicts(
  { db, engine }: Database,
  now: Date,
  today: LocalDate,
  notifyHost: NotifyHost,
): Promise<void> {
  const passed = await db
    .selectFrom("channel_conflict")
    .select("id")
    .where("closed_at", "is", null)
    .where("to_night", "<=", today)
    .limit(1)
    .executeTakeFirst();
  if (!passed) return;
  await db.transaction().execute(async (trx) => {
    await lockCalendar(engine, trx, PROPERTY_ID);
    await updateConflicts(trx, now, today, notifyHost);
  });
}

const GONE = "One of the two stays is gone.";
const LINKED = "A platform's stay was linked to its booking here.";
const CHANGED = "One of the two stays has changed, and there is no open conflict between them.";
const PASSED = "The nights have passed.";
const keyOf = (row: { pair: string; from_night: string; to_night: string }) =>
  `${row.pair} ${row.from_night}/${row.to_night}`;

/** Why two stays, whose shared nights have not passed, no longer have an open conflict. */
function endOf(first: readonly TitledHolder[], second: readonly TitledHolder[]): string {
  if (first.length === 0 || second.length === 0) return GONE;
  const overlap = first.some((one) => second.some((other) => overlaps(one, other)));
  return overlap && [...first, ...second].some(({ sameAs }) => sameAs !== null) ? LINKED : CHANGED;
}

async function notificationsOf(trx: Trx, ids: readonly string[]): Promise<HostNotification[]> {
  const zone = await timeZoneOf(trx);
  return (await conflictsById(trx, ids)).map((conflict) => notificationOf(conflict, zone));
}

function notificationOf(conflict: StoredConflict, zone: TimeZone): HostNotification {
  const { id } = conflict;
  const nights = nightCount({ checkIn: conflict.from, checkOut: conflict.to });
  return {
    key: `channel-conflict:${id}:${conflict.from}/${conflict.to}`,
    event: "conflict",
    topic: `${CONFLICT_TOPIC}${id}`,
    subject: `${whatIsWrong(conflict)}: ${counted(nights, "night")} from ${dayText(conflict.from)}`,
    lines: [
      ...conflict.sides.map((side, n) =>
        `${n === 0 ? "First" : "Then"}: ${side.title}, ${dayText(side.checkIn)} to ${dayText(side.checkOut)}, recorded ${momentText(side.knownSince, zone)} (property time). ${side.link}`.trim(),
      ),
      ...conflict.steps.map((step, n) => `${n + 1}. ${step}`),
    ],
    link: "/admin/channels#conflicts",
    urgent: true,
  };
}

function whatIsWrong({ sides }: StoredConflict): string {
  if (sides.some(({ kind, undecided }) => kind === "booking" && undecided !== null)) return "No longer free";
  return sides.some(({ closure }) => closure) ? "Booked and closed" : "Double booking";
}

/** S-42: reminds the host once of each conflict that is still open after six hours. */
export async function remindOfConflicts(db: Db, now: Date, notifyHost: NotifyHost): Promise<void> {
  const before = new Date(now.getTime() - REMIND_AFTER_MS).toISOString();
  await db.transaction().execute(async (trx) => {
    const due = await trx
      .updateTable("channel_conflict")
      .set({ reminded_at: now.toISOString() })
      .where("closed_at", "is", null)
      .where("reminded_at", "is", null)
      .where("opened_at", "<=", before)
      .returning("id")
      .execute();
    const reminders = await notificationsOf(
      trx,
      due.map(({ id }) => id),
    );
    const again = reminders.map((reminder) => ({ ...reminder, key: `${reminder.key}:again` }));
    await notifyTogether(trx, again, notifyHost);
  });
}

import type { Selectable } from "kysely";
import { PROPERTY_ID } from "#domain/booking/booking.ts";
import { nightCount, overlaps, type Stay } from "#domain/booking/stay.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import { momentText } from "#domain/calendar/moment-text.ts";
import { type Collision, collisions } from "#domain/channels/conflicts.ts";
import { isStay, isSureStay } from "#domain/channels/imported-stay.ts";
import { spanOf } from "#domain/channels/match.ts";
import { stayTitle } from "#domain/channels/stay-title.ts";
import { dayText } from "#domain/pricing/refusal-text.ts";
import { REMIND_AFTER_MS } from "#domain/channels/timing.ts";
import { type OccupiedSpan, occupiedSpans } from "../core/occupied-nights.ts";
import type { Db } from "../database/connect.ts";
import type { Schema } from "../database/schema.ts";
import type { Trx } from "../database/transaction.ts";
import { randomId } from "../runtime/ids.ts";
import { updateTwinQuestions } from "./twin-store.ts";
import type { NotifyHost } from "../core/host.ts";
import type { ConflictSide, StoredConflict, TitledHolder } from "./ports.ts";
import { type Reader, stayFromRow, stays, timeZoneOf } from "./stored-channel.ts";

/**
 * Conflicts as rows. They are recomputed at every change of the calendar, and never resolved automatically (S-40 to
 * S-44).
 */

/**
 * Stores new conflicts and notifies the host; closes those of which one stay is gone. Call under the calendar's lock.
 */
export async function updateConflicts(
  trx: Trx,
  at: Date,
  today: LocalDate,
  notifyHost: NotifyHost | null,
): Promise<number> {
  const all = await holders(trx, today);
  await updateTwinQuestions(trx, all, at, notifyHost);
  const found = collisions(all);
  const rows = await trx.selectFrom("channel_conflict").selectAll().execute();
  const open = new Map(rows.filter((row) => row.closed_at === null).map((row) => [row.pair, row]));
  const settled = new Set(rows.filter((row) => row.closed_at !== null && row.reason !== GONE).map(keyOf));
  for (const collision of found) {
    const known = open.get(collision.pair);
    open.delete(collision.pair);
    if (known && known.from_night === collision.from && known.to_night === collision.to) continue;
    if (settled.has(`${collision.pair} ${collision.from}/${collision.to}`)) continue;
    if (known) {
      const nights = { from_night: collision.from, to_night: collision.to };
      await trx.updateTable("channel_conflict").set(nights).where("id", "=", known.id).execute();
    } else {
      await openConflict(trx, collision, at, notifyHost);
    }
  }
  for (const { id } of open.values()) {
    await trx
      .updateTable("channel_conflict")
      .set({ closed_at: at.toISOString(), closed_by: "Latchkey", reason: GONE })
      .where("id", "=", id)
      .execute();
  }
  return found.length;
}

const GONE = "One of the two stays is gone.";
const keyOf = (row: { pair: string; from_night: string; to_night: string }) =>
  `${row.pair} ${row.from_night}/${row.to_night}`;

async function openConflict(
  trx: Trx,
  { pair, first, second, from, to }: Collision,
  at: Date,
  notifyHost: NotifyHost | null,
): Promise<void> {
  const id = randomId();
  await trx
    .insertInto("channel_conflict")
    .values({
      id,
      pair,
      first_kind: first.kind,
      first_id: first.id,
      second_kind: second.kind,
      second_id: second.id,
      from_night: from,
      to_night: to,
      opened_at: at.toISOString(),
    })
    .execute();
  await tell(trx, await conflictById(trx, id), "", notifyHost);
}

async function tell(
  trx: Trx,
  conflict: StoredConflict | null,
  again: string,
  notifyHost: NotifyHost | null,
): Promise<void> {
  if (!conflict || !notifyHost) return;
  const nights = nightCount({ checkIn: conflict.from, checkOut: conflict.to });
  const zone = await timeZoneOf(trx);
  await notifyHost(trx, {
    key: `channel-conflict:${conflict.id}${again}`,
    event: "conflict",
    subject: `Double booking: ${nights === 1 ? "1 night" : `${nights} nights`} from ${dayText(conflict.from)}`,
    lines: [
      ...conflict.sides.map((side, n) =>
        `${n === 0 ? "First" : "Then"}: ${side.title}, ${dayText(side.checkIn)} to ${dayText(side.checkOut)}, known since ${momentText(side.knownSince, zone)} (property time). ${side.link}`.trim(),
      ),
      ...conflict.steps.map((step, n) => `${n + 1}. ${step}`),
    ],
    link: "/admin/channels#conflicts",
    urgent: true,
  });
}

/** S-42: sends one reminder for conflicts still open after six hours. */
export async function remindOfConflicts(db: Db, now: Date, notifyHost: NotifyHost | null): Promise<void> {
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
    for (const { id } of due) await tell(trx, await conflictById(trx, id), ":again", notifyHost);
  });
}

/** All records that occupy nights from today on, and long spans that stay on sale until the host answers (S-23). */
export async function holders(db: Reader, today: LocalDate): Promise<TitledHolder[]> {
  const occupied = (await occupiedSpans(db, today)).filter(({ checkOut }) => checkOut > today);
  const onSale = await stays(db)
    .where("channel_stay.property_id", "=", PROPERTY_ID)
    .where("channel_stay.state", "=", "active")
    .where("spared", "=", "asked")
    .where("ends_on", ">", today)
    .execute();
  return [
    ...occupied.map(holderOf),
    ...onSale.map(stayFromRow).map((stay): TitledHolder => ({
      kind: "channel-stay",
      id: stay.id,
      title: stayTitle(stay, stay.channelName),
      origin: stay.channelId,
      ...spanOf(stay),
      knownSince: stay.firstSeenAt,
      closure: !isStay(stay),
      sure: isSureStay(stay),
      onSale: true,
      sameAs: stay.bookingId,
    })),
  ];
}

function holderOf(span: OccupiedSpan): TitledHolder {
  const { kind, id, checkIn, checkOut, knownSince } = span;
  const held = { kind, id, checkIn, checkOut, knownSince, onSale: false };
  const ours = { ...held, origin: "", sure: true, sameAs: null };
  if (span.kind === "booking") {
    const title = `Booking ${span.reference}${span.requested ? ", dates requested" : ""}`;
    return { ...ours, title, closure: false };
  }
  if (span.kind === "block") return { ...ours, title: `Blocked: ${span.reason}`, closure: true };
  const stay = { kind: span.eventKind, hostOverride: span.hostOverride, platform: span.platform };
  const title = stayTitle({ ...span, ...stay }, span.channelName);
  const platform = { origin: span.channelId, sameAs: span.bookingId };
  return { ...held, ...platform, title, closure: !isStay(stay), sure: isSureStay(stay) };
}

export async function conflictById(db: Reader, id: string): Promise<StoredConflict | null> {
  const row = await db.selectFrom("channel_conflict").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) return null;
  const sides = await Promise.all([
    sideOf(db, row.first_kind, row.first_id, row),
    sideOf(db, row.second_kind, row.second_id, row),
  ]);
  const present = sides.filter((side) => side !== null);
  return {
    id: row.id,
    from: row.from_night,
    to: row.to_night,
    sides: present,
    steps: stepsFor(present),
    openedAt: new Date(row.opened_at),
    closedAt: row.closed_at === null ? null : new Date(row.closed_at),
    closedBy: row.closed_by,
    reason: row.reason,
  };
}

export async function listConflicts(db: Reader, show: "open" | "all"): Promise<StoredConflict[]> {
  const all = db.selectFrom("channel_conflict").select("id").orderBy("opened_at", "desc").limit(200);
  const rows = await (show === "open" ? all.where("closed_at", "is", null) : all).execute();
  const found = await Promise.all(rows.map(({ id }) => conflictById(db, id)));
  return found.filter((conflict) => conflict !== null);
}

type Nights = { from_night: LocalDate; to_night: LocalDate };

async function sideOf(
  db: Reader,
  kind: ConflictSide["kind"],
  id: string,
  nights: Nights,
): Promise<ConflictSide | null> {
  switch (kind) {
    case "booking": {
      const row = await db
        .selectFrom("booking")
        .select(["reference", "check_in", "check_out", "created_at", "change_request"])
        .where("id", "=", id)
        .executeTakeFirst();
      return row
        ? {
            kind,
            id,
            ...bookingSide(row, nights),
            knownSince: new Date(row.created_at),
            href: `/admin/bookings/${id}`,
            link: "",
          }
        : null;
    }
    case "block": {
      const row = await db
        .selectFrom("owner_block")
        .select(["reason", "starts_on", "ends_on", "created_at"])
        .where("id", "=", id)
        .executeTakeFirst();
      return row
        ? {
            kind,
            id,
            title: `Blocked: ${row.reason}`,
            checkIn: row.starts_on,
            checkOut: row.ends_on,
            knownSince: new Date(row.created_at),
            href: "/admin/calendar",
            link: "",
          }
        : null;
    }
    case "channel-stay": {
      const row = await stays(db).where("channel_stay.id", "=", id).executeTakeFirst();
      if (!row) return null;
      const stay = stayFromRow(row);
      const title = stayTitle(stay, stay.channelName);
      return {
        kind,
        id,
        title,
        checkIn: stay.startsOn,
        checkOut: stay.endsOn,
        knownSince: stay.firstSeenAt,
        href: `/admin/channels/stays/${id}`,
        link: stay.link,
      };
    }
  }
}

type BookingRow = Pick<Selectable<Schema["booking"]>, "reference" | "check_in" | "check_out" | "change_request">;

/** The stay, or the dates that its guest has asked for if only those share the nights. */
function bookingSide({ reference, change_request, ...row }: BookingRow, { from_night, to_night }: Nights) {
  const title = `Booking ${reference}`;
  const stay = { title, checkIn: row.check_in, checkOut: row.check_out };
  if (change_request === null || overlaps(stay, { checkIn: from_night, checkOut: to_night })) return stay;
  const { checkIn, checkOut }: Stay = JSON.parse(change_request);
  return { title: `${title}, dates requested`, checkIn, checkOut };
}

/** What the host can do about it, mildest step first. Latchkey itself cancels nothing. */
function stepsFor(sides: readonly ConflictSide[]): string[] {
  const [first, second] = sides;
  if (!first || !second) return [];
  const own = sides.some(({ kind }) => kind === "booking");
  return [
    "Check both stays: one may have wrong dates, or both may be the same guest.",
    `Usually the stay known first, ${first.title}, keeps the nights. Offer other dates to the guest of ${second.title}.`,
    "The nights stay closed everywhere until one of the two stays disappears from its own calendar.",
    own
      ? "To cancel the website's booking, cancel it here and waive the fee. To cancel the other, use its platform."
      : "Cancel one of the two at its platform; its calendar is updated within minutes.",
  ];
}

export async function hasOpenConflict(db: Reader): Promise<boolean> {
  const open = db.selectFrom("channel_conflict").select("id").where("closed_at", "is", null).limit(1);
  return (await open.executeTakeFirst()) !== undefined;
}

/** Whether a new booking can cause a conflict: its nights are free here, but a platform may have closed them (S-23). */
export async function hasNightsOnSale(db: Reader): Promise<boolean> {
  const asked = db
    .selectFrom("channel_stay")
    .select("id")
    .where("spared", "=", "asked")
    .where("state", "=", "active")
    .limit(1);
  return (await asked.executeTakeFirst()) !== undefined;
}

import type { Selectable } from "kysely";
import { PROPERTY_ID, proposalOf } from "#domain/booking/booking.ts";
import { overlaps, type Stay } from "#domain/booking/stay.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import { isStay, isSureStay, mayBeSale, stayTitle } from "#domain/channels/imported-stay.ts";
import type { Collision } from "#domain/channels/conflicts.ts";
import { spanOf } from "#domain/channels/match.ts";
import { dayText } from "#domain/calendar/day-text.ts";
import { type OccupiedSpan, occupiedSpans, changeRequestIn, STANDING } from "../core/occupied-nights.ts";
import { WAIT_COLUMNS, type WaitColumns, waitingOf } from "../core/waiting.ts";
import type { Schema } from "../database/schema.ts";
import type { Trx } from "../database/transaction.ts";
import { versionOf } from "../runtime/version-of.ts";
import type { ConflictSide, StoredChannelStay, StoredConflict, TitledHolder } from "./ports.ts";
import { type Reader, stayFromRow, stays } from "./channel-queries.ts";

/**
 * All records that occupy nights from today on, and long spans whose nights stay on sale until the host answers (S-23).
 */
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
      knownSince: stay.nightsSince,
      closure: !isStay(stay),
      mayBeSale: mayBeSale(stay),
      sure: isSureStay(stay),
      onSale: true,
      sameAs: stay.bookingId,
      kept: stay.kept,
      movedFrom: stay.movedFrom,
    })),
  ];
}

function holderOf(span: OccupiedSpan): TitledHolder {
  const { kind, id, checkIn, checkOut, knownSince } = span;
  const held = { kind, id, checkIn, checkOut, knownSince, onSale: false };
  const ours = { ...held, origin: "", sure: true, sameAs: null, kept: false, movedFrom: null };
  if (span.kind === "booking") {
    const title = `Booking ${span.reference}${span.requested ? ", dates requested" : ""}`;
    return { ...ours, title, closure: false, mayBeSale: true };
  }
  if (span.kind === "block") return { ...ours, title: `Blocked: ${span.reason}`, closure: true, mayBeSale: false };
  const stay = { kind: span.eventKind, hostOverride: span.hostOverride, platform: span.platform };
  const title = stayTitle({ ...span, ...stay }, span.channelName);
  const { channelId: origin, bookingId: sameAs, kept, movedFrom } = span;
  const platform = { origin, sameAs, kept, movedFrom };
  return { ...held, ...platform, title, closure: !isStay(stay), mayBeSale: mayBeSale(stay), sure: isSureStay(stay) };
}

export async function conflictById(db: Reader, id: string): Promise<StoredConflict | null> {
  const [conflict] = await conflictsById(db, [id]);
  return conflict ?? null;
}

const ROWS_AT_ONCE = 500;

/** The conflicts in the order of `ids`, of which there may be thousands; unknown ids are left out. */
export async function conflictsById(db: Reader, ids: readonly string[]): Promise<StoredConflict[]> {
  const found: StoredConflict[] = [];
  for (let n = 0; n < ids.length; n += ROWS_AT_ONCE) {
    const some = ids.slice(n, n + ROWS_AT_ONCE);
    const rows = await db.selectFrom("channel_conflict").selectAll().where("id", "in", some).execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    const sideOf = await sidesOf(db, some);
    for (const row of some.flatMap((id) => byId.get(id) ?? [])) {
      const sides = [sideOf(row.first_kind, row.first_id, row), sideOf(row.second_kind, row.second_id, row)];
      const present = sides.filter((side) => side !== null);
      found.push({
        id: row.id,
        from: row.from_night,
        to: row.to_night,
        sides: present,
        steps: stepsFor(present),
        openedAt: new Date(row.opened_at),
        closedAt: row.closed_at === null ? null : new Date(row.closed_at),
        closedBy: row.closed_by,
        reason: row.reason,
        version: versionOf([row.from_night, row.to_night]),
      });
    }
  }
  return found;
}

export type NewConflict = Collision & { id: string };

export async function insertConflicts(trx: Trx, conflicts: readonly NewConflict[], at: Date): Promise<void> {
  for (let n = 0; n < conflicts.length; n += ROWS_AT_ONCE) {
    const rows = conflicts.slice(n, n + ROWS_AT_ONCE).map(({ id, pair, first, second, from, to }) => ({
      id,
      pair,
      first_kind: first.kind,
      first_id: first.id,
      second_kind: second.kind,
      second_id: second.id,
      from_night: from,
      to_night: to,
      opened_at: at.toISOString(),
    }));
    await trx.insertInto("channel_conflict").values(rows).execute();
  }
}

export async function listConflicts(db: Reader, show: "open" | "all"): Promise<StoredConflict[]> {
  const all = db.selectFrom("channel_conflict").select("id").orderBy("opened_at", "desc").limit(200);
  const rows = await (show === "open" ? all.where("closed_at", "is", null) : all).execute();
  return conflictsById(
    db,
    rows.map(({ id }) => id),
  );
}

type ConflictRow = Selectable<Schema["channel_conflict"]>;
type Nights = Pick<ConflictRow, "from_night" | "to_night">;

/** Loads both records of each of these conflicts, to be looked up one by one. */
async function sidesOf(
  db: Reader,
  ids: readonly string[],
): Promise<(kind: ConflictSide["kind"], id: string, nights: Nights) => ConflictSide | null> {
  const conflicts = db.selectFrom("channel_conflict").where("id", "in", ids);
  const records = conflicts.select("first_id as id").union(conflicts.select("second_id as id"));
  const bookings = await db
    .selectFrom("booking")
    .select(["id", "reference", "check_in", "check_out", "created_at", "nights_since", "change_request"])
    .select(WAIT_COLUMNS)
    .where("id", "in", records)
    .execute();
  const blocks = await db
    .selectFrom("owner_block")
    .select(["id", "reason", "starts_on", "ends_on", "created_at"])
    .where("id", "in", records)
    .execute();
  const imported = await stays(db).where("channel_stay.id", "in", records).execute();
  const found = {
    booking: new Map(bookings.map((row) => [row.id, (nights: Nights) => bookingSide(row, nights)])),
    block: new Map(blocks.map((row) => [row.id, () => blockSide(row)])),
    "channel-stay": new Map(imported.map((row) => [row.id, () => staySide(stayFromRow(row))])),
  };
  return (kind, id, nights) => found[kind].get(id)?.(nights) ?? null;
}

function blockSide(
  row: Pick<Selectable<Schema["owner_block"]>, "id" | "reason" | "starts_on" | "ends_on" | "created_at">,
): ConflictSide {
  return {
    kind: "block",
    id: row.id,
    title: `Blocked: ${row.reason}`,
    closure: true,
    kept: false,
    undecided: null,
    checkIn: row.starts_on,
    checkOut: row.ends_on,
    knownSince: new Date(row.created_at),
    href: "/admin/calendar",
    link: "",
  };
}

function staySide(stay: StoredChannelStay): ConflictSide {
  return {
    kind: "channel-stay",
    id: stay.id,
    title: stayTitle(stay, stay.channelName),
    closure: !isStay(stay),
    kept: stay.kept,
    undecided: stay.exclusion === "asked" ? "question" : null,
    checkIn: stay.startsOn,
    checkOut: stay.endsOn,
    knownSince: stay.nightsSince,
    href: `/admin/channels/stays/${stay.id}`,
    link: stay.link,
  };
}

type BookingRow = WaitColumns &
  Pick<
    Selectable<Schema["booking"]>,
    "id" | "reference" | "check_in" | "check_out" | "created_at" | "nights_since" | "change_request"
  >;

/** The booking's dates; or, if only the dates that its guest has requested overlap the conflict, those dates. */
function bookingSide({ id, reference, change_request, ...row }: BookingRow, nights: Nights): ConflictSide {
  const stay = {
    kind: "booking" as const,
    id,
    title: `Booking ${reference}`,
    closure: false,
    kept: false,
    undecided: proposalOf({ waiting: waitingOf(row) }),
    checkIn: row.check_in,
    checkOut: row.check_out,
    knownSince: new Date(row.nights_since ?? row.created_at),
    href: `/admin/bookings/${id}`,
    link: "",
  };
  const request = changeRequestIn(change_request);
  if (!request || overlaps(stay, { checkIn: nights.from_night, checkOut: nights.to_night })) return stay;
  const { checkIn, checkOut, since } = request;
  const knownSince = since ? new Date(since) : stay.knownSince;
  return { ...stay, title: `${stay.title}, dates requested`, checkIn, checkOut, knownSince, undecided: "change" };
}

/** What the host can do about the conflict, mildest step first. Latchkey itself does not cancel anything. */
function stepsFor(sides: readonly ConflictSide[]): string[] {
  const [first, second] = sides;
  if (!first || !second) return [];
  if (sides.some(({ undecided }) => undecided === "question")) return QUESTION_STEPS;
  for (const [side, other] of [[first, second] as const, [second, first] as const])
    if (side.undecided && side.undecided !== "question")
      return proposalSteps(side.title, PROPOSAL_ENDS[side.undecided], other);
  const kept = sides.find((side) => side.kept);
  if (kept) return keptSteps(kept, kept === first ? second : first);
  const closed = sides.find(({ closure }) => closure);
  if (closed) return closedSteps(closed, closed === first ? second : first);
  const own = sides.some(({ kind }) => kind === "booking");
  return [
    own ? CHECK_BOTH : "Check both stays: one may have wrong dates, or both may be for the same guest.",
    `The stay that we learned of first usually keeps the nights: ${first.title}. Offer other dates to the guest of ${second.title}.`,
    "The nights stay closed everywhere until one of the two is cancelled.",
    own
      ? "To cancel the website's booking, do so here: no fee applies if you cancel. To cancel the other, use its platform."
      : "Cancel one of the two on its platform; its calendar is updated within minutes.",
  ];
}

const CHECK_BOTH =
  "Check both: one may have wrong dates. If they are the same stay, open the platform's stay here and choose the booking under “Same stay as”.";

const QUESTION_STEPS = [
  "Answer the question about these nights first. They stay on sale until you do.",
  "If the platform has sold or closed them, you'll then see here what to do next. If you choose to sell them here, this conflict closes.",
];

/** The host and the guest have not yet agreed on the request, offer or change, so ending it breaks no agreement. */
function proposalSteps(title: string, end: string, other: ConflictSide): string[] {
  return [
    CHECK_BOTH,
    other.closure
      ? `${other.title}: if nobody has booked there, open these nights in that calendar. If the nights are taken, ${end}.`
      : `${other.title} is booked, and nothing is agreed about ${title} yet: ${end}.`,
    "You can offer the guest other dates.",
  ];
}

const PROPOSAL_ENDS = {
  request: "decline the request",
  offer: "withdraw the offer",
  change: "decline the change, and the booking keeps its dates",
};

function keptSteps(kept: ConflictSide, other: ConflictSide): string[] {
  return [
    `You chose to keep the nights of ${kept.title} closed, from ${dayText(kept.checkIn)} to ${dayText(kept.checkOut)}. If you no longer need them, open it here and free its nights.`,
    `If you need them, check ${other.title} and cancel or move it.`,
    "The nights stay closed everywhere until one of the two is gone.",
  ];
}

function closedSteps(closed: ConflictSide, guest: ConflictSide): string[] {
  return [
    "Check the dates of both: one of the two may be wrong.",
    closed.kind === "block"
      ? "If you can host the guest, free or shorten your block in the calendar."
      : `${closed.title}: if nobody has booked there, open these nights in that calendar.`,
    `If you need the nights closed, offer other dates to the guest of ${guest.title} before you cancel anything.`,
    "The nights stay closed to new guests until one of the two is removed.",
  ];
}

/** The bookings that the host may link an imported stay to (S-27), and the one that it is linked to. */
export async function linkableBookings(
  db: Reader,
  { startsOn, endsOn, bookingId }: StoredChannelStay,
): Promise<(Stay & { id: string; reference: string })[]> {
  const rows = await db
    .selectFrom("booking")
    .select(["id", "reference", "check_in", "check_out"])
    .where((eb) =>
      eb.or([
        eb.and([eb("check_in", "<", endsOn), eb("check_out", ">", startsOn), STANDING]),
        eb("id", "=", bookingId),
      ]),
    )
    .orderBy("check_in")
    .execute();
  return rows.map(({ check_in: checkIn, check_out: checkOut, ...row }) => ({ ...row, checkIn, checkOut }));
}

export async function isOpenConflict(db: Reader, id: string): Promise<boolean> {
  const open = db.selectFrom("channel_conflict").select("id").where("id", "=", id).where("closed_at", "is", null);
  return (await open.executeTakeFirst()) !== undefined;
}

/** Who closed a conflict that ended without the host. */
export const LATCHKEY = "Latchkey";

/**
 * Whether there is a conflict that a changed or removed record can affect. An open conflict may change or end. After
 * one that the host has closed, its records may conflict on other nights, or with a stay that was linked to one of them
 * (S-27).
 */
export async function hasConflict(db: Reader): Promise<boolean> {
  const found = db
    .selectFrom("channel_conflict")
    .select("id")
    .where((eb) => eb.or([eb("closed_at", "is", null), eb("closed_by", "<>", LATCHKEY)]))
    .limit(1);
  return (await found.executeTakeFirst()) !== undefined;
}

/** Whether a new booking can cause a conflict: its nights are free here, but a platform may have closed them (S-23). */
export async function hasNightsOnSale(db: Reader): Promise<boolean> {
  const unanswered = db
    .selectFrom("channel_stay")
    .select("id")
    .where("spared", "=", "asked")
    .where("state", "=", "active")
    .limit(1);
  return (await unanswered.executeTakeFirst()) !== undefined;
}

import type { Insertable, Kysely, Selectable, Updateable } from "kysely";
import { PROPERTY_ID } from "#domain/booking/booking.ts";
import { addDays, type LocalDate } from "#domain/calendar/local-date.ts";
import { DEFAULT_TIME_ZONE, type TimeZone } from "#domain/calendar/time-zone.ts";
import { DEFAULT_RULES, type Platform } from "#domain/channels/channel.ts";
import { holdsItsNights, type ImportedStay } from "#domain/channels/imported-stay.ts";
import type { Schema } from "../database/schema.ts";
import { versionOf } from "../runtime/version-of.ts";
import type { Channel, StoredChannelStay, Rules, Run } from "./ports.ts";

export type Reader = Pick<Kysely<Schema>, "selectFrom">;

/** The actor in the history for changes made by an import. */
export const IMPORT = "Calendar import";

const moment = (text: string | null) => (text === null ? null : new Date(text));

export function channelFromRow(row: Selectable<Schema["channel"]>): Channel {
  const { held_reason: reason, held_since: since } = row;
  return {
    id: row.id,
    platform: row.platform,
    name: row.name,
    mode: row.mode,
    state: row.state,
    url: row.import_url ?? "",
    connectedAt: new Date(row.connected_at),
    seenProduct: row.seen_product,
    etag: row.etag,
    lastModified: row.last_modified,
    nextRunAt: new Date(row.next_run_at),
    leaseUntil: moment(row.lease_until),
    lastRunAt: moment(row.last_run_at),
    lastOkAt: moment(row.last_ok_at),
    lastChangeAt: moment(row.last_change_at),
    lastState: row.last_state,
    lastStatus: row.last_status,
    failures: row.failures,
    failingSince: moment(row.failing_since),
    held:
      reason !== "" && since
        ? {
            reason,
            since: new Date(since),
            mark: row.held_mark,
            times: row.held_times,
            known: row.held_known.split(" ").filter(Boolean),
          }
        : null,
    version: row.version,
  };
}

/** The columns that `channelFromRow` reads `held` from. */
export function heldRow(held: Channel["held"]): Updateable<Schema["channel"]> {
  return {
    held_reason: held?.reason ?? "",
    held_since: held?.since.toISOString() ?? null,
    held_mark: held?.mark ?? "",
    held_times: held?.times ?? 0,
    held_known: held?.known.join(" ") ?? "",
  };
}

export async function channelById(db: Reader, id: string): Promise<Channel | null> {
  const row = await db.selectFrom("channel").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? channelFromRow(row) : null;
}

export async function timeZoneOf(db: Reader): Promise<TimeZone> {
  const row = await db.selectFrom("property").select("time_zone").where("id", "=", PROPERTY_ID).executeTakeFirst();
  return row?.time_zone ?? DEFAULT_TIME_ZONE;
}

export function stays(db: Reader) {
  return db
    .selectFrom("channel_stay")
    .innerJoin("channel", "channel.id", "channel_stay.channel_id")
    .selectAll("channel_stay")
    .select(["channel.platform", "channel.name as channel_name"]);
}

type StayRow = Awaited<ReturnType<ReturnType<typeof stays>["execute"]>>[number];

export function stayFromRow(row: StayRow): StoredChannelStay {
  return {
    id: row.id,
    channelId: row.channel_id,
    channelName: row.channel_name,
    platform: row.platform,
    uid: row.uid,
    occurrence: row.occurrence,
    startsOn: row.starts_on,
    endsOn: row.ends_on,
    kind: row.kind,
    hostOverride: row.verdict,
    state: row.state,
    exclusion: row.spared,
    summary: row.summary,
    code: row.code,
    // The calendar import stores only https links. This check protects the portal from rows that were written in other
    // ways.
    link: row.link.startsWith("https://") ? row.link : "",
    feedGuest: row.feed_guest,
    phoneDigits: row.phone_digits,
    firstSeenAt: new Date(row.first_seen_at),
    nightsSince: new Date(row.nights_since ?? row.first_seen_at),
    lastSeenAt: new Date(row.last_seen_at),
    missingSince: moment(row.missing_since),
    timesMissed: row.times_missed,
    kept: row.kept === 1,
    guestName: row.guest_name,
    guestPhone: row.guest_phone,
    amountCents: row.amount_cents,
    currency: row.amount_currency,
    notes: row.notes,
    bookingId: row.booking_id,
    movedFrom: row.moved_from,
    version: row.version,
  };
}

/** Active and missing stays, and other stays unless they ended more than ten days ago. */
export async function knownStays(trx: Reader, channelId: string, today: LocalDate) {
  const rows = await stays(trx)
    .where("channel_stay.channel_id", "=", channelId)
    .where((eb) =>
      eb.or([
        eb("channel_stay.ends_on", ">=", addDays(today, -10)),
        eb("channel_stay.state", "in", ["active", "missing"]),
      ]),
    )
    .execute();
  return rows.map(stayFromRow);
}

/**
 * The open stays of the platform's disconnected channels. When the platform is connected again, or a channel's link is
 * changed, those that the calendar shows become stays of that channel, with everything that the host has entered, so
 * they cause no conflicts (S-68).
 */
export async function staysOfEarlierConnections(db: Reader, platform: Platform, today: LocalDate) {
  const rows = await stays(db)
    .where("channel.platform", "=", platform)
    .where("channel.state", "=", "disconnected")
    .where("channel_stay.state", "in", ["active", "missing"])
    .where("ends_on", ">=", today)
    .execute();
  return rows.map(stayFromRow);
}

/** The columns of an imported stay, without the host's notes, `nights_since` and `version`. */
export function stayToRow(stay: ImportedStay): Insertable<Schema["channel_stay"]> {
  return {
    id: stay.id,
    channel_id: stay.channelId,
    property_id: PROPERTY_ID,
    uid: stay.uid,
    occurrence: stay.occurrence,
    starts_on: stay.startsOn,
    ends_on: stay.endsOn,
    kind: stay.kind,
    verdict: stay.hostOverride,
    state: stay.state,
    spared: stay.exclusion,
    holds_nights: holdsItsNights(stay) ? 1 : 0,
    summary: stay.summary,
    code: stay.code,
    link: stay.link,
    feed_guest: stay.feedGuest,
    phone_digits: stay.phoneDigits,
    first_seen_at: stay.firstSeenAt.toISOString(),
    last_seen_at: stay.lastSeenAt.toISOString(),
    missing_since: stay.missingSince?.toISOString() ?? null,
    times_missed: stay.timesMissed,
    kept: stay.kept ? 1 : 0,
    moved_from: stay.movedFrom,
  };
}

export async function rulesOf(db: Reader): Promise<Rules> {
  const row = await db.selectFrom("channel_rules").selectAll().executeTakeFirst();
  return row
    ? { pollMinutes: row.poll_minutes, onUnreachable: row.when_silent, forgetAfterDays: row.forget_after_days }
    : DEFAULT_RULES;
}

export function versionOfRules({ pollMinutes, onUnreachable, forgetAfterDays }: Rules): string {
  return versionOf([pollMinutes, onUnreachable, forgetAfterDays]);
}

export function runToRow(run: Run): Insertable<Schema["channel_run"]> {
  const { channelId, startedAt, durationMs, httpStatus, held, ...same } = run;
  return {
    ...same,
    channel_id: channelId,
    started_at: startedAt.toISOString(),
    duration_ms: durationMs,
    http_status: httpStatus,
    held: held ? 1 : 0,
  };
}

export function runFromRow(row: Selectable<Schema["channel_run"]>): Run {
  const { channel_id, started_at, duration_ms, http_status, held, ...same } = row;
  return {
    ...same,
    channelId: channel_id,
    startedAt: new Date(started_at),
    durationMs: duration_ms,
    httpStatus: http_status,
    held: held === 1,
  };
}

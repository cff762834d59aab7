import type { Updateable } from "kysely";
import { PROPERTY_ID } from "#domain/booking/booking.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import { badReading } from "#domain/channels/bad-reading.ts";
import type { ChannelState } from "#domain/channels/channel.ts";
import { spanOf } from "#domain/channels/match.ts";
import { nameOf } from "#domain/channels/imported-stay.ts";
import { LEASE_MS } from "#domain/channels/timing.ts";
import type { Database } from "../database/connect.ts";
import { type Engine, lockCalendar } from "../database/dialect.ts";
import type { Schema } from "../database/schema.ts";
import type { Trx } from "../database/transaction.ts";
import { STANDING } from "../core/occupied-nights.ts";
import { tooFarAhead } from "../jobs/lease.ts";
import { serverOf } from "./per-server-reads.ts";
import { updateConflicts } from "./update-conflicts.ts";
import type { NotifyHost, RecordAct } from "../core/host.ts";
import type {
  Channel,
  Decision,
  ImportStore,
  Known,
  ReadingResult,
  Run,
  ServedTo,
  StoredChannelStay,
} from "./ports.ts";
import { ALREADY_CONNECTED, isConnected, replaceLink } from "./change-channels.ts";
import { STALE } from "./run-host-action.ts";
import { answersOf, askHost } from "./review-queries.ts";
import { keepBody, runOf } from "./run-queries.ts";
import { moveHostNotes, writeStay } from "./write-stay.ts";
import {
  channelById,
  channelFromRow,
  heldRow,
  IMPORT,
  knownStays,
  rulesOf,
  runToRow,
  stayFromRow,
  stays,
  staysOfEarlierConnections,
} from "./channel-queries.ts";
import { notifyOfDeadLink, notifyOfRecovery } from "./notify-of-failures.ts";
import { notifyTogether } from "./notify-together.ts";

type Needs = { database: Database; servedTo: ServedTo; notifyHost: NotifyHost | null; record: RecordAct };

export function createImportStore({ database, servedTo, notifyHost, record }: Needs): ImportStore {
  const { db, engine } = database;
  const leasedBy = async (trx: Trx, channelId: string, lease: string, states: readonly ChannelState[] = READ) => {
    await lockCalendar(engine, trx, PROPERTY_ID);
    const row = await trx
      .selectFrom("channel")
      .selectAll()
      .where("id", "=", channelId)
      .where("lease", "=", lease)
      .where("state", "in", states)
      .executeTakeFirst();
    return row ? channelFromRow(row) : null;
  };

  /** Imports a read under the calendar's lock. */
  async function storeReading(
    trx: Trx,
    channel: Channel,
    result: ReadingResult,
    nextRunAt: Date,
    decide: (known: Known) => Decision,
    isNewLink = false,
  ): Promise<Run> {
    const { outcome, endedAt, today } = result;
    const { id: channelId } = channel;
    const isFirst = isNewLink || channel.lastOkAt === null;
    const earlier = isFirst && outcome.calendar ? await staysOfEarlierConnections(trx, channel.platform, today) : [];
    const known = {
      channel,
      stays: await knownStays(trx, channelId, today),
      earlier,
      elsewhere: await soldElsewhere(trx, channelId, today),
      answers: await answersOf(trx, channelId),
      served: await servedTo(trx, channel),
      linked: await linkedBookings(trx, channelId, earlier),
    };
    const decision = decide(known);
    // S-35: a calendar that the host has to confirm first is not imported, so the read counts as a failure.
    const imported = decision.held?.reason !== "identity";
    const run: Run = {
      ...runOf(channelId, result),
      ...(imported ? {} : { state: "other_calendar" }),
      ...decision.counts,
      events: outcome.calendar?.events.length ?? 0,
      errors: outcome.calendar?.errors.length ?? 0,
      held: decision.held !== null,
      result: [decision.result, ...(outcome.calendar?.errors ?? []), ...(outcome.calendar?.notes ?? [])]
        .join("\n")
        .slice(0, 4000),
    };
    await trx.insertInto("channel_run").values(runToRow(run)).execute();
    for (const change of decision.changes) {
      await writeStay(trx, change, { actor: IMPORT, at: endedAt, runId: run.id });
      if (change.what === "moved-away" && change.after.state === "released") await moveHostNotes(trx, change.after.id);
    }
    const questions = await askHost(trx, channelId, decision, endedAt);
    const changed = decision.changes.some(({ event }) => event !== "");
    await trx
      .updateTable("channel")
      .set({
        ...(imported
          ? goodRow(result, nextRunAt, changed)
          : { ...badRow(run, endedAt), ...failedRow(channel, endedAt, nextRunAt) }),
        ...heldRow(decision.held),
      })
      .where("id", "=", channelId)
      .execute();
    if (outcome.calendar) await keepBody(trx, run, outcome.calendar);
    const notifications = [...decision.notifications, ...questions];
    const collect: NotifyHost = async (_trx, notification) => void notifications.push(notification);
    // A first read may take over kept stays, which can affect conflicts even though no stay has changed.
    if (isFirst || decision.changes.length > 0) await updateConflicts(trx, endedAt, today, collect);
    if (notifyHost) {
      await notifyTogether(trx, notifications, notifyHost);
      if (imported) await notifyOfRecovery(trx, channel, endedAt, notifyHost);
    }
    return run;
  }

  return {
    lease: async (channelId, lease, now, newUrl) => {
      const row = await db.transaction().execute((trx) => take(engine, trx, { channelId, lease, newUrl }, now));
      if (!row) return null;
      const unsettled = await db
        .selectFrom("channel_stay")
        .select("id")
        .where("channel_id", "=", channelId)
        .where((eb) => eb.or([eb("state", "=", "missing"), eb("spared", "=", "echo")]))
        .limit(1)
        .executeTakeFirst();
      return { channel: channelFromRow(row), settled: !unsettled && row.held_reason === "" };
    },

    release: async (channelId, lease) => {
      await db
        .updateTable("channel")
        .set({ lease: null, lease_until: null })
        .where("id", "=", channelId)
        .where("lease", "=", lease)
        .execute();
    },

    find: (channelId) => channelById(db, channelId),

    due: async (now) => {
      const rows = await db
        .selectFrom("channel")
        .selectAll()
        .where("state", "=", "connected")
        // A read recorded while the clock was ahead would otherwise put off the next one until the clock catches up.
        .where((eb) =>
          eb.or([eb("next_run_at", "<=", now.toISOString()), eb("last_run_at", ">", tooFarAhead(now, LEASE_MS))]),
        )
        .orderBy("next_run_at")
        .execute();
      return rows.map(channelFromRow);
    },

    beforeSale: async () => {
      const rows = await db
        .selectFrom("channel")
        .selectAll()
        .where((eb) =>
          eb.or([
            eb("state", "=", "connected"),
            eb.and([eb("state", "=", "paused"), eb("held_reason", "=", "identity")]),
          ]),
        )
        .execute();
      return rows.map(channelFromRow);
    },

    rules: () => rulesOf(db),

    importReading: (channelId, lease, result, nextRunAt, decide) =>
      db.transaction().execute(async (trx) => {
        const channel = await leasedBy(trx, channelId, lease);
        if (!channel) return null;
        return storeReading(trx, channel, result, nextRunAt, decide);
      }),

    importNewLink: (newLink, lease, result, nextRunAt, decide) => {
      const { channelId, url, version } = newLink;
      return db.transaction().execute(async (trx) => {
        const channel = await leasedBy(trx, channelId, lease, ANY_LINK);
        if (channel?.version !== version) return STALE;
        if (await isConnected(trx, url, channelId)) return ALREADY_CONNECTED;
        const replaced = await replaceLink(trx, channel, newLink, record, result.endedAt);
        await storeReading(trx, replaced, result, nextRunAt, decide, true);
        return { ok: true };
      });
    },

    recordFailure: (channelId, lease, result, next) =>
      db.transaction().execute(async (trx) => {
        const channel = await leasedBy(trx, channelId, lease);
        if (!channel) return null;
        const { outcome, endedAt } = result;
        const name = nameOf(channel.platform, channel.name);
        const run = { ...runOf(channelId, result), result: badReading(outcome.state, outcome.httpStatus, name) };
        await trx.insertInto("channel_run").values(runToRow(run)).execute();
        await trx
          .updateTable("channel")
          .set({
            // A read that had too little time does not replace what the last failed read found, such as a dead link.
            ...(next || channel.failures === 0 ? badRow(run, endedAt) : { last_run_at: endedAt.toISOString() }),
            ...(next ? failedRow(channel, endedAt, next(channel.failures + 1)) : {}),
          })
          .where("id", "=", channelId)
          .execute();
        if (notifyHost) await notifyOfDeadLink(trx, channel, run, endedAt, notifyHost);
        return run;
      }),
  };
}

async function linkedBookings(trx: Trx, channelId: string, earlier: readonly StoredChannelStay[]) {
  const ids = earlier.map(({ id }) => id);
  const rows = await trx
    .selectFrom("channel_stay")
    .innerJoin("booking", "booking.id", "channel_stay.booking_id")
    .select(["channel_stay.id as stayId", "booking.id", "reference", "check_in as checkIn", "check_out as checkOut"])
    .where((eb) =>
      eb.or([eb("channel_id", "=", channelId), ...(ids.length > 0 ? [eb("channel_stay.id", "in", ids)] : [])]),
    )
    .where(STANDING)
    .execute();
  return new Map(rows.map(({ stayId, ...booking }) => [stayId, booking]));
}

async function soldElsewhere(trx: Trx, channelId: string, today: LocalDate) {
  const rows = await stays(trx)
    .where("channel_stay.channel_id", "<>", channelId)
    .where("holds_nights", "=", 1)
    .where("ends_on", ">=", today)
    .execute();
  return rows.map(stayFromRow).map(spanOf);
}

type Row = Updateable<Schema["channel"]>;

function goodRow({ outcome, endedAt }: ReadingResult, nextRunAt: Date, changed: boolean): Row {
  const at = endedAt.toISOString();
  const { calendar, validators } = outcome;
  return {
    failures: 0,
    failing_since: null,
    last_run_at: at,
    last_ok_at: at,
    last_state: outcome.state,
    last_status: outcome.httpStatus,
    next_run_at: nextRunAt.toISOString(),
    // If nothing has changed, the validators are left as they are, because the host may have asked for a full read in
    // the meantime.
    ...(calendar
      ? { etag: validators.etag, last_modified: validators.lastModified, seen_product: calendar.product }
      : {}),
    ...(changed ? { last_change_at: at } : {}),
  };
}

function badRow({ state, httpStatus }: Run, endedAt: Date): Row {
  return { last_run_at: endedAt.toISOString(), last_state: state, last_status: httpStatus };
}

function failedRow({ failures, failingSince }: Channel, endedAt: Date, nextRunAt: Date): Row {
  return {
    failures: failures + 1,
    failing_since: (failingSince ?? endedAt).toISOString(),
    next_run_at: nextRunAt.toISOString(),
  };
}

const READ: readonly ChannelState[] = ["connected"];
/** A paused channel's link can be replaced as well. */
const ANY_LINK: readonly ChannelState[] = ["connected", "paused"];

type Take = { channelId: string; lease: string; newUrl: string | undefined };

/**
 * Across all instances, only one read per channel and per server runs at a time (S-60). The exception is the first read
 * of a new link: it waits for other reads on its server, but as the channel still has its old link, they do not wait
 * for it.
 */
async function take(engine: Engine, trx: Trx, { channelId, lease, newUrl }: Take, now: Date) {
  await lockCalendar(engine, trx, PROPERTY_ID);
  const row = await trx
    .selectFrom("channel")
    .selectAll()
    .where("id", "=", channelId)
    .where("state", "in", newUrl === undefined ? READ : ANY_LINK)
    .executeTakeFirst();
  const underWay = await trx
    .selectFrom("channel")
    .select(["id", "import_url"])
    .where("lease_until", ">", now.toISOString())
    .where("lease_until", "<=", tooFarAhead(now, LEASE_MS))
    .execute();
  const server = serverOf({ url: newUrl ?? row?.import_url ?? "" });
  const isTaken = underWay.some(
    ({ id, import_url }) => id === channelId || serverOf({ url: import_url ?? "" }) === server,
  );
  if (!row || isTaken) return null;
  const lease_until = new Date(now.getTime() + LEASE_MS).toISOString();
  await trx.updateTable("channel").set({ lease, lease_until }).where("id", "=", channelId).execute();
  return { ...row, lease, lease_until };
}

import { deflateSync } from "node:zlib";
import { PROPERTY_ID } from "#domain/booking/booking.ts";
import { addDays, type LocalDate } from "#domain/calendar/local-date.ts";
import { badReading } from "#domain/channels/bad-reading.ts";
import type { ReviewWanted } from "#domain/channels/merge.ts";
import type { ReviewAnswer } from "#domain/channels/review.ts";
import { nameOf } from "#domain/channels/stay-title.ts";
import { DAILY_AFTER_MS, isGone, LEASE_MS, MAIL_AFTER_MS } from "#domain/channels/timing.ts";
import type { Database } from "../database/connect.ts";
import { lockCalendar } from "../database/dialect.ts";
import type { Trx } from "../database/transaction.ts";
import { randomId } from "../runtime/ids.ts";
import { followConflicts } from "./conflict-store.ts";
import type { Channel, ImportStore, ReadingResult, Run, ServedTo, TellHost } from "./ports.ts";
import { writeStay } from "./stay-writer-store.ts";
import { channelById, channelFromRow, rulesOf, runToRow, stayFromRow, stays } from "./stored-channel.ts";

type Needs = { database: Database; servedTo: ServedTo; tellHost: TellHost | null };

/** Under whose name an import's changes stand in the history. */
export const IMPORT = "Calendar import";
/** S-67. */
const KEPT_BODIES = 30;

export function createImportStore({ database, servedTo, tellHost }: Needs): ImportStore {
  const { db, engine } = database;
  const leasedBy = async (trx: Trx, channelId: string, lease: string) => {
    await lockCalendar(engine, trx, PROPERTY_ID);
    const row = await trx
      .selectFrom("channel")
      .selectAll()
      .where("id", "=", channelId)
      .where("lease", "=", lease)
      .where("state", "=", "connected")
      .executeTakeFirst();
    return row ? channelFromRow(row) : null;
  };

  return {
    lease: async (channelId, lease, now) => {
      const row = await db
        .updateTable("channel")
        .set({ lease, lease_until: new Date(now.getTime() + LEASE_MS).toISOString() })
        .where("id", "=", channelId)
        .where("state", "=", "connected")
        .where((eb) => eb.or([eb("lease_until", "is", null), eb("lease_until", "<=", now.toISOString())]))
        .returningAll()
        .executeTakeFirst();
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
        .where("next_run_at", "<=", now.toISOString())
        .orderBy("next_run_at")
        .execute();
      return rows.map(channelFromRow);
    },

    connected: async () =>
      (await db.selectFrom("channel").selectAll().where("state", "=", "connected").execute()).map(channelFromRow),

    rules: () => rulesOf(db),

    importReading: (channelId, lease, result, nextRunAt, decide) =>
      db.transaction().execute(async (trx) => {
        const channel = await leasedBy(trx, channelId, lease);
        if (!channel) return null;
        const { outcome, endedAt, today } = result;
        const known = {
          channel,
          stays: await knownStays(trx, channelId, today),
          answers: await answersOf(trx, channelId),
          served: await servedTo(trx, channelId),
        };
        const decision = decide(known);
        const run: Run = {
          ...runOf(channelId, result),
          ...decision.counts,
          events: outcome.calendar?.events.length ?? 0,
          errors: outcome.calendar?.errors.length ?? 0,
          held: decision.held !== null,
          result: [decision.result, ...(outcome.calendar?.errors ?? []), ...(outcome.calendar?.notes ?? [])]
            .join("\n")
            .slice(0, 4000),
        };
        await trx.insertInto("channel_run").values(runToRow(run)).execute();
        for (const change of decision.changes)
          await writeStay(trx, change, { actor: IMPORT, at: endedAt, runId: run.id });
        for (const review of decision.reviews) await askHost(trx, channelId, review, endedAt);
        if (!decision.held && channel.held) await dropQuestions(trx, channelId, endedAt);
        const changed = decision.changes.some(({ event }) => event !== "");
        await writeGood(trx, channel, {
          result,
          nextRunAt,
          changed,
          decision,
          product: outcome.calendar?.product ?? null,
        });
        if (outcome.calendar) await keepBody(trx, run, outcome.calendar);
        if (decision.changes.length > 0) await followConflicts(trx, endedAt, today, tellHost);
        if (tellHost) {
          for (const notice of decision.notices) await tellHost(trx, notice);
          await tellRecovery(trx, channel, endedAt, tellHost);
        }
        return run;
      }),

    recordFailure: (channelId, lease, result, next) =>
      db.transaction().execute(async (trx) => {
        const channel = await leasedBy(trx, channelId, lease);
        if (!channel) return null;
        const { outcome, endedAt } = result;
        const failures = channel.failures + 1;
        const name = nameOf(channel.platform, channel.name);
        const run = { ...runOf(channelId, result), result: badReading(outcome.state, outcome.httpStatus, name) };
        await trx.insertInto("channel_run").values(runToRow(run)).execute();
        await trx
          .updateTable("channel")
          .set({
            failures,
            failing_since: (channel.failingSince ?? endedAt).toISOString(),
            last_run_at: endedAt.toISOString(),
            last_state: outcome.state,
            last_status: outcome.httpStatus,
            next_run_at: next(failures).toISOString(),
          })
          .where("id", "=", channelId)
          .execute();
        const wasGone = isGone(channel.lastState, channel.lastStatus);
        if (tellHost && isGone(outcome.state, outcome.httpStatus) && !wasGone) {
          const lines = [
            run.result,
            "Nights that are known stay closed. New stays of this platform are not seen until it is connected again.",
          ];
          const key = `channel:${channelId}:gone:${endedAt.toISOString()}`;
          await tellHost(trx, { key, subject: `${name}: link no longer valid`, lines, link: "/admin/channels" });
        }
        return run;
      }),
  };
}

function runOf(channelId: string, { cause, startedAt, endedAt, outcome }: ReadingResult): Run {
  return {
    id: randomId(),
    channelId,
    startedAt,
    durationMs: endedAt.getTime() - startedAt.getTime(),
    cause,
    state: outcome.state,
    httpStatus: outcome.httpStatus,
    bytes: outcome.bytes,
    events: 0,
    added: 0,
    changed: 0,
    missing: 0,
    released: 0,
    ignored: 0,
    errors: 0,
    held: false,
    result: "",
  };
}

/** All that a calendar may still show: what is over for more than some days is not looked for any more. */
async function knownStays(trx: Trx, channelId: string, today: LocalDate) {
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

async function answersOf(trx: Trx, channelId: string): Promise<Map<string, ReviewAnswer>> {
  const rows = await trx
    .selectFrom("channel_review")
    .select(["nights", "answer"])
    .where("channel_id", "=", channelId)
    .where("kind", "=", "long-span")
    .where("answer", "is not", null)
    .orderBy("answered_at")
    .execute();
  return new Map(rows.flatMap(({ nights, answer }) => (answer ? [[nights, answer] as const] : [])));
}

/** One open question of a kind about a stay, or about a calendar, with its newest words. */
async function askHost(
  trx: Trx,
  channelId: string,
  { kind, stay, question, nights }: ReviewWanted,
  at: Date,
): Promise<void> {
  const same = trx
    .updateTable("channel_review")
    .set({ question, nights })
    .where("channel_id", "=", channelId)
    .where("kind", "=", kind)
    .where("answered_at", "is", null);
  const { numUpdatedRows } = await (
    stay ? same.where("stay_id", "=", stay.id) : same.where("stay_id", "is", null)
  ).executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) return;
  await trx
    .insertInto("channel_review")
    .values({
      id: randomId(),
      channel_id: channelId,
      stay_id: stay?.id ?? null,
      kind,
      question,
      nights,
      opened_at: at.toISOString(),
    })
    .execute();
}

/** The calendar has answered by itself. */
async function dropQuestions(trx: Trx, channelId: string, at: Date): Promise<void> {
  await trx
    .updateTable("channel_review")
    .set({ answered_at: at.toISOString(), answered_by: IMPORT })
    .where("channel_id", "=", channelId)
    .where("kind", "in", ["sudden-drop", "other-calendar"])
    .where("answered_at", "is", null)
    .execute();
}

type Good = {
  result: ReadingResult;
  nextRunAt: Date;
  changed: boolean;
  decision: { held: Channel["held"]; hint: string };
  product: string | null;
};

async function writeGood(
  trx: Trx,
  channel: Channel,
  { result, nextRunAt, changed, decision, product }: Good,
): Promise<void> {
  const { outcome, endedAt } = result;
  const { held } = decision;
  const at = endedAt.toISOString();
  await trx
    .updateTable("channel")
    .set({
      failures: 0,
      failing_since: null,
      last_run_at: at,
      last_ok_at: at,
      last_state: outcome.state,
      last_status: outcome.httpStatus,
      next_run_at: nextRunAt.toISOString(),
      etag: outcome.validators.etag,
      last_modified: outcome.validators.lastModified,
      hint: decision.hint,
      held_reason: held?.reason ?? "",
      held_since: held?.since.toISOString() ?? null,
      held_mark: held?.mark ?? "",
      held_times: held?.times ?? 0,
      ...(changed ? { last_change_at: at } : {}),
      ...(product !== null && held?.reason !== "identity" ? { seen_product: product } : {}),
    })
    .where("id", "=", channel.id)
    .execute();
}

async function keepBody(trx: Trx, run: Run, { body, mark }: { body: Buffer; mark: string }): Promise<void> {
  const kept = await trx
    .selectFrom("channel_body")
    .select(["run_id", "mark"])
    .where("channel_id", "=", run.channelId)
    .orderBy("fetched_at", "desc")
    .execute();
  if (kept[0]?.mark === mark) return;
  const old = kept.slice(KEPT_BODIES - 1).map(({ run_id }) => run_id);
  if (old.length > 0) await trx.deleteFrom("channel_body").where("run_id", "in", old).execute();
  await trx
    .insertInto("channel_body")
    .values({
      run_id: run.id,
      channel_id: run.channelId,
      fetched_at: run.startedAt.toISOString(),
      mark,
      body: deflateSync(body).toString("base64"),
    })
    .execute();
}

/** S-63: one note when what was told of is well again. */
async function tellRecovery(
  trx: Trx,
  { id, platform, name, failingSince, lastState, lastStatus }: Channel,
  at: Date,
  tellHost: TellHost,
): Promise<void> {
  if (!failingSince) return;
  const told = at.getTime() - failingSince.getTime() > MAIL_AFTER_MS || isGone(lastState, lastStatus);
  if (!told) return;
  const key = `channel:${id}:well:${failingSince.toISOString()}`;
  await tellHost(trx, {
    key,
    subject: `${nameOf(platform, name)}: the calendar is read again`,
    lines: ["Everything that it shows has been taken over."],
    link: "/admin/channels",
  });
}

/** S-63: a letter after six hours of failing, and one each day after a day. The same key is told only once. */
export async function tellOfFailures(database: Database, now: Date, tellHost: TellHost): Promise<void> {
  const before = new Date(now.getTime() - MAIL_AFTER_MS).toISOString();
  const rows = await database.db
    .selectFrom("channel")
    .selectAll()
    .where("state", "=", "connected")
    .where("failing_since", "<=", before)
    .execute();
  for (const channel of rows.map(channelFromRow)) {
    const { failingSince, lastState, lastOkAt } = channel;
    if (!failingSince || !lastState) continue;
    const name = nameOf(channel.platform, channel.name);
    const silentMs = now.getTime() - failingSince.getTime();
    const days = silentMs > DAILY_AFTER_MS ? Math.floor(silentMs / DAILY_AFTER_MS) : 0;
    const read = lastOkAt
      ? `It was last read on ${lastOkAt.toISOString().slice(0, 16).replace("T", " ")} UTC.`
      : "It was never read.";
    await database.db.transaction().execute((trx) =>
      tellHost(trx, {
        key: `channel:${channel.id}:failing:${failingSince.toISOString()}:${days}`,
        subject: `${name}: the calendar cannot be read`,
        lines: [
          badReading(lastState, channel.lastStatus, name),
          read,
          "Nights that are known stay closed; a stay sold there since then is not known here.",
        ],
        link: "/admin/channels",
      }),
    );
  }
}

import { createHash } from "node:crypto";
import { PROPERTY_ID } from "#domain/booking/booking.ts";
import type { Stay } from "#domain/booking/stay.ts";
import { defaultName, isDefaultName, type Platform } from "#domain/channels/channel.ts";
import { spanText } from "#domain/channels/echo.ts";
import { mayBeInHouse } from "#domain/channels/imported-stay.ts";
import { calendarKey } from "#domain/channels/link.ts";
import { dayText } from "#domain/calendar/day-text.ts";
import type { Database } from "../database/connect.ts";
import { isUniqueViolation, lockCalendar } from "../database/dialect.ts";
import { commitUnderCalendarLock, type Trx } from "../database/transaction.ts";
import { hostActionRunner, type HostActionNeeds, STALE, unknown } from "./run-host-action.ts";
import { randomId } from "../runtime/ids.ts";
import type { RecordAct } from "../core/host.ts";
import type { Rules, Refusal, Act, Channel, NewLink } from "./ports.ts";
import { isReported } from "./notify-of-failures.ts";
import { writeStay } from "./write-stay.ts";
import { channelById, type Reader, rulesOf, stayFromRow, stays, versionOfRules } from "./channel-queries.ts";

export const ALREADY_CONNECTED: Refusal = {
  ok: false,
  status: 400,
  message:
    "This calendar is already connected. If its link has changed, choose “Change link” on the page of that channel.",
  field: "url",
};

type NewChannel = Pick<Channel, "id" | "platform" | "mode" | "url"> & {
  /** Empty if the host gives the calendar no name. */
  name: string;
  /** The platform's blocks whose nights the host also wants to close here. */
  closeBlocks: readonly Stay[];
};

export function createConnectionStore(database: Database, { record, notifyHost, closeFeed }: HostActionNeeds) {
  const { db, engine } = database;
  const runHostAction = hostActionRunner(database, notifyHost);

  return {
    /** False if a channel with this calendar is already connected. */
    add: async (
      { id, platform, name: ownName, mode, url, closeBlocks }: NewChannel,
      actor: string,
      at: Date,
    ): Promise<boolean> => {
      try {
        await db.transaction().execute(async (trx) => {
          // Two calendars connected at the same time do not get the same name.
          await lockCalendar(engine, trx, PROPERTY_ID);
          const name = ownName || (await unusedName(trx, platform, url));
          await trx
            .insertInto("channel")
            .values({
              id,
              property_id: PROPERTY_ID,
              platform,
              name,
              mode,
              state: "connected",
              import_url: url,
              import_hash: hashOf(url),
              connected_at: at.toISOString(),
              disconnected_at: null,
              next_run_at: at.toISOString(),
            })
            .execute();
          for (const block of closeBlocks) await answerBlock(trx, { id, name }, block, { actor, at });
          const closed = closeBlocks.map(spanText);
          await record(
            {
              actor,
              act: "Connected a channel",
              subject: name,
              after: { platform, mode, ...(closed.length > 0 ? { closed } : {}) },
            },
            trx,
          );
        });
        return true;
      } catch (error) {
        if (isUniqueViolation(error)) return false;
        throw error;
      }
    },

    /** Deletes a channel whose first read failed, unless it has been read in the meantime. */
    discard: (id: string): Promise<{ ok: boolean }> =>
      commitUnderCalendarLock(db, async (trx) => {
        if ((await channelById(trx, id))?.lastOkAt) return { ok: false };
        await trx.deleteFrom("channel_review").where("channel_id", "=", id).execute();
        await trx.deleteFrom("channel_run").where("channel_id", "=", id).execute();
        await trx.deleteFrom("channel").where("id", "=", id).execute();
        return { ok: true };
      }),

    change: (
      { id, version, name, mode, paused }: Pick<Channel, "id" | "name" | "mode" | "version"> & { paused: boolean },
      by: Act,
    ): Promise<{ ok: true } | Refusal> =>
      runHostAction(async (trx) => {
        const before = await channelById(trx, id);
        if (!before || before.state === "disconnected") return unknown("channel");
        if (before.version !== version) return STALE;
        const state = paused ? "paused" : "connected";
        await trx
          .updateTable("channel")
          // Forget the validators, so that the next read is a full one: different events may count now.
          .set({
            name,
            mode,
            state,
            etag: "",
            last_modified: "",
            next_run_at: by.at.toISOString(),
            version: version + 1,
            // No read fails while a channel is paused, so a failure that was not reported is timed anew afterwards.
            ...(paused && before.failingSince && !isReported(before.failingSince, by.at)
              ? { failing_since: null }
              : {}),
          })
          .where("id", "=", id)
          .execute();
        const values = {
          before: { name: before.name, mode: before.mode, state: before.state },
          after: { name, mode, state },
        };
        await record({ actor: by.actor, act: "Changed a channel", subject: name, ...values }, trx);
        return { ok: true };
      }, by),

    disconnect: (
      { id, version, release }: { id: string; version: number; release: boolean },
      by: Act,
    ): Promise<{ ok: true } | Refusal> =>
      runHostAction(async (trx) => {
        const channel = await channelById(trx, id);
        if (!channel || channel.state === "disconnected") return unknown("channel");
        if (channel.version !== version) return STALE;
        await releaseStays(trx, id, release, by);
        await trx
          .updateTable("channel")
          .set({
            state: "disconnected",
            import_url: null,
            import_hash: null,
            lease: null,
            lease_until: null,
            disconnected_at: by.at.toISOString(),
            version: version + 1,
          })
          .where("id", "=", id)
          .execute();
        await trx.deleteFrom("channel_body").where("channel_id", "=", id).execute();
        await trx
          .updateTable("channel_review")
          .set({ answered_at: by.at.toISOString(), answered_by: by.actor })
          .where("channel_id", "=", id)
          .where("answered_at", "is", null)
          .execute();
        await closeFeed(trx, id);
        await record(
          {
            actor: by.actor,
            act: "Disconnected a channel",
            subject: channel.name,
            after: { stays: release ? "released" : "kept" },
          },
          trx,
        );
        return { ok: true };
      }, by),

    /** `seen` is the version of the rules that the host started from. */
    saveRules: (rules: Rules, seen: string, by: Act): Promise<{ ok: true } | Refusal> =>
      runHostAction(async (trx) => {
        const before = await rulesOf(trx);
        if (versionOfRules(before) !== seen) return STALE;
        const row = {
          poll_minutes: rules.pollMinutes,
          when_silent: rules.onUnreachable,
          forget_after_days: rules.forgetAfterDays,
        };
        await trx
          .insertInto("channel_rules")
          .values({ id: 1, ...row })
          .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
          .execute();
        const values = { before, after: rules };
        await record({ actor: by.actor, act: "Changed the channels' rules", subject: "Channels", ...values }, trx);
        return { ok: true };
      }, by),
  };
}

const hashOf = (url: string) => createHash("sha256").update(calendarKey(url)).digest("base64url");

/**
 * Whether a channel, other than the given one, reads the calendar at this link. Compares the links themselves, because
 * earlier versions stored another hash for a link to Airbnb.
 */
export async function isConnected(db: Reader, url: string, exceptId: string): Promise<boolean> {
  const rows = await db
    .selectFrom("channel")
    .select("import_url")
    .where("import_url", "is not", null)
    .where("id", "<>", exceptId)
    .execute();
  return rows.some(({ import_url }) => import_url !== null && calendarKey(import_url) === calendarKey(url));
}

/**
 * What the calendar at the link is called if the host gives it no name. `id` is the channel that it replaces or that
 * has this name, if any.
 */
export async function unusedName(db: Reader, platform: Platform, url: string, id = ""): Promise<string> {
  const others = await db
    .selectFrom("channel")
    .select("name")
    .where("state", "<>", "disconnected")
    .where("id", "<>", id)
    .execute();
  return defaultName(
    platform,
    hostOf(url),
    others.map(({ name }) => name),
  );
}

/** The channel's name once it has this link: for the platform `other`, a default name contains the link's host name. */
export async function nameWithLink(
  db: Reader,
  { id, platform, name, url: before }: Channel,
  url: string,
): Promise<string> {
  const follows = platform === "other" && hostOf(before) !== hostOf(url) && isDefaultName(name, hostOf(before));
  return follows ? unusedName(db, platform, url, id) : name;
}

/**
 * S-07: gives the channel another link and returns the changed channel. The import that follows in the same transaction
 * replaces what was stored about reading the old link: its validators, failures and hold. Reading resumes if it was
 * paused.
 */
export async function replaceLink(
  trx: Trx,
  before: Channel,
  { url, closeBlocks, actor }: NewLink,
  record: RecordAct,
  at: Date,
): Promise<Channel> {
  const { id } = before;
  const name = await nameWithLink(trx, before, url);
  const after: Channel = { ...before, name, url, state: "connected", version: before.version + 1 };
  await trx
    .updateTable("channel")
    .set({ name, state: after.state, import_url: url, import_hash: hashOf(url), version: after.version })
    .where("id", "=", id)
    .execute();
  for (const block of closeBlocks) await answerBlock(trx, after, block, { actor, at });
  const closed = closeBlocks.map(spanText);
  await record(
    {
      actor,
      act: "Changed a channel's link",
      subject: name,
      // The links are secrets, so only their host names are logged.
      before: { name: before.name, state: before.state, site: hostOf(before.url) },
      after: { name, state: after.state, site: hostOf(url), ...(closed.length > 0 ? { closed } : {}) },
    },
    trx,
  );
  return after;
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname : "");

/** Stores the host's answer from the preview, like any other answer (S-22). */
async function answerBlock(
  trx: Trx,
  { id, name }: Pick<Channel, "id" | "name">,
  block: Stay,
  { actor, at }: Pick<Act, "actor" | "at">,
): Promise<void> {
  await trx
    .insertInto("channel_review")
    .values({
      id: randomId(),
      channel_id: id,
      stay_id: null,
      kind: "block",
      question: `${name} shows the nights from ${dayText(block.checkIn)} to ${dayText(block.checkOut)} as blocked. Close them here too?`,
      nights: spanText(block),
      opened_at: at.toISOString(),
      answered_at: at.toISOString(),
      answered_by: actor,
      answer: "closure",
    })
    .execute();
}

/**
 * Releases the upcoming stays, and closures in progress, if the host chose that. In any case, releases the spans that
 * are on sale until the host answers (S-23): they close no nights, and nobody asks about them any longer. Copies of our
 * own nights close no nights either, but their records are kept: without them, the copies would count as new stays when
 * the platform is connected again (S-55).
 */
async function releaseStays(trx: Trx, channelId: string, release: boolean, { actor, at, today }: Act): Promise<void> {
  const rows = await stays(trx)
    .where("channel_stay.channel_id", "=", channelId)
    .where("channel_stay.state", "in", ["active", "missing"])
    .where((eb) => eb.or([eb("spared", "=", "asked"), ...(release ? [eb("ends_on", ">", today)] : [])]))
    .execute();
  const event = "Released when the channel was disconnected";
  for (const before of rows.map(stayFromRow)) {
    if (before.exclusion === "echo" || (before.exclusion === null && mayBeInHouse(before, today))) continue;
    await writeStay(trx, { before, after: { ...before, state: "released" }, event }, { actor, at, runId: null });
  }
}

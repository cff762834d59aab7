import type { Platform } from "#domain/channels/channel.ts";
import type { ServedCalendar } from "#domain/channels/echo.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import { inflateSync } from "node:zlib";
import { type Selectable, sql } from "kysely";
import { stayTitle } from "#domain/channels/imported-stay.ts";
import { countsAsStay, occupiedSpans } from "../core/occupied-nights.ts";
import type { Database } from "../database/connect.ts";
import type { Schema } from "../database/schema.ts";
import { holders, linkableBookings, listConflicts } from "./conflict-queries.ts";
import { createActStore } from "./act-on-stays.ts";
import type { HostActionNeeds } from "./run-host-action.ts";
import { createReviewStore } from "./answer-questions.ts";
import { createConnectionStore, isConnected, nameWithLink, unusedName } from "./change-channels.ts";
import { answersOf, reviewFromRow, reviews, stayById } from "./review-queries.ts";
import {
  channelFromRow,
  knownStays,
  type Reader,
  runFromRow,
  stayFromRow,
  stays,
  staysOfEarlierConnections,
} from "./channel-queries.ts";
import type {
  Channel,
  Known,
  StoredChannelStay,
  StoredConflict,
  TitledHolder,
  StoredReview,
  HistoryLine,
  Run,
} from "./ports.ts";
import type { Stay } from "#domain/booking/stay.ts";

export type SoldHere = Stay & { id: string; reference: string };

type RunFilter = {
  channelId?: string | undefined;
  from: Date | null;
  until: Date | null;
  show: "changes" | "all";
  count: number;
};

export type RunWithChanges = Run & {
  channelName: string;
  hasBody: boolean;
  changes: (HistoryLine & { stayId: string; title: string })[];
};

export function createChannelAdminStore(database: Database, needs: HostActionNeeds) {
  const { db } = database;
  return {
    ...createConnectionStore(database, needs),
    ...createActStore(database, needs),
    ...createReviewStore(database, needs),

    isConnected: (url: string, exceptId = ""): Promise<boolean> => isConnected(db, url, exceptId),

    holders: (today: LocalDate): Promise<TitledHolder[]> => holders(db, today),
    staysOfEarlierConnections: (platform: Platform, today: LocalDate): Promise<StoredChannelStay[]> =>
      staysOfEarlierConnections(db, platform, today),

    /** What an import of the channel's calendar starts from. */
    knownOf: (channel: Channel, today: LocalDate): Promise<Pick<Known, "stays" | "answers" | "served">> =>
      db.transaction().execute(async (trx) => ({
        stays: await knownStays(trx, channel.id, today),
        answers: await answersOf(trx, channel.id),
        served: await needs.servedTo(trx, channel),
      })),

    unusedName: (platform: Platform, url: string): Promise<string> => unusedName(db, platform, url),
    nameWithLink: (channel: Channel, url: string): Promise<string> => nameWithLink(db, channel, url),

    /** What the platform received from us before it was disconnected. */
    servedBefore: (platform: Platform, connectedAt: Date): Promise<ServedCalendar[]> =>
      db.transaction().execute((trx) => needs.servedTo(trx, { id: "", platform, connectedAt })),

    channels: async (): Promise<Channel[]> =>
      (
        await db
          .selectFrom("channel")
          .selectAll()
          .where("state", "<>", "disconnected")
          .orderBy("connected_at")
          .orderBy("id")
          .execute()
      ).map(channelFromRow),

    /**
     * Current and future bookings that took nights here after the given time, and nights that guests have requested
     * since, except this platform's own bookings.
     */
    soldSince: async (at: Date, platform: Platform, today: LocalDate): Promise<SoldHere[]> =>
      (await occupiedSpans(db, today))
        .flatMap((span) =>
          span.kind === "booking" && span.source !== platform && span.checkOut > today && span.knownSince > at
            ? [{ id: span.id, reference: span.reference, checkIn: span.checkIn, checkOut: span.checkOut }]
            : [],
        )
        .toSorted((a, b) => (a.checkIn < b.checkIn ? -1 : 1)),

    currentStays: async (today: LocalDate): Promise<StoredChannelStay[]> => {
      const rows = await stays(db)
        .where("channel_stay.state", "in", ["active", "missing"])
        .where("ends_on", ">=", today)
        .orderBy("starts_on")
        .orderBy("channel_stay.id")
        .execute();
      return rows.map(stayFromRow);
    },

    stays: async (channelId: string | null, since: LocalDate | null): Promise<StoredChannelStay[]> => {
      let all = stays(db).orderBy("starts_on").orderBy("channel_stay.id").limit(MOST);
      if (channelId !== null) all = all.where("channel_stay.channel_id", "=", channelId);
      if (since !== null)
        all = all.where("ends_on", ">=", since).where("channel_stay.state", "in", ["active", "missing"]);
      return (await all.execute()).map(stayFromRow);
    },

    stay: (id: string): Promise<StoredChannelStay | null> => stayById(db, id),
    linkableBookings: (stay: StoredChannelStay) => linkableBookings(db, stay),

    history: async (stayId: string): Promise<HistoryLine[]> => {
      const rows = await db
        .selectFrom("channel_stay_event")
        .selectAll()
        .where("stay_id", "=", stayId)
        .orderBy("id")
        .execute();
      return rows.map(historyLine);
    },

    tiles: async (
      now: Date,
      dayBegan: Date,
    ): Promise<{ connected: number; syncPercent: number | null; autoBookingsToday: number }> => {
      const since = new Date(now.getTime() - DAY_MS).toISOString();
      const [connected, runs, bookings] = await Promise.all([
        db
          .selectFrom("channel")
          .where("state", "=", "connected")
          .where("last_ok_at", ">", since)
          .select((eb) => eb.fn.countAll<number>().as("n"))
          .executeTakeFirstOrThrow(),
        db
          .selectFrom("channel_run")
          .where("started_at", ">", since)
          .select((eb) => eb.fn.countAll<number>().as("all"))
          .select(sql<number>`coalesce(sum(case when state in ('ok', 'unchanged') then 1 else 0 end), 0)`.as("good"))
          .executeTakeFirstOrThrow(),
        db
          .selectFrom("channel_stay")
          .innerJoin("channel", "channel.id", "channel_stay.channel_id")
          .where("first_seen_at", ">=", dayBegan.toISOString())
          // A known stay whose dates have changed is not a new booking.
          .where("moved_from", "is", null)
          .where(countsAsStay)
          .select((eb) => eb.fn.countAll<number>().as("n"))
          .executeTakeFirstOrThrow(),
      ]);
      const syncPercent = runs.all > 0 ? Math.round((runs.good / runs.all) * 100) : null;
      return { connected: connected.n, syncPercent, autoBookingsToday: bookings.n };
    },

    open: async (): Promise<{ conflicts: number; reviews: number }> => {
      const count = async (table: "channel_conflict" | "channel_review", column: "closed_at" | "answered_at") =>
        (
          await db
            .selectFrom(table)
            .where(sql.ref(column), "is", null)
            .select((eb) => eb.fn.countAll<number>().as("n"))
            .executeTakeFirstOrThrow()
        ).n;
      return {
        conflicts: await count("channel_conflict", "closed_at"),
        reviews: await count("channel_review", "answered_at"),
      };
    },

    conflicts: (show: "open" | "all"): Promise<StoredConflict[]> => listConflicts(db, show),

    reviews: async (show: "open" | "all"): Promise<StoredReview[]> => {
      const all = reviews(db).orderBy("opened_at", "desc").limit(MOST);
      const rows = await (show === "open" ? all.where("answered_at", "is", null) : all).execute();
      return rows.map(reviewFromRow);
    },

    runs: async ({ channelId, from, until, show, count }: RunFilter): Promise<RunWithChanges[]> => {
      let all = db
        .selectFrom("channel_run")
        .innerJoin("channel", "channel.id", "channel_run.channel_id")
        .leftJoin("channel_body", "channel_body.run_id", "channel_run.id")
        .selectAll("channel_run")
        .select(["channel.name as channel_name", "channel_body.run_id as body_of"])
        .orderBy("channel_run.started_at", "desc")
        .orderBy("channel_run.id")
        .limit(count);
      if (channelId) all = all.where("channel_run.channel_id", "=", channelId);
      if (from) all = all.where("channel_run.started_at", ">=", from.toISOString());
      if (until) all = all.where("channel_run.started_at", "<", until.toISOString());
      if (show === "changes") {
        all = all.where((eb) =>
          eb.or([
            ...(["added", "changed", "missing", "released", "held"] as const).map((column) =>
              eb(`channel_run.${column}`, ">", 0),
            ),
            eb("channel_run.state", "not in", ["ok", "unchanged"]),
          ]),
        );
      }
      const rows = await all.execute();
      const changes = await changesOf(
        db,
        rows.map(({ id }) => id),
      );
      return rows.map(({ channel_name: channelName, body_of, ...row }) => ({
        ...runFromRow(row),
        channelName,
        hasBody: body_of !== null,
        changes: changes.get(row.id) ?? [],
      }));
    },

    body: async (runId: string): Promise<Buffer | null> => {
      const row = await db.selectFrom("channel_body").select("body").where("run_id", "=", runId).executeTakeFirst();
      return row ? inflateSync(Buffer.from(row.body, "base64")) : null;
    },
  };
}

const DAY_MS = 24 * 60 * 60 * 1000;
const MOST = 2000;

function historyLine(row: Selectable<Schema["channel_stay_event"]>) {
  return {
    id: String(row.id),
    at: new Date(row.at),
    actor: row.actor,
    event: row.event,
    before: row.before_nights,
    after: row.after_nights,
    runId: row.run_id,
  };
}

async function changesOf(db: Reader, runIds: string[]) {
  if (runIds.length === 0) return new Map<string, never[]>();
  const rows = await db
    .selectFrom("channel_stay_event")
    .innerJoin("channel_stay", "channel_stay.id", "channel_stay_event.stay_id")
    .innerJoin("channel", "channel.id", "channel_stay.channel_id")
    .selectAll("channel_stay_event")
    .select(["channel.platform", "channel.name", "channel_stay.kind", "channel_stay.verdict", "channel_stay.code"])
    .where("run_id", "in", runIds)
    .orderBy("channel_stay_event.id")
    .execute();
  const changes = rows.map((row) => ({
    ...historyLine(row),
    stayId: row.stay_id,
    title: stayTitle({ ...row, hostOverride: row.verdict }, row.name),
  }));
  return Map.groupBy(changes, ({ runId }) => runId ?? "");
}

/** The host's views and actions. Each action is one transaction and locks the calendar. */
export type ChannelAdminStore = ReturnType<typeof createChannelAdminStore>;

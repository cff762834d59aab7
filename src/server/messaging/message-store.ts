import type { ScheduledMessage } from "#contract/messaging.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { MessageStatus } from "#domain/messaging/message.ts";
import { STANDING } from "../core/occupied-nights.ts";
import type { Database, Db } from "../database/connect.ts";
import { commitIfOk, type Trx } from "../database/transaction.ts";
import type { Clock } from "../runtime/clock.ts";
import type { RecordAct } from "../core/host.ts";
import type { MessageAction } from "./change-message.ts";
import type { ClaimedMessage } from "./ports.ts";
import { readKnownStay } from "./coalesced-message-queries.ts";
import { type MessageRow, storedMessage } from "./outbox-queries.ts";

/** How many of the latest messages a list shows. The portal's list also shows all waiting and all failed messages. */
const SHOWN = 300;

type ActResult =
  | { ok: true; message: ScheduledMessage }
  | { ok: false; reason: "unknown" | "stale" | "being-sent" | "refused" };

export function createMessageStore({ db }: Database, clock: Clock, record: RecordAct) {
  const shown = (row: Row) => view(row, clock());
  return {
    list: async (): Promise<ScheduledMessage[]> => {
      const waiting = await rows(db).where("message.status", "=", "pending").orderBy("message.scheduled_for").execute();
      const failed = await rows(db).where("message.status", "=", "failed").execute();
      const done = await rows(db)
        .where("message.status", "in", ["sent", "skipped"])
        .orderBy("message.scheduled_for", "desc")
        .limit(SHOWN)
        .execute();
      const over = [...failed, ...done].toSorted((a, b) => (a.scheduled_for < b.scheduled_for ? 1 : -1));
      return [...waiting, ...over].map(shown);
    },

    find: async (id: string): Promise<{ view: ScheduledMessage; message: ClaimedMessage } | null> => {
      const row = await rows(db).where("message.id", "=", id).executeTakeFirst();
      if (!row) return null;
      return { view: shown(row), message: asSent(row, await changesOf(db, [row])) };
    },

    /** Changes a message, provided that it is not being sent and has not changed since the host saw `version`. */
    act: (
      { id, version, actor }: { id: string; version: number; actor: string },
      { act, decide }: MessageAction,
    ): Promise<ActResult> =>
      commitIfOk<ActResult>(db, async (trx) => {
        const now = clock();
        const row = await rows(trx).where("message.id", "=", id).executeTakeFirst();
        if (!row) return { ok: false, reason: "unknown" };
        if (row.lease_until !== null && row.lease_until > now.toISOString()) {
          return { ok: false, reason: "being-sent" };
        }
        if (row.version !== version) return { ok: false, reason: "stale" };
        const changes = decide(shown(row), now);
        if (!changes) return { ok: false, reason: "refused" };
        const after = { ...row, ...changes, version: row.version + 1 };
        const written = await trx
          .updateTable("scheduled_message")
          .set({ ...changes, version: after.version })
          .where("id", "=", id)
          // On PostgreSQL, the message may have been changed, sent or claimed since it was read.
          .where("version", "=", version)
          .where("status", "=", row.status)
          .where((eb) => eb.or([eb("lease_until", "is", null), eb("lease_until", "<=", now.toISOString())]))
          .executeTakeFirst();
        if (Number(written.numUpdatedRows) === 0) {
          const meanwhile = await rows(trx).where("message.id", "=", id).executeTakeFirst();
          const isSame = meanwhile?.version === version && meanwhile.status === row.status;
          return { ok: false, reason: isSame ? "being-sent" : "stale" };
        }
        const subject = row.reference ? `Message of booking ${row.reference}` : "Message";
        await record({ actor, act, subject }, trx);
        return { ok: true, message: shown(after) };
      }),

    /**
     * The latest messages sent to the guest of a booking, in order, without the emails that repeat a message from the
     * conversation.
     */
    sentTo: async (bookingId: string): Promise<{ message: ClaimedMessage; sentAt: Date }[]> => {
      const found = await db
        .selectFrom("scheduled_message")
        .selectAll()
        .where("booking_id", "=", bookingId)
        .where("status", "=", "sent")
        .where("message_key", "not like", "note/conversation/%")
        // Excludes the host's own test messages, which are filled in with this booking.
        .where("type", "!=", "test")
        .orderBy("sent_at", "desc")
        .limit(SHOWN)
        .execute();
      const changes = await changesOf(db, found);
      return found.toReversed().map((row) => ({ message: asSent(row, changes), sentAt: new Date(row.sent_at ?? "") }));
    },

    troubles: async (now: Date) => {
      const failed = await db
        .selectFrom("scheduled_message")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .where("status", "=", "failed")
        .executeTakeFirstOrThrow();
      const paused = await db
        .selectFrom("message_channel")
        .select(["channel", "reason"])
        .where("paused_until", ">", now.toISOString())
        .execute();
      return { failed: Number(failed.count), paused };
    },

    /** Whether due emails to guests are waiting. */
    guestsWait: async (now: Date): Promise<boolean> => {
      const row = await db
        .selectFrom("scheduled_message")
        .select("id")
        .where("status", "=", "pending")
        .where("channel", "=", "email")
        .where("type", "not in", ["host_notice", "test"])
        .where("scheduled_for", "<=", now.toISOString())
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    counts: async () => {
      const found = await db
        .selectFrom("scheduled_message")
        .select((eb) => ["status", eb.fn.countAll<number>().as("count")])
        .groupBy("status")
        .execute();
      const of = (status: MessageStatus) => Number(found.find((row) => row.status === status)?.count ?? 0);
      const total = found.reduce((sum, row) => sum + Number(row.count), 0);
      return { pending: of("pending"), sent: of("sent"), failed: of("failed"), total };
    },

    /** Current and future booked stays that have no messages. */
    unplanned: async (today: LocalDate): Promise<string[]> => {
      const found = await db
        .selectFrom("booking")
        .select("id")
        .where(STANDING)
        .where("check_out", ">=", today)
        .where("status", "not in", ["pending", "cancelled"])
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom("scheduled_message")
                .select("scheduled_message.id")
                .whereRef("scheduled_message.booking_id", "=", "booking.id"),
            ),
          ),
        )
        .execute();
      return found.map(({ id }) => id);
    },

    emails: () => db.selectFrom("local_letter").selectAll().orderBy("at", "desc").limit(SHOWN).execute(),
  };
}
export type MessageStore = ReturnType<typeof createMessageStore>;

function rows(db: Db | Trx) {
  return db
    .selectFrom("scheduled_message as message")
    .leftJoin("booking", "booking.id", "message.booking_id")
    .leftJoin("guest", "guest.id", "booking.guest_id")
    .leftJoin("custom_message", "custom_message.id", "message.custom_id")
    .selectAll("message")
    .select(["custom_message.title", "booking.reference", "guest.name as guest_name"]);
}

type Row = MessageRow & { reference: string | null; guest_name: string | null; title: string | null };

function view(row: Row, now: Date): ScheduledMessage {
  const pending = row.status === "pending";
  return {
    id: row.id,
    bookingId: row.booking_id,
    messageType: row.type,
    title: row.title,
    status: row.status,
    scheduledFor: row.scheduled_for,
    pastDue: row.scheduled_for <= now.toISOString(),
    retryCount: row.retry_count,
    channel: row.channel,
    reference: row.reference,
    to: row.to_name ?? row.guest_name ?? "You",
    sentAt: row.sent_at,
    delivery: row.delivery,
    nextTryAt: pending && row.next_try_at > row.scheduled_for ? row.next_try_at : null,
    note: row.note,
    maybeTwice: row.interruptions > 0 && row.status !== "skipped",
    rewritten: row.body !== null && row.to_address === null && row.booking_id !== null,
    version: row.version,
  };
}

type ChangeRow = Pick<MessageRow, "topic" | "known_stay" | "created_at">;

/** All messages about changes to the same stays, for the same recipients as these messages, in order. */
async function changesOf(db: Db, rows: readonly ChangeRow[]): Promise<ChangeRow[]> {
  const topics = rows.flatMap(({ topic, known_stay }) => (topic === null || known_stay === null ? [] : [topic]));
  if (topics.length === 0) return [];
  return db
    .selectFrom("scheduled_message")
    .select(["topic", "known_stay", "created_at"])
    .where("topic", "in", [...new Set(topics)])
    .where("known_stay", "is not", null)
    .orderBy("created_at")
    .execute();
}

/** The next message about a change starts from the stay that the sent message described. */
function asSent(row: MessageRow, changes: readonly ChangeRow[]): ClaimedMessage {
  const message = storedMessage(row);
  const next = changes.find(({ topic, created_at }) => topic === row.topic && created_at > row.created_at);
  return message.sent ? { ...message, told: readKnownStay(next?.known_stay ?? null) } : message;
}

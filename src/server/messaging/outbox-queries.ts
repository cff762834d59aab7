import { type ExpressionBuilder, sql, type Selectable } from "kysely";
import { type DeliveryMethod, PLANNED_TYPES } from "#domain/messaging/message.ts";
import type { Database } from "../database/connect.ts";
import { passLocked } from "../database/dialect.ts";
import type { ClaimedMessage } from "./ports.ts";
import type { Schema } from "../database/schema.ts";
import { randomId } from "../runtime/ids.ts";
import { readKnownStay } from "./coalesced-message-queries.ts";

type ClaimOrder = {
  channel: DeliveryMethod;
  count: number;
  now: Date;
  cutOff: boolean;
  /**
   * While the clock is unreliable, messages that are planned for a certain time wait, and so do messages that would be
   * skipped because they are late.
   */
  clockIsSettled: boolean;
};

/**
 * A message and the id of its claim. Each claim has an id of its own, so that a late result cannot be recorded for a
 * later attempt at the same message.
 */
export type Claimed<T = ClaimedMessage> = T & { claim: string };
export type SentMessage = Claimed<{ id: string; providerId: string | null }>;

/**
 * How many times longer a claim lasts for others than for the instance that holds it. An instance whose clock is ahead
 * by up to two leases, which is a minute, must not send a message that another instance is sending.
 */
const LEASES_FOR_OTHERS = 3;

/** The part of the outbox that sends messages. `leaseMs` is how long an instance relies on a claim without renewal. */
export function createOutboxStore({ db, engine }: Database, leaseMs: number) {
  const leaseFrom = (now: Date) => new Date(now.getTime() + LEASES_FOR_OTHERS * leaseMs).toISOString();
  const mine = (id: string, claim: string) =>
    db.updateTable("scheduled_message").where("id", "=", id).where("claimed_by", "=", claim);

  return {
    /**
     * Claims up to `count` due messages. Each claim lasts until its lease ends. With `cutOff`, claims only messages
     * whose sending was interrupted.
     */
    claim: async ({ channel, count, now, cutOff, clockIsSettled }: ClaimOrder): Promise<Claimed[]> => {
      const at = now.toISOString();
      const claim = randomId();
      const rows = await db
        // Materialized, because PostgreSQL could otherwise run the limited query once per row and claim too many
        // messages.
        .with(
          (cte) => cte("due").materialized(),
          (qb) =>
            passLocked(
              engine,
              qb
                .selectFrom("scheduled_message")
                .select("id")
                .where("status", "=", "pending")
                .where("next_try_at", "<=", at)
                .where("channel", "=", channel)
                .where((eb) => {
                  if (clockIsSettled) return eb.lit(true);
                  const notLate = eb("useful_until", ">", at);
                  return eb.or([eb("useful_until", "is", null), eb.and([notLate, eb("type", "not in", BY_THE_CLOCK)])]);
                })
                .where((eb) => (cutOff ? eb("lease_until", "<", at) : eb("lease_until", "is", null)))
                .$if(channel === "push", (due) => due.where((eb) => eb.not(eb.exists(earlierOnDevice))))
                .where((eb) =>
                  eb.not(
                    eb.exists(
                      eb
                        .selectFrom("message_channel")
                        .select("message_channel.channel")
                        .where("message_channel.channel", "=", channel)
                        .where("paused_until", ">", at),
                    ),
                  ),
                )
                // The order of the index, so nothing has to be sorted, however many messages are waiting.
                .orderBy("next_try_at")
                .limit(count),
            ),
        )
        .updateTable("scheduled_message")
        .set((eb) => ({
          claimed_by: claim,
          lease_until: leaseFrom(now),
          interruptions: eb("interruptions", "+", cutOff ? 1 : 0),
        }))
        .where("id", "in", (eb) => eb.selectFrom("due").select("id"))
        .returningAll()
        .execute();
      return rows.map((row) => ({ ...storedMessage(row), claim }));
    },

    /** Extends a claim by another lease. Returns false if the claim is no longer valid. */
    renew: async (id: string, claim: string, now: Date): Promise<boolean> => {
      const renewed = await mine(id, claim)
        .set({ lease_until: leaseFrom(now) })
        .where("status", "=", "pending")
        .executeTakeFirstOrThrow();
      return Number(renewed.numUpdatedRows) === 1;
    },

    /** The ids of those messages that are still claimed and have not been withdrawn in the meantime. */
    stillWaiting: async (claimed: readonly Claimed<{ id: string }>[]): Promise<Set<string>> => {
      const rows = await db
        .selectFrom("scheduled_message")
        .select("id")
        .where((eb) => eb.or(claimed.map(({ id, claim }) => eb.and({ id, claimed_by: claim }))))
        .where("status", "=", "pending")
        .execute();
      return new Set(rows.map(({ id }) => id));
    },

    /** Ends a claim on a message that has been withdrawn and not sent, so that it can be planned again at once. */
    releaseWithdrawn: async (id: string, claim: string): Promise<void> => {
      await mine(id, claim).where("status", "!=", "pending").set(RELEASED).execute();
    },

    /** Marks messages as sent, all in one write. */
    sent: async (at: Date, messages: readonly SentMessage[]): Promise<void> => {
      const providerIds = messages.map(({ id, providerId }) => sql`when ${id} then ${providerId}`);
      await db
        .updateTable("scheduled_message")
        .where((eb) => eb.or(messages.map(({ id, claim }) => eb.and({ id, claimed_by: claim }))))
        .set((eb) => ({
          ...RELEASED,
          status: "sent",
          sent_at: at.toISOString(),
          provider_id: sql<string | null>`case id ${sql.join(providerIds, sql` `)} end`,
          note: null,
          skipped_by: null,
          // The link is deleted because it may give access to the guest's page; the sent email contains it anyway.
          link: null,
          version: eb("version", "+", 1),
        }))
        .execute();
    },

    tryAgain: async (
      id: string,
      claim: string,
      { at, retryCount, note }: { at: Date; retryCount: number; note: string },
    ): Promise<void> => {
      await mine(id, claim)
        .where("status", "=", "pending")
        .set((eb) => ({
          ...RELEASED,
          next_try_at: at.toISOString(),
          retry_count: retryCount,
          note,
          version: eb("version", "+", 1),
        }))
        .execute();
    },

    /** Returns false if the message has not failed, because it was withdrawn or is being sent by another attempt. */
    failed: async (id: string, claim: string, note: string): Promise<boolean> => {
      const failed = await mine(id, claim)
        .where("status", "=", "pending")
        .set((eb) => ({ ...RELEASED, status: "failed", note, version: eb("version", "+", 1) }))
        .executeTakeFirstOrThrow();
      if (Number(failed.numUpdatedRows) === 1) return true;
      // The response to an earlier write may have been lost.
      const message = await db.selectFrom("scheduled_message").select("status").where("id", "=", id).executeTakeFirst();
      return message?.status === "failed";
    },

    skipped: async (id: string, claim: string, note: string): Promise<void> => {
      await mine(id, claim)
        .where("status", "=", "pending")
        .set((eb) => ({ ...RELEASED, status: "skipped", skipped_by: "clock", note, version: eb("version", "+", 1) }))
        .execute();
    },

    pause: async (channel: DeliveryMethod, until: Date, reason: string): Promise<void> => {
      const paused_until = until.toISOString();
      await db
        .insertInto("message_channel")
        .values({ channel, paused_until, reason })
        .onConflict((conflict) => conflict.column("channel").doUpdateSet({ paused_until, reason }))
        .execute();
    },

    /** Resets waits, claims and pauses that are longer than the code ever sets. */
    resetOverlongWaits: async (now: Date): Promise<void> => {
      const at = now.toISOString();
      const tooLate = new Date(now.getTime() + LONGEST_WAIT_MS).toISOString();
      await db.deleteFrom("message_channel").where("paused_until", ">", tooLate).execute();
      await db
        .updateTable("scheduled_message")
        .set({ next_try_at: at })
        .where("status", "=", "pending")
        .where("scheduled_for", "<=", at)
        .where("next_try_at", ">", tooLate)
        .execute();
      await db
        .updateTable("scheduled_message")
        .set({ lease_until: at })
        .where("status", "=", "pending")
        .where("lease_until", ">", tooLate)
        .execute();
    },
  };
}

/**
 * A device shows only the last notification about a topic, so notifications must arrive in order: "New booking" must
 * not arrive after "A guest has cancelled".
 */
const earlierOnDevice = (eb: ExpressionBuilder<Schema, "scheduled_message">) =>
  eb
    .selectFrom("scheduled_message as earlier")
    .select("earlier.id")
    .whereRef("earlier.topic", "=", "scheduled_message.topic")
    .whereRef("earlier.to_address", "=", "scheduled_message.to_address")
    .whereRef("earlier.created_at", "<", "scheduled_message.created_at")
    .where("earlier.channel", "=", "push")
    .where("earlier.status", "=", "pending");

/** Messages that become due only because time passes. */
const BY_THE_CLOCK = PLANNED_TYPES.filter((type) => type !== "welcome");

/** No message is postponed for longer than this: a limit on messages ends after a day. */
const LONGEST_WAIT_MS = 25 * 60 * 60 * 1000;

const RELEASED = { claimed_by: null, lease_until: null } as const;

export type MessageRow = Selectable<Schema["scheduled_message"]>;

export function storedMessage(row: MessageRow): ClaimedMessage {
  return {
    id: row.id,
    bookingId: row.booking_id,
    type: row.type,
    channel: row.channel,
    usefulUntil: row.useful_until ? new Date(row.useful_until) : null,
    retryCount: row.retry_count,
    providerId: row.provider_id,
    interruptions: row.interruptions,
    subject: row.subject,
    body: row.body,
    link: row.link,
    language: row.language,
    topic: row.topic,
    anchor: row.anchor,
    customId: row.custom_id,
    known: readKnownStay(row.known_stay),
    told: null,
    sent: row.status === "sent",
    to: row.to_address === null ? null : { name: row.to_name ?? "", address: row.to_address },
  };
}

export type Outbox = ReturnType<typeof createOutboxStore>;

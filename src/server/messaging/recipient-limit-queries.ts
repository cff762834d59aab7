import { mailboxOf } from "#domain/booking/admission.ts";
import { GUEST_ACT_TOPIC } from "#domain/messaging/guest-act-topic.ts";
import { CLEANING_TOPIC } from "#domain/messaging/host-event.ts";
import type { Db } from "../database/connect.ts";
import { countCalls } from "../http/rate-limit.ts";
import { keyedHash } from "../runtime/ids.ts";
import type { ClaimedMessage, Outgoing } from "./ports.ts";
import { topicOf } from "./write-emails.ts";

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;

/** Limits on messages, so that nobody can use the site to flood the mailbox of a stranger or of the host. */
const LIMITS = {
  /** Per day, to an address whose guest is unverified. */
  unverified: { calls: 5, seconds: DAY_S },
  /** Per day, about guests' actions, to each address and device of a host, not counting `requests`. */
  guestActs: { calls: 30, seconds: DAY_S },
  /** Emails per day, to each address of a host, about requests that have to be answered in time. */
  requests: { calls: 30, seconds: DAY_S },
  /** Per day, about cleanings, to each address and device of a host. Anyone with the cleaner's link can cause these. */
  cleanings: { calls: 10, seconds: DAY_S },
  /** Per day, to any single address, not counting `requests`. */
  recipient: { calls: 100, seconds: DAY_S },
  /** Per hour, for verification emails to all addresses together. */
  proofs: { calls: 30, seconds: HOUR_S },
} as const;
type LimitName = keyof typeof LIMITS;
type Count = { name: string; limit: LimitName };

export type Reached = { limit: LimitName; until: Date };

/** Keeps the counts of messages in the database, so that all instances share them. */
export function createRecipientLimits(db: Db, hashKey: () => Promise<string>) {
  return {
    /** Null if the message may be sent, in which case it is counted; otherwise the limit that was reached. */
    take: async (message: ClaimedMessage, outgoing: Outgoing, now: Date): Promise<Reached | null> => {
      const counted: Count[] = [];
      for (const count of countsOf(await hashKey(), message, outgoing)) {
        const { calls, endsAt } = await countCalls(db, now, count.name, LIMITS[count.limit]);
        counted.push(count);
        if (calls > LIMITS[count.limit].calls) {
          await giveBack(db, counted);
          return { limit: count.limit, until: endsAt };
        }
      }
      return null;
    },
    /** A message that was not sent does not count. */
    giveBack: async (message: ClaimedMessage, outgoing: Outgoing) =>
      giveBack(db, countsOf(await hashKey(), message, outgoing)),
    /** The time until which no more verification emails are sent; null if they are not paused. */
    proofsPausedUntil: async (now: Date): Promise<Date | null> => {
      const row = await db
        .selectFrom("rate_count")
        .select(["calls", "ends_at"])
        .where("name", "=", PROOFS)
        .where("ends_at", ">", now.toISOString())
        .executeTakeFirst();
      return row && row.calls >= LIMITS.proofs.calls ? new Date(row.ends_at) : null;
    },
  };
}

const PROOFS = "messages proofs";

export function asksForProof({ topic }: Pick<ClaimedMessage, "topic">): boolean {
  return topic === topicOf("proof");
}

function countsOf(key: string, message: ClaimedMessage, { to, unverified }: Outgoing): Count[] {
  const address = keyedHash(key, message.channel === "email" ? mailboxOf(to.address) : to.address);
  const guestAct = message.topic?.startsWith(GUEST_ACT_TOPIC) ?? false;
  // Counted separately, so that a request does not wait behind other notifications until it has expired.
  if (guestAct && message.channel === "email" && message.usefulUntil) {
    return [{ name: `messages requests ${address}`, limit: "requests" }];
  }
  return [
    ...(asksForProof(message) ? [{ name: PROOFS, limit: "proofs" } as const] : []),
    ...(unverified ? [{ name: `messages unverified ${address}`, limit: "unverified" } as const] : []),
    ...(guestAct ? [{ name: `messages guest-acts ${address}`, limit: "guestActs" } as const] : []),
    ...(message.topic?.startsWith(CLEANING_TOPIC)
      ? [{ name: `messages cleanings ${address}`, limit: "cleanings" } as const]
      : []),
    { name: `messages ${address}`, limit: "recipient" },
  ];
}

async function giveBack(db: Db, counts: readonly Count[]): Promise<void> {
  for (const { name } of counts) {
    await db
      .updateTable("rate_count")
      .set((eb) => ({ calls: eb("calls", "-", 1) }))
      .where("name", "=", name)
      .execute();
  }
}

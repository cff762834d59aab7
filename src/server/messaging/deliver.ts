import type { BaseNeeds } from "../core/base-needs.ts";
import type { DeliveryMethod } from "#domain/messaging/message.ts";
import { MAX_INTERRUPTIONS, nextTry } from "#domain/messaging/retry.ts";
import { asksForProof, type createRecipientLimits, type Reached } from "./recipient-limit-queries.ts";
import type { ClaimedMessage, NotSendable, Outcome, Outgoing, Sender } from "./ports.ts";
import type { Claimed, SentMessage, Outbox } from "./outbox-queries.ts";

type RecipientLimits = Pick<ReturnType<typeof createRecipientLimits>, "take" | "giveBack">;
export type DeliveryNeeds = Pick<BaseNeeds, "clock" | "logger"> & {
  outbox: Outbox;
  leaseMs: number;
  compose: (message: ClaimedMessage, now: Date) => Promise<Outgoing | NotSendable>;
  /** Limits on how many messages are sent; null for no limits. */
  limits: RecipientLimits | null;
  /** Notifies the host that many verification emails have been requested. */
  tooManyProofs: (until: Date) => Promise<void>;
  /** Reports a message to a guest, or a notification to a host, that could not be delivered. */
  undelivered: (message: ClaimedMessage, reason: string) => Promise<void>;
  alertHost: (channel: DeliveryMethod, reason: string) => Promise<void>;
};
type Delivery = DeliveryNeeds & {
  /** False once a message has been withdrawn, or claimed by another attempt. */
  isWaiting: (message: Claimed) => Promise<boolean>;
  markSent: (sent: SentMessage) => Promise<void>;
};

/**
 * Makes one attempt: sends the message, then marks it as sent. If the process ends in between, the message is sent
 * again after the lease expires.
 */
export async function deliver(needs: Delivery, sender: Sender, message: Claimed): Promise<void> {
  const { outbox, clock, logger, leaseMs } = needs;
  const { id, claim } = message;
  let heldUntil = performance.now() + leaseMs;
  const renewal = setInterval(() => {
    const until = performance.now() + leaseMs;
    outbox
      .renew(id, claim, clock())
      .then((ours) => (heldUntil = ours ? until : 0))
      .catch((error: unknown) => logger.warn({ err: error }, "lease not renewed"));
  }, leaseMs / 3);
  try {
    const isOurs = async () => (await needs.isWaiting(message)) && performance.now() < heldUntil;
    const outcome = await attempt(needs, sender, message, isOurs);
    // There is no outcome if the message was withdrawn, for example because its stay was cancelled after the message was
    // claimed, or if the claim has expired, for example because the machine was suspended. In the second case, another
    // attempt may be under way.
    if (outcome?.ok) await needs.markSent({ id, claim, providerId: outcome.providerId });
    else {
      if (outcome) await untilWritten(needs, () => settle(needs, message, outcome));
      await outbox.releaseWithdrawn(id, claim);
    }
  } catch (error) {
    // The message is retried after the lease expires.
    logger.error({ err: error, message: message.id }, "message not settled");
  } finally {
    clearInterval(renewal);
  }
}

type NotSent = Exclude<Outcome, { ok: true }> | { ok: false; fault: "wait"; reason: string; until: Date };
type Result = Outcome | NotSent;

async function attempt(
  needs: DeliveryNeeds,
  sender: Sender,
  message: ClaimedMessage,
  isOurs: () => Promise<boolean>,
): Promise<Result | null> {
  const now = needs.clock();
  if (message.interruptions > MAX_INTERRUPTIONS) {
    return {
      ok: false,
      fault: "permanent",
      reason: "The server crashed repeatedly while this message was being sent.",
    };
  }
  if (message.usefulUntil && now > message.usefulUntil) {
    return { ok: false, fault: "skip", reason: "Not sent: it would have arrived too late to help." };
  }
  try {
    const outgoing = await needs.compose(message, now);
    if ("problem" in outgoing) {
      const { problem: reason, needless } = outgoing;
      return { ok: false, fault: needless ? "skip" : "permanent", reason };
    }
    const reached = await needs.limits?.take(message, outgoing, now);
    if (reached) return await refusedByLimit(needs, message, reached);
    let outcome: Result | null = null;
    try {
      outcome = (await isOurs()) ? await sender.send(outgoing) : null;
    } finally {
      if (!outcome?.ok) await needs.limits?.giveBack(message, outgoing);
    }
    return outcome;
  } catch (error) {
    needs.logger.error({ err: error, message: message.id }, "message not sent");
    return { ok: false, fault: "temporary", reason: "Something went wrong on our side." };
  }
}

/** Verification emails are skipped; everything else waits until its address may receive messages again. */
async function refusedByLimit(
  needs: DeliveryNeeds,
  message: ClaimedMessage,
  { limit, until }: Reached,
): Promise<NotSent> {
  if (limit === "proofs") await needs.tooManyProofs(until);
  const reason = WHY_LIMITED[limit];
  return asksForProof(message)
    ? { ok: false, fault: "skip", reason: `Not sent: ${reason}` }
    : { ok: false, fault: "wait", reason: `Waiting: ${reason}`, until };
}

const WHY_LIMITED = {
  unverified: "this address has received 5 messages today, and the guest has not opened a link that we emailed.",
  guestActs: "you have received 30 messages about guests' bookings today. All bookings are in the portal.",
  requests: "you have received 30 requests today. All requests are in the portal.",
  cleanings: "you have received 10 messages about cleanings today. The portal shows which cleanings are done.",
  recipient: "this address has received 100 messages today.",
  proofs: "too many guests were asked to confirm their email in the last hour.",
} satisfies Record<Reached["limit"], string>;

async function settle(needs: DeliveryNeeds, message: Claimed, outcome: NotSent): Promise<void> {
  const { outbox, clock } = needs;
  const { id, claim, channel } = message;
  const at = clock();
  switch (outcome.fault) {
    case "skip":
      return outbox.skipped(id, claim, outcome.reason);
    case "wait":
      return outbox.tryAgain(id, claim, {
        at: outcome.until,
        retryCount: message.retryCount,
        note: outcome.reason,
      });
    case "permanent":
    case "temporary": {
      const next = outcome.fault === "temporary" ? nextTry(message.retryCount, at, outcome.waitMs) : null;
      if (!next) {
        const { reason } = outcome;
        if (!(await outbox.failed(id, claim, reason))) return;
        // Retried on its own: the message no longer counts as ours once it has failed.
        return untilWritten(needs, () => needs.undelivered(message, reason));
      }
      return outbox.tryAgain(id, claim, { at: next, retryCount: message.retryCount + 1, note: outcome.reason });
    }
    case "channel": {
      const until = new Date(at.getTime() + outcome.pauseMs);
      await outbox.pause(channel, until, outcome.reason);
      // The message is not the cause, so it waits without using up an attempt.
      await outbox.tryAgain(id, claim, { at: until, retryCount: message.retryCount, note: outcome.reason });
      if (outcome.alertHost) await needs.alertHost(channel, outcome.reason);
    }
  }
}

const WRITE_ATTEMPTS = 20;
const WRITE_PAUSE_MS = 250;

/** A sent message must be marked as sent, so we wait if the database is briefly unavailable. */
export async function untilWritten(
  { logger }: Pick<DeliveryNeeds, "logger">,
  write: () => Promise<void>,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await write();
    } catch (error) {
      if (tries === WRITE_ATTEMPTS) throw error;
      logger.warn({ err: error }, "cannot write to the outbox");
      await pause(WRITE_PAUSE_MS);
    }
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}

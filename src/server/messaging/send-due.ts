import type { DeliveryMethod } from "#domain/messaging/message.ts";
import { deliver, type DeliveryNeeds, pause, untilWritten } from "./deliver.ts";
import { batchPerTick } from "../runtime/batch-per-tick.ts";
import type { Sender } from "./ports.ts";
import type { Claimed, SentMessage } from "./outbox-queries.ts";

export type SendDueNeeds = DeliveryNeeds & {
  /** How many messages of each delivery method may be in progress at the same time. */
  slots: number;
  /** When this process started sending, by `performance.now()`. */
  startedAt: number;
  /** False while the clock is unreliable. */
  clockIsSettled: () => boolean;
  /** The longest wait before the next check while messages are being sent; a message that finishes ends it early. */
  pollEveryMs: number;
  /** The sender, or null if the delivery method is off. */
  sender: (channel: DeliveryMethod) => Promise<Sender | null>;
};

/**
 * Sends the due messages of one delivery method until none is left or `stopping` returns true. Messages that are
 * already being sent have one lease to finish.
 */
export async function sendDue(needs: SendDueNeeds, channel: DeliveryMethod, stopping: () => boolean): Promise<void> {
  const inFlight = new Set<Promise<void>>();
  const markSent = batchPerTick<SentMessage, void>((sent) =>
    untilWritten(needs, () => needs.outbox.sent(needs.clock(), sent)),
  );
  const stillWaiting = batchPerTick((claimed: Claimed[]) => needs.outbox.stillWaiting(claimed));
  const isWaiting = async (message: Claimed) => (await stillWaiting(message)).has(message.id);
  while (!stopping()) {
    const sender = await needs.sender(channel);
    const free = needs.slots - inFlight.size;
    const claimed = sender && free > 0 ? await claimDue(needs, channel, free) : [];
    for (const message of claimed) {
      if (!sender) break;
      const sending = deliver({ ...needs, isWaiting, markSent }, sender, message).finally(() =>
        inFlight.delete(sending),
      );
      inFlight.add(sending);
    }
    if (inFlight.size === 0) return;
    // A slow message occupies only its own slot: we check again as soon as another slot is free or more messages may be
    // due.
    await Promise.race([...inFlight, pause(needs.pollEveryMs)]);
    // Lets all messages that were marked in the same write free their slots first, so that one claim can fill all these
    // slots.
    await turn();
  }
  // A mail server may take minutes to answer, and the site cannot restart before we return. A message without an
  // outcome is sent again when its lease ends.
  await Promise.race([Promise.all(inFlight), pause(needs.leaseMs)]);
}

/**
 * Messages whose sending was interrupted are sent last, so that an email that crashes the process does not affect other
 * messages. Only a process that has run for the length of a lease retries them, so that a process that keeps crashing
 * does not send a third copy.
 */
async function claimDue(needs: SendDueNeeds, channel: DeliveryMethod, count: number) {
  const order = { channel, now: needs.clock(), clockIsSettled: needs.clockIsSettled() };
  const fresh = await needs.outbox.claim({ ...order, count, cutOff: false });
  const steady = performance.now() - needs.startedAt >= needs.leaseMs;
  if (fresh.length === count || !steady) return fresh;
  return [...fresh, ...(await needs.outbox.claim({ ...order, count: count - fresh.length, cutOff: true }))];
}

function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

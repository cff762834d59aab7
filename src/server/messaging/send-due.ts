import type { MessageChannel } from "#domain/messaging/message.ts";
import { randomId } from "../runtime/ids.ts";
import { deliver, type DeliveryNeeds, pause, untilWritten } from "./deliver.ts";
import { batchPerTick } from "../runtime/batch-per-tick.ts";
import type { Sender, SentMessage } from "./ports.ts";

export type SendDueNeeds = DeliveryNeeds & {
  /** How many messages of a channel are on their way at once. */
  slots: number;
  /** Since when this process sends, as `performance.now()` has it. */
  runsSince: number;
  /** False while the clock cannot be trusted with what cannot be undone. */
  clockIsSettled: () => boolean;
  /** How long to wait for the next look while some are still on their way. */
  lookEveryMs: number;
  /** The way out, or null while nothing may leave by it. */
  sender: (channel: MessageChannel) => Promise<Sender | null>;
};

/** Sends what is due by one channel, until nothing is or `stopping` says so; what is on its way is always finished. */
export async function sendDue(needs: SendDueNeeds, channel: MessageChannel, stopping: () => boolean): Promise<void> {
  const inTheAir = new Set<Promise<void>>();
  // Each claim has a name of its own, so that who comes late cannot answer for somebody else's try.
  const claim = randomId();
  const markSent = batchPerTick<SentMessage, void>((sent) =>
    untilWritten(needs, () => needs.outbox.sent(claim, needs.clock(), sent)),
  );
  while (!stopping()) {
    const sender = await needs.sender(channel);
    const free = needs.slots - inTheAir.size;
    const claimed = sender && free > 0 ? await claimDue(needs, channel, claim, free) : [];
    for (const message of claimed) {
      if (!sender) break;
      const sending = deliver({ ...needs, claim, markSent }, sender, message).finally(() => inTheAir.delete(sending));
      inTheAir.add(sending);
    }
    if (inTheAir.size === 0) return;
    // A slow one holds its own slot only: as soon as another is free, or something may be due, we look again.
    await Promise.race([...inTheAir, pause(needs.lookEveryMs)]);
    // Those that were marked by the same write are counted too, and one claim follows them all.
    await turn();
  }
  await Promise.all(inTheAir);
}

/**
 * What was cut off before goes after what was not: an email that ends the process ends it alone. And only a process that
 * has run for a lease's time takes it up: one that ends again and again sends no third copy.
 */
async function claimDue(needs: SendDueNeeds, channel: MessageChannel, claim: string, count: number) {
  const order = { channel, claim, now: needs.clock(), clockIsSettled: needs.clockIsSettled() };
  const fresh = await needs.outbox.claim({ ...order, count, cutOff: false });
  const steady = performance.now() - needs.runsSince >= needs.leaseMs;
  if (fresh.length === count || !steady) return fresh;
  return [...fresh, ...(await needs.outbox.claim({ ...order, count: count - fresh.length, cutOff: true }))];
}

function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

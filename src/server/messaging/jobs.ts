import { DELIVERY_METHODS } from "#domain/messaging/message.ts";
import type { Job } from "../jobs/job.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Outbox } from "./outbox-queries.ts";
import { sendDue, type SendDueNeeds } from "./send-due.ts";

/** If the clock was ahead, messages may have been postponed, or a delivery method paused, for far too long. */
export function resetOverlongWaits(outbox: Pick<Outbox, "resetOverlongWaits">, clock: Clock): Job {
  return { name: "reset overlong waits", everyMs: 60_000, run: () => outbox.resetOverlongWaits(clock()) };
}

/**
 * Checks for due messages. Each delivery method is checked separately, so that a slow one does not delay the others.
 */
export function sendMessages(needs: SendDueNeeds, everyMs: number, stopping: () => boolean): Job[] {
  return DELIVERY_METHODS.map((channel) => ({
    name: `send messages by ${channel}`,
    everyMs,
    run: () => sendDue(needs, channel, stopping),
  }));
}

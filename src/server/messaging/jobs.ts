import { MESSAGE_CHANNELS } from "#domain/messaging/message.ts";
import type { Job } from "../jobs/job.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Outbox } from "./ports.ts";
import { sendDue, type SendDueNeeds } from "./send-due.ts";

/** A clock that ran ahead may have postponed messages, or paused a delivery method, until a time that is wrong. */
export function putRightWaits(outbox: Pick<Outbox, "putRightWaits">, clock: Clock): Job {
  return { name: "put right what a wrong clock put off", everyMs: 60_000, run: () => outbox.putRightWaits(clock()) };
}

/** Checks for due messages, each delivery method separately, so that a slow one does not delay the others. */
export function sendMessages(needs: SendDueNeeds, everyMs: number, stopping: () => boolean): Job[] {
  return MESSAGE_CHANNELS.map((channel) => ({
    name: `send messages by ${channel}`,
    everyMs,
    run: () => sendDue(needs, channel, stopping),
  }));
}

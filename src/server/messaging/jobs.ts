import { MESSAGE_CHANNELS } from "#domain/messaging/message.ts";
import type { Job } from "../jobs/job.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Outbox } from "./ports.ts";
import { sendDue, type SendDueNeeds } from "./send-due.ts";

/** A clock that ran ahead for a while may have put off messages, or closed a way out, until its own time. */
export function putRightWaits(outbox: Pick<Outbox, "putRightWaits">, clock: Clock): Job {
  return { name: "put right what a wrong clock put off", everyMs: 60_000, run: () => outbox.putRightWaits(clock()) };
}

/** Looks for due messages, each channel by itself so that a slow one holds up no other. */
export function sendMessages(needs: SendDueNeeds, everyMs: number, stopping: () => boolean): Job[] {
  return MESSAGE_CHANNELS.map((channel) => ({
    name: `send messages by ${channel}`,
    everyMs,
    run: () => sendDue(needs, channel, stopping),
  }));
}

import { MESSAGE_CHANNELS } from "#domain/messaging/message.ts";
import type { Job } from "../jobs/job.ts";
import { sendDue, type SendDueNeeds } from "./send-due.ts";

/** Looks for due messages, each channel by itself so that a slow one holds up no other. */
export function sendMessages(needs: SendDueNeeds, everyMs: number, stopping: () => boolean): Job[] {
  return MESSAGE_CHANNELS.map((channel) => ({
    name: `send messages by ${channel}`,
    everyMs,
    run: () => sendDue(needs, channel, stopping),
  }));
}

import type { Job } from "../jobs/job.ts";
import { emailMessages } from "./email-messages.ts";
import type { ConversationNeeds } from "./ports.ts";

/** Safe on several instances at once: each email's messages are taken by one of them. */
export function conversationJobs(needs: ConversationNeeds): Job[] {
  return [{ name: "email messages", everyMs: 15_000, run: () => emailMessages(needs) }];
}

import type { Job } from "../jobs/job.ts";
import { emailMessages } from "./email-messages.ts";
import { deleteOrphanedPictures } from "./delete-pictures.ts";
import type { ConversationNeeds, PictureNeeds } from "./ports.ts";

/** Safe on several instances at once: each email's messages are claimed by one of them. */
export function conversationJobs(needs: ConversationNeeds & PictureNeeds): Job[] {
  return [
    { name: "email messages", everyMs: 15_000, run: () => emailMessages(needs) },
    {
      name: "delete pictures of deleted messages",
      everyMs: 10 * 60_000,
      irreversible: true,
      run: () => deleteOrphanedPictures(needs),
    },
  ];
}

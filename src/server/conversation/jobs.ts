import type { Job } from "../jobs/job.ts";
import { emailMessages } from "./email-messages.ts";
import type { ConversationNeeds, PictureNeeds } from "./ports.ts";
import { messagePictureFiles } from "#domain/media/picture.ts";
import { UNSENT_PICTURE_MS } from "#domain/messaging/conversation.ts";
import { deletePicture, orphanedPictures } from "./picture-queries.ts";

/** Safe on several instances at once, because only one instance claims the messages for each email. */
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

type Needs = PictureNeeds & Pick<ConversationNeeds, "database" | "clock">;

/**
 * Deletes the files of pictures whose message no longer exists, however the message was deleted, and of pictures that
 * were never sent. Each row is deleted last, so the next run continues where an interrupted run stopped.
 */
export async function deleteOrphanedPictures({ database, clock, pictures }: Needs): Promise<void> {
  // Twice the time within which a picture may be sent, so that no picture is deleted while it is being sent.
  const before = new Date(clock().getTime() - 2 * UNSENT_PICTURE_MS);
  for (const id of await orphanedPictures(database.db, before)) {
    await pictures.files.remove(messagePictureFiles(id));
    await deletePicture(database.db, id);
  }
}

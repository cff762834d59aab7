import { counted } from "#domain/text/counted.ts";
import { MAX_MESSAGES_PER_DAY, UNSENT_PICTURE_MS } from "#domain/messaging/conversation.ts";
import { guestActTopic } from "#domain/messaging/guest-act-topic.ts";
import { isGuestErased } from "../core/erased-guest-queries.ts";
import { lockConversation } from "../database/dialect.ts";
import { commitIfOk, type IdempotentRequest, type KeyReused } from "../database/transaction.ts";
import { attachPictures, digestsOf } from "./picture-queries.ts";
import { addMessage, countSince, idempotently, markRead } from "./conversation-queries.ts";
import type { ConversationNeeds, Message } from "./ports.ts";

export type Writing = Pick<Message, "author" | "writtenBy" | "writtenIn" | "body"> & {
  bookingId: string;
  /** The ids of pictures that have already been uploaded. */
  pictures: readonly string[];
  submit: IdempotentRequest | null;
};

export type WriteResult =
  | { ok: true; id: string }
  | { ok: false; reason: "unknown" | "erased" | "too-many" | "picture-gone" }
  | KeyReused;

const DAY_MS = 24 * 60 * 60 * 1000;

/** A note for the host about the pictures; empty if there are none. */
export function picturesNote(count: number): string {
  return count === 0 ? "" : counted(count, "picture");
}

export async function writeMessage(
  { database, clock, find, pushToHost }: Pick<ConversationNeeds, "database" | "clock" | "find" | "pushToHost">,
  { submit, pictures: ids, ...writing }: Writing,
): Promise<WriteResult> {
  const { bookingId, author } = writing;
  const at = clock();
  return commitIfOk<WriteResult>(database.db, async (trx) => {
    await lockConversation(trx, bookingId);
    // Without JavaScript, a form uploads its pictures again when it is resent, so the pictures are identified by their
    // content.
    const digests = await digestsOf(trx, { bookingId, author, ids });
    const known = submit && ids.length > 0 ? { ...submit, body: { body: submit.body, digests } } : submit;
    const { result } = await idempotently<WriteResult>(trx, known, at, async () => {
      const booking = await find(bookingId, trx);
      if (!booking) return { ok: false, reason: "unknown" };
      // A message written now would never be erased. The guest may have had access when the request arrived.
      if (await isGuestErased(trx, bookingId)) return { ok: false, reason: "erased" };
      const since = new Date(at.getTime() - DAY_MS);
      if (author === "guest" && (await countSince(trx, bookingId, "guest", since)) >= MAX_MESSAGES_PER_DAY) {
        return { ok: false, reason: "too-many" };
      }
      const { id, place } = await addMessage(trx, { ...writing, guestName: booking.guest.name, at });
      const uploadedAfter = new Date(at.getTime() - UNSENT_PICTURE_MS);
      if (!(await attachPictures(trx, { bookingId, author, ids }, id, uploadedAfter))) {
        return { ok: false, reason: "picture-gone" };
      }
      // A host's reply marks the guest's messages as read. A host who replies by email has not seen any messages that
      // have not been emailed yet.
      const onlyEmailed = writing.writtenIn === "email";
      if (author === "host") await markRead(trx, { bookingId, author: "guest", last: place, at, onlyEmailed });
      else {
        await pushToHost(trx, {
          key: `conversation/${bookingId}/${id}`,
          event: "message",
          subject: `Message from ${booking.guest.name}, ${booking.reference}`,
          lines: [writing.body, picturesNote(ids.length)].filter(Boolean),
          link: `/admin/bookings/${bookingId}#conversation`,
          topic: `${guestActTopic(bookingId)}/message`,
        });
      }
      return { ok: true, id };
    });
    return result;
  });
}

import { ownConversation, shareReading, writeToHost } from "#contract/conversation.ts";
import type { Call } from "../http/call.ts";
import type { Mount } from "../http/mount.ts";
import { Problem } from "../http/problem.ts";
import type { RateLimit } from "../http/rate-limit.ts";
import { isId } from "../runtime/ids.ts";
import { markRead, messagesOf, setSharesReading, sharesReading } from "./conversation-queries.ts";
import type { ConversationNeeds } from "./ports.ts";
import { entriesFor } from "./views.ts";
import { writeMessage, type WriteResult } from "./write-message.ts";

export type GuestConversationNeeds = ConversationNeeds & { limits: { read: RateLimit; write: RateLimit } };

/** The response is the same for a booking that does not exist and for somebody else's booking. */
export const notYours = () => new Problem(403, { kind: "open-your-link" });

export function mountGuestConversation(mount: Mount, needs: GuestConversationNeeds): void {
  const { database, clock } = needs;

  mount(
    ownConversation,
    async ({ params: { bookingId } }, call) => {
      const booking = (await isOwn(needs, bookingId, call)) ? await needs.find(bookingId) : null;
      if (!booking) return notYours();
      const shares = await sharesReading(database.db, bookingId);
      const messages = await messagesOf(database.db, bookingId);
      const last = messages.findLast(({ author }) => author === "host");
      if (shares && last && last.readAt === null) {
        await markRead(database.db, { bookingId, author: "host", last: last.place, at: clock() });
      }
      return {
        timeZone: booking.policy.timeZone,
        entries: entriesFor("guest", messages, await needs.sentTo(bookingId, "guest")),
        sharesReading: shares,
      };
    },
    needs.limits.read,
  );

  mount(
    writeToHost,
    async ({ params: { bookingId }, body }, call) => {
      if (!(await isOwn(needs, bookingId, call))) return notYours();
      const key = call.idempotencyKey;
      const { text, pictures = [] } = body;
      const submit = key === null ? null : { key, call: `write/${bookingId}`, body: { text } };
      const result = await writeMessage(needs, {
        bookingId,
        author: "guest",
        writtenBy: "",
        writtenIn: "page",
        body: text,
        pictures,
        submit,
      });
      return result.ok ? { id: result.id } : refusalOf(result);
    },
    needs.limits.write,
  );

  mount(
    shareReading,
    async ({ params: { bookingId }, body }, call) => {
      if (!(await isOwn(needs, bookingId, call))) return notYours();
      await database.db.transaction().execute((trx) => setSharesReading(trx, bookingId, body.share));
      return { share: body.share };
    },
    needs.limits.read,
  );
}

/** Whether this browser made the booking, or has opened the link of the stay. */
export async function isOwn(
  { hasAccess }: Pick<ConversationNeeds, "hasAccess">,
  bookingId: string,
  { browserHash }: Pick<Call, "browserHash">,
): Promise<boolean> {
  return isId(bookingId) && browserHash !== null && (await hasAccess(bookingId, browserHash));
}

const PICTURE_GONE = { kind: "picture-gone" } as const;

export function refusalOf({ reason }: Exclude<WriteResult, { ok: true }>): Problem {
  switch (reason) {
    case "unknown":
      return new Problem(404, { kind: "booking-not-found" });
    case "erased":
      return notYours();
    case "too-many":
      return new Problem(429, { kind: "too-many-messages" });
    case "picture-gone":
      return new Problem(409, { message: PICTURE_GONE, fields: { pictures: PICTURE_GONE } });
    case "key-reused":
      return new Problem(409, { kind: "key-reused" });
  }
}

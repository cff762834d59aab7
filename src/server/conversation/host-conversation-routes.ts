import { hostConversation, markConversationRead, writeToGuest } from "#contract/conversation.ts";
import type { StoredBooking } from "#domain/booking/booking.ts";
import { actorOf } from "../http/call.ts";
import type { Mount } from "../http/mount.ts";
import { notFound, Problem } from "../http/problem.ts";
import { markRead, messagesOf, sharesReading, unreadCount } from "./conversation-queries.ts";
import { refusalOf } from "./guest-conversation-routes.ts";
import type { ConversationNeeds } from "./ports.ts";
import { entriesFor } from "./views.ts";
import { writeMessage } from "./write-message.ts";

export const guestErased = () =>
  new Problem(409, "This guest's data was erased, so the guest can no longer be reached.");

export function mountHostConversation(mount: Mount, needs: ConversationNeeds): void {
  const { database, clock } = needs;

  mount(hostConversation, async ({ params: { bookingId } }) => {
    const booking = await needs.find(bookingId);
    if (!booking) return notFound({ kind: "booking-not-found" });
    const messages = await messagesOf(database.db, bookingId);
    const number = booking.guest.phone ? await needs.toInternational(booking.guest.phone) : null;
    return {
      timeZone: booking.policy.timeZone,
      entries: entriesFor("host", messages, await needs.sentTo(bookingId, "host")),
      last: messages.at(-1)?.place ?? 0,
      unread: messages.filter(({ author, readAt }) => author === "guest" && readAt === null).length,
      sharesReading: await sharesReading(database.db, bookingId),
      whatsappNumber: number?.replace(/\D/g, "") ?? null,
      notEmailed: await notEmailed(needs, booking),
    };
  });

  mount(writeToGuest, async ({ params: { bookingId }, body }, call) => {
    const key = call.idempotencyKey;
    const { text, pictures = [] } = body;
    const submit = key === null ? null : { key, call: `answer/${bookingId}`, body: { text } };
    const writtenBy = await actorOf(call);
    const result = await writeMessage(needs, {
      bookingId,
      author: "host",
      writtenBy,
      writtenIn: "portal",
      body: text,
      pictures,
      submit,
    });
    if (result.ok) return { id: result.id };
    return result.reason === "erased" ? guestErased() : refusalOf(result);
  });

  mount(markConversationRead, async ({ params: { bookingId }, body: { last } }) => {
    await markRead(database.db, { bookingId, author: "guest", last, at: clock() });
    return { unread: await unreadCount(database.db) };
  });
}

async function notEmailed(needs: ConversationNeeds, { guest }: StoredBooking) {
  if (guest.email === "") return "no-address" as const;
  return (await needs.canEmail()) ? null : ("not-set-up" as const);
}

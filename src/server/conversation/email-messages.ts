import { type StoredBooking, isVerified } from "#domain/booking/booking.ts";
import { emailIsDue } from "#domain/messaging/conversation.ts";
import { guestActTopic } from "#domain/messaging/guest-act-topic.ts";
import { textsIn } from "#texts/server-texts.ts";
import { forEach } from "../core/for-each.ts";
import { toGuest } from "../core/guest-mail.ts";
import { lockConversation } from "../database/dialect.ts";
import type { Trx } from "../database/transaction.ts";
import { dueEmails, claimDueEmail, type DueEmail } from "./conversation-queries.ts";
import type { ConversationNeeds, Message } from "./ports.ts";
import { picturesNote } from "./write-message.ts";

/**
 * Writes one email about an author's new messages that the other side has not read. The email is written once the
 * author has stopped writing or has been writing for a long time (`emailIsDue`).
 */
export async function emailMessages(needs: ConversationNeeds): Promise<void> {
  const { database, clock, find } = needs;
  const now = clock();
  const due = (await dueEmails(database.db)).filter(({ first, last }) => emailIsDue(first, last, now));
  await forEach(due, (waiting) =>
    database.db.transaction().execute(async (trx) => {
      // Without the lock, a guest's data could be erased while their messages are being copied into an email.
      await lockConversation(trx, waiting.bookingId);
      const messages = await claimDueEmail(trx, waiting, now);
      const booking = messages.length > 0 ? await find(waiting.bookingId, trx) : null;
      if (booking) await EMAIL[waiting.author](needs, trx, booking, messages);
    }),
  );
}

type Write = (needs: ConversationNeeds, trx: Trx, booking: StoredBooking, messages: Message[]) => Promise<void>;

const EMAIL: Record<DueEmail["author"], Write> = { guest: emailHost, host: emailGuest };

/** The key contains the last message's id, because numbers are reused once old messages have been deleted. */
function keyOf({ id }: StoredBooking, messages: Message[]): string {
  return `conversation/${id}/${messages.at(-1)?.id ?? ""}`;
}

async function emailHost(
  { notifyHost, answersByEmail }: ConversationNeeds,
  trx: Trx,
  booking: StoredBooking,
  messages: Message[],
): Promise<void> {
  const { id, reference, guest } = booking;
  const many = messages.length === 1 ? "Message" : `${messages.length} messages`;
  const reply = answersByEmail ? "Reply in the portal or to this email." : "Please reply in the portal.";
  const arrives =
    guest.email === ""
      ? "Your guest sees your reply on their booking page."
      : "Your guest gets your reply by email and on their booking page.";
  await notifyHost(trx, {
    key: keyOf(booking, messages),
    event: "message",
    emailOnly: true,
    subject: `${many} from ${guest.name}, ${reference}`,
    lines: [
      ...messages.flatMap(({ body, pictures }) => [
        body,
        pictures.length > 0 ? `With ${picturesNote(pictures.length)}, which you can see in the portal.` : "",
      ]),
      `${reply} ${arrives}`,
    ].filter(Boolean),
    link: `/admin/bookings/${id}#conversation`,
    topic: guestActTopic(id),
  });
}

async function emailGuest(
  { mailGuest, ownLink, cottageIn, answersByEmail }: ConversationNeeds,
  trx: Trx,
  booking: StoredBooking,
  messages: Message[],
): Promise<void> {
  const { id, reference, language } = booking;
  const { answered, withPictures } = textsIn(language).conversation;
  // Unverified guests are not given a reply address.
  const byEmail = answersByEmail && isVerified(booking);
  await mailGuest(trx, {
    key: keyOf(booking, messages),
    ...toGuest(booking),
    link: await ownLink(id, trx),
    usefulUntil: null,
    subject: answered.subject({ cottage: await cottageIn(trx), reference }),
    lines: [
      ...messages.flatMap(({ body, pictures }) => [body, pictures.length > 0 ? withPictures(pictures.length) : ""]),
      byEmail ? answered.answerByEmail : answered.answerOnPage,
    ].filter(Boolean),
  });
}

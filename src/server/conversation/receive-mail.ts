import { createHash } from "node:crypto";
import type { StoredBooking } from "#domain/booking/booking.ts";
import { emptyIfInvisible, textRule } from "#domain/guests/typed-text.ts";
import { type Author, MAX_MESSAGE, MAX_MESSAGES_PER_DAY, MAX_PICTURES } from "#domain/messaging/conversation.ts";
import { guestActTopic } from "#domain/messaging/guest-act-topic.ts";
import { textsIn } from "#texts/server-texts.ts";
import { addPicture } from "./add-picture.ts";
import type { ConversationNeeds, PictureNeeds } from "./ports.ts";
import { readReplyAddress } from "./reply-address.ts";
import { writeMessage, type WriteResult } from "./write-message.ts";

export type Mail = {
  messageId: string;
  from: string;
  /** The recipients, from the email's headers and from the mail provider. */
  to: readonly string[];
  /** What the sender has written, without the quoted email. */
  text: string;
  /** Attached files, and pictures that are separate parts of the email, as iPhones send them. */
  attachments: readonly Uint8Array[];
  /** Whether the email was sent automatically (RFC 3834), such as an out-of-office reply. */
  automatic: boolean;
};

export type ReceiveNeeds = ConversationNeeds &
  PictureNeeds & {
    inbound: { address: string; key: () => Promise<string> };
    /** The contact address and the current hosts' own addresses. */
    hostAddresses: () => Promise<string[]>;
  };

export type Received = WriteResult | { ok: false; reason: "not-ours" | "stranger" | "automatic" | "empty" };

/**
 * Adds an email reply to the stay's conversation. A guest's reply must be sent to an address that we gave to that
 * guest, and come from the guest's own; a host's reply must be sent to an address that we gave to a current host, and
 * come from an address of any current host. Knowing a reply address, or forging a sender, is not enough.
 */
export async function receiveMail(needs: ReceiveNeeds, mail: Mail): Promise<Received> {
  const key = await needs.inbound.key();
  const found = mail.to.map((to) => readReplyAddress(key, needs.inbound.address, to)).find((one) => one !== null);
  if (!found) return { ok: false, reason: "not-ours" };
  if (mail.automatic) return { ok: false, reason: "automatic" };
  const { bookingId, author } = found;
  const booking = await needs.find(bookingId);
  if (!booking) return { ok: false, reason: "unknown" };
  const known = author === "guest" ? [booking.guest.email] : await needs.hostAddresses();
  const readers = known.filter((address) => address !== "");
  if (!readers.some(found.wasGivenTo)) return { ok: false, reason: "not-ours" };
  if (!readers.some((address) => address.toLowerCase() === mail.from.toLowerCase())) {
    await notifyOfRejectedReply(needs, booking, "An email", LEFT_OUT[author]);
    return { ok: false, reason: "stranger" };
  }
  const text = shown(mail.text);
  const pictures = await picturesIn(needs, { bookingId, author }, mail.attachments);
  const { leftOut } = textsIn(author === "guest" ? booking.language : "en").conversation;
  const isAll = pictures.length === mail.attachments.length;
  const body = [text, ...(isAll ? [] : [leftOut])].filter(Boolean).join("\n\n");
  if (body === "" && pictures.length === 0) return { ok: false, reason: "empty" };
  // A mail server that did not get our response sends the same email again.
  const id = mail.messageId || createHash("sha256").update(body).digest("base64url");
  const submit = { key: id, call: `mail/${author}/${bookingId}`, body };
  const writtenBy = author === "host" ? mail.from : "";
  const result = await writeMessage(needs, {
    bookingId,
    author,
    writtenBy,
    writtenIn: "email",
    body,
    pictures,
    submit,
  });
  if (!result.ok && result.reason === "too-many") await notifyOfRejectedReply(needs, booking, "An email", TOO_MANY);
  return result;
}

const LEFT_OUT = {
  guest: [
    "Somebody replied to our email to the guest, but from another address. We can't tell who it was, so it isn't in the conversation.",
    "If your guest is waiting for a reply, ask them to reply from the email address on their booking, or to write on their booking page.",
  ],
  host: [
    "A reply to our email about this stay came from an address that does not belong to a host. Your guest has not received it.",
    "Answer in the portal, or from an address that your notifications go to.",
  ],
} satisfies Record<Author, string[]>;
export const TOO_MANY = [
  `Your guest has sent more than ${MAX_MESSAGES_PER_DAY} messages in 24 hours. For now, further messages are not added to the conversation.`,
  "To find out what they wrote, call them.",
];

/**
 * The sender of a rejected reply thinks that it arrived, so we notify the host, at most once a day per stay and
 * delivery method.
 */
export async function notifyOfRejectedReply(
  { database, clock, notifyHost }: Pick<ConversationNeeds, "database" | "clock" | "notifyHost">,
  { id, reference }: StoredBooking,
  what: "An email" | "A WhatsApp message",
  lines: readonly string[],
): Promise<void> {
  const key = what === "An email" ? "mail-left-out" : "whatsapp-left-out";
  await database.db.transaction().execute((trx) =>
    notifyHost(trx, {
      key: `${key}/${id}/${clock().toISOString().slice(0, 10)}`,
      event: "message",
      subject: `${what} about ${reference} was not added to the conversation`,
      lines,
      link: `/admin/bookings/${id}#conversation`,
      topic: `${guestActTopic(id)}/left-out`,
    }),
  );
}

/** Stores the pictures among the attachments and returns their ids. If a picture is left out, the message says so. */
async function picturesIn(
  needs: ReceiveNeeds,
  of: { bookingId: string; author: Author },
  attachments: readonly Uint8Array[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const bytes of attachments.slice(0, MAX_PICTURES)) {
    const added = await addPicture(needs, { ...of, bytes });
    if (added.ok) ids.push(added.picture.id);
  }
  return ids;
}

const typed = textRule({ max: MAX_MESSAGE });

/** Makes the text satisfy the rules for text from a form: removes unprintable characters, and shortens it. */
export function shown(text: string): string {
  const printable = text.toWellFormed().replaceAll(/[\u0000-\u0008\u000e-\u001f\u007f]/g, "");
  const tidy = emptyIfInvisible(typed.tidy(printable));
  const most = MAX_MESSAGE - 200;
  return tidy.length > most ? `${tidy.slice(0, most).toWellFormed()}…` : tidy;
}

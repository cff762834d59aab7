import { type StoredBooking, isVerified } from "#domain/booking/booking.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import { textsIn } from "#texts/server-texts.ts";
import type { ConversationNeeds } from "./ports.ts";
import { notifyOfRejectedReply, shown, TOO_MANY } from "./receive-mail.ts";
import { writeMessage } from "./write-message.ts";

/** `from` is in E.164 format; `text` is null for a picture, a voice message and everything else that is not text. */
export type WhatsappMessage = { id: string; from: string; text: string | null };
export type WhatsappNeeds = ConversationNeeds & { today: () => Promise<LocalDate> };

/**
 * Adds a verified guest's text message from WhatsApp to the conversation of their stay. Messages from other numbers are
 * ignored.
 */
export async function receiveWhatsapp(needs: WhatsappNeeds, { id, from, text }: WhatsappMessage): Promise<void> {
  const booking = await stayOf(needs, from);
  if (!booking) return;
  if (!isVerified(booking)) return notifyOfRejectedReply(needs, booking, "A WhatsApp message", NOT_VERIFIED);
  if (text === null) return notifyOfRejectedReply(needs, booking, "A WhatsApp message", NOT_TEXT);
  const written = shown(text);
  if (written === "") return;
  const body = `${written}\n\n${textsIn(booking.language).conversation.byWhatsapp}`;
  const result = await writeMessage(needs, {
    bookingId: booking.id,
    author: "guest",
    writtenBy: "",
    writtenIn: "page",
    body,
    pictures: [],
    // Meta may send the same message several times.
    submit: { key: id, call: "whatsapp", body: written },
  });
  if (!result.ok && result.reason === "too-many") {
    await notifyOfRejectedReply(needs, booking, "A WhatsApp message", TOO_MANY);
  }
}

/** Somebody else may have booked with this number, and would read the message on their booking page. */
const NOT_VERIFIED = [
  "Somebody wrote from the WhatsApp number on this booking, but the booking's email address has not been verified. We can't tell whether it was your guest, so the message isn't in the conversation.",
  "Ask your guest to open the link in our email, or to write on their booking page.",
];
const NOT_TEXT = [
  "Your guest sent something by WhatsApp that can't be shown here, such as a picture or a voice message.",
  "Ask them to send pictures on their booking page, or to type their message instead.",
];

/**
 * The stay that somebody with this number is probably writing about: the current one, otherwise the next, otherwise the
 * last. Bookings that have been verified come first.
 */
async function stayOf({ database, find, today }: WhatsappNeeds, number: string): Promise<StoredBooking | null> {
  const rows = await database.db
    .selectFrom("booking")
    .innerJoin("guest", "guest.id", "booking.guest_id")
    .select("booking.id")
    .where("guest.whatsapp", "=", number)
    .orderBy("booking.check_in", "desc")
    .execute();
  const stays = (await Promise.all(rows.map(({ id }) => find(id)))).filter((stay) => stay !== null);
  const verified = stays.filter(isVerified);
  const possible = verified.length > 0 ? verified : stays;
  const standing = possible.filter(({ status }) => status !== "cancelled");
  const day = await today();
  const begun = standing.find(({ checkIn }) => checkIn <= day);
  const next = standing.findLast(({ checkIn }) => checkIn > day);
  const current = begun && begun.checkOut >= day ? begun : null;
  return current ?? next ?? begun ?? possible[0] ?? null;
}

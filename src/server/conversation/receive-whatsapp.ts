import { isVerified } from "#domain/booking/booking.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import { textsIn } from "#texts/server-texts.ts";
import type { Db } from "../database/connect.ts";
import type { ConversationNeeds } from "./ports.ts";
import { notifyOfRejectedReply, shown, TOO_MANY } from "./receive-mail.ts";
import { writeMessage } from "./write-message.ts";

/** `from` is in E.164 format; `text` is null for a picture, a voice message and everything else that is not text. */
export type WhatsappMessage = { id: string; from: string; text: string | null };
export type WhatsappNeeds = ConversationNeeds & { today: () => Promise<LocalDate> };

/** Adds what a guest sent by WhatsApp to the conversation of their stay. Messages from other numbers are ignored. */
export async function receiveWhatsapp(needs: WhatsappNeeds, { id, from, text }: WhatsappMessage): Promise<void> {
  const bookingId = await stayOf(needs.database.db, from, await needs.today());
  const booking = bookingId === null ? null : await needs.find(bookingId);
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

/** Somebody else may have booked with this number, and would read the reply on their booking page. */
const NOT_VERIFIED = [
  "Somebody wrote from the WhatsApp number on this booking, but the booking's email address has not been verified. We can't tell whether it was your guest, so the message isn't in the conversation.",
  "Ask your guest to open the link in our email, or to write on their booking page.",
];
const NOT_TEXT = [
  "Your guest sent something by WhatsApp that can't be shown here, such as a picture or a voice message.",
  "Ask them to send pictures on their booking page, or to write what it was about.",
];

/**
 * The stay that somebody with this number probably writes about: the current one, or else the next, or else the last.
 * Bookings that have been verified come first.
 */
async function stayOf(db: Db, number: string, today: LocalDate): Promise<string | null> {
  const stays = await db
    .selectFrom("booking")
    .innerJoin("guest", "guest.id", "booking.guest_id")
    .select(["booking.id", "status", "check_in", "check_out", "verified_at", "host_confirmed_at"])
    .where("guest.whatsapp", "=", number)
    .orderBy("booking.check_in", "desc")
    .execute();
  const verified = stays.filter(({ verified_at, host_confirmed_at }) => verified_at ?? host_confirmed_at);
  const possible = verified.length > 0 ? verified : stays;
  const standing = possible.filter(({ status }) => status !== "cancelled");
  const begun = standing.find(({ check_in }) => check_in <= today);
  const next = standing.findLast(({ check_in }) => check_in > today);
  const current = begun && begun.check_out >= today ? begun : null;
  return (current ?? next ?? begun ?? possible[0])?.id ?? null;
}

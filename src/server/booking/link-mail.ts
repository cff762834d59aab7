import type { StoredBooking, Waiting } from "#domain/booking/booking.ts";
import { nightCount } from "#domain/booking/stay.ts";
import { deadlineIn } from "#texts/deadline.ts";
import { textsIn } from "#texts/server-texts.ts";
import { cottageName } from "../core/cottage-name.ts";
import { type GuestMail, whileWaiting } from "../core/guest-mail.ts";
import type { Db } from "../database/connect.ts";

type LinkMail = Omit<GuestMail, "key">;

/**
 * The email with the guest's link. While a booking waits for its guest, the link completes it, and the email says so.
 */
export async function linkMail(db: Db, booking: StoredBooking, link: string): Promise<LinkMail> {
  const { waiting } = booking;
  return waiting?.for === "guest" ? confirmMail(booking, waiting, await cottageName(db), link) : ownMail(booking, link);
}

/**
 * The email whose link completes the booking. It names the stay, so that the recipient does not take it for spam. A
 * stranger may have typed the text in the booking, so the email quotes only the name.
 */
function confirmMail(booking: StoredBooking, waiting: Waiting, cottage: string, link: string): LinkMail {
  const { emails, formats } = textsIn(booking.language);
  const say = emails.confirmStay;
  const stay = {
    cottage,
    span: formats.span(booking),
    nights: emails.nights(nightCount(booking)),
    guests: emails.guests(booking.guestCount),
    total: formats.amount(booking.totalCents, booking.sold.terms.currency),
    reference: booking.reference,
  };
  const complete = waiting.requestedStatus === "pending" ? say.sendRequest : say.completeBooking;
  const until = deadlineIn(booking.language, waiting.until, booking.policy.timeZone);
  return {
    bookingId: booking.id,
    to: { name: booking.guest.name, address: booking.guest.email },
    language: booking.language,
    subject: say.subject(stay),
    lines: [say.stay(stay), complete(until), say.notYou],
    link,
    ...whileWaiting(booking),
  };
}

/** The email with the link that opens the booking. */
function ownMail({ id, reference, guest, language }: StoredBooking, link: string): LinkMail {
  const { ownLink } = textsIn(language).emails;
  return {
    bookingId: id,
    to: { name: guest.name, address: guest.email },
    language,
    subject: ownLink.subject(reference),
    lines: [ownLink.text, ownLink.warning],
    link,
    usefulUntil: null,
  };
}

import type { StoredBooking, Waiting } from "#domain/booking/booking.ts";
import { nightCount } from "#domain/booking/stay.ts";
import { deadlineIn } from "#texts/deadline.ts";
import { textsIn } from "#texts/server-texts.ts";
import { cottageName } from "../core/cottage-name.ts";
import { type GuestMail, toGuest, whileWaiting } from "../core/guest-mail.ts";
import type { Db } from "../database/connect.ts";

type LinkMail = Omit<GuestMail, "key">;

/**
 * The email with the guest's link. While a booking waits for its guest, the link completes it, and the email says so.
 * While the booking waits for the host, the email says by when the host will answer.
 */
export async function linkMail(db: Db, booking: StoredBooking, link: string): Promise<LinkMail> {
  const { waiting } = booking;
  if (waiting?.for === "guest") return confirmMail(booking, waiting, await cottageName(db), link);
  if (waiting?.for === "host") return requestMail(booking, waiting, await cottageName(db), link);
  return ownMail(booking, link);
}

/**
 * The email whose link completes the booking. It names the stay, so that the recipient does not take it for spam. A
 * stranger may have typed the text in the booking, so the email quotes only the name.
 */
function confirmMail(booking: StoredBooking, waiting: Waiting, cottage: string, link: string): LinkMail {
  const say = textsIn(booking.language).emails.confirmStay;
  const stay = stayFacts(booking, cottage);
  const complete = waiting.requestedStatus === "pending" ? say.sendRequest : say.completeBooking;
  const until = deadlineIn(booking.language, waiting.until, booking.policy.timeZone);
  return {
    ...ownMail(booking, link),
    subject: say.subject(stay),
    lines: [say.stay(stay), complete(until), say.notYou],
    ...whileWaiting(booking),
  };
}

function requestMail(booking: StoredBooking, { until }: Waiting, cottage: string, link: string): LinkMail {
  const { requested, confirmStay, ownLink } = textsIn(booking.language).emails;
  const stay = stayFacts(booking, cottage);
  const deadline = deadlineIn(booking.language, until, booking.policy.timeZone);
  return {
    ...ownMail(booking, link),
    subject: requested.subject(stay),
    lines: [confirmStay.stay(stay), requested.answer(deadline), requested.text, ownLink.warning],
    ...whileWaiting(booking),
  };
}

function stayFacts(booking: StoredBooking, cottage: string) {
  const { emails, formats } = textsIn(booking.language);
  return {
    cottage,
    span: formats.span(booking),
    nights: emails.nights(nightCount(booking)),
    guests: emails.guests(booking.guestCount),
    total: formats.amount(booking.totalCents, booking.sold.terms.currency),
    reference: booking.reference,
  };
}

function ownMail(booking: StoredBooking, link: string): LinkMail {
  const { ownLink } = textsIn(booking.language).emails;
  return {
    ...toGuest(booking),
    subject: ownLink.subject(booking.reference),
    lines: [ownLink.text, ownLink.warning],
    link,
    usefulUntil: null,
  };
}

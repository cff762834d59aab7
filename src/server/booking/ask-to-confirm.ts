import type { StoredBooking } from "#domain/booking/booking.ts";
import { nightCount } from "#domain/booking/stay.ts";
import { textsIn } from "#texts/server-texts.ts";
import { cottageName } from "../core/cottage-name.ts";
import { linkPath, linkSecret } from "./own-link.ts";
import type { BookingListener } from "../core/booking-changes.ts";
import { type GuestMail, whileWaiting } from "../core/guest-mail.ts";
import type { MessagingFunctions } from "./ports.ts";
import type { LinkStore } from "./link-queries.ts";

type Needs = {
  links: LinkStore;
  siteUrl: string;
  messaging: MessagingFunctions;
};

/** Emails the link with which the guest confirms a new booking, in the booking's transaction. */
export function askToConfirm({ links, siteUrl, messaging }: Needs): BookingListener {
  return {
    bookingChanged: async (trx, { before, after }) => {
      if (before !== null || after.waiting?.for !== "guest") return;
      // The link of a new booking has generation 1.
      const path = linkPath(after.id, linkSecret(await links.key(trx), after.id, 1));
      const mail = confirmLinkMail(after, await cottageName(trx), siteUrl + path);
      await messaging.mailGuest(trx, { ...mail, key: `confirm:${after.id}` });
    },
  };
}

/**
 * The email whose link completes the booking. It names the stay, so that the recipient does not take it for spam. A
 * stranger may have typed the text in the booking, so the email quotes only the name.
 */
export function confirmLinkMail(booking: StoredBooking, cottage: string, link: string): Omit<GuestMail, "key"> {
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
  const toHost = booking.waiting?.requestedStatus === "pending";
  return {
    bookingId: booking.id,
    to: { name: booking.guest.name, address: booking.guest.email },
    language: booking.language,
    subject: say.subject(stay),
    lines: [say.stay(stay), toHost ? say.sendRequest : say.completeBooking, say.notYou],
    link,
    ...whileWaiting(booking),
  };
}

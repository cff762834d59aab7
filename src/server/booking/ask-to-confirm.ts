import type { StoredBooking } from "#domain/booking/booking.ts";
import { nightCount } from "#domain/booking/stay.ts";
import { spanText } from "#domain/booking/timeline.ts";
import { toDollarString } from "#domain/money/money.ts";
import type { Trx } from "../database/transaction.ts";
import { linkPath, linkSecret } from "./own-link.ts";
import type { BookingListener, GuestMail, LinkStore, Post } from "./ports.ts";

type Needs = { links: LinkStore; siteUrl: string; post: Post; cottageName: (trx: Trx) => Promise<string> };

/** Emails the link that completes a booking which waits for its guest, in the booking's transaction. */
export function askToConfirm({ links, siteUrl, post, cottageName }: Needs): BookingListener {
  return {
    bookingChanged: async (trx, { before, after }) => {
      if (before !== null || after.waiting?.for !== "guest") return;
      // A new booking is of the first generation.
      const path = linkPath(after.id, linkSecret(await links.key(trx), after.id, 1));
      const mail = confirmLinkMail(after, await cottageName(trx), siteUrl + path);
      await post.mailGuest(trx, { ...mail, key: `confirm:${after.id}` });
    },
  };
}

/**
 * The email whose link completes the booking. It names the stay, so that it is not mistaken for spam, and quotes nothing
 * that a stranger wrote but a name.
 */
export function confirmLinkMail(booking: StoredBooking, cottage: string, link: string): Omit<GuestMail, "key"> {
  const nights = nightCount(booking);
  const stay = `${spanText(booking)}, ${nights === 1 ? "1 night" : `${nights} nights`}`;
  const guests = booking.guestCount === 1 ? "1 guest" : `${booking.guestCount} guests`;
  const toHost = booking.waiting?.askedStatus === "pending";
  return {
    bookingId: booking.id,
    to: { name: booking.guest.name, address: booking.guest.email },
    subject: `Please confirm your stay at ${cottage}, ${spanText(booking)}`,
    lines: [
      `${cottage}: ${stay}, ${guests}. Total $${toDollarString(booking.totalCents)}. Reference ${booking.reference}.`,
      toHost
        ? "Open this link within an hour to send your request to the host. We hold the nights for you until then; you don't have to fill in anything again."
        : "Open this link within an hour to complete your booking. We hold the nights for you until then; you don't have to fill in anything again.",
      "If this wasn't you, just ignore this email. Nothing has been booked, and the nights are free again in an hour.",
    ],
    link,
  };
}

import type { KeptBooking } from "#domain/booking/booking.ts";
import type { BookingListener, GuestMail, LinkStore, Post } from "./ports.ts";
import { linkPath, linkSecret } from "./own-link.ts";

/** Mails the guest's own link with a booking that waits for it to be opened, in the booking's transaction. */
export function askToConfirm({
  links,
  siteUrl,
  post,
}: {
  links: LinkStore;
  siteUrl: string;
  post: Post;
}): BookingListener {
  return {
    bookingChanged: async (trx, { before, after }) => {
      if (before !== null || after.waiting?.for !== "guest") return;
      // A new booking is of the first generation. The key is known by now: the door has asked for it.
      const path = linkPath(after.id, linkSecret(await links.key(), after.id, 1));
      await post.mailGuest(trx, { ...confirmLinkMail(after, siteUrl + path), key: `confirm:${after.id}` });
    },
  };
}

/** The email whose link confirms the booking. */
export function confirmLinkMail({ id, reference, guest }: KeptBooking, link: string): Omit<GuestMail, "key"> {
  return {
    bookingId: id,
    to: { name: guest.name, address: guest.email },
    subject: `Please confirm your booking ${reference}`,
    lines: [
      "Please open this link within an hour to confirm your stay. We hold the nights for you until then.",
      "If this wasn't you, just ignore this email. We'll release the nights in an hour.",
    ],
    link,
  };
}

import { type BookingListener, type LinkStore, type Post } from "./ports.ts";
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
      await post.mailGuest(trx, {
        key: `confirm:${after.id}`,
        bookingId: after.id,
        to: { name: after.guest.name, address: after.guest.email },
        subject: `Please confirm your booking ${after.reference}`,
        lines: [
          "Please open this link within an hour to confirm your booking. We hold the nights for you until then.",
          "If this wasn't you, just ignore this email. The nights are released after an hour.",
        ],
        link: siteUrl + path,
      });
    },
  };
}

import { linkPath, linkSecret } from "./own-link.ts";
import type { BookingListener } from "../core/booking-changes.ts";
import { linkMail } from "./link-mail.ts";
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
      await messaging.mailGuest(trx, { ...(await linkMail(trx, after, siteUrl + path)), key: `confirm:${after.id}` });
    },
  };
}

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

/**
 * Emails the guest the link to a new booking, in the booking's transaction, if the guest has to confirm it or if it is
 * a request to the host. A guest whose stay is booked gets the welcome message instead.
 */
export function emailLink({ links, siteUrl, messaging }: Needs): BookingListener {
  return {
    bookingChanged: async (trx, { before, after }) => {
      const party = after.waiting?.for;
      if (before !== null || (party !== "guest" && party !== "host")) return;
      // The link of a new booking has generation 1.
      const path = linkPath(after.id, linkSecret(await links.key(trx), after.id, 1));
      const key = `${party === "guest" ? "confirm" : "requested"}:${after.id}`;
      await messaging.mailGuest(trx, { ...(await linkMail(trx, after, siteUrl + path)), key });
    },
  };
}

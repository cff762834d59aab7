import { deadlineIn } from "#texts/deadline.ts";
import { textsIn } from "#texts/server-texts.ts";
import { cottageName } from "../core/cottage-name.ts";
import { toGuest, whileWaiting } from "../core/guest-mail.ts";
import type { Trx } from "../database/transaction.ts";
import type { BookingListener } from "../core/booking-changes.ts";
import type { MessagingFunctions } from "./ports.ts";

type Needs = {
  messaging: MessagingFunctions;
  ownLink: (bookingId: string, within: Trx) => Promise<string>;
};

/**
 * Emails an offer to the guest in the transaction that makes the offer. The link leads to the page on which the guest
 * can accept the offer.
 */
export function offerEmails({ messaging, ownLink }: Needs): BookingListener {
  return {
    bookingChanged: async (trx, { act, after }) => {
      const { waiting, policy } = after;
      if (act !== "booking.offer" || waiting?.for !== "offer") return;
      const { emails, formats } = textsIn(after.language);
      const say = emails.offer;
      const span = formats.span(after);
      const price = formats.money(after.totalCents, after.currency);
      await messaging.mailGuest(trx, {
        key: `offer:${after.id}:${after.version}`,
        ...toGuest(after),
        subject: say.subject(await cottageName(trx), span),
        lines: [say.price(price, span), say.until(deadlineIn(after.language, waiting.until, policy.timeZone)), say.how],
        link: await ownLink(after.id, trx),
        ...whileWaiting(after),
      });
    },
  };
}

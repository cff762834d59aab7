import type { ChangeRequest, StoredBooking } from "#domain/booking/booking.ts";
import { spanText } from "#domain/booking/timeline.ts";
import { momentText } from "#domain/calendar/moment-text.ts";
import { guestActTopic } from "#domain/messaging/guest-act-topic.ts";
import { exactMoneyText } from "#domain/money/currency.ts";
import { textsIn } from "#texts/server-texts.ts";
import type { HostNotification } from "../core/host.ts";
import type { Trx } from "../database/transaction.ts";
import type { BookingListener } from "../core/booking-changes.ts";
import { GUEST, type Post } from "./ports.ts";

type Needs = { post: Post; ownLink: (bookingId: string, within: Trx) => Promise<string> };

/**
 * A guest's request to change the dates: the host hears of it at once, and the guest when it is declined or not answered
 * in time. An accepted change is told to the guest like any other change. The same transaction writes both.
 */
export function changeRequestEmails({ post, ownLink }: Needs): BookingListener {
  return {
    bookingChanged: async (trx, { act, actor, before, after }) => {
      if (act !== "booking.change-request") return;
      if (after.changeRequest) return post.notifyHost(trx, hostNotice(after, after.changeRequest));
      if (!before?.changeRequest || actor === GUEST) return;
      const { emails, formats } = textsIn(after.language);
      const say = emails.changeDeclined;
      await post.mailGuest(trx, {
        key: `change-declined:${after.id}:${after.version}`,
        bookingId: after.id,
        to: { name: after.guest.name, address: after.guest.email },
        language: after.language,
        subject: say.subject(after.reference),
        lines: [say.text(formats.span(before.changeRequest), formats.span(after)), say.otherDates],
        link: await ownLink(after.id, trx),
      });
    },
  };
}

function hostNotice(booking: StoredBooking, wanted: ChangeRequest): HostNotification {
  const { guest, reference } = booking;
  const until = momentText(wanted.until, booking.policy.timeZone);
  return {
    key: `host/change-request/${booking.id}/${booking.version}`,
    event: "change-request",
    topic: guestActTopic(booking.id),
    version: booking.version,
    subject: `A guest asks to change a stay: ${spanText(wanted)}, ${reference}`,
    lines: [
      `${guest.name} asks for ${spanText(wanted)}, ${wanted.guestCount} guests, ${exactMoneyText(wanted.totalCents, wanted.sold.terms.currency)}.`,
      `Now booked: ${spanText(booking)}, ${booking.guestCount} guests, ${exactMoneyText(booking.totalCents, booking.currency)}.`,
      `Both are held until ${until}. Accept or decline the change on the booking's page; without an answer the stay stays as it is.`,
    ],
    link: `/admin/bookings/${booking.id}`,
  };
}

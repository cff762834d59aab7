import type { ChangeRequest, StoredBooking } from "#domain/booking/booking.ts";
import { spanText } from "#domain/booking/timeline.ts";
import { momentText } from "#domain/calendar/moment-text.ts";
import { guestActTopic } from "#domain/messaging/guest-act-topic.ts";
import { isSameStay, type KnownStay, knownStayOf } from "#domain/messaging/known-stay.ts";
import { exactMoneyText } from "#domain/money/currency.ts";
import { textsIn } from "#texts/server-texts.ts";
import type { HostNotification } from "../core/host.ts";
import type { Trx } from "../database/transaction.ts";
import type { BookingListener } from "../core/booking-changes.ts";
import { GUEST, type Post } from "./ports.ts";

type Needs = { post: Post; ownLink: (bookingId: string, within: Trx) => Promise<string> };

/**
 * A guest's request to change the dates. The host's devices hear of each request at once, and one email follows when the
 * guest has left it alone: it shows the last request and what the host was told before. The guest hears when a request is
 * declined or not answered in time; an accepted one is told like any other change. The same transaction writes all of it.
 */
export function changeRequestEmails({ post, ownLink }: Needs): BookingListener {
  return {
    bookingChanged: async (trx, { act, actor, at, before, after }) => {
      const wanted = after.changeRequest;
      const topic = `${guestActTopic(after.id)}/change-request`;
      if (before?.changeRequest && !wanted) await post.withdrawChange(trx, topic, at);
      if (act !== "booking.change-request") return;
      if (wanted && before) {
        return post.notifyHostOfChange(trx, {
          topic,
          // Without a request, the host knows of no other stay than the one that is booked.
          before: knownStayOf(before.changeRequest ?? before),
          after: knownStayOf(wanted),
          at,
          notice: (known) => hostNotice(after, wanted, known),
        });
      }
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

function hostNotice(booking: StoredBooking, wanted: ChangeRequest, known: KnownStay): HostNotification {
  const { guest, reference } = booking;
  const until = momentText(wanted.until, booking.policy.timeZone);
  const stay = (one: KnownStay, currency: string) =>
    `${spanText(one)}, ${one.guestCount === 1 ? "1 guest" : `${one.guestCount} guests`}, ${exactMoneyText(one.totalCents, currency)}`;
  const earlier = isSameStay(known, booking)
    ? []
    : [`This replaces the request that you know: ${stay(known, wanted.sold.terms.currency)}.`];
  return {
    key: `host/change-request/${booking.id}/${booking.version}`,
    event: "change-request",
    topic: guestActTopic(booking.id),
    version: booking.version,
    subject: `A guest asks to change a stay: ${spanText(wanted)}, ${reference}`,
    lines: [
      `${guest.name} asks for ${stay(wanted, wanted.sold.terms.currency)}.`,
      ...earlier,
      `Now booked: ${stay(booking, booking.currency)}.`,
      `Both are held until ${until}. Accept or decline the change on the booking's page; without an answer the stay stays as it is.`,
    ],
    link: `/admin/bookings/${booking.id}`,
  };
}

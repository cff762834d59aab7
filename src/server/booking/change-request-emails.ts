import { sameDates } from "#domain/booking/stay.ts";
import { counted } from "#domain/text/counted.ts";
import type { ChangeRequest, StoredBooking } from "#domain/booking/booking.ts";
import { spanText } from "#domain/booking/timeline.ts";
import { guestActTopic } from "#domain/messaging/guest-act-topic.ts";
import { isSameStay, type KnownStay, knownStayOf } from "#domain/messaging/known-stay.ts";
import { exactMoneyText } from "#domain/money/currency.ts";
import { deadlineIn } from "#texts/deadline.ts";
import { textsIn } from "#texts/server-texts.ts";
import { guestIsTold, toGuest } from "../core/guest-mail.ts";
import type { HostNotification } from "../core/host.ts";
import type { Trx } from "../database/transaction.ts";
import type { BookingListener } from "../core/booking-changes.ts";
import { GUEST, type MessagingFunctions, TIME } from "./ports.ts";

type Needs = { messaging: MessagingFunctions; ownLink: (bookingId: string, within: Trx) => Promise<string> };

/**
 * Notifications about a guest's request to change the dates. The host's devices are notified of each request at once.
 * One email follows once the guest has stopped changing the request. The email shows the last request, or says that the
 * request was withdrawn, and shows what the host was told before. No email is sent if the guest withdraws a request
 * that no email has mentioned yet. The guest is notified if a request is declined or expires, or ends because the host
 * changes the stay in another way; an accepted request is reported like any other change. The host is notified too if a
 * request expires.
 */
export function changeRequestEmails({ messaging, ownLink }: Needs): BookingListener {
  return {
    bookingChanged: async (trx, { act, actor, at, before, after }) => {
      const request = after.changeRequest;
      const topic = `${guestActTopic(after.id)}/change-request`;
      if (act === "booking.change-request" && actor === GUEST && before) {
        return messaging.notifyHostOfChange(trx, {
          topic,
          // Without an earlier request, the host knows only the booked stay.
          before: knownStayOf(before.changeRequest ?? before),
          after: knownStayOf(request ?? after),
          at,
          hostNotification: (known) =>
            request ? requestedNotification(after, request, known) : withdrawnNotification(after, known),
        });
      }
      const ended = before?.changeRequest;
      if (!ended || request) return;
      await messaging.withdrawChange(trx, topic);
      const declined = act === "booking.change-request";
      if (declined && actor === TIME) await messaging.notifyHost(trx, expiredNotification(after, ended));
      const replaced = act === "booking.stay" && actor !== GUEST && !isAccepted(ended, after);
      if (!declined && !replaced) return;
      const { emails, formats } = textsIn(after.language);
      const { changeDeclined, changeReplaced } = emails;
      const [requested, booked] = [formats.span(ended), formats.span(after)];
      const replacedText = sameDates(ended, after)
        ? changeReplaced.otherGuests(booked, emails.guests(ended.guestCount), emails.guests(after.guestCount))
        : changeReplaced.text(requested, booked);
      await messaging.mailGuest(trx, {
        key: `change-${declined ? "declined" : "replaced"}:${after.id}:${after.version}`,
        ...toGuest(after),
        subject: (declined ? changeDeclined : changeReplaced).subject(after.reference),
        lines: declined
          ? [changeDeclined.text(requested, booked), changeDeclined.otherDates]
          : [replacedText, changeReplaced.ifUnsuitable],
        link: await ownLink(after.id, trx),
        usefulUntil: null,
      });
    },
  };
}

/** Whether the guest now has the stay that was requested. */
function isAccepted(request: ChangeRequest, after: StoredBooking): boolean {
  return sameDates(request, after) && request.guestCount === after.guestCount;
}

function stayText(one: KnownStay, currency: string): string {
  const guests = counted(one.guestCount, "guest");
  return `${spanText(one)}, ${guests}, ${exactMoneyText(one.totalCents, currency)}`;
}

/** Has no `version`, because there is no request left that could be answered from a device. */
function withdrawnNotification(booking: StoredBooking, known: KnownStay): HostNotification {
  const { guest, reference, currency } = booking;
  return {
    key: `host/change-request/${booking.id}/${booking.version}`,
    event: "change-request",
    topic: guestActTopic(booking.id),
    subject: `A guest has withdrawn a request to change a stay: ${spanText(booking)}, ${reference}`,
    lines: [
      `${guest.name} has withdrawn the request for ${stayText(known, currency)}.`,
      `The stay remains as booked: ${stayText(booking, currency)}.`,
    ],
    link: `/admin/bookings/${booking.id}`,
  };
}

function expiredNotification(booking: StoredBooking, request: ChangeRequest): HostNotification {
  const { guest, reference, currency } = booking;
  return {
    key: `host/change-request/${booking.id}/${booking.version}`,
    // The notification takes the place of the request on the host's devices.
    topic: guestActTopic(booking.id),
    subject: `Request to change a stay not answered in time: ${spanText(booking)}, ${reference}`,
    lines: [
      `${guest.name} asked for ${stayText(request, currency)}.`,
      `The time to answer has passed. The stay remains as booked: ${stayText(booking, currency)}. ${guestIsTold(booking)}`,
    ],
    link: `/admin/bookings/${booking.id}`,
  };
}

function requestedNotification(booking: StoredBooking, request: ChangeRequest, known: KnownStay): HostNotification {
  const { guest, reference } = booking;
  const until = deadlineIn("en", request.until, booking.policy.timeZone);
  const earlier = isSameStay(known, booking)
    ? []
    : [`This replaces their earlier request: ${stayText(known, request.sold.terms.currency)}.`];
  return {
    key: `host/change-request/${booking.id}/${booking.version}`,
    event: "change-request",
    topic: guestActTopic(booking.id),
    version: booking.version,
    usefulUntil: request.until,
    subject: `A guest asks to change a stay: ${spanText(request)}, ${reference}`,
    lines: [
      `${guest.name} asks for ${stayText(request, request.sold.terms.currency)}.`,
      ...earlier,
      `Now booked: ${stayText(booking, booking.currency)}.`,
      `We're holding the nights of both stays until ${until}. Accept or decline the change on the booking's page; if you don't answer, the stay won't change.`,
    ],
    link: `/admin/bookings/${booking.id}`,
  };
}

import { counted } from "#domain/text/counted.ts";
import { nightCount } from "#domain/booking/stay.ts";
import { spokenDay } from "#domain/booking/timeline.ts";
import { PROPOSALS, type StoredBooking, waitsFor } from "#domain/booking/booking.ts";
import { deadlineIn } from "#texts/deadline.ts";
import { guestActTopic } from "#domain/messaging/guest-act-topic.ts";
import type { KnownStay } from "#domain/messaging/known-stay.ts";
import { exactMoneyText } from "#domain/money/currency.ts";
import type { Cents } from "#domain/money/money.ts";
import { guestIsTold } from "../core/guest-mail.ts";
import type { HostNotification } from "../core/host.ts";
import type { BookingChange } from "../core/booking-changes.ts";

/**
 * Immediate host notifications about a guest's booking, accepted offer or cancellation, and about a stay that was not
 * agreed on or paid for in time, but not about the host's own actions. A stay that is held until its guest opens the
 * link or pays is announced only once the guest has done so. If it ends before that, the host is notified only if they
 * have accepted, offered or edited the stay; otherwise, they do not know about it.
 */
export function guestActNotifications(change: BookingChange): HostNotification[] {
  const { actor, before, after } = change;
  const ended = endedBy(change);
  if (actor !== "guest" && !ended) return [];
  const { reference } = after;
  const { stay, who, reach } = factsOf(after);
  const common = {
    key: `host/${after.id}/${after.version}`,
    link: `/admin/bookings/${after.id}`,
    version: after.version,
    topic: guestActTopic(after.id),
  };

  if (ended) {
    const subject = `${NOT_IN_TIME[ended]}: ${stay}, ${reference}`;
    const released = `The time to ${ended === "payment" ? "pay" : "answer"} has passed. The nights have been released. ${guestIsTold(after)}`;
    // The notification takes the place of the request on the host's devices.
    return [{ ...common, event: "other", subject, lines: [who, reach, released] }];
  }
  const wasOffered = before?.waiting?.for === "offer";
  const wasHeld = before !== null && waitsFor(before) === "guest";
  if (after.status === "cancelled") {
    if (before?.status === "cancelled" || (wasHeld && before.hostConfirmedAt === null)) return [];
    const fee = `Cancellation fee: ${exactMoneyText(after.cancellationFeeCents ?? 0, after.currency)}`;
    return [
      {
        ...common,
        event: "cancellation",
        subject: `Cancelled by the guest: ${stay}, ${reference}`,
        lines: [who, reach, fee],
      },
    ];
  }
  const isNew = before === null || wasHeld;
  if (!isNew || waitsFor(after) === "guest") return [];
  const isRequest = waitsFor(after) === "host";
  const what = wasOffered ? "Offer accepted" : isRequest ? "New booking request" : "New booking";
  const lines = [stay, who, reach, exactMoneyText(after.totalCents, after.currency)];
  if (after.specialRequests) lines.push(`Special requests: ${after.specialRequests}`);
  if (after.waiting) {
    const until = deadlineIn("en", after.waiting.until, after.policy.timeZone);
    lines.push(`Please answer by ${until}. After that, the request ends and the nights are released.`);
  }
  return [
    {
      ...common,
      event: isRequest ? "request" : "booking",
      subject: `${what}: ${stay}, ${reference}`,
      lines,
      ...(after.waiting ? { usefulUntil: after.waiting.until } : {}),
    },
  ];
}

const NOT_IN_TIME = {
  request: "Booking request not answered in time",
  offer: "Offer not accepted in time",
  payment: "Not paid in time",
};

/** What was not answered or paid in time; null if that is not why the booking has changed. */
function endedBy({ actor, before, after }: BookingChange): keyof typeof NOT_IN_TIME | null {
  if (actor === "time") return PROPOSALS.find((one) => one === after.endedAs) ?? null;
  const unpaid = before?.waiting?.for === "payment" && after.endedUnpaid !== null;
  return unpaid && before.hostConfirmedAt !== null ? "payment" : null;
}

/** Whether the guest has changed a booking without changing its status. */
export function isChangeByGuest({ actor, before, after }: BookingChange): boolean {
  return actor === "guest" && before !== null && after.status === before.status;
}

/**
 * The notification to the host about what the guest has changed since the host was last informed. If the price has
 * fallen below the amount that the guest has paid, the host is asked to refund the difference.
 */
export function changeNotification(known: KnownStay, after: StoredBooking, overpaidCents: Cents): HostNotification {
  const { stay, who, reach } = factsOf(after);
  const was = `Before: ${spokenDay(known.checkIn)} to ${spokenDay(known.checkOut)}, ${guests(known.guestCount)}, ${exactMoneyText(known.totalCents, after.currency)}`;
  const now = `Now: ${stay}, ${guests(after.guestCount)}, ${exactMoneyText(after.totalCents, after.currency)}`;
  return {
    key: `host/${after.id}/${after.version}`,
    event: "change",
    topic: guestActTopic(after.id),
    link: `/admin/bookings/${after.id}`,
    subject: `Changed by the guest: ${stay}, ${after.reference}`,
    lines: [now, was, ...(after.totalCents < known.totalCents ? toRefund(overpaidCents, after) : []), who, reach],
  };
}

function toRefund(cents: Cents, { currency }: StoredBooking): string[] {
  if (cents === 0) return [];
  return [`The guest has paid ${exactMoneyText(cents, currency)} more than the new price. Please refund it.`];
}

function factsOf(booking: StoredBooking) {
  const { guest } = booking;
  const nights = nightCount(booking);
  return {
    stay: `${spokenDay(booking.checkIn)} to ${spokenDay(booking.checkOut)} (${counted(nights, "night")})`,
    who: `${guest.name}, ${guests(booking.guestCount)}`,
    reach: [guest.email, guest.phone].filter(Boolean).join(", "),
  };
}

function guests(count: number): string {
  return counted(count, "guest");
}

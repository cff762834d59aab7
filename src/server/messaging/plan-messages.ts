import type { StoredBooking, Waiting } from "#domain/booking/booking.ts";
import type { BookingStatus } from "#domain/booking/status.ts";
import type { Cents } from "#domain/money/money.ts";
import type { Stay } from "#domain/booking/stay.ts";
import { type DeliveryMethod, deliveryMethodsFor, type EventMessageType } from "#domain/messaging/message.ts";
import { guestActTopic } from "#domain/messaging/guest-act-topic.ts";
import { isSameStay, knownStayOf } from "#domain/messaging/known-stay.ts";
import { type ExistingMessage, type Late, replan, plannedMessages } from "#domain/messaging/replan.ts";
import { bookedAtOf } from "#domain/messaging/custom-message.ts";
import { endsAt, type StayHours } from "#domain/messaging/schedule.ts";
import type { Trx } from "../database/transaction.ts";
import { coalesce, withdrawCoalesced } from "./coalesced-message-queries.ts";
import { changeNotification, guestActNotifications, isChangeByGuest } from "./guest-notifications.ts";
import type { HostChange, NotifyHost } from "../core/host.ts";
import type { BookingChange } from "../core/booking-changes.ts";
import { taskOf } from "../core/guest-mail.ts";
import { activeTimings } from "./custom-message-queries.ts";
import { readHours } from "./property-queries.ts";
import { rescheduleStay } from "./reschedule-messages.ts";
import { addMessages, applyReplan, existingMessagesOf, whatsappOf, withdrawEventMessages } from "./queue-queries.ts";
import { withdrawMail } from "./write-emails.ts";

type Needs = {
  notifyHost: NotifyHost;
  notifyHostOfChange: (trx: Trx, change: HostChange) => Promise<void>;
  /** The amount that a guest has paid beyond what is owed. */
  overpaid: (trx: Trx, booking: StoredBooking) => Promise<Cents>;
};

/** The statuses of stays that are not yet, or no longer, confirmed. */
const UNCERTAIN: readonly BookingStatus[] = ["pending", "cancelled"];

/** Writes, reschedules and withdraws a booking's messages in the booking's own transaction. */
export async function planMessages(needs: Needs, trx: Trx, change: BookingChange): Promise<void> {
  const { before, after } = change;
  // A booking can start to wait for the host without changing its status.
  for (const notification of guestActNotifications(change)) await needs.notifyHost(trx, notification);
  // This listener runs before the ones that write emails about what the booking is waiting for now.
  if (before?.waiting && !isSameWait(before.waiting, after.waiting)) {
    await withdrawMail(trx, after.id, taskOf(before.waiting));
  }
  const eventType = eventTypeOf(before, after);
  const changed = !before || before.status !== after.status || eventType !== null;
  if (!changed) return;
  // A host must not read about a change to a stay that has since been cancelled.
  if (after.status === "cancelled") await withdrawCoalesced(trx, guestActTopic(after.id));

  const { email, id: guestId } = after.guest;
  const channels = deliveryMethodsFor({ email, whatsapp: await whatsappOf(trx, guestId) });
  const hours = await readHours(trx);
  const existing = before ? await existingMessagesOf(trx, after.id, change.at) : [];
  const planned = plannedMessages(after, {
    hours,
    customs: await activeTimings(trx),
    bookedAt: becomesCertain(change)
      ? change.at
      : (bookedAtOf(existing.map(({ anchor }) => anchor)) ?? after.createdAt),
    now: change.at,
  });
  const scheduled = planned.flatMap((one) => channels.map((channel) => ({ ...one, channel })));
  const plan = replan(existing, scheduled, change.at);
  await applyReplan(trx, after, plan, change.at);

  const isOver = change.at >= endsAt(after, hours);
  if (eventType === "booking_changed" && before && before.status !== "cancelled") {
    // A guest whose welcome message has not been sent yet learns about the change from that message.
    const notified = channels.filter((channel) => !waitsForWelcome(existing, channel));
    if (!isOver) for (const channel of notified) await coalesceChange(trx, change, before, hours, channel);
  } else if (eventType) {
    await withdrawEventMessages(trx, after.id);
    // A guest who never got a welcome message gets it when the booking is restored, and needs no other message.
    const welcomed = [...plan.add, ...plan.move.map(({ to }) => to)].filter(({ type }) => type === "welcome");
    const notified = channels.filter((channel) => !welcomed.some((welcome) => welcome.channel === channel));
    if (!isOver) await addEventMessage(trx, change, eventType, hours, notified);
  }
  if (before && isChangeByGuest(change)) {
    const overpaidCents = await needs.overpaid(trx, after);
    await needs.notifyHostOfChange(trx, {
      topic: guestActTopic(after.id),
      before: knownStayOf(before),
      after: knownStayOf(after),
      at: change.at,
      hostNotification: (known) => changeNotification(known, after, overpaidCents),
    });
  }
}

function isSameWait(before: Waiting, after: Waiting | null): boolean {
  return before.for === after?.for && before.until.getTime() === after.until.getTime();
}

function becomesCertain({ before, after }: BookingChange): boolean {
  return !UNCERTAIN.includes(after.status) && (!before || UNCERTAIN.includes(before.status));
}

function waitsForWelcome(existing: readonly ExistingMessage[], channel: DeliveryMethod): boolean {
  return existing.some((one) => one.type === "welcome" && one.channel === channel && one.state === "open");
}

/** The guest may still need to know of a change until both the stay as they last knew it and the new stay are over. */
function lastEnd(hours: StayHours, known: Stay, after: Stay): Date {
  return new Date(Math.max(endsAt(known, hours).getTime(), endsAt(after, hours).getTime()));
}

function coalesceChange(
  trx: Trx,
  { after, at }: BookingChange,
  before: StoredBooking,
  hours: StayHours,
  channel: DeliveryMethod,
) {
  return coalesce(trx, {
    topic: `changed/${after.id}/${channel}`,
    before: knownStayOf(before),
    after: knownStayOf(after),
    at,
    message: (known) => ({
      key: `${after.id}/booking_changed/${channel}/${after.version}`,
      bookingId: after.id,
      type: "booking_changed",
      channel,
      usefulUntil: lastEnd(hours, known, after),
    }),
  });
}

async function addEventMessage(
  trx: Trx,
  { before, after, at }: BookingChange,
  type: EventMessageType,
  hours: StayHours,
  channels: DeliveryMethod[],
): Promise<void> {
  await addMessages(
    trx,
    channels.map((channel) => ({
      key: `${after.id}/${type}/${channel}/${after.version}`,
      bookingId: after.id,
      type,
      channel,
      // The guest never had a booking, and is told that the request or offer has ended.
      ...(after.endedAs ? { anchor: after.endedAs } : {}),
      due: at,
      usefulUntil: lastEnd(hours, before ?? after, after),
      at,
    })),
  );
}

/** The type of message that informs the guest of a change, if any. The welcome message covers a first confirmation. */
function eventTypeOf(before: StoredBooking | null, after: StoredBooking): EventMessageType | null {
  if (!before) return null;
  // Guests whose booking expired because it was not paid, even if they paid late, get the payment feature's own email.
  if (before.endedUnpaid !== null || after.endedUnpaid !== null) return null;
  // Guests who have not opened the link that confirms their booking were told that nothing had been booked.
  const isUnknown = before.status === "cancelled" || before.waiting?.for === "guest";
  if (after.status === "cancelled") return isUnknown ? null : "booking_cancelled";
  if (UNCERTAIN.includes(after.status)) return null;
  if (before.status === "cancelled") return "booking_changed";
  return before.status !== "pending" && !isSameStay(before, after) ? "booking_changed" : null;
}

/** Whether the guest would be notified if the host cancelled the booking now. */
export function tellsOfCancellation(booking: StoredBooking, hours: StayHours, now: Date): boolean {
  return eventTypeOf(booking, { ...booking, status: "cancelled" }) !== null && now < endsAt(booking, hours);
}

/**
 * Plans the emails of a booking that has none, or whose emails were withdrawn while the guest had no email address. The
 * guest gets no welcome message, because the booking was made some time ago and the guest was informed by other means.
 */
export async function planExisting(trx: Trx, booking: StoredBooking, now: Date, late: Late = "send"): Promise<void> {
  if (!booking.guest.email) return;
  const existing = (await existingMessagesOf(trx, booking.id, now)).filter(({ channel }) => channel === "email");
  const facts = { hours: await readHours(trx), customs: await activeTimings(trx), now, late };
  await rescheduleStay(trx, { ...booking, channels: ["email"], existing }, facts);
}

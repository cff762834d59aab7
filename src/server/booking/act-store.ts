import { type KeptBooking, PROPERTY_ID } from "#domain/booking/booking.ts";
import { holdsNights } from "#domain/booking/status.ts";
import { claimNights, freeNights } from "../database/calendar.ts";
import { type Engine, lockCalendar } from "../database/dialect.ts";
import type { Trx } from "../database/transaction.ts";
import { randomId } from "../runtime/ids.ts";
import { announce } from "./announce.ts";
import type { ActOrder, ActResult, Announced, Step } from "./ports.ts";
import { bookingById, paymentsOf } from "./stored-booking.ts";

/**
 * Carries out one act: new nights are claimed first, then the row changes, then old nights are freed, so that the
 * triggers see a booking that owns its nights at every step.
 */
export async function actOn(engine: Engine, trx: Trx, order: ActOrder, announced: Announced): Promise<ActResult> {
  await lockCalendar(engine, trx, PROPERTY_ID);
  const before = await bookingById(trx, order.id);
  if (!before) return { ok: false, reason: "unknown" };
  if (order.version !== null && before.version !== order.version) return { ok: false, reason: "stale" };
  const step = order.decide(before, await paymentsOf(trx, order.id));
  if (!step.ok) return step;

  const hostConfirmedAt = before.hostConfirmedAt ?? (confirmsGuest(order, step) ? order.at : null);
  const changed: KeptBooking = { ...before, ...step.next, hostConfirmedAt, version: before.version + 1 };
  // Only a pending booking waits for somebody.
  const after = changed.status === "pending" ? changed : { ...changed, waiting: null };
  const owner = { booking_id: before.id };
  if (holdsNights(after.status)) {
    const taken = await claimNights(trx, after.propertyId, after, owner);
    if (taken.length > 0) return { ok: false, reason: "nights-taken", nights: taken };
  }
  await writeRow(trx, after, order.notByHost === true);
  await freeNights(trx, owner, holdsNights(after.status) ? after : null);
  await writePayments(trx, before.id, step);
  await trx
    .insertInto("booking_event")
    .values({
      id: randomId(),
      booking_id: before.id,
      at: order.at.toISOString(),
      actor: order.actor,
      event: step.event,
      booking_version: after.version,
    })
    .execute();
  const payment = step.addPayment ?? step.removePayment;
  await announce(trx, announced, {
    act: step.act,
    actor: order.actor,
    ...(order.notByHost ? { notByHost: true } : {}),
    at: order.at,
    before,
    after,
    ...(payment ? { payment } : {}),
  });
  return { ok: true, booking: after };
}

/** The host's private notes and a payment taken back say nothing in the guest's favour. */
function confirmsGuest({ notByHost }: ActOrder, { act }: Step): boolean {
  return !notByHost && act !== "booking.notes" && act !== "booking.payment.remove";
}

async function writeRow(trx: Trx, after: KeptBooking, unproven: boolean): Promise<void> {
  await trx
    .updateTable("booking")
    .set({
      status: after.status,
      check_in: after.checkIn,
      check_out: after.checkOut,
      guest_count: after.guestCount,
      total_cents: after.totalCents,
      price_lines: JSON.stringify(after.priceLines),
      policy: JSON.stringify(after.policy),
      // The host has looked at it: it is no unproven stay any more.
      ...(unproven ? {} : { network_mark: null, email_mark: null, phone_mark: null }),
      ...(after.waiting ? {} : { waits_for: null, waits_until: null, asked_status: null }),
      host_notes: after.hostNotes,
      host_confirmed_at: after.hostConfirmedAt?.toISOString() ?? null,
      cancellation_fee_cents: after.cancellationFeeCents,
      version: after.version,
    })
    .where("id", "=", after.id)
    .execute();
}

async function writePayments(trx: Trx, bookingId: string, { addPayment, removePayment }: Step): Promise<void> {
  if (addPayment) {
    await trx
      .insertInto("payment")
      .values({
        id: addPayment.id,
        booking_id: bookingId,
        kind: addPayment.kind,
        amount_cents: addPayment.amountCents,
        method: addPayment.method,
        paid_on: addPayment.paidOn,
        recorded_at: addPayment.recordedAt.toISOString(),
        recorded_by: addPayment.recordedBy,
      })
      .execute();
  }
  if (removePayment) await trx.deleteFrom("payment").where("id", "=", removePayment.id).execute();
}

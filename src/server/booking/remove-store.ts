import { PROPERTY_ID, type StoredBooking } from "#domain/booking/booking.ts";
import { paymentsOf } from "../core/ledger-queries.ts";
import { lockCalendar } from "../database/dialect.ts";
import type { Trx } from "../database/transaction.ts";
import { type ActNeeds, actOn } from "./act-store.ts";
import { type ActResult, type CheckoutOpen, type EraseStay, refuse, type Refusal, type RemoveOrder } from "./ports.ts";
import { bookingById } from "./booking-queries.ts";

/**
 * Deletes a test booking. The booking is cancelled first, so that its nights are freed, conflicts end and the audit log
 * records the action. Then the guest's data is erased, including in the audit log and in notifications to the host, and
 * everything that concerns only this booking is deleted, including the messages that the cancellation has just planned.
 */
export async function removeBooking(
  needs: ActNeeds & { eraseStay?: EraseStay | undefined },
  trx: Trx,
  { id, version, reference, actor, at }: RemoveOrder,
): Promise<Exclude<ActResult, { ok: true }> | CheckoutOpen | { ok: true }> {
  await lockCalendar(needs.engine, trx, PROPERTY_ID);
  const booking = await bookingById(trx, id);
  if (!booking) return { ok: false, reason: "unknown" };
  if (booking.version !== version) return { ok: false, reason: "stale" };
  const refused = await refuseRemoval(trx, booking, reference);
  if (refused) return refused;
  if (booking.status !== "cancelled") {
    const cancelled = await actOn(needs, trx, {
      id,
      version,
      actor,
      at,
      decide: () => ({
        ok: true,
        act: "booking.status",
        event: "Cancelled to be removed",
        next: { status: "cancelled", cancellationFeeCents: 0 },
      }),
    });
    if (!cancelled.ok) return cancelled.reason === "calendars-unchecked" ? { ok: false, reason: "stale" } : cancelled;
  }
  await needs.eraseStay?.(trx, { id, reference }, at);
  await deleteAll(trx, booking);
  const { checkIn, checkOut, totalCents, status, currency } = booking;
  const before = { status, checkIn, checkOut, totalCents };
  await needs.announced.record?.(
    { actor, act: "Removed a test booking", subject: `Booking ${reference}`, before, currency },
    trx,
  );
  return { ok: true };
}

const ABOUT_ONE_BOOKING = [
  "promo_code_use",
  "rating",
  "scheduled_message",
  "conversation_message",
  "conversation",
  "booking_access",
  "booking_event",
] as const;
const TOOK_PLACE = ["checked-in", "checked-out", "completed"];

async function refuseRemoval(trx: Trx, booking: StoredBooking, reference: string): Promise<Refusal | null> {
  if (reference !== booking.reference) return refuse(`Type the reference ${booking.reference}`, 400, "reference");
  if (TOOK_PLACE.includes(booking.status)) return refuse("A stay that has taken place can't be removed.");
  if ((await paymentsOf(trx, booking.id)).length > 0)
    return refuse("A payment or refund is recorded for this booking, so it can't be removed.");
  // A payment that was recorded by mistake can be removed, but not its receipt, because receipt numbers must have no
  // gaps.
  const receipt = await trx
    .selectFrom("receipt")
    .select("number")
    .where("booking_id", "=", booking.id)
    .executeTakeFirst();
  if (receipt) return refuse("This booking has a receipt, which must be kept, so it can't be removed.");
  const platform = await trx
    .selectFrom("channel_stay")
    .select("id")
    .where("booking_id", "=", booking.id)
    .executeTakeFirst();
  return platform
    ? refuse(
        "A platform's stay is linked to this booking. Open that stay and choose “No booking here” under “Same stay as” first.",
      )
    : null;
}

async function deleteAll(trx: Trx, { id, guestId }: StoredBooking): Promise<void> {
  await trx.deleteFrom("occupied_night").where("booking_id", "=", id).execute();
  for (const table of ["payment_request", "payment_alarm", "checkout", ...ABOUT_ONE_BOOKING] as const) {
    await trx.deleteFrom(table).where("booking_id", "=", id).execute();
  }
  // Otherwise the deleted booking would look like a lost record, and our calendar would be withheld from the platforms.
  const records = [`booking:${id}`, `change:${id}:0`, `change:${id}:1`];
  await trx.deleteFrom("feed_item").where("record", "in", records).execute();
  await trx.deleteFrom("booking").where("id", "=", id).execute();
  const other = await trx.selectFrom("booking").select("id").where("guest_id", "=", guestId).executeTakeFirst();
  if (!other) await trx.deleteFrom("guest").where("id", "=", guestId).execute();
}

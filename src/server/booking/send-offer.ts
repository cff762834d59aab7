import { dayAt, momentText } from "#domain/calendar/time-zone.ts";
import { waitsInTime } from "#domain/booking/arrival-day.ts";
import { mayBeOffered } from "#domain/booking/booking.ts";
import { exactMoneyText } from "#domain/money/currency.ts";
import type { Clock } from "../runtime/clock.ts";
import { planOf } from "./create-booking.ts";
import { type ActResult, type BookingStore, type HostOrder, type PlanPayments, refuse } from "./ports.ts";

const HOUR_MS = 3_600_000;

type Needs = {
  bookings: BookingStore;
  clock: Clock;
  /** Null if nothing is paid online. */
  planPayments: PlanPayments | null;
};
/**
 * Offers a pending booking to its guest at its current price. Its nights are already held, and the guest accepts
 * through the link in the email. The payment plan is made for this price under today's settings.
 */
export async function sendOffer(
  { bookings, clock, planPayments }: Needs,
  { hours, ...order }: HostOrder & { hours: number },
): Promise<ActResult> {
  const at = clock();
  const seen = await bookings.find(order.id);
  if (!seen) return { ok: false, reason: "unknown" };
  const plan = await planOf(planPayments, seen, dayAt(at, seen.policy.timeZone));
  return bookings.act({
    ...order,
    at,
    decide: (booking) => {
      const { status, waiting, guest, policy, totalCents, currency } = booking;
      if (!mayBeOffered({ status, waiting })) return refuse("Only a pending booking can be sent as an offer.");
      if (guest.email === "") return refuse("The guest has no email address. Add one, then send the offer.");
      const until = new Date(at.getTime() + hours * HOUR_MS);
      const offer = waitsInTime({ for: "offer", until, requestedStatus: "confirmed" }, booking, at);
      const price = exactMoneyText(totalCents, currency);
      const isWarned = Boolean(order.confirmedWarnings?.length);
      const despite = isWarned ? "; the host has checked the platforms" : "";
      return {
        ok: true,
        act: "booking.offer",
        event: `Offered to the guest for ${price}, until ${momentText(offer.until, policy.timeZone)}${despite}`,
        next: {
          waiting: offer,
          plan,
          offeredDespiteAt: isWarned ? at : null,
        },
      };
    },
  });
}

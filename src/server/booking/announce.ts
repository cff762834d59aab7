import type { StoredBooking } from "#domain/booking/booking.ts";
import { lineLabel } from "#domain/pricing/line-text.ts";
import type { QuoteLine } from "#domain/pricing/quote.ts";
import type { Trx } from "../database/transaction.ts";
import type { BookingAct, BookingChange } from "../core/booking-changes.ts";
import type { Announced } from "./ports.ts";

/** Records an action of the host in the audit log, and calls the listeners, inside the change's transaction. */
export async function announce(trx: Trx, { record, listeners }: Announced, change: BookingChange): Promise<void> {
  const { actor, act, after } = change;
  if (!change.notByHost)
    await record?.(
      {
        actor,
        act: IN_WORDS[act],
        subject: `Booking ${after.reference}`,
        ...difference(change),
        currency: after.currency,
        // The host's notes and the descriptions of discounts may name the guest.
        aboutGuestOf: after.id,
      },
      trx,
    );
  for (const listener of listeners) await listener.bookingChanged(trx, change);
}

const IN_WORDS = {
  "booking.create": "Added a booking",
  "booking.status": "Changed a booking's status",
  "booking.fee": "Waived a cancellation fee",
  "booking.stay": "Changed a booking's dates or guests",
  "booking.change-request": "Answered a request to change the dates",
  "booking.price": "Changed a booking's price",
  "booking.offer": "Sent an offer",
  "booking.notes": "Changed a booking's notes",
  "booking.language": "Changed the guest's language for a booking",
  "booking.payment.add": "Recorded a payment",
  "booking.payment.remove": "Removed a payment",
} satisfies Record<BookingAct, string>;

/**
 * Returns the facts that the action changed, or all facts of a new booking. They do not include the guest's name and
 * contact details, so those are not copied into the log.
 */
function difference({ act, before, after, payment }: BookingChange) {
  if (!before) return { after: Object.fromEntries(factsOf(after)) };
  const [old, now] = [factsOf(before), factsOf(after)];
  const changed = now.filter(([key, value], index) => JSON.stringify([key, value]) !== JSON.stringify(old[index]));
  const names = new Set(changed.map(([name]) => name));
  const pick = (facts: Facts) => Object.fromEntries(facts.filter(([name]) => names.has(name)));
  return {
    before: { ...pick(old), ...(payment && act === "booking.payment.remove" ? { payment } : {}) },
    after: { ...pick(now), ...(payment && act === "booking.payment.add" ? { payment } : {}) },
  };
}

type Facts = (readonly [name: string, value: unknown])[];

function factsOf(booking: StoredBooking): Facts {
  return [
    ["status", booking.status],
    ["checkIn", booking.checkIn],
    ["checkOut", booking.checkOut],
    ["guestCount", booking.guestCount],
    ["totalCents", booking.totalCents],
    ["priceLines", booking.priceLines.map((line) => lineInWords(line, booking.sold.terms.currency))],
    ["policy", booking.policy],
    ["hostNotes", booking.hostNotes],
    ["language", booking.language],
    ["cancellationFeeCents", booking.cancellationFeeCents],
    ["version", booking.version],
  ];
}

function lineInWords(line: QuoteLine, currency: string) {
  const { quantity, unitCents, amountCents } = line;
  return { label: lineLabel(line, currency), quantity, unitCents, amountCents };
}

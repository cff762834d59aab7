import { PROPERTY_ID } from "#domain/booking/booking.ts";
import { refuseHostStay } from "#domain/booking/refuse-host-stay.ts";
import type { MANUAL_BOOKING_STATUSES } from "#domain/booking/status.ts";
import { nightCount, type Stay } from "#domain/booking/stay.ts";
import { dayAt } from "#domain/calendar/time-zone.ts";
import type { Language } from "#domain/language/language.ts";
import { amountFromText, amountString, typedExamples } from "#domain/money/currency.ts";
import { MAX_CENTS } from "#domain/money/money.ts";
import { withAdjustments } from "#domain/pricing/adjustments.ts";
import type { SoldPrice } from "#domain/pricing/change-quote.ts";
import { policyOf } from "#domain/pricing/sold-price.ts";
import { textsIn } from "#texts/server-texts.ts";
import type { IdempotentRequest } from "../database/transaction.ts";
import { randomId, randomReference } from "../runtime/ids.ts";
import { type BookingNeeds, type CreateManualBookingResult, type BookingTerms, refuse, type Refusal } from "./ports.ts";
import { priceToday, TOO_EXPENSIVE } from "./price-for-host.ts";

type Input = {
  guest: { name: string; email: string; phone: string };
  stay: Stay;
  guestCount: number;
  status: (typeof MANUAL_BOOKING_STATUSES)[number];
  specialRequests: string | null;
  language: Language;
  /** The total as the host typed it; if it is missing, today's price applies. */
  agreedTotal?: string;
  /** Today's price as shown to the host. Not checked if it is missing or if the host typed a total. */
  expectedTotal?: string | undefined;
  actor: string;
  confirmedWarnings?: readonly string[] | undefined;
};

/**
 * Records a booking that the host enters, for example one made by phone: a direct booking, at today's price or the
 * agreed price.
 */
export async function createManualBooking(
  { bookings, clock, bookingTerms }: BookingNeeds & { bookingTerms: () => Promise<BookingTerms> },
  input: Input,
  submit: IdempotentRequest | null,
): Promise<Exclude<CreateManualBookingResult, { reason: "price-changed" }> | Refusal> {
  const now = clock();
  const terms = await bookingTerms();
  const refused = refuseHostStay(input.stay, dayAt(now, terms.timeZone));
  if (refused) return refuse(refused, 400, "checkOutDate");

  const today = dayAt(now, terms.timeZone);
  const usual = priceToday(terms, { stay: input.stay, guests: input.guestCount }, today);
  const typed = input.agreedTotal?.trim();
  const price = typed ? atAgreedTotal(usual, typed, input) : usual;
  if (!price) return refuse(`Enter an amount, like ${typedExamples(terms.prices.currency)}`, 400, "agreedTotal");
  if (price.totalCents > MAX_CENTS) return refuse(TOO_EXPENSIVE, 400, typed ? "agreedTotal" : "checkOutDate");
  const { totalCents: cents, sold } = price;
  const { currency } = sold.terms;
  const { expectedTotal = amountString(cents, currency) } = input;
  const guestId = randomId();
  const result = await bookings.addManualBooking(
    {
      id: randomId(),
      reference: randomReference(),
      propertyId: PROPERTY_ID,
      guestId,
      ...input.stay,
      guestCount: input.guestCount,
      status: input.status,
      source: "direct",
      specialRequests: input.specialRequests,
      language: input.language,
      ...price,
      policy: policyOf(terms.prices.cancellation, terms),
      createdAt: now,
      guest: { id: guestId, ...input.guest },
      enteredBy: input.actor,
      agreed: Boolean(typed) || expectedTotal === amountString(cents, currency),
    },
    submit,
    input.confirmedWarnings,
  );
  if (result.ok || result.reason !== "price-changed") return result;
  return refuse({ kind: "costs-now", cents, currency });
}

/**
 * The same price with an added line that brings it to the agreed total, if they differ; null if the host did not type a
 * valid amount.
 */
function atAgreedTotal(price: SoldPrice, typed: string, { stay, guestCount, language }: Input): SoldPrice | null {
  const { currency } = price.sold.terms;
  const cents = amountFromText(typed, currency);
  if (cents === null) return null;
  const amountCents = cents - price.totalCents;
  if (amountCents === 0) return price;
  const agreed = {
    kind: "agreed",
    nights: nightCount(stay),
    quantity: 1,
    unitCents: cents,
    amountCents: cents,
  } as const;
  const { priceLines, formats } = textsIn(language);
  // The label includes the total, because the line's own amount is only the difference.
  const label = `${priceLines.text(agreed, currency)} (${formats.money(cents, currency)})`;
  return withAdjustments({ ...price, ...stay, guestCount }, [{ label, amountCents, agreedTotal: true }]);
}

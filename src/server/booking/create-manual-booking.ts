import { PROPERTY_ID } from "#domain/booking/booking.ts";
import { refuseHostStay } from "#domain/booking/host-stay.ts";
import type { MANUAL_BOOKING_STATUSES } from "#domain/booking/status.ts";
import type { Stay } from "#domain/booking/stay.ts";
import { dayAt } from "#domain/calendar/time-zone.ts";
import type { Language } from "#domain/language/language.ts";
import { policyOf } from "#domain/pricing/sold-price.ts";
import type { IdempotentRequest } from "../database/transaction.ts";
import type { Clock } from "../runtime/clock.ts";
import { randomId, randomReference } from "../runtime/ids.ts";
import type { BookingStore, CreateManualBookingResult, HouseTerms, Refusal } from "./ports.ts";
import { priceToday } from "./price-for-host.ts";

type Needs = { bookings: BookingStore; clock: Clock; houseTerms: () => Promise<HouseTerms> };
type Input = {
  guest: { name: string; email: string; phone: string };
  stay: Stay;
  guestCount: number;
  status: (typeof MANUAL_BOOKING_STATUSES)[number];
  specialRequests: string | null;
  /** In which the guest is written to. */
  language: Language;
  actor: string;
  /** The host was warned that a platform cannot be read. */
  warned?: boolean;
};

/** Writes down a booking that the host took by telephone: a direct one, at today's price and policy. */
export async function createManualBooking(
  { bookings, clock, houseTerms }: Needs,
  input: Input,
  submit: IdempotentRequest | null,
): Promise<CreateManualBookingResult | Refusal> {
  const now = clock();
  const terms = await houseTerms();
  const refused = refuseHostStay(input.stay, dayAt(now, terms.timeZone));
  if (refused) return { ok: false, reason: "refused", status: 400, message: refused, field: "checkOutDate" };

  const today = dayAt(now, terms.timeZone);
  const price = priceToday(terms, { stay: input.stay, guests: input.guestCount }, today);
  const guestId = randomId();
  return bookings.enterIfFree(
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
    },
    submit,
    input.warned ?? false,
  );
}

import { PROPERTY_ID } from "#domain/booking/booking.ts";
import { quote } from "#domain/booking/price.ts";
import { refuseStay, type StayRefusal } from "#domain/booking/refuse-stay.ts";
import type { BookingStatus } from "#domain/booking/status.ts";
import type { Stay } from "#domain/booking/stay.ts";
import type { StayRules } from "#domain/booking/stay-rules.ts";
import { dayAt } from "#domain/calendar/time-zone.ts";
import { PROVISIONAL_GUEST_MS } from "#domain/guests/guest.ts";
import type { Clock } from "../runtime/clock.ts";
import { randomId, randomReference } from "../runtime/ids.ts";
import type { AddBookingResult, BookingStore, HouseTerms, Registrant, Submit } from "./ports.ts";

export type CreateBookingNeeds = {
  bookings: BookingStore;
  clock: Clock;
  houseTerms: () => Promise<HouseTerms>;
  rules: () => Promise<StayRules>;
};

export type CreateBookingInput = {
  guestId: string;
  stay: Stay;
  guestCount: number;
  status: Extract<BookingStatus, "upcoming" | "confirmed">;
  specialRequests: string | null;
};

export type CreateBookingResult = AddBookingResult | ({ ok: false; reason: "stay-refused" } & StayRefusal);

/** Sells the cottage for a stay, or says why not. Price, policy, reference and id are made here, whatever the caller sent. */
export async function createBooking(
  { bookings, clock, houseTerms, rules }: CreateBookingNeeds,
  input: CreateBookingInput,
  caller: Registrant & { accessHash: string },
  submit: Submit | null,
): Promise<CreateBookingResult> {
  const now = clock();
  const [terms, rule] = await Promise.all([houseTerms(), rules()]);
  const refused = refuseStay(input.stay, dayAt(now, terms.timeZone), rule);
  if (refused) return { ok: false, reason: "stay-refused", ...refused };

  const { lines, totalCents } = quote(input.stay, terms.rateCents);
  return bookings.addIfFree(
    {
      id: randomId(),
      reference: randomReference(),
      propertyId: PROPERTY_ID,
      guestId: input.guestId,
      ...input.stay,
      guestCount: input.guestCount,
      status: input.status,
      source: "direct",
      specialRequests: input.specialRequests,
      totalCents,
      priceLines: lines,
      policy: terms.policy,
      createdAt: now,
      registrant: caller,
      registeredAfter: new Date(now.getTime() - PROVISIONAL_GUEST_MS),
      accessHash: caller.accessHash,
    },
    submit,
  );
}

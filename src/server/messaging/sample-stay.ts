import { PROPERTY_ID, type StoredBooking } from "#domain/booking/booking.ts";
import { balanceOf } from "#domain/booking/payment.ts";
import { addDays } from "#domain/calendar/local-date.ts";
import { dayAt } from "#domain/calendar/time-zone.ts";
import type { PriceDocument } from "#domain/pricing/price-document.ts";
import { priceStay } from "#domain/pricing/quote.ts";
import { policyOf, sell } from "#domain/pricing/sold-price.ts";
import type { Language } from "#domain/language/language.ts";
import type { FieldValues } from "#domain/messaging/template.ts";
import { fieldValues } from "./compose.ts";
import type { PropertyInfo } from "./property-queries.ts";

const NIGHTS = 3;
const GUESTS = 2;

type SampleHouse = { property: PropertyInfo; prices: PriceDocument; linkBase: string | null };

/** The field values for previews, for a sample guest who arrives tomorrow and pays the current prices. */
export function sampleValues({ property, prices, linkBase }: SampleHouse, now: Date, language: Language): FieldValues {
  const today = dayAt(now, property.timeZone);
  const checkIn = addDays(today, 1);
  const stay = { checkIn, checkOut: addDays(checkIn, NIGHTS) };
  const quote = priceStay(prices, stay, GUESTS, { today });
  const booking: StoredBooking = {
    id: "sample",
    reference: "LK-SAMPLE",
    propertyId: PROPERTY_ID,
    guestId: "sample",
    ...stay,
    guestCount: GUESTS,
    status: "confirmed",
    source: "direct",
    specialRequests: null,
    currency: prices.currency,
    ...sell(prices, quote, { stay, guests: GUESTS, code: null, today }),
    policy: policyOf(quote.cancellation, { checkInTime: property.checkInFrom, timeZone: property.timeZone }),
    createdAt: now,
    language,
    guest: { id: "sample", name: "Ann Perera", email: "ann@example.com", phone: "" },
    version: 1,
    hostNotes: "",
    emailProvenAt: now,
    hostConfirmedAt: null,
    cancellationFeeCents: null,
    waiting: null,
    plan: null,
    endedUnpaid: null,
    endedAs: null,
    changeRequest: null,
    offeredDespiteAt: null,
  };
  const links = {
    booking: linkBase && `${linkBase}/booking/link/…`,
    rating: linkBase && `${linkBase}/rate/…`,
  };
  return fieldValues({ ...booking, balance: balanceOf(booking, []) }, property, links, now);
}

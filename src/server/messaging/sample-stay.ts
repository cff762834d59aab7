import { PROPERTY_ID, type KeptBooking } from "#domain/booking/booking.ts";
import { HOUSE_CANCELLATION } from "#domain/booking/cancellation.ts";
import { addDays } from "#domain/calendar/local-date.ts";
import { dayAt } from "#domain/calendar/time-zone.ts";
import type { FieldValues } from "#domain/messaging/template.ts";
import { fieldValues } from "./compose.ts";
import type { House } from "./ports.ts";

const NIGHTS = 3;
const NIGHT_CENTS = 15_000;

/** What the fields say for an invented guest who comes tomorrow, for the preview of a text. */
export function sampleValues(house: House, linkBase: string | null, now: Date): FieldValues {
  const checkIn = addDays(dayAt(now, house.timeZone), 1);
  const booking: KeptBooking = {
    id: "sample",
    reference: "LK-SAMPLE",
    propertyId: PROPERTY_ID,
    guestId: "sample",
    checkIn,
    checkOut: addDays(checkIn, NIGHTS),
    guestCount: 2,
    status: "confirmed",
    source: "direct",
    specialRequests: null,
    totalCents: NIGHTS * NIGHT_CENTS,
    oneNightCents: NIGHT_CENTS,
    priceLines: [],
    policy: { ...HOUSE_CANCELLATION, checkInTime: house.checkInFrom, timeZone: house.timeZone },
    createdAt: now,
    guest: { id: "sample", name: "Ann Perera", email: "ann@example.com", phone: "" },
    version: 1,
    hostNotes: "",
    emailProvenAt: now,
    hostConfirmedAt: null,
    cancellationFeeCents: null,
    waiting: null,
    changeRequest: null,
  };
  const links = {
    booking: linkBase && `${linkBase}/booking/link/…`,
    rating: linkBase && `${linkBase}/rate/…`,
  };
  return fieldValues(booking, house, links, now);
}

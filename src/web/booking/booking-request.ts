import type { BookingFormValues } from "./form-values.ts";
import { PROPERTY_ID } from "#domain/booking/booking.ts";
import type { PUBLIC_STATUSES } from "#domain/booking/status.ts";
import type { BookingRequest } from "../api/booking.ts";

/** SPEC 4: `upcoming` for the main booking page, and `confirmed` for the direct form. */
export type PublicStatus = (typeof PUBLIC_STATUSES)[number];

/** Only the direct form allows an empty phone number. */
export function bookingRequest(values: BookingFormValues, status: PublicStatus): BookingRequest {
  const { name, email, phone, whatsapp, specialRequests, checkInDate, checkOutDate, guestCount, code } = values;
  const phoneGiven = status === "upcoming" || phone.trim() !== "";
  return {
    guest: { name, email, phone: phoneGiven ? phone : null, ...(whatsapp === "yes" ? { whatsapp: true } : {}) },
    stay: {
      propertyId: PROPERTY_ID,
      checkInDate,
      checkOutDate,
      guestCount: Number(guestCount),
      bookingOption: "entire_cottage",
      specialRequests,
      status,
      ...(code.trim() ? { code: code.trim() } : {}),
    },
  };
}

import type { BookingFormValues } from "#contract/booking.ts";
import type { Stay } from "#domain/booking/stay.ts";
import { isLocalDate } from "#domain/calendar/local-date.ts";

/** The stay that a form's dates make, null while they make none. */
export function requestedStay(values: Pick<BookingFormValues, "checkInDate" | "checkOutDate">): Stay | null {
  const { checkInDate: checkIn, checkOutDate: checkOut } = values;
  if (!isLocalDate(checkIn) || !isLocalDate(checkOut) || checkOut <= checkIn) return null;
  return { checkIn, checkOut };
}

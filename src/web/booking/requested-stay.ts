import type { BookingFormValues } from "./form-values.ts";
import type { Stay } from "#domain/booking/stay.ts";
import { isLocalDate } from "#domain/calendar/local-date.ts";
import type { ChosenDays } from "#domain/pricing/day-choices.ts";

type FormDates = Pick<BookingFormValues, "checkInDate" | "checkOutDate">;

/** Null if the dates are not a valid stay. */
export function requestedStay(values: FormDates): Stay | null {
  const { checkInDate: checkIn, checkOutDate: checkOut } = values;
  if (!isLocalDate(checkIn) || !isLocalDate(checkOut) || checkOut <= checkIn) return null;
  return { checkIn, checkOut };
}

/** Invalid dates, and a departure that is not after the arrival, count as not yet chosen. */
export function chosenDays({ checkInDate, checkOutDate }: FormDates): ChosenDays {
  const checkIn = isLocalDate(checkInDate) ? checkInDate : null;
  const checkOut = checkIn && isLocalDate(checkOutDate) && checkOutDate > checkIn ? checkOutDate : null;
  return { checkIn, checkOut };
}

/** A date that is not chosen is an empty field. */
export function dateFields({ checkIn, checkOut }: ChosenDays): FormDates {
  return { checkInDate: checkIn ?? "", checkOutDate: checkOut ?? "" };
}

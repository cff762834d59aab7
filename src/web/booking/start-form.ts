import type { BookingFormValues } from "./form-values.ts";
import { isLocalDate } from "#domain/calendar/local-date.ts";
import { isMonth } from "#domain/calendar/month.ts";
import { chooseDay } from "#domain/pricing/day-choices.ts";
import type { SellingCalendar } from "#domain/pricing/selling-calendar.ts";
import type { FormReturn } from "../lib/page-state.ts";
import { readBookingAddress } from "./booking-address.ts";
import { chosenDays } from "./requested-stay.ts";
import type { CalendarRequest } from "./stay-calendar.tsx";

type Start = { values: BookingFormValues; hints: string[]; calendar: CalendarRequest };

/** The initial values of a booking form. They come from the URL or from what a browser without JavaScript has sent. */
export function startForm(search: string, returned: FormReturn | null, selling: SellingCalendar): Start {
  const asked = readBookingAddress(search, selling);
  const values: BookingFormValues = {
    name: "",
    email: "",
    phone: "",
    whatsapp: "",
    checkInDate: asked.stay.checkIn ?? "",
    checkOutDate: asked.stay.checkOut ?? "",
    guestCount: String(asked.guestCount),
    code: "",
    bookingOption: "entire_cottage",
    specialRequests: "",
    ...returned?.values,
  };
  const { hints } = asked;
  if (!returned?.calendar) return { values, hints, calendar: { month: returned ? null : asked.month, day: null } };
  const { month, day } = returned.calendar;
  const shown = isMonth(month) ? month : null;
  if (!isLocalDate(day)) return { values, hints, calendar: { month: shown, day: null } };
  const result = chooseDay(selling, chosenDays(values), day);
  if (!result.ok) return { values, hints, calendar: { month: shown, day } };
  const { checkIn, checkOut } = result.chosen;
  const dates = { checkInDate: checkIn ?? "", checkOutDate: checkOut ?? "" };
  return { values: { ...values, ...dates }, hints, calendar: { month: shown, day: null } };
}

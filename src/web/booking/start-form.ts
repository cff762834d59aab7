import type { BookingFormValues } from "./form-values.ts";
import { isLocalDate } from "#domain/calendar/local-date.ts";
import { isMonth } from "#domain/calendar/month.ts";
import { chooseDay } from "#domain/pricing/day-choices.ts";
import type { SellingCalendar } from "#domain/pricing/selling-calendar.ts";
import type { FormReturn } from "../lib/page-state.ts";
import { readBookingAddress } from "./booking-address.ts";
import { chosenDays, dateFields } from "./requested-stay.ts";
import type { CalendarRequest } from "./stay-calendar.tsx";

type Start = { values: BookingFormValues; hints: string[]; calendar: CalendarRequest };

/** From the URL, or from what a browser without JavaScript has sent. */
export function startForm(search: string, returned: FormReturn | null, selling: SellingCalendar): Start {
  const { stay, guestCount, month, hints } = readBookingAddress(search, selling);
  const values: BookingFormValues = {
    name: "",
    email: "",
    phone: "",
    whatsapp: "",
    ...dateFields(stay),
    guestCount: String(guestCount),
    code: "",
    bookingOption: "entire_cottage",
    specialRequests: "",
    ...returned?.values,
  };
  const pressed = returned?.calendar;
  const day = isLocalDate(pressed?.day) ? pressed.day : null;
  const result = day && chooseDay(selling, chosenDays(values), day);
  return {
    values: result?.ok ? { ...values, ...dateFields(result.chosen) } : values,
    hints,
    calendar: {
      month: returned ? (isMonth(pressed?.month) ? pressed.month : null) : month,
      day: result?.ok ? null : day,
    },
  };
}

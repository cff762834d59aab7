import { addDays, type LocalDate } from "../calendar/local-date.ts";
import { BOOKING_WINDOW_DAYS, MAX_NIGHTS_FOR_HOST } from "./limits.ts";
import { nightCount, type Stay } from "./stay.ts";

/** Why a stay or block of the host is refused, or null. The host may enter past and longer stays. */
export function refuseHostStay(stay: Stay, today: LocalDate): string | null {
  if (stay.checkIn >= stay.checkOut) return "The last day must be after the first";
  if (nightCount(stay) > MAX_NIGHTS_FOR_HOST) return `Choose at most ${MAX_NIGHTS_FOR_HOST} nights`;
  if (stay.checkOut > addDays(today, BOOKING_WINDOW_DAYS))
    return "The calendar is open for two years; choose earlier days";
  return null;
}

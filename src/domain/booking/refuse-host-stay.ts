import { addDays, type LocalDate } from "../calendar/local-date.ts";
import { nightCount, type Stay } from "./stay.ts";
import { BOOKING_WINDOW_DAYS, MAX_NIGHTS_FOR_HOST } from "./limits.ts";

/** Leaves room for the preparation nights before a stay, which must be valid dates too. */
const FIRST_DAY_FOR_HOST: LocalDate = "2001-01-01";

/** Why a stay or block that the host enters is refused, or null. The host may enter past stays and longer stays. */
export function refuseHostStay(stay: Stay, today: LocalDate): string | null {
  if (stay.checkIn >= stay.checkOut) return "The end must be after the start";
  if (stay.checkIn < FIRST_DAY_FOR_HOST) return "Choose days from 2001 onward";
  if (nightCount(stay) > MAX_NIGHTS_FOR_HOST) return `Choose at most ${MAX_NIGHTS_FOR_HOST} nights`;
  if (stay.checkOut > addDays(today, BOOKING_WINDOW_DAYS)) return "Choose dates within the next two years";
  return null;
}

import { quoteOwnStay } from "#contract/own-stay.ts";
import { isLocalDate } from "#domain/calendar/local-date.ts";
import { queryOf } from "./client.ts";

export type RequestedChange = { checkInDate: string; checkOutDate: string; guestCount: number };

/** What other stay the address of the booking's page asks for; null where it asks for none. */
export function requestedChange(search: string): RequestedChange | null {
  const asked = new URLSearchParams(search);
  // A browser without script is still choosing in the calendar.
  if (asked.has("pick")) return null;
  const [checkInDate, checkOutDate] = [asked.get("in"), asked.get("out")];
  const guestCount = Number(asked.get("guests"));
  if (!isLocalDate(checkInDate) || !isLocalDate(checkOutDate) || !Number.isInteger(guestCount)) return null;
  return { checkInDate, checkOutDate, guestCount };
}

export function ownQuoteQuery(bookingId: string, { guestCount, ...dates }: RequestedChange) {
  // The price is looked at for a moment only, and confirmed by the server when it counts.
  return queryOf(quoteOwnStay, { params: { bookingId }, query: { ...dates, guestCount: String(guestCount) } });
}

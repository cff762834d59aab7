import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Link } from "wouter";
import type { Confirmation } from "#contract/booking.ts";
import { withoutOwnNights } from "#domain/booking/preparation.ts";
import type { Stay } from "#domain/booking/stay.ts";
import { isLocalDate, type LocalDate, toLocalDate } from "#domain/calendar/local-date.ts";
import { isMonth } from "#domain/calendar/month.ts";
import { type ChosenDays, chooseDay } from "#domain/pricing/day-choices.ts";
import { longerOnly } from "#domain/pricing/longer-only.ts";
import { nearestStays } from "#domain/pricing/nearest-stays.ts";
import { guestCalendar, type SellingCalendar } from "#domain/pricing/selling-calendar.ts";
import { availabilityQuery, DEFAULT_AVAILABILITY } from "../api/booking.ts";
import { AS_RENDERED } from "../api/client.ts";
import { publicPricesQuery } from "../api/public-prices.ts";
import { formatDay } from "../lib/format-date.ts";
import { say } from "../lib/say.ts";
import { buttonClass } from "../ui/button.tsx";
import type { CalendarRequest } from "./stay-calendar.tsx";

/** The nights of the booking and of its open request count as free. Undefined until the days are known. */
export function useOwnCalendar(booking: Confirmation, today: LocalDate): SellingCalendar | undefined {
  const { data: prices } = useQuery({ ...publicPricesQuery, ...AS_RENDERED });
  const { data: nights } = useQuery({ ...availabilityQuery(today, DEFAULT_AVAILABILITY), ...AS_RENDERED });
  const { checkInDate, checkOutDate, changeRequest, agreedMinimumNights, freeCancellationOver } = booking;
  return useMemo(() => {
    if (!prices || !nights) return undefined;
    const stay = stayOf({ checkInDate, checkOutDate });
    const own = changeRequest ? [stay, stayOf(changeRequest)] : [stay];
    const taken = own.reduce(
      (others, one) => withoutOwnNights([...others], one, prices.prices.preparationNights),
      new Set(nights.unavailable),
    );
    const calendar = guestCalendar(prices.prices, nights, taken);
    if (freeCancellationOver) return longerOnly(calendar, stay);
    return { ...calendar, agreed: { stay, minimumNights: agreedMinimumNights } };
  }, [prices, nights, checkInDate, checkOutDate, changeRequest, agreedMinimumNights, freeCancellationOver]);
}

function stayOf({ checkInDate, checkOutDate }: Pick<Confirmation, "checkInDate" | "checkOutDate">): Stay {
  return { checkIn: toLocalDate(checkInDate), checkOut: toLocalDate(checkOutDate) };
}

/** From the URL of the booking's page: without JavaScript, each button press leads to another URL. */
export function parseCalendarState(
  search: string,
  selling: SellingCalendar | undefined,
  booked: ChosenDays,
): { chosen: ChosenDays; request: CalendarRequest } {
  const params = new URLSearchParams(search);
  const [checkIn, checkOut, pick] = ["in", "out", "pick"].map((name) => params.get(name));
  // The URL may contain two months: first the month that was shown, then the month of the pressed button.
  const month = params.getAll("month").at(-1) ?? null;
  const named = { checkIn: isLocalDate(checkIn) ? checkIn : null, checkOut: isLocalDate(checkOut) ? checkOut : null };
  const before = params.has("in") ? named : booked;
  const request = { month: isMonth(month) ? month : null, day: null };
  if (!selling || !isLocalDate(pick)) return { chosen: before, request };
  const result = chooseDay(selling, before, pick);
  return result.ok ? { chosen: result.chosen, request } : { chosen: before, request: { ...request, day: pick } };
}

/** Names in the URL, where they appear next to the fields of the surrounding form. */
export const IN_ADDRESS = { dayName: "pick", dayPrefix: "", monthName: "month", monthPrefix: "" };

type NearestProps = { selling: SellingCalendar; requested: Stay; addressOf: (stay: Stay) => string };

/** Each link leads to the URL that shows the price for its dates. */
export function NearestForChange({ selling, requested, addressOf }: NearestProps) {
  const [nearest] = useState(() => nearestStays(selling, requested));
  return (
    <ul className="flex flex-wrap gap-3">
      {nearest.map((stay) => (
        <li key={`${stay.checkIn} ${stay.checkOut}`}>
          <Link href={addressOf(stay)} className={buttonClass("secondary")}>
            {say.stay.span(formatDay(stay.checkIn, "short"), formatDay(stay.checkOut, "short"))}
          </Link>
        </li>
      ))}
    </ul>
  );
}

import type { DashboardStay } from "#contract/analytics.ts";
import type { Span } from "#domain/analytics/days.ts";
import { nightCount } from "#domain/booking/stay.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { ImportedStay } from "./ports.ts";

/** A platform's stay in the same form as bookings on the dashboard and in analytics. */
export function asDashboardStay(stay: ImportedStay, today: LocalDate): DashboardStay {
  const { id, title, code, source, checkIn, checkOut } = stay;
  return {
    id,
    reference: code,
    guestName: stay.guestName ? `${stay.guestName} (${title})` : title,
    guestCount: null,
    status: checkOut <= today ? "completed" : "confirmed",
    waitsFor: null,
    source,
    checkIn,
    checkOut,
    nights: nightCount(stay),
    imported: true,
  };
}

/** Bookings and platforms' stays in one list, ordered by check-in date. */
export function mergeByCheckIn(own: readonly DashboardStay[], imported: readonly DashboardStay[]): DashboardStay[] {
  return [...own, ...imported].sort((a, b) => (a.checkIn === b.checkIn ? 0 : a.checkIn < b.checkIn ? -1 : 1));
}

export function startingIn<S extends { checkIn: string }>(stays: readonly S[], { from, to }: Span): S[] {
  return stays.filter(({ checkIn }) => checkIn >= from && checkIn < to);
}

import {
  amountKey,
  type BookingFilters,
  type BookingSort,
  guestSearch,
  nameKey,
} from "#domain/booking/booking-list.ts";
import type { BookingSource, Ending } from "#domain/booking/booking.ts";
import { type BookingStatus, EXPECTED_STATUSES, LEFT_STATUSES } from "#domain/booking/status.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";

/** The fields used for filtering and sorting; the rows of the list and of the export have more fields. */
export type ListedBooking = {
  id: string;
  reference: string;
  status: BookingStatus;
  endedAs: Ending | null;
  waitsFor: "guest" | "host" | null;
  source: BookingSource;
  checkIn: string;
  checkOut: string;
  /** A numeric string in the booking's currency; null if unknown. */
  totalAmount: string | null;
  guest: { name: string; email: string; phone: string };
};

/**
 * The bookings that match, in the requested order. This is the definition; `listed-queries.ts` returns the same rows
 * from the database, one page at a time. Ties are ordered by check-in, newest first, then by id. `today` separates
 * future stays from past ones.
 */
export function findBookings<B extends ListedBooking>(
  bookings: readonly B[],
  filters: BookingFilters,
  today: LocalDate,
): B[] {
  const matches = guestSearch(filters.search);
  const found = bookings.filter(
    (booking) =>
      hasStatus(booking, filters.status, today) &&
      (filters.source === "all" || booking.source === filters.source) &&
      (filters.from === "" || (filters.dates === "stay" ? booking.checkOut : booking.checkIn) >= filters.from) &&
      (filters.to === "" || booking.checkIn <= filters.to) &&
      matches(booking),
  );
  const order = filters.sort === "upcoming" ? upcomingFirst(today) : ORDERS[filters.sort];
  return found.sort((a, b) => order(a, b) || newestFirst(a.checkIn, b.checkIn) || ascending(a.id, b.id));
}

function hasStatus(
  { status, endedAs, waitsFor, checkIn, checkOut }: ListedBooking,
  wanted: BookingFilters["status"],
  today: LocalDate,
): boolean {
  switch (wanted) {
    case "all":
      return true;
    case "to-answer":
      return waitsFor === "host";
    case "expected":
      return checkIn >= today && EXPECTED_STATUSES.some((one) => one === status);
    case "overstayed":
      return checkOut < today && !LEFT_STATUSES.some((one) => one === status);
    case "not-cancelled":
      return status !== "cancelled";
    case "never-booked":
      return endedAs !== null;
    default:
      return status === wanted && endedAs === null;
  }
}

/** SPEC 2: dates are sorted newest first, amounts highest first, and guests alphabetically. */
const ORDERS: Record<Exclude<BookingSort, "upcoming">, (a: ListedBooking, b: ListedBooking) => number> = {
  checkIn: (a, b) => newestFirst(a.checkIn, b.checkIn),
  checkOut: (a, b) => newestFirst(a.checkOut, b.checkOut),
  guest: (a, b) => ascending(nameKey(a.guest.name), nameKey(b.guest.name)),
  amount: (a, b) => amountKey(b.totalAmount) - amountKey(a.totalAmount),
};

/** Current and future stays first, in order of check-in; then past stays, latest first. */
function upcomingFirst(today: LocalDate) {
  return (a: ListedBooking, b: ListedBooking) => {
    const [aIsOver, bIsOver] = [a.checkOut < today, b.checkOut < today];
    if (aIsOver !== bIsOver) return aIsOver ? 1 : -1;
    return aIsOver ? newestFirst(a.checkIn, b.checkIn) : ascending(a.checkIn, b.checkIn);
  };
}

/** By code point. The databases sort in the same order, because they compare UTF-8 byte by byte. */
function ascending(a: string, b: string): number {
  if (a === b) return 0;
  let same = 0;
  while (same < a.length && a.charCodeAt(same) === b.charCodeAt(same)) same += 1;
  return (a.codePointAt(same) ?? -1) - (b.codePointAt(same) ?? -1);
}

function newestFirst(a: string, b: string): number {
  return ascending(b, a);
}

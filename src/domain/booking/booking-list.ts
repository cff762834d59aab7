import type { LocalDate } from "../calendar/local-date.ts";
import { foldedText, searchWords } from "../text/fold.ts";
import type { BookingSource } from "./booking.ts";
import { BOOKING_STATUSES, type BookingStatus } from "./status.ts";

/** SPEC 2: what the host's list can be sorted by; `upcoming` is our own addition. */
export const BOOKING_SORTS = ["checkIn", "checkOut", "guest", "amount", "upcoming"] as const;
export type BookingSort = (typeof BOOKING_SORTS)[number];

/** What the list can be limited to: `to-answer`, our own addition, means pending bookings that wait for the host. */
export const LISTED_STATUSES = ["to-answer", ...BOOKING_STATUSES] as const;
export type ListedStatus = (typeof LISTED_STATUSES)[number];

export type BookingFilters = {
  /**
   * A phone number, or words from the guest's name, email, phone number or booking reference, all of which must match.
   */
  search: string;
  /**
   * The first and the last day, both inclusive: a stay is shown if any of its days is in this range. Empty means no
   * limit.
   */
  from: LocalDate | "";
  to: LocalDate | "";
  status: ListedStatus | "all";
  source: BookingSource | "all";
  sort: BookingSort;
};

/** SPEC 2: the filters that 'Clear Filters' restores. */
export const NO_FILTERS: BookingFilters = {
  search: "",
  from: "",
  to: "",
  status: "all",
  source: "all",
  sort: "checkIn",
};

/** The fields used for filtering and sorting; the rows of the list and of the export have more fields. */
export type ListedBooking = {
  id: string;
  reference: string;
  status: BookingStatus;
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
      hasStatus(booking, filters.status) &&
      (filters.source === "all" || booking.source === filters.source) &&
      (filters.from === "" || booking.checkOut >= filters.from) &&
      (filters.to === "" || booking.checkIn <= filters.to) &&
      matches(booking),
  );
  const order = filters.sort === "upcoming" ? upcomingFirst(today) : ORDERS[filters.sort];
  return found.sort((a, b) => order(a, b) || newestFirst(a.checkIn, b.checkIn) || ascending(a.id, b.id));
}

function hasStatus({ status, waitsFor }: ListedBooking, wanted: BookingFilters["status"]): boolean {
  return wanted === "all" || (wanted === "to-answer" ? waitsFor === "host" : status === wanted);
}

type Searched = Pick<ListedBooking, "reference" | "guest">;

/** What a search compares: the folded text of a booking, and the digits of its guest's phone number. */
export function searchedText({ reference, guest }: Searched): { text: string; digits: string } {
  return {
    text: foldedText(`${guest.name} ${guest.email} ${reference} ${guest.phone}`),
    digits: phoneDigits(guest.phone) ?? "",
  };
}

/** The meaning of a search text: a phone number, however it is written, or words that must all match. */
export function searchTerms(text: string): { words: string[]; digits: string | null } {
  return { words: searchWords(text), digits: phoneDigits(text) };
}

/** Whether a booking matches the search text. */
export function guestSearch(text: string): (booking: Searched) => boolean {
  const { words, digits } = searchTerms(text);
  return (booking) => {
    const searched = searchedText(booking);
    if (digits && searched.digits.includes(digits)) return true;
    return words.every((word) => searched.text.includes(word));
  };
}

const FEWEST_DIGITS = 4;

/**
 * A phone number's digits without leading zeros, which its international form does not have; null if the text is not a
 * phone number.
 */
function phoneDigits(text: string): string | null {
  if (!/^[\d\s()+./-]+$/.test(text)) return null;
  const digits = text.replace(/\D/g, "").replace(/^0+/, "");
  return digits.length >= FEWEST_DIGITS ? digits : null;
}

/** The sort key for guests: ignores case and accents. */
export const nameKey = (name: string): string => foldedText(name);

/** The sort key for amounts: the number as shown, whatever the currency; an unknown amount counts as zero. */
export const amountKey = (totalAmount: string | null): number => Number(totalAmount);

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

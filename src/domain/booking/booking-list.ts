import type { LocalDate } from "../calendar/local-date.ts";
import { foldedText, searchWords } from "../text/fold.ts";
import type { BookingSource } from "./booking.ts";
import { BOOKING_STATUSES } from "./status.ts";

/** SPEC 2: what the host's list can be sorted by; `upcoming` is our own addition. */
export const BOOKING_SORTS = ["checkIn", "checkOut", "guest", "amount", "upcoming"] as const;
export type BookingSort = (typeof BOOKING_SORTS)[number];

/**
 * What the list can be limited to. Our own additions: `to-answer` means pending bookings that wait for the host;
 * `expected` means stays from today on whose guests have not checked in; `overstayed` means stays that have ended
 * without a check-out; `not-cancelled` means those that the figures count; and `never-booked` means those with an
 * `endedAs`, which `cancelled` leaves out.
 */
export const LISTED_STATUSES = [
  "to-answer",
  "expected",
  "overstayed",
  "not-cancelled",
  ...BOOKING_STATUSES,
  "never-booked",
] as const;
export type ListedStatus = (typeof LISTED_STATUSES)[number];

/** What has to be in the chosen range of days: any day of the stay, or its check-in. */
export const LISTED_DATES = ["stay", "check-in"] as const;
export type ListedDates = (typeof LISTED_DATES)[number];

export type BookingFilters = {
  /**
   * A phone number, or words from the guest's name, email, phone number or booking reference, all of which must match.
   */
  search: string;
  /** The first and the last day, both inclusive. Empty means no limit. */
  from: LocalDate | "";
  to: LocalDate | "";
  dates: ListedDates;
  status: ListedStatus | "all";
  source: BookingSource | "all";
  sort: BookingSort;
};

/** SPEC 2: the filters that 'Clear Filters' restores. */
export const NO_FILTERS: BookingFilters = {
  search: "",
  from: "",
  to: "",
  dates: "stay",
  status: "all",
  source: "all",
  sort: "checkIn",
};

type Searched = { reference: string; guest: { name: string; email: string; phone: string } };

/** What a search compares: the folded text of a booking, and the digits of its guest's phone number. */
export function searchedText({ reference, guest }: Searched): { text: string; digits: string } {
  return {
    text: foldedText(`${guest.name} ${guest.email} ${reference} ${guest.phone}`),
    digits: phoneDigits(guest.phone) ?? "",
  };
}

/** A search text as words that must all match and, if it may be a phone number, as digits. */
export function searchTerms(text: string): { words: string[]; digits: string | null } {
  return { words: searchWords(text), digits: phoneDigits(text) };
}

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

import { Readable } from "node:stream";
import type { BookingListing } from "#domain/booking/booking.ts";
import { type BookingFilters, findBookings, NO_FILTERS } from "#domain/booking/booking-list.ts";
import { nightCount } from "#domain/booking/stay.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import { amountNumber, amountString } from "#domain/money/currency.ts";
import { sumLines } from "#domain/pricing/line-sums.ts";
import type { QuoteLine } from "#domain/pricing/quote.ts";
import { type CsvCell, csvPieces } from "#domain/spreadsheet/csv.ts";
import type { BookingStore, Imported } from "./ports.ts";
import { importedRow } from "./views.ts";

const COLUMNS = [
  "Reference",
  "Status",
  "Source",
  "Guest",
  "Email",
  "Phone",
  "Check-in",
  "Check-out",
  "Nights",
  "Guests",
  "Agreed total",
  "Cancellation fee",
  "Paid",
  "Refunded",
  "Card fees",
  "Due",
  "Currency",
  "Booked at (UTC)",
  "Accommodation",
  "Discounts",
  "Extra guests",
  "Cleaning",
  "Adjustments",
  "Taxes",
] as const;

/** The filtered list as a spreadsheet reads it: ISO dates, amounts as numbers. */
export async function exportBookings(
  { bookings, imported, today }: { bookings: BookingStore; imported: Imported; today: () => Promise<LocalDate> },
  filters: Partial<BookingFilters>,
): Promise<Readable> {
  const day = await today();
  const balances = await bookings.balances();
  const own = (await bookings.list()).map((booking) => ({
    ...booking,
    ...balances.get(booking.id),
    totalAmount: amountString(booking.totalCents, booking.currency),
  }));
  const sold = (await imported.all()).map((stay) => {
    const row = importedRow(stay, day);
    const facts = { checkIn: stay.checkIn, checkOut: stay.checkOut, createdAt: stay.firstSeenAt };
    return { ...row, ...facts, totalCents: stay.amountCents };
  });
  return Readable.from(csvPieces(rowsOf(findBookings([...own, ...sold], { ...NO_FILTERS, ...filters }, day))));
}

type CsvRow = Pick<
  BookingListing,
  "reference" | "status" | "source" | "checkIn" | "checkOut" | "guestCount" | "createdAt"
> & {
  guest: { name: string; email: string; phone: string };
  currency: string;
  /** Missing for stays of a platform, which names no lines. */
  priceLines?: readonly QuoteLine[];
  /** Null where nobody has said. */
  totalCents: number | null;
  /** Missing, as the rest, for stays of a platform, which takes the money itself. */
  receivedCents?: number;
  refundedCents?: number;
  feeCents?: number;
  dueCents?: number;
  /** Of a cancelled booking, which owes this and nothing else; a due is counted from it. */
  cancellationCents?: number | null;
};

function* rowsOf(bookings: readonly CsvRow[]): Generator<readonly CsvCell[]> {
  yield COLUMNS;
  for (const booking of bookings) yield rowOf(booking);
}

function rowOf(booking: CsvRow): CsvCell[] {
  return [
    booking.reference,
    booking.status,
    booking.source,
    booking.guest.name,
    booking.guest.email,
    booking.guest.phone,
    booking.checkIn,
    booking.checkOut,
    nightCount(booking),
    booking.guestCount || null,
    amountOf(booking.totalCents, booking.currency),
    amountOf(booking.cancellationCents, booking.currency),
    amountOf(booking.receivedCents, booking.currency),
    amountOf(booking.refundedCents, booking.currency),
    amountOf(booking.feeCents, booking.currency),
    amountOf(booking.dueCents, booking.currency),
    booking.totalCents === null ? null : booking.currency,
    booking.createdAt.toISOString(),
    ...partsOf(booking),
  ];
}

/** What the total is made of, in the order of the columns. A platform's total is all accommodation. */
function partsOf({ priceLines, totalCents, currency }: CsvRow): CsvCell[] {
  const { accommodation, discounts, extraGuests, cleaning, adjustments, taxes } = sumLines(priceLines ?? []);
  const nights = priceLines ? accommodation : totalCents;
  return [nights, discounts, extraGuests, cleaning, adjustments, taxes].map((cents) =>
    totalCents === null ? null : amountOf(cents, currency),
  );
}

function amountOf(cents: number | null | undefined, currency: string): number | null {
  return cents === null || cents === undefined ? null : amountNumber(cents, currency);
}

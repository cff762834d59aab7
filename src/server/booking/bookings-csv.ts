import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { type BookingListing, ENDING_LABELS } from "#domain/booking/booking.ts";
import { type BookingFilters, NO_FILTERS } from "#domain/booking/booking-list.ts";
import { nightCount } from "#domain/booking/stay.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import { amountNumber } from "#domain/money/currency.ts";
import { sumLines } from "#domain/pricing/line-sums.ts";
import { type CsvCell, csvPieces } from "#domain/spreadsheet/csv.ts";
import type { Listed } from "./listed-queries.ts";
import { listInBatches, type ListNeeds, ownOf, soldOf } from "./list-page.ts";
import type { BookingBalance } from "./ports.ts";
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
  "Included taxes",
] as const;

const BATCH = 500;

/**
 * Exports the filtered list for a spreadsheet, with ISO dates and with amounts as numbers. Rows are read while the file
 * is sent, so a long list needs no more memory than a short one.
 */
export async function exportBookings(needs: ListNeeds, filters: Partial<BookingFilters>): Promise<Readable> {
  const today = await needs.today();
  const batches = listInBatches(needs, { ...NO_FILTERS, ...filters }, { today, size: BATCH });
  // The first batch is read before the response begins, so that a failure causes an error response, not a truncated
  // file.
  const first = await batches.next();
  async function* rows(): AsyncGenerator<readonly CsvCell[][]> {
    yield [[...COLUMNS]];
    if (first.done) return;
    yield await cellsOf(needs, first.value, today);
    for await (const batch of batches) {
      // SQLite returns rows without waiting, so without this pause other requests would not get a turn for a long time.
      await setImmediate();
      yield await cellsOf(needs, batch, today);
    }
  }
  return Readable.from(csvPieces(rows()));
}

async function cellsOf(needs: ListNeeds, batch: readonly Listed[], today: LocalDate): Promise<CsvCell[][]> {
  const own = await ownOf(needs, batch);
  const balances = own.length > 0 ? await needs.bookings.balances(own.map(({ id }) => id)) : new Map();
  const rows = new Map<string, CsvRow>();
  for (const booking of own) rows.set(booking.id, { ...booking, ...balances.get(booking.id) });
  for (const stay of await soldOf(needs, batch)) {
    const facts = { checkIn: stay.checkIn, checkOut: stay.checkOut, createdAt: stay.firstSeenAt };
    rows.set(stay.id, { ...importedRow(stay, today), ...facts, totalCents: stay.amountCents });
  }
  return batch.flatMap(({ id }) => {
    const row = rows.get(id);
    return row ? [rowOf(row)] : [];
  });
}

/** A platform's stay has no price lines and no balance: the platform charges its guest itself. */
type CsvRow = Pick<
  BookingListing,
  "reference" | "status" | "endedAs" | "source" | "checkIn" | "checkOut" | "guestCount" | "createdAt"
> & {
  guest: { name: string; email: string; phone: string };
  currency: string;
  /** Null if unknown. */
  totalCents: number | null;
} & Partial<BookingBalance>;

function rowOf(booking: CsvRow): CsvCell[] {
  return [
    booking.reference,
    booking.endedAs ? ENDING_LABELS[booking.endedAs].toLowerCase() : booking.status,
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
    amountOf(booking.includedTaxCents, booking.currency),
  ];
}

/** The parts of the total, in the order of the columns. A platform's total counts entirely as accommodation. */
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

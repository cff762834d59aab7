import { Readable } from "node:stream";
import type { BookingListing } from "#domain/booking/booking.ts";
import { type BookingFilters, findBookings } from "#domain/booking/booking-list.ts";
import { nightCount } from "#domain/booking/stay.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import { toDollarString } from "#domain/money/money.ts";
import type { BookingStore, Imported } from "./ports.ts";
import { importedRow } from "./views.ts";

const COLUMNS = [
  "Reference",
  "Status",
  "Source",
  "Guest",
  "E-mail",
  "Check-in",
  "Check-out",
  "Nights",
  "Guests",
  "Total (USD)",
  "Booked at (UTC)",
] as const;

/** The filtered list as a spreadsheet reads it: UTF-8 with a mark, CRLF, ISO dates, amounts as numbers, no cell a formula. */
export async function exportBookings(
  { bookings, imported, today }: { bookings: BookingStore; imported: Imported; today: () => Promise<LocalDate> },
  filters: BookingFilters,
): Promise<Readable> {
  const day = await today();
  const own = (await bookings.list()).map((booking) => ({
    ...booking,
    totalAmount: toDollarString(booking.totalCents),
  }));
  const sold = (await imported.all()).map((stay) => {
    const row = importedRow(stay, day);
    const facts = { checkIn: stay.checkIn, checkOut: stay.checkOut, createdAt: stay.firstSeenAt };
    return { ...row, ...facts, totalCents: stay.amountCents };
  });
  return asCsv(findBookings([...own, ...sold], filters));
}

type CsvRow = Pick<
  BookingListing,
  "reference" | "status" | "source" | "checkIn" | "checkOut" | "guestCount" | "createdAt"
> & {
  guest: { name: string; email: string };
  /** Null where nobody has said. */
  totalCents: number | null;
};

export async function asCsv(bookings: readonly CsvRow[]): Promise<Readable> {
  const { stringify } = await import("csv-stringify");
  const rows = stringify({
    header: true,
    columns: [...COLUMNS],
    bom: true,
    record_delimiter: "windows",
    escape_formulas: true,
    // With CRLF between records the library would leave a line break inside a cell unquoted.
    quoted_match: /[\r\n]/,
  });
  return Readable.from(bookings.map(rowOf)).pipe(rows);
}

function rowOf(booking: CsvRow): (string | number)[] {
  return [
    booking.reference,
    booking.status,
    booking.source,
    booking.guest.name,
    booking.guest.email,
    booking.checkIn,
    booking.checkOut,
    nightCount(booking),
    booking.guestCount || "",
    booking.totalCents === null ? "" : booking.totalCents / 100,
    booking.createdAt.toISOString(),
  ];
}

import type { BaseNeeds } from "../core/base-needs.ts";
import type { BookingRow } from "#contract/admin-bookings.ts";
import type { BookingFilters } from "#domain/booking/booking-list.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import { type Listed, listedInBatches, listedPage, type ListPage } from "./listed-queries.ts";
import { writeChangedRows, writeSomeRows } from "./listed-rows-queries.ts";
import type { BookingStore, Imported } from "./ports.ts";
import { adminRow, importedRow } from "./views.ts";

export type ListNeeds = Pick<BaseNeeds, "database" | "today"> & {
  bookings: BookingStore;
  imported: Imported;
};

export const ROWS_PER_PAGE = 50;

/**
 * One page of the host's bookings list, which shows our own bookings and platforms' stays together. After an import of
 * thousands of stays, the page shows the stays that are already listed; later requests and a job add the rest.
 */
export async function bookingsPage(
  needs: ListNeeds,
  filters: BookingFilters,
  page: number,
): Promise<Omit<ListPage, "rows"> & { unlisted: number; bookings: BookingRow[] }> {
  const unlisted = await writeSomeRows(needs.database, needs.imported);
  const today = await needs.today();
  const { rows, ...counts } = await listedPage(needs.database, filters, { page, size: ROWS_PER_PAGE, today });
  const own = new Map((await ownOf(needs, rows)).map((booking) => [booking.id, adminRow(booking)]));
  const sold = new Map((await soldOf(needs, rows)).map((stay) => [stay.id, importedRow(stay, today)]));
  return { ...counts, unlisted, bookings: rows.flatMap(({ id }) => own.get(id) ?? sold.get(id) ?? []) };
}

export function listInBatches(
  { database, imported }: ListNeeds,
  filters: BookingFilters,
  { today, size }: { today: LocalDate; size: number },
) {
  return listedInBatches(database, filters, { today, size, before: () => writeChangedRows(database, imported) });
}

/** The bookings among the rows, except those removed in the meantime. */
export async function ownOf({ bookings }: Pick<ListNeeds, "bookings">, rows: readonly Listed[]) {
  const ids = rows.filter(({ imported }) => !imported).map(({ id }) => id);
  return ids.length > 0 ? bookings.listed(ids) : [];
}

/** The platforms' stays among the rows. */
export async function soldOf({ imported }: Pick<ListNeeds, "imported">, rows: readonly Listed[]) {
  const ids = rows.filter((row) => row.imported).map(({ id }) => id);
  return ids.length > 0 ? imported.counted(ids) : [];
}

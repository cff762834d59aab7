import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo, useRef, useState } from "react";
import { Link, useSearchParams } from "wouter";
import type { BookingRow } from "#contract/admin-bookings.ts";
import { type BookingFilters, findBookings } from "#domain/booking/booking-list.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import { DEFAULT_TIME_ZONE, dayAt } from "#domain/calendar/time-zone.ts";
import { bookingsQuery, exportAddress } from "../api/admin-bookings.ts";
import { siteQuery } from "../api/property.ts";
import { paths } from "../lib/paths.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { addressOf, filtersIn } from "./bookings/address-filters.ts";
import { BookingRows } from "./bookings/booking-rows.tsx";
import { EnterDialog } from "./bookings/enter-dialog.tsx";
import { FilterBar } from "./bookings/filter-bar.tsx";
import { DownloadLink } from "./frame/download-link.tsx";
import { LoadError } from "./frame/load-error.tsx";
import { PageButtons } from "./bookings/page-buttons.tsx";

/** So many rows are drawn at once; ten thousand bookings are two hundred pages. */
const ROWS_A_PAGE = 50;

/** SPEC 2: every booking, filtered and sorted in the browser. What is chosen stands in the address. */
export function BookingsPage() {
  const [address, setAddress] = useSearchParams();
  const [entering, setEntering] = useState(address.has("new"));
  const filters = filtersIn(address);
  const [openedAt] = useState(() => new Date());
  const bookings = useQuery(bookingsQuery);
  const site = useQuery(siteQuery);
  const change = (next: BookingFilters) => setAddress(addressOf(next), { replace: true });

  return (
    <div className="space-y-5">
      <Link href={paths.admin.dashboard} className="mb-0 inline-flex min-h-11 items-center font-semibold underline">
        Back to Dashboard
      </Link>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-serif text-3xl">Bookings</h1>
        <div className="flex flex-wrap gap-3">
          <DownloadLink className={buttonClass("secondary")} href={exportAddress(addressOf(filters))}>
            Export CSV
          </DownloadLink>
          <Button onClick={() => setEntering(true)}>New booking</Button>
        </div>
      </div>
      {entering ? <EnterDialog onClose={() => setEntering(false)} /> : null}
      <FilterBar filters={filters} onChange={change} />
      {bookings.isError && !bookings.data ? (
        <LoadError what="the bookings" error={bookings.error} retry={() => void bookings.refetch()} />
      ) : bookings.data ? (
        <Found
          bookings={bookings.data}
          today={dayAt(openedAt, site.data?.timeZone ?? DEFAULT_TIME_ZONE)}
          filters={filters}
          page={Number(address.get("page")) || 1}
          onTurn={(page) => setAddress({ ...addressOf(filters), ...(page > 1 ? { page: String(page) } : {}) })}
        />
      ) : (
        <p role="status">Loading bookings...</p>
      )}
    </div>
  );
}

type FoundProps = {
  bookings: BookingRow[];
  today: LocalDate;
  filters: BookingFilters;
  page: number;
  onTurn: (page: number) => void;
};

function Found({ bookings, today, filters, page, onTurn }: FoundProps) {
  const { search, ...others } = filters;
  // Typing stays fluent: the list follows a moment later when there is much to go through.
  const text = useDeferredValue(search);
  const key = new URLSearchParams(addressOf({ ...others, search: text })).toString();
  const found = useMemo(
    () => findBookings(bookings, filtersIn(new URLSearchParams(key)), today),
    [bookings, key, today],
  );
  const count = useRef<HTMLParagraphElement>(null);
  const pages = Math.max(1, Math.ceil(found.length / ROWS_A_PAGE));
  const shown = Math.min(Math.max(1, Math.trunc(page)), pages);
  const rows = found.slice((shown - 1) * ROWS_A_PAGE, shown * ROWS_A_PAGE);
  const turn = (to: number) => {
    onTurn(to);
    count.current?.focus();
  };

  return (
    <section aria-label="Bookings found" className="space-y-4">
      <p ref={count} role="status" tabIndex={-1} className="font-semibold">
        {countText(found.length, bookings.length)}
      </p>
      {found.length === 0 ? (
        <p className="rounded-xl border border-line bg-surface p-8 text-center">
          No bookings found matching your criteria
        </p>
      ) : (
        <BookingRows bookings={rows} />
      )}
      <PageButtons page={shown} pages={pages} onTurn={turn} />
    </section>
  );
}

function countText(found: number, all: number): string {
  const noun = all === 1 ? "booking" : "bookings";
  return found === all ? `${all} ${noun}` : `${found} of ${all} ${noun}`;
}

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useSearchParams } from "wouter";
import type { BookingsPage as Page } from "#contract/admin-bookings.ts";
import type { BookingFilters } from "#domain/booking/booking-list.ts";
import { bookingsPageQuery, exportAddress } from "../api/admin-bookings.ts";
import { paths } from "../lib/paths.ts";
import { useSettled } from "../lib/use-settled.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { addressOf, filtersIn } from "./bookings/address-filters.ts";
import { BookingRows } from "./bookings/booking-rows.tsx";
import { ManualBookingForm } from "./bookings/manual-booking-form.tsx";
import { FilterBar } from "./bookings/filter-bar.tsx";
import { DownloadLink } from "./frame/download-link.tsx";
import { Loaded } from "./frame/loaded.tsx";

const SEARCH_DELAY_MS = 150;
/** After a large import, the list is refetched at this interval until it contains every booking. */
const UNLISTED_POLL_MS = 1000;

/** SPEC 2. The filters are kept in the URL. */
export function BookingsPage() {
  const [address, setAddress] = useSearchParams();
  const filters = filtersIn(address);
  const search = useSettled(filters.search, SEARCH_DELAY_MS);
  const page = Math.max(1, Math.trunc(Number(address.get("page"))) || 1);
  const bookings = useQuery({
    ...bookingsPageQuery({ ...addressOf({ ...filters, search: search.trim() }), page: String(page) }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data && state.data.unlisted > 0 ? UNLISTED_POLL_MS : false),
  });
  const enterBooking = (open: boolean) =>
    setAddress(
      (now) => {
        const next = new URLSearchParams(now);
        if (open) next.set("new", "1");
        else next.delete("new");
        return next;
      },
      { replace: true },
    );
  const change = (next: BookingFilters) => setAddress(addressOf(next), { replace: true });

  return (
    <div className="space-y-5">
      <TextLink href={paths.admin.dashboard} className="mb-0">
        Back to Dashboard
      </TextLink>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-serif text-3xl">Bookings</h1>
        <div className="flex flex-wrap gap-3">
          <DownloadLink className={buttonClass("secondary")} href={exportAddress(addressOf(filters))}>
            Export CSV
          </DownloadLink>
          <Button onClick={() => enterBooking(true)}>New booking</Button>
        </div>
      </div>
      {address.has("new") ? (
        <Dialog title="New booking" onClose={() => enterBooking(false)}>
          <ManualBookingForm onClose={() => enterBooking(false)} />
        </Dialog>
      ) : null}
      <FilterBar filters={filters} onChange={change} />
      <Loaded query={bookings} what="the bookings" loading="Loading bookings...">
        {(data) => (
          <Found
            {...data}
            onTurn={(to) => setAddress({ ...addressOf(filters), ...(to > 1 ? { page: String(to) } : {}) })}
          />
        )}
      </Loaded>
    </div>
  );
}

function Found({ bookings, page, pages, found, all, unlisted, onTurn }: Page & { onTurn: (page: number) => void }) {
  const count = useRef<HTMLParagraphElement>(null);
  const turn = (to: number) => {
    onTurn(to);
    count.current?.focus();
  };

  return (
    <section aria-label="Bookings found" className="space-y-4">
      <p ref={count} role="status" tabIndex={-1} className="font-semibold">
        {countText(found, all)}
      </p>
      {unlisted > 0 ? (
        <p className="text-ink-soft">
          We're still adding bookings to this list. Search results and totals will be complete in a moment.
        </p>
      ) : null}
      {found === 0 ? (
        <p className="rounded-xl border border-line bg-surface p-8 text-center">
          No bookings found matching your criteria
        </p>
      ) : (
        <BookingRows bookings={bookings} />
      )}
      <PageButtons page={page} pages={pages} onTurn={turn} />
    </section>
  );
}

function countText(found: number, all: number): string {
  const noun = all === 1 ? "booking" : "bookings";
  return found === all ? `${all} ${noun}` : `${found} of ${all} ${noun}`;
}

/** `page` counts from 1. */
function PageButtons({ page, pages, onTurn }: { page: number; pages: number; onTurn: (page: number) => void }) {
  if (pages <= 1) return null;
  return (
    <nav aria-label="Pages of bookings" className="flex flex-wrap items-center justify-between gap-3">
      <Button look="secondary" disabled={page <= 1} onClick={() => onTurn(page - 1)}>
        Previous
      </Button>
      <p>
        Page {page} of {pages}
      </p>
      <Button look="secondary" disabled={page >= pages} onClick={() => onTurn(page + 1)}>
        Next
      </Button>
    </nav>
  );
}

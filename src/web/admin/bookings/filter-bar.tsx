import {
  BOOKING_SORTS,
  type BookingFilters,
  type BookingSort,
  LISTED_DATES,
  type ListedDates,
  NO_FILTERS,
} from "#domain/booking/booking-list.ts";
import { BOOKING_SOURCES } from "#domain/booking/booking.ts";
import { BOOKING_STATUSES } from "#domain/booking/status.ts";
import { Button } from "../../ui/button.tsx";
import { DateField } from "../../ui/date-field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { SOURCE_LABELS, STATUS_LABELS, WAITS_FOR_LABELS } from "./badges.tsx";

const SORT_LABELS = {
  checkIn: "Check-in date",
  checkOut: "Check-out date",
  guest: "Guest name",
  amount: "Amount",
  upcoming: "Upcoming first",
} satisfies Record<BookingSort, string>;

const STATUS_OPTIONS = [
  ["all", "All statuses"],
  ["to-answer", WAITS_FOR_LABELS.host],
  ["expected", "Not checked in yet"],
  ["overstayed", "Ended without a check-out"],
  ["not-cancelled", "All except cancelled"],
  ...BOOKING_STATUSES.map((one) => [one, STATUS_LABELS[one]] as const),
  ["never-booked", "Never booked"],
] as const;
const DATES_LABELS = {
  stay: "Any day of the stay",
  "check-in": "Check-in only",
} satisfies Record<ListedDates, string>;
const DATES_OPTIONS = LISTED_DATES.map((one) => [one, DATES_LABELS[one]] as const);
const SOURCE_OPTIONS = [
  ["all", "All sources"],
  ...BOOKING_SOURCES.map((one) => [one, SOURCE_LABELS[one]] as const),
] as const;
const SORT_OPTIONS = BOOKING_SORTS.map((one) => [one, SORT_LABELS[one]] as const);

type Props = { filters: BookingFilters; onChange: (filters: BookingFilters) => void };

/** SPEC 2, with a date range added. */
export function FilterBar({ filters, onChange }: Props) {
  const change = (part: Partial<BookingFilters>) => onChange({ ...filters, ...part });
  return (
    <search className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] items-end gap-3 rounded-xl border border-line bg-surface p-4 md:grid-cols-4">
      <TextField
        label="Search"
        className="col-span-full md:col-span-2"
        type="search"
        placeholder="Name, phone, email or reference"
        maxLength={200}
        value={filters.search}
        onChange={(search) => change({ search })}
      />
      {(["from", "to"] as const).map((end) => (
        <DateField
          key={end}
          label={end === "from" ? "From" : "To"}
          value={filters[end]}
          onChange={(date) => change({ [end]: date })}
        />
      ))}
      {filters.from || filters.to ? (
        <SelectField
          label="On these dates"
          className="col-span-full md:col-span-2 md:col-start-3"
          value={filters.dates}
          options={DATES_OPTIONS}
          onChange={(dates) => change({ dates })}
        />
      ) : null}
      <SelectField
        label="Status"
        value={filters.status}
        options={STATUS_OPTIONS}
        onChange={(status) => change({ status })}
      />
      <SelectField
        label="Source"
        value={filters.source}
        options={SOURCE_OPTIONS}
        onChange={(source) => change({ source })}
      />
      <SelectField label="Sort by" value={filters.sort} options={SORT_OPTIONS} onChange={(sort) => change({ sort })} />
      <Button look="secondary" onClick={() => onChange(NO_FILTERS)}>
        Clear Filters
      </Button>
    </search>
  );
}

import { BOOKING_SORTS, type BookingFilters, type BookingSort, NO_FILTERS } from "#domain/booking/booking-list.ts";
import { BOOKING_SOURCES } from "#domain/booking/booking.ts";
import { BOOKING_STATUSES } from "#domain/booking/status.ts";
import { isLocalDate } from "#domain/calendar/local-date.ts";
import { Button } from "../../ui/button.tsx";
import { Field, inputClass } from "../../ui/field.tsx";
import { SOURCE_LABELS, STATUS_LABELS } from "./badges.tsx";

const SORT_LABELS = {
  checkIn: "Check-in date",
  checkOut: "Check-out date",
  guest: "Guest name",
  amount: "Amount",
  upcoming: "Upcoming first",
} satisfies Record<BookingSort, string>;

const STATUS_CHOICES = [
  ["all", "All statuses"],
  ...BOOKING_STATUSES.map((one) => [one, STATUS_LABELS[one]] as const),
] as const;
const SOURCE_CHOICES = [
  ["all", "All sources"],
  ...BOOKING_SOURCES.map((one) => [one, SOURCE_LABELS[one]] as const),
] as const;
const SORT_CHOICES = BOOKING_SORTS.map((one) => [one, SORT_LABELS[one]] as const);

type Props = { filters: BookingFilters; onChange: (filters: BookingFilters) => void };

/** The search, status, source and sort controls from SPEC 2, and a date range. Each takes effect immediately. */
export function FilterBar({ filters, onChange }: Props) {
  const change = (part: Partial<BookingFilters>) => onChange({ ...filters, ...part });
  return (
    <search className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] items-end gap-3 rounded-xl border border-line bg-surface p-4 md:grid-cols-4">
      <Field label="Search" className="col-span-full md:col-span-2">
        {(parts) => (
          <input
            {...parts}
            type="search"
            className={inputClass}
            placeholder="Name, phone, email or reference"
            autoComplete="off"
            maxLength={200}
            value={filters.search}
            onChange={(event) => change({ search: event.target.value })}
          />
        )}
      </Field>
      {(["from", "to"] as const).map((end) => (
        <Field key={end} label={end === "from" ? "From" : "To"}>
          {(parts) => (
            <input
              {...parts}
              type="date"
              className={inputClass}
              value={filters[end]}
              onChange={({ target }) => change({ [end]: isLocalDate(target.value) ? target.value : "" })}
            />
          )}
        </Field>
      ))}
      <Choice
        label="Status"
        value={filters.status}
        choices={STATUS_CHOICES}
        onChange={(status) => change({ status })}
      />
      <Choice
        label="Source"
        value={filters.source}
        choices={SOURCE_CHOICES}
        onChange={(source) => change({ source })}
      />
      <Choice label="Sort by" value={filters.sort} choices={SORT_CHOICES} onChange={(sort) => change({ sort })} />
      <Button look="secondary" onClick={() => onChange(NO_FILTERS)}>
        Clear Filters
      </Button>
    </search>
  );
}

type ChoiceProps<T extends string> = {
  label: string;
  value: T;
  choices: readonly (readonly [T, string])[];
  onChange: (value: T) => void;
};

function Choice<T extends string>({ label, value, choices, onChange }: ChoiceProps<T>) {
  return (
    <Field label={label}>
      {(parts) => (
        <select
          {...parts}
          className={inputClass}
          value={value}
          onChange={(event) => {
            const chosen = choices.find(([one]) => one === event.target.value);
            if (chosen) onChange(chosen[0]);
          }}
        >
          {choices.map(([one, text]) => (
            <option key={one} value={one}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

import type { ReactNode } from "react";
import { MIN_GUESTS } from "#domain/booking/limits.ts";
import { addDays, isLocalDate } from "#domain/calendar/local-date.ts";
import { say } from "../lib/say.ts";
import { Field, inputClass } from "../ui/field.tsx";
import { inputProps } from "./input-props.ts";
import type { BookingForm } from "./use-booking-form.ts";
import type { Cottage } from "./use-cottage.ts";

type DateProps = {
  booking: BookingForm;
  cottage: Pick<Cottage, "selling">;
  /**
   * SPEC 5: in the main form, the earliest check-out that can be chosen is the day after check-in. The direct form also
   * offers the day of check-in, and reports it as an error when it is submitted.
   */
  shortestStay: 0 | 1;
};

/** Plain date inputs, so that typing dates works with and without JavaScript. */
export function DateFields({ booking, cottage: { selling }, shortestStay }: DateProps) {
  const { values, messages } = booking;
  const { today, end } = selling;
  const last = addDays(today, end);
  const { checkInDate } = values;
  const canArrive = isLocalDate(checkInDate) && checkInDate >= today && checkInDate < last;
  const firstCheckOut = addDays(canArrive ? checkInDate : today, shortestStay);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field id="checkInDate" label={say.stay.checkIn} error={messages.checkInDate}>
        {(parts) => (
          <input
            {...parts}
            {...inputProps(booking, "checkInDate")}
            type="date"
            onFocus={() => booking.typingCheckIn(true)}
            onBlur={() => booking.typingCheckIn(false)}
            required
            min={today}
            max={addDays(last, -1)}
            className={inputClass}
          />
        )}
      </Field>
      <Field id="checkOutDate" label={say.stay.checkOut} error={messages.checkOutDate}>
        {(parts) => (
          <input
            {...parts}
            {...inputProps(booking, "checkOutDate")}
            type="date"
            required
            min={firstCheckOut}
            max={last}
            className={inputClass}
          />
        )}
      </Field>
    </div>
  );
}

type GuestsProps = Pick<DateProps, "booking" | "cottage">;

export function GuestCountField({ booking, cottage }: GuestsProps) {
  const { sleeps } = cottage.selling.document.guests;
  return (
    <Field
      id="guestCount"
      label={say.booking.fields.guestCount}
      hint={say.booking.fields.guestRange(sleeps)}
      error={booking.messages.guestCount}
    >
      {(parts) => (
        <input
          {...parts}
          {...inputProps(booking, "guestCount")}
          type="number"
          inputMode="numeric"
          required
          min={MIN_GUESTS}
          max={sleeps}
          step={1}
          className={inputClass}
        />
      )}
    </Field>
  );
}

/** SPEC 2: in the direct form, the guest chooses from a list. */
export function GuestChoice({ booking, cottage }: GuestsProps) {
  const { sleeps } = cottage.selling.document.guests;
  const counts = Array.from({ length: sleeps - MIN_GUESTS + 1 }, (_, i) => MIN_GUESTS + i);
  return (
    <Field id="guestCount" label={say.booking.fields.guests} error={booking.messages.guestCount}>
      {(parts) => (
        <select {...parts} {...inputProps(booking, "guestCount")} className={inputClass}>
          {counts.map((count) => (
            <option key={count} value={count}>
              {say.stay.guests(count)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

type SectionProps = {
  title: string;
  /** Hides the title visually, below the page's heading. */
  plain?: boolean;
};

export function FormSection({ title, plain, children }: SectionProps & { children: ReactNode }) {
  return (
    <fieldset className="min-w-0 space-y-4 rounded-3xl border border-line bg-surface p-5 max-sm:-mx-5 max-sm:rounded-none max-sm:border-x-0 sm:p-7">
      <legend className="sr-only">{title}</legend>
      {plain ? null : (
        <p aria-hidden="true" className="serif text-2xl">
          {title}
        </p>
      )}
      {children}
    </fieldset>
  );
}

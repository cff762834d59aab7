import { Field, inputClass } from "../ui/field.tsx";
import { inputProps } from "./input-props.ts";
import type { BookingForm } from "./use-booking-form.ts";

type Props = {
  booking: BookingForm;
  nameLabel: string;
  phoneRequired: boolean;
};

/** Who comes, and how to reach them. */
export function GuestFields({ booking, nameLabel, phoneRequired }: Props) {
  const { messages } = booking;
  return (
    <>
      <Field id="name" label={nameLabel} error={messages.name}>
        {(parts) => (
          <input {...parts} {...inputProps(booking, "name")} required autoComplete="name" className={inputClass} />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field id="email" label="Email" error={messages.email}>
          {(parts) => (
            <input
              {...parts}
              {...inputProps(booking, "email")}
              type="email"
              inputMode="email"
              required
              autoComplete="email"
              className={inputClass}
            />
          )}
        </Field>
        <Field id="phone" label={phoneRequired ? "Phone" : "Phone (optional)"} error={messages.phone}>
          {(parts) => (
            <input
              {...parts}
              {...inputProps(booking, "phone")}
              type="tel"
              inputMode="tel"
              required={phoneRequired}
              autoComplete="tel"
              className={inputClass}
            />
          )}
        </Field>
      </div>
    </>
  );
}

export function SpecialRequestsField({ booking }: { booking: BookingForm }) {
  return (
    <Field
      id="specialRequests"
      label="Special requests (optional)"
      hint="A cot, a late arrival, an allergy: the host reads this."
      error={booking.messages.specialRequests}
    >
      {(parts) => <textarea {...parts} {...inputProps(booking, "specialRequests")} rows={3} className={inputClass} />}
    </Field>
  );
}

import { Field, inputClass } from "../ui/field.tsx";
import type { BookingForm } from "./use-booking-form.ts";

type Props = {
  booking: BookingForm;
  nameLabel: string;
  phoneRequired: boolean;
};

/** Who comes, and how to reach them. */
export function GuestFields({ booking, nameLabel, phoneRequired }: Props) {
  const { form, defaults } = booking;
  const { errors } = form.formState;
  return (
    <>
      <Field id="name" label={nameLabel} error={errors.name?.message}>
        {(parts) => (
          <input
            {...parts}
            {...form.register("name")}
            required
            autoComplete="name"
            defaultValue={defaults.name}
            className={inputClass}
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field id="email" label="Email" error={errors.email?.message}>
          {(parts) => (
            <input
              {...parts}
              {...form.register("email")}
              type="email"
              inputMode="email"
              required
              autoComplete="email"
              defaultValue={defaults.email}
              className={inputClass}
            />
          )}
        </Field>
        <Field id="phone" label={phoneRequired ? "Phone" : "Phone (optional)"} error={errors.phone?.message}>
          {(parts) => (
            <input
              {...parts}
              {...form.register("phone")}
              type="tel"
              inputMode="tel"
              required={phoneRequired}
              autoComplete="tel"
              defaultValue={defaults.phone}
              className={inputClass}
            />
          )}
        </Field>
      </div>
    </>
  );
}

export function SpecialRequestsField({ booking }: { booking: BookingForm }) {
  const { form, defaults } = booking;
  return (
    <Field
      id="specialRequests"
      label="Special requests (optional)"
      hint="A cot, a late arrival, an allergy: the host reads this."
      error={form.formState.errors.specialRequests?.message}
    >
      {(parts) => (
        <textarea
          {...parts}
          {...form.register("specialRequests")}
          rows={3}
          defaultValue={defaults.specialRequests}
          className={inputClass}
        />
      )}
    </Field>
  );
}

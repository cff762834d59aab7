import { say } from "../lib/say.ts";
import { Field, inputClass } from "../ui/field.tsx";
import { inputProps } from "./input-props.ts";
import type { BookingForm } from "./use-booking-form.ts";

type Props = {
  booking: BookingForm;
  nameLabel: string;
  phoneRequired: boolean;
  whatsapp: boolean;
};

export function GuestFields({ booking, nameLabel, phoneRequired, whatsapp }: Props) {
  const { messages } = booking;
  const texts = say.booking.fields;
  return (
    <>
      <Field id="name" label={nameLabel} error={messages.name}>
        {(parts) => (
          <input {...parts} {...inputProps(booking, "name")} required autoComplete="name" className={inputClass} />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field id="email" label={texts.email} error={messages.email}>
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
        <Field id="phone" label={phoneRequired ? texts.phone : texts.phoneOptional} error={messages.phone}>
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
      {whatsapp ? <WhatsappBox booking={booking} /> : null}
    </>
  );
}

/** Opt-in. */
function WhatsappBox({ booking }: { booking: BookingForm }) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input
        type="checkbox"
        name="whatsapp"
        value="yes"
        checked={booking.values.whatsapp === "yes"}
        onChange={(event) => booking.change("whatsapp", event.target.checked ? "yes" : "")}
        className="size-5 shrink-0 accent-accent"
      />
      <span>
        {say.booking.fields.whatsapp}
        <span className="block text-sm text-ink-soft">{say.booking.fields.whatsappHint}</span>
      </span>
    </label>
  );
}

export function SpecialRequestsField({ booking }: { booking: BookingForm }) {
  return (
    <Field
      id="specialRequests"
      label={say.booking.fields.requests}
      hint={say.booking.fields.requestsHint}
      error={booking.messages.specialRequests}
    >
      {(parts) => <textarea {...parts} {...inputProps(booking, "specialRequests")} rows={3} className={inputClass} />}
    </Field>
  );
}

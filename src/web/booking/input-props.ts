import type { FieldName } from "./form-values.ts";
import type { BookingForm } from "./use-booking-form.ts";

export function inputProps(booking: BookingForm, name: FieldName) {
  return {
    name,
    value: booking.values[name],
    onChange: (event: { target: { value: string } }) => booking.change(name, event.target.value),
  };
}

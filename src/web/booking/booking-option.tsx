import type { PublicProperty } from "#contract/property.ts";
import { say } from "../lib/say.ts";

/** SPEC 2: one fixed option, which tells guests that individual rooms cannot be booked. */
export function BookingOption({ property }: { property: PublicProperty }) {
  const { legend, entire, rooms } = say.booking.option;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-semibold">{legend}</legend>
      <label className="flex min-h-11 items-center gap-3 rounded-lg border border-line-strong bg-sunken px-3 py-2">
        <input
          type="radio"
          name="bookingOption"
          value="entire_cottage"
          defaultChecked
          className="size-5 accent-accent"
        />
        <span>
          {entire}
          <span className="block text-sm text-ink-soft">
            {rooms(say.stay.bedrooms(property.bedrooms), say.stay.bathrooms(property.bathrooms))}
          </span>
        </span>
      </label>
    </fieldset>
  );
}

import type { PublicProperty } from "#contract/property.ts";
import { count } from "../lib/count.ts";

/** SPEC 2: one fixed option, shown so that nobody wonders about single rooms. */
export function BookingOption({ property }: { property: PublicProperty }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-semibold">Booking option</legend>
      <label className="flex min-h-11 items-center gap-3 rounded-lg border border-line-strong bg-sunken px-3 py-2">
        <input
          type="radio"
          name="bookingOption"
          value="entire_cottage"
          defaultChecked
          className="size-5 accent-accent"
        />
        <span>
          Entire cottage
          <span className="block text-sm text-ink-soft">
            {count(property.bedrooms, "bedroom")} and {count(property.bathrooms, "bathroom")}, for your party alone
          </span>
        </span>
      </label>
    </fieldset>
  );
}

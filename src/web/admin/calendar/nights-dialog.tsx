import { useState } from "react";
import { nightCount, type Stay } from "#domain/booking/stay.ts";
import { addDays } from "#domain/calendar/local-date.ts";
import { counted } from "#domain/text/counted.ts";
import { formatDate } from "../../lib/format-date.ts";
import { DateField } from "../../ui/date-field.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ManualBookingForm } from "../bookings/manual-booking-form.tsx";
import { BlockForm } from "./block-form.tsx";
import { PriceForm } from "./price-form.tsx";

const ACTS = [
  ["price", "Price and minimum stay"],
  ["block", "Block"],
  ["book", "Enter a booking"],
] as const;
export type NightsAct = (typeof ACTS)[number][0];

export function NightsDialog({ span, first, onClose }: { span: Stay; first: NightsAct; onClose: () => void }) {
  const [act, setAct] = useState<NightsAct>(first);
  // A form that has been opened keeps its input.
  const [opened, setOpened] = useState<ReadonlySet<NightsAct>>(new Set([first]));
  const [nights, setNights] = useState(span);
  const { checkIn, checkOut } = nights;
  const forms = {
    price: <PriceForm span={nights} onClose={onClose} />,
    block: <BlockForm block={null} nights={{ startsOn: checkIn, endsOn: checkOut }} onClose={onClose} />,
    book: <ManualBookingForm dates={nights} onClose={onClose} />,
  };
  return (
    <Dialog
      title={`${counted(nightCount(nights), "night")}, ${formatDate(checkIn, "short")} – ${formatDate(checkOut, "short")}`}
      onClose={onClose}
    >
      <fieldset className="mb-4">
        <legend className="sr-only">What to do with these nights</legend>
        <div className="flex flex-wrap gap-2">
          {ACTS.map(([name, label]) => (
            <label
              key={name}
              htmlFor={`nights-${name}`}
              className="flex min-h-11 cursor-pointer items-center gap-2 rounded-full border border-line-strong px-4 font-semibold has-checked:border-accent has-checked:bg-sunken has-focus-visible:outline-2"
            >
              <input
                id={`nights-${name}`}
                type="radio"
                name="act"
                className="size-5 accent-accent"
                checked={act === name}
                onChange={() => {
                  setAct(name);
                  setOpened(new Set([...opened, name]));
                }}
              />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      {act === "price" ? <SpanFields nights={nights} onChange={setNights} /> : null}
      {ACTS.filter(([name]) => opened.has(name)).map(([name]) => (
        <div key={name} hidden={name !== act}>
          {forms[name]}
        </div>
      ))}
    </Dialog>
  );
}

/** The nights can also be changed here, for hosts who cannot drag. */
function SpanFields({ nights, onChange }: { nights: Stay; onChange: (nights: Stay) => void }) {
  const { checkIn, checkOut } = nights;
  return (
    <div className="mb-4 grid gap-4 sm:grid-cols-2">
      <DateField
        label="First night"
        id="nights-first"
        value={checkIn}
        onChange={(date) => {
          if (date) onChange({ checkIn: date, checkOut: date < checkOut ? checkOut : addDays(date, 1) });
        }}
      />
      <DateField
        label="Last night"
        id="nights-last"
        min={checkIn}
        value={addDays(checkOut, -1)}
        onChange={(date) => {
          if (date && date >= checkIn) onChange({ checkIn, checkOut: addDays(date, 1) });
        }}
      />
    </div>
  );
}

import { formatDay } from "../lib/format-date.ts";
import { formatCents } from "../lib/format-money.ts";
import { say } from "../lib/say.ts";
import { Button } from "../ui/button.tsx";
import { LiveText } from "../ui/live-text.tsx";
import { CLEAR_INTENT } from "./form-intents.ts";
import type { BookingForm } from "./use-booking-form.ts";

export function ChosenStay({ booking }: { booking: BookingForm }) {
  const [text, figures] = chosenText(booking);
  return (
    // On phones, the paragraph has room for two lines. If the calendar moved between two taps, the second tap would hit
    // the wrong day.
    <p aria-live="polite" className="min-h-14 sm:min-h-7">
      {figures ? <LiveText>{text}</LiveText> : <span key={text}>{text}</span>}
    </p>
  );
}

/** Below the calendar, so that the days are visible without scrolling. */
export function ClearDates({ booking }: { booking: BookingForm }) {
  return booking.chosen.checkIn ? (
    <Button
      type={booking.scripted ? "button" : "submit"}
      look="quiet"
      name="intent"
      value={CLEAR_INTENT}
      data-replay=""
      className="-me-5 ms-auto underline"
      onClick={(event) => {
        event.preventDefault();
        booking.setDates({ checkIn: null, checkOut: null });
      }}
    >
      {say.booking.chosen.clear}
    </Button>
  ) : null;
}

/** The second value is true for dates and amounts, which a translating browser must not change. */
function chosenText({ chosen: { checkIn, checkOut }, price }: BookingForm): [string, boolean] {
  const texts = say.booking.chosen;
  if (!checkIn) return [texts.checkIn, false];
  if (!checkOut) return [texts.checkOut(formatDay(checkIn, "short")), false];
  const dates = say.stay.span(formatDay(checkIn, "short"), formatDay(checkOut, "short"));
  if (!price) return [dates, true];
  return [texts.stay(formatCents(price.totalCents, price.currency), say.stay.nights(price.nights), dates), true];
}

import { moneyText } from "#domain/money/currency.ts";
import { formatDay } from "../lib/format-date.ts";
import { Button } from "../ui/button.tsx";
import { LiveText } from "../ui/live-text.tsx";
import { nightsText } from "./nights-text.ts";
import { CLEAR_INTENT } from "./form-intents.ts";
import type { BookingForm } from "./use-booking-form.ts";

/** What is chosen in the calendar, and what to choose next. */
export function ChosenStay({ booking }: { booking: BookingForm }) {
  const { checkIn } = booking.chosen;
  const [text, figures] = chosenText(booking);
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4">
      <p aria-live="polite">{figures ? <LiveText>{text}</LiveText> : <span key={text}>{text}</span>}</p>
      {checkIn ? (
        <Button
          type={booking.scripted ? "button" : "submit"}
          look="quiet"
          name="intent"
          value={CLEAR_INTENT}
          data-replay=""
          className="-mx-5 underline"
          onClick={(event) => {
            event.preventDefault();
            booking.setDates({ checkIn: null, checkOut: null });
          }}
        >
          Clear dates
        </Button>
      ) : null}
    </div>
  );
}

/** The text, and whether it is dates and amounts, which a translating browser leaves alone. */
function chosenText({ chosen: { checkIn, checkOut }, price }: BookingForm): [string, boolean] {
  if (!checkIn) return ["Choose your check-in day, then your check-out day.", false];
  if (!checkOut) return [`Check-in ${formatDay(checkIn, "short")}. Now choose your check-out day.`, false];
  const dates = `${formatDay(checkIn, "short")} to ${formatDay(checkOut, "short")}`;
  if (!price) return [dates, true];
  return [`${moneyText(price.totalCents, price.currency)} total, ${nightsText(price.nights)}, ${dates}`, true];
}

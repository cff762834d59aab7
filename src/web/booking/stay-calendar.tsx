import { useState } from "react";
import { mayChoose, nearestBookableStay, takenNights } from "#domain/booking/availability.ts";
import { BOOKING_WINDOW_DAYS } from "#domain/booking/limits.ts";
import { quote } from "#domain/booking/price.ts";
import { lastCheckOut, refuseStay } from "#domain/booking/refuse-stay.ts";
import type { Stay } from "#domain/booking/stay.ts";
import { addDays, type LocalDate } from "#domain/calendar/local-date.ts";
import { formatDay } from "../lib/format-date.ts";
import { formatCents } from "../lib/format-money.ts";
import { useWideScreen } from "../lib/wide-screen.ts";
import { Button } from "../ui/button.tsx";
import { RangeCalendarMonths } from "../ui/calendar-range.tsx";
import { LiveText } from "../ui/live-text.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { nightsText } from "./nights-text.ts";
import type { Cottage } from "./use-cottage.ts";

export type StayCalendarProps = {
  cottage: Cottage;
  stay: Stay | null;
  /** Said above the months, where the calendar opened because something went wrong. */
  notice: string | null;
  onChoose: (stay: Stay) => void;
  onClose: () => void;
};

/** The nights of the cottage to choose from: gone ones struck through, check-out allowed on another's check-in day. */
export function StayCalendar({ cottage, stay, notice, onChoose, onClose }: StayCalendarProps) {
  const { today, property } = cottage;
  const rules = cottage.site.stayRules;
  const gone = cottage.unavailable ?? NOTHING_KNOWN;
  const months = useWideScreen() ? 2 : 1;
  const last = lastCheckOut(today, rules);
  const bookable = stay && !refuseStay(stay, today, rules) && takenNights(stay, gone).length === 0 ? stay : null;
  const nearest = stay && !bookable ? nearestBookableStay(stay, gone, today, rules) : null;
  const [looksAt, setLooksAt] = useState<LocalDate | null>(null);

  return (
    <Sheet
      title="Choose your dates"
      onClose={onClose}
      footer={
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p aria-live="polite">
            {bookable ? (
              <LiveText>{offerText(bookable, property.rateCents)}</LiveText>
            ) : (
              <span>Choose your check-in day, then your check-out day.</span>
            )}
          </p>
          <Button onClick={onClose}>Done</Button>
        </div>
      }
    >
      {notice ? <p className="mb-4 font-semibold text-danger">{notice}</p> : null}
      {nearest ? (
        <Button look="secondary" className="mb-4" onClick={() => onChoose(nearest)}>
          {`Nearest free dates: ${spanText(nearest)}`}
        </Button>
      ) : null}
      <RangeCalendarMonths
        label="Your stay"
        value={bookable ? { start: bookable.checkIn, end: bookable.checkOut } : null}
        onChange={({ start, end }) => onChoose({ checkIn: start, checkOut: end > start ? end : addDays(start, 1) })}
        min={today}
        max={last}
        today={today}
        startAt={bookable?.checkIn ?? nearest?.checkIn ?? today}
        months={months}
        isBlocked={(day, arrival) => !mayChoose(day, arrival, gone, rules.longestStay)}
        onFocus={setLooksAt}
      />
      <p aria-live="polite" className="mt-3 min-h-6 text-sm">
        {looksAt && gone.has(looksAt) ? `${formatDay(looksAt, "short")}: ${reason(looksAt, gone)}.` : ""}
      </p>
      <p className="text-sm text-ink-soft">
        <s aria-hidden="true">12</s> Crossed out: already booked. Past dates, and dates more than{" "}
        {rules.windowDays === BOOKING_WINDOW_DAYS ? "two years" : `${rules.windowDays} days`} away, can't be booked. All
        dates are local to the cottage.
      </p>
    </Sheet>
  );
}

const spanText = ({ checkIn, checkOut }: Stay) => `${formatDay(checkIn, "short")} to ${formatDay(checkOut, "short")}`;

function offerText(stay: Stay, rateCents: number): string {
  const { totalCents, nights } = quote(stay, rateCents);
  return `${formatCents(totalCents)} total, ${nightsText(nights)}, ${spanText(stay)}`;
}

const NOTHING_KNOWN: ReadonlySet<LocalDate> = new Set();

function reason(day: LocalDate, gone: ReadonlySet<LocalDate>): string {
  const othersArrive = !gone.has(addDays(day, -1));
  return othersArrive ? "already booked; you can check out on this day, but not check in" : "already booked";
}

import { useMemo, useState } from "react";
import type { Stay } from "#domain/booking/stay.ts";
import { BOOKING_WINDOW_DAYS } from "#domain/booking/limits.ts";
import { addDays, daysBetween, type LocalDate } from "#domain/calendar/local-date.ts";
import { type Month, daysOf, monthOf } from "#domain/calendar/month.ts";
import { currencyDigits, moneyText } from "#domain/money/currency.ts";
import { dayChoice } from "#domain/pricing/day-choices.ts";
import { nearestStays } from "#domain/pricing/nearest-stays.ts";
import type { SellingCalendar } from "#domain/pricing/selling-calendar.ts";
import { refuseStay, type StayRefusal } from "#domain/pricing/stay-check.ts";
import { formatDay } from "../lib/format-date.ts";
import { useWideScreen } from "../lib/wide-screen.ts";
import { Button } from "../ui/button.tsx";
import { RangeCalendarMonths } from "../ui/calendar-range.tsx";
import { LiveText } from "../ui/live-text.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { nightsText } from "./nights-text.ts";
import { refusalWords } from "./refusal-words.ts";
import { type ShownQuote, shownQuote } from "./shown-price.ts";
import type { Cottage } from "./use-cottage.ts";

export type StayCalendarProps = {
  cottage: Cottage;
  stay: Stay | null;
  guestCount: string;
  /** The price of the stay as the form shows it. */
  price: ShownQuote | null;
  /** Said above the months, where the calendar opened because something went wrong. */
  notice: string | null;
  onChoose: (stay: Stay) => void;
  onClose: () => void;
};

/** The days of the cottage to choose from: only stays that can be booked can be chosen. */
export function StayCalendar({ cottage, stay, guestCount, price, notice, onChoose, onClose }: StayCalendarProps) {
  const { selling } = cottage;
  const { today, end, document } = selling;
  const months = useWideScreen() ? 2 : 1;
  const bookable = stay && !refuseStay(selling, stay) ? stay : null;
  const [nearest] = stay && !bookable ? nearestStays(selling, stay, 1) : [];
  const noteOf = useMemo(() => priceNotes(selling), [selling]);
  /** Goes up when the guest starts again. */
  const [round, setRound] = useState(0);

  return (
    <Sheet
      title="Choose your dates"
      onClose={onClose}
      footer={
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p aria-live="polite">
            {bookable && price ? (
              <LiveText>{`${totalText(price)}, ${nightsText(price.nights)}, ${spanText(bookable)}`}</LiveText>
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
          {`Nearest free dates: ${spanText(nearest)}${nearestTotal(nearest, cottage, guestCount)}`}
        </Button>
      ) : null}
      <RangeCalendarMonths
        key={round}
        label="Your stay"
        value={bookable ? { start: bookable.checkIn, end: bookable.checkOut } : null}
        onChange={({ start, end: last }) => {
          // One day twice is no stay: the guest begins again.
          if (last > start) onChoose({ checkIn: start, checkOut: last });
        }}
        min={today}
        max={addDays(today, end)}
        today={today}
        startAt={bookable?.checkIn ?? nearest?.checkIn ?? today}
        months={months}
        isBlocked={(day, first) => dayChoice(selling, day, first).refusal !== null}
        whyBlocked={(day, first) => whyBlocked(selling, day, first)}
        isStruck={(day) => isTaken(selling, day)}
        noteOf={noteOf}
      />
      <Button look="secondary" className="mb-3" onClick={() => setRound(round + 1)}>
        Choose check-in again
      </Button>
      <p className="text-sm text-ink-soft">
        <s aria-hidden="true">12</s> Crossed out: already booked. Past dates, and dates more than{" "}
        {document.windowDays === BOOKING_WINDOW_DAYS ? "two years" : `${document.windowDays} days`} away, can't be
        booked. All dates are local to the cottage.
      </p>
    </Sheet>
  );
}

const spanText = ({ checkIn, checkOut }: Stay) => `${formatDay(checkIn, "short")} to ${formatDay(checkOut, "short")}`;
const totalText = ({ totalCents, currency }: ShownQuote) => `${moneyText(totalCents, currency)} total`;

function nearestTotal({ checkIn, checkOut }: Stay, cottage: Cottage, guestCount: string): string {
  const price = shownQuote({ checkInDate: checkIn, checkOutDate: checkOut, guestCount }, cottage);
  return price ? `, ${totalText(price)}` : "";
}

function isTaken({ day, today }: SellingCalendar, date: LocalDate): boolean {
  return day(daysBetween(today, date)).taken;
}

function whyBlocked(selling: SellingCalendar, day: LocalDate, first: LocalDate | null): string | null {
  const { refusal } = dayChoice(selling, day, first);
  return refusal && `${formatDay(day, "short")}: ${reason(selling, refusal, day, first)}.`;
}

function reason(selling: SellingCalendar, refusal: StayRefusal, day: LocalDate, first: LocalDate | null): string {
  if (refusal.rule !== "taken") {
    const words = refusalWords(refusal);
    const said = `${words.charAt(0).toLowerCase()}${words.slice(1)}`;
    return refusal.rule === "minimum" && first ? `${said} from the day you chose` : said;
  }
  if (!isTaken(selling, day)) return "there are booked nights in between";
  const othersArrive = !isTaken(selling, addDays(day, -1));
  return othersArrive ? "already booked; you can check out on this day, but not check in" : "already booked";
}

/** Prices of nights in months where they differ. */
function priceNotes(selling: SellingCalendar) {
  const { document, today, end, day } = selling;
  const differ = new Map<Month, boolean>();
  const unit = 10 ** currencyDigits(document.currency);
  const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
  const priceOf = (date: LocalDate) => {
    const index = daysBetween(today, date);
    return index >= 0 && index < end && !day(index).taken ? day(index).priceCents : null;
  };
  const differs = (month: Month) => {
    const prices = daysOf(month).flatMap((date) => priceOf(date) ?? []);
    return new Set(prices).size > 1;
  };
  return (date: LocalDate) => {
    const month = monthOf(date);
    const shown = differ.get(month) ?? differs(month);
    differ.set(month, shown);
    const cents = shown ? priceOf(date) : null;
    if (cents === null) return null;
    // Whole units; a screen reader and the summary have the exact price.
    return { text: whole.format(cents / unit), label: moneyText(cents, document.currency) };
  };
}

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useSearch } from "wouter";
import type { Confirmation } from "#contract/booking.ts";
import type { OwnStayQuote } from "#contract/own-stay.ts";
import type { PublicSite } from "#contract/property.ts";
import { MIN_GUESTS } from "#domain/booking/limits.ts";
import type { Stay } from "#domain/booking/stay.ts";
import { isLocalDate, toLocalDate } from "#domain/calendar/local-date.ts";
import type { ChosenDays } from "#domain/pricing/day-choices.ts";
import type { SellingCalendar } from "#domain/pricing/selling-calendar.ts";
import { AS_RENDERED, messageOf } from "../api/client.ts";
import { changeSearch, requestedChange, ownQuoteQuery } from "../api/own-stay.ts";
import { formatDay } from "../lib/format-date.ts";
import { formatCents, formatCurrency } from "../lib/format-money.ts";
import { useFormState } from "../lib/page-state.ts";
import { inLanguage, paths } from "../lib/paths.ts";
import { rich } from "../lib/rich.tsx";
import { say } from "../lib/say.ts";
import { Button } from "../ui/button.tsx";
import { DateField } from "../ui/date-field.tsx";
import { Field, inputClass } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { IN_ADDRESS, NearestForChange, parseCalendarState, useOwnCalendar } from "./change-calendar.tsx";
import { alreadyBooked } from "./already-booked.ts";
import { deadlineText } from "./cancellation-policy.ts";
import { atMostText } from "./own-cancellation.ts";
import { usePreHydrationInput } from "./pre-hydration-input.ts";
import { StayCalendar } from "./stay-calendar.tsx";

const FORM_ID = "change-form";
const isField = (name: string): name is "in" | "out" | "guests" => ["in", "out", "guests"].includes(name);

/**
 * First shows the price of the requested stay, at a URL that can be opened again, and then changes the stay at that
 * price. With JavaScript, choosing other dates changes that URL without reloading the page.
 */
export function ChangeStay({ booking, site }: { booking: Confirmation; site: PublicSite }) {
  const search = changeSearch(useSearch(), useFormState().form);
  const change = requestedChange(search);
  const quote = useQuery({
    ...ownQuoteQuery(booking.id, change ?? NOTHING_ASKED),
    ...AS_RENDERED,
    enabled: change !== null,
  });
  const selling = useOwnCalendar(booking, site.today);
  const [, navigate] = useLocation();
  const [seen, setSeen] = useState(search);
  const [start, setStart] = useState(() => startChange(search, selling, booking));
  const [chosen, setChosen] = useState(start.chosen);
  const [guests, setGuests] = useState(start.guests);
  usePreHydrationInput(FORM_ID, isField, ({ in: checkIn, out: checkOut, guests: count }) => {
    setChosen((now) => ({
      ...now,
      ...(isLocalDate(checkIn) ? { checkIn } : {}),
      ...(isLocalDate(checkOut) ? { checkOut } : {}),
    }));
    if (count) setGuests(count);
  });
  // Suggested dates are links to this page, so they are passed in the URL.
  if (search !== seen) {
    const next = startChange(search, selling, booking);
    setSeen(search);
    setStart(next);
    setChosen(next.chosen);
    setGuests(next.guests);
  }
  // A guest who has since changed the number of guests would otherwise confirm the old number.
  const isAsked =
    chosen.checkIn === change?.checkInDate &&
    chosen.checkOut === change?.checkOutDate &&
    Number(guests) === change?.guestCount;
  const action = paths.confirmation(booking.id);
  const addressOf = ({ checkIn, checkOut }: Stay, count = guests) =>
    `${action}?${new URLSearchParams({ in: checkIn, out: checkOut, guests: count }).toString()}`;
  const show = ({ checkIn, checkOut }: ChosenDays) => {
    if (checkIn && checkOut) navigate(addressOf({ checkIn, checkOut }), { replace: true });
  };
  const fewest = fewestGuests(booking);
  const sleeps = Math.max(selling?.document.guests.sleeps ?? 0, booking.guestCount);
  return (
    <>
      <form
        id={FORM_ID}
        action={`${inLanguage(action)}#change`}
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          show(chosen);
          // The URL stays the same, so a price that could not be fetched has to be requested again here.
          if (isAsked && quote.isError) void quote.refetch();
        }}
      >
        {/* Enter in a field presses the first button of the form, so this one comes before those in the calendar. */}
        <button type="submit" tabIndex={-1} aria-hidden="true" className="sr-only">
          {say.own.change.show}
        </button>
        {selling ? (
          <StayCalendar
            selling={selling}
            // Once free cancellation is over, the arrival is fixed, so each press chooses another departure.
            chosen={booking.freeCancellationOver ? { ...chosen, checkOut: null } : chosen}
            request={start.request}
            fields={IN_ADDRESS}
            onChoose={(next) => {
              setChosen(next);
              show(next);
            }}
          />
        ) : null}
        <div className="grid gap-4 sm:grid-cols-3">
          <DateField
            label={say.stay.checkIn}
            id="new-check-in"
            name="in"
            required
            value={chosen.checkIn ?? ""}
            onChange={(date) => setChosen({ ...chosen, checkIn: date || null })}
          />
          <DateField
            label={say.stay.checkOut}
            id="new-check-out"
            name="out"
            required
            value={chosen.checkOut ?? ""}
            onChange={(date) => setChosen({ ...chosen, checkOut: date || null })}
          />
          <Field label={say.own.guests} id="new-guests">
            {(parts) => (
              <select
                {...parts}
                name="guests"
                value={guests}
                onChange={({ target }) => setGuests(target.value)}
                className={inputClass}
              >
                {Array.from({ length: sleeps + 1 - fewest }, (_unused, index) => (
                  <option key={index + fewest} value={index + fewest}>
                    {index + fewest}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
        <Button type="submit" look="secondary">
          {say.own.change.show}
        </Button>
      </form>
      <div aria-live="polite" className="space-y-4">
        {change && quote.error ? (
          <Notice look="error">{messageOf(quote.error) || say.own.change.noPrice}</Notice>
        ) : null}
        {isAsked && quote.data ? (
          <Offer booking={booking} quote={quote.data} action={action} timeZone={site.timeZone} />
        ) : null}
        {change && selling && (quote.error || (quote.data && quote.data.takenNights.length > 0)) ? (
          <NearestForChange
            key={search}
            selling={selling}
            requested={{ checkIn: toLocalDate(change.checkInDate), checkOut: toLocalDate(change.checkOutDate) }}
            addressOf={(stay) => addressOf(stay)}
          />
        ) : null}
      </div>
    </>
  );
}

function startChange(search: string, selling: SellingCalendar | undefined, booking: Confirmation) {
  const { checkInDate, checkOutDate, guestCount } = booking;
  const booked = { checkIn: toLocalDate(checkInDate), checkOut: toLocalDate(checkOutDate) };
  const guests = new URLSearchParams(search).get("guests");
  const isCount = guests !== null && /^[1-9]\d?$/.test(guests) && Number(guests) >= fewestGuests(booking);
  return { ...parseCalendarState(search, selling, booked), guests: isCount ? guests : String(guestCount) };
}

/** Once free cancellation is over, guests can only be added. */
function fewestGuests({ freeCancellationOver, guestCount }: Confirmation): number {
  return freeCancellationOver ? guestCount : MIN_GUESTS;
}

const NOTHING_ASKED = { checkInDate: "", checkOutDate: "", guestCount: 0 };

type OfferProps = { booking: Confirmation; quote: OwnStayQuote; action: string; timeZone: string };

function Offer({ booking, quote, action, timeZone }: OfferProps) {
  const texts = say.own.change;
  if (quote.takenNights.length > 0) {
    return <Notice look="error">{texts.taken(alreadyBooked(quote.takenNights.filter(isLocalDate)))}</Notice>;
  }
  const isBooked =
    quote.checkInDate === booking.checkInDate &&
    quote.checkOutDate === booking.checkOutDate &&
    quote.guestCount === booking.guestCount;
  return (
    <form method="post" action={inLanguage(action)} className="space-y-4 rounded-2xl bg-sunken p-4">
      <ChangeFields stay={quote} isBooked={isBooked} />
      <input type="hidden" name="expectedTerms" value={quote.terms} />
      <p>
        {rich(
          texts.offer(
            say.stay.span(formatDay(quote.checkInDate, "short"), formatDay(quote.checkOutDate, "short")),
            say.stay.nights(quote.nights),
            say.stay.guests(quote.guestCount),
            formatCurrency(quote.totalAmount, booking.currency),
            formatCurrency(booking.totalAmount, booking.currency),
          ),
          { b: (words) => <strong>{words}</strong> },
        )}{" "}
        <strong>{differenceText(quote.difference, booking.currency)}</strong>
      </p>
      <p>
        {quote.freeCancellationOver
          ? atMostText({ ...quote, currency: booking.currency })
          : texts.freeUntil(deadlineText(quote.freeCancellationUntil, timeZone))}
      </p>
      {booking.payment && booking.payment.paidCents > 0 ? (
        <p>{afterChangeText(booking.payment, totalOf(quote))}</p>
      ) : null}
      {quote.asksHost ? <p>{texts.asksHost}</p> : null}
      <Button type="submit">{isBooked ? texts.keep : quote.asksHost ? texts.ask : texts.confirm}</Button>
    </form>
  );
}

/** With the total that the guest was shown. */
export function StayFields({ stay }: { stay: OwnStayQuote | Confirmation }) {
  return (
    <>
      <input type="hidden" name="checkInDate" value={stay.checkInDate} />
      <input type="hidden" name="checkOutDate" value={stay.checkOutDate} />
      <input type="hidden" name="guestCount" value={stay.guestCount} />
      <input type="hidden" name="expectedTotal" value={stay.totalAmount} />
    </>
  );
}

/** Asking for the booked stay changes nothing, but withdraws an open request. */
function ChangeFields({ stay, isBooked }: { stay: OwnStayQuote | Confirmation; isBooked: boolean }) {
  return (
    <>
      <input type="hidden" name="intent" value="change" />
      <StayFields stay={stay} />
      {isBooked ? <input type="hidden" name="booked" value="yes" /> : null}
    </>
  );
}

/** Withdraws the request to change the stay. */
export function KeepBookedStay({ booking }: { booking: Confirmation }) {
  return (
    <form method="post" action={inLanguage(paths.confirmation(booking.id))} className="print:hidden">
      <ChangeFields stay={booking} isBooked />
      <Button type="submit" look="secondary">
        {say.own.change.keep}
      </Button>
    </form>
  );
}

const totalOf = ({ lines }: OwnStayQuote) => lines.reduce((sum, { amountCents }) => sum + amountCents, 0);

function differenceText(difference: string, currency: string): string {
  const amount = Number(difference);
  const { less, more, same } = say.own.change;
  if (amount === 0) return same;
  const size = formatCurrency(Math.abs(amount), currency);
  return amount > 0 ? more(size) : less(size);
}

function afterChangeText(payment: NonNullable<Confirmation["payment"]>, totalCents: number): string {
  const money = (cents: number) => formatCents(cents, payment.currency);
  const { leftToPay, nothingLeft, paidMore } = say.own.change;
  const paid = money(payment.paidCents);
  const left = totalCents - payment.paidCents;
  if (left === 0) return nothingLeft(paid);
  return left > 0 ? leftToPay(paid, money(left)) : paidMore(paid, money(-left));
}

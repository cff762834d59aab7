import { useQuery } from "@tanstack/react-query";
import { useSearch } from "wouter";
import type { Confirmation } from "#contract/booking.ts";
import type { OwnStayQuote } from "#contract/own-stay.ts";
import { MAX_GUESTS, MIN_GUESTS } from "#domain/booking/limits.ts";
import { isLocalDate } from "#domain/calendar/local-date.ts";
import { AS_RENDERED, wordsOf } from "../api/client.ts";
import { requestedChange, ownQuoteQuery } from "../api/own-stay.ts";
import { formatDay } from "../lib/format-date.ts";
import { formatCurrency } from "../lib/format-money.ts";
import { paths } from "../lib/paths.ts";
import { Button } from "../ui/button.tsx";
import { Field, inputClass } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { dayList } from "./day-list.ts";
import { deadlineText } from "./cancellation-policy.ts";
import { nightsText } from "./nights-text.ts";

type Props = { booking: Confirmation; timeZone: string };

/** First the price of what is wanted, by an address that can be opened again; then the change at that price. */
export function ChangeStay({ booking, timeZone }: Props) {
  const asked = requestedChange(useSearch());
  const quote = useQuery({
    ...ownQuoteQuery(booking.id, asked ?? NOTHING_ASKED),
    ...AS_RENDERED,
    enabled: asked !== null,
  });
  const action = paths.confirmation(booking.id);
  return (
    <>
      <form action={`${action}#change`} className="space-y-4">
        <div className="grid gap-4 sm:grid-cols-3">
          <Field label="Check-in" id="new-check-in">
            {(parts) => (
              <input
                {...parts}
                type="date"
                name="in"
                required
                defaultValue={asked?.checkInDate ?? booking.checkInDate}
                className={inputClass}
              />
            )}
          </Field>
          <Field label="Check-out" id="new-check-out">
            {(parts) => (
              <input
                {...parts}
                type="date"
                name="out"
                required
                defaultValue={asked?.checkOutDate ?? booking.checkOutDate}
                className={inputClass}
              />
            )}
          </Field>
          <Field label="Guests" id="new-guests">
            {(parts) => (
              <select
                {...parts}
                name="guests"
                defaultValue={asked?.guestCount ?? booking.guestCount}
                className={inputClass}
              >
                {GUESTS.map((count) => (
                  <option key={count} value={count}>
                    {count}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
        <Button type="submit" look="secondary">
          Show the new price
        </Button>
      </form>
      {asked && quote.error ? <Notice look="error">{wordsOf(quote.error) || NO_PRICE}</Notice> : null}
      {asked && quote.data ? <Offer booking={booking} quote={quote.data} action={action} timeZone={timeZone} /> : null}
    </>
  );
}

const GUESTS = Array.from({ length: MAX_GUESTS - MIN_GUESTS + 1 }, (_, index) => MIN_GUESTS + index);
const NO_PRICE = "We couldn't get the price just now. Please try again in a moment.";
const NOTHING_ASKED = { checkInDate: "", checkOutDate: "", guestCount: 0 };

function Offer({ booking, quote, action, timeZone }: Props & { quote: OwnStayQuote; action: string }) {
  if (quote.takenNights.length > 0) {
    return (
      <Notice look="error">
        {`Already booked: ${dayList(quote.takenNights.filter(isLocalDate))}. Please choose other dates.`}
      </Notice>
    );
  }
  return (
    <form method="post" action={action} className="space-y-4 rounded-2xl bg-sunken p-4">
      <input type="hidden" name="intent" value="change" />
      <input type="hidden" name="checkInDate" value={quote.checkInDate} />
      <input type="hidden" name="checkOutDate" value={quote.checkOutDate} />
      <input type="hidden" name="guestCount" value={quote.guestCount} />
      <input type="hidden" name="expectedTotal" value={quote.totalAmount} />
      <p>
        {formatDay(quote.checkInDate, "short")} to {formatDay(quote.checkOutDate, "short")}, {nightsText(quote.nights)},{" "}
        {quote.guestCount === 1 ? "1 guest" : `${quote.guestCount} guests`}:{" "}
        <strong>{formatCurrency(quote.totalAmount)}</strong> instead of {formatCurrency(booking.totalAmount)}.{" "}
        <strong>{differenceText(quote.difference)}</strong>
      </p>
      <p>You can cancel the changed stay free of charge until {deadlineText(quote.freeCancellationUntil, timeZone)}.</p>
      {quote.asksHost ? (
        <p>
          The host confirms changes of dates. We hold these nights and your current ones until the host answers. If the
          host declines, your stay remains as it is.
        </p>
      ) : null}
      <Button type="submit">{quote.asksHost ? "Ask the host for this change" : "Change my stay"}</Button>
    </form>
  );
}

function differenceText(difference: string): string {
  const amount = Number(difference);
  if (amount === 0) return "The price stays the same.";
  const size = formatCurrency(Math.abs(amount));
  return amount > 0 ? `${size} more than before.` : `${size} less than before.`;
}

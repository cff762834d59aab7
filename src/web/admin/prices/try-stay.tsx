import { useState } from "react";
import { chargeTimes } from "#domain/booking/cancellation.ts";
import { addDays, type LocalDate } from "#domain/calendar/local-date.ts";
import type { TimeZone } from "#domain/calendar/time-zone.ts";
import { moneyText } from "#domain/money/currency.ts";
import { evaluateOn } from "#domain/pricing/evaluate-stay.ts";
import { lineText } from "#domain/pricing/line-text.ts";
import { offerInstead } from "#domain/pricing/nearest-stays.ts";
import { mayUseCode, normalCode } from "#domain/pricing/promo-code.ts";
import type { StayQuote } from "#domain/pricing/quote.ts";
import { refusalText } from "#domain/pricing/refusal-text.ts";
import type { SellingCalendar } from "#domain/pricing/selling-calendar.ts";
import { formatMoment } from "../../lib/format-date.ts";
import { formatSpan } from "../../lib/format-span.ts";
import { TextField } from "../../ui/text-field.tsx";
import { Section } from "../settings/section.tsx";
import { usePriceEditor } from "./editor.ts";
import { DateInput } from "./inputs.tsx";

/** Uses the prices in the form, saved or not. */
export function TryStay({ calendar, now }: { calendar: SellingCalendar; now: Date }) {
  const { prices, codes, today } = usePriceEditor();
  const [start] = useState(() => firstBookable(calendar, today));
  const [checkIn, setCheckIn] = useState<LocalDate>(start);
  const [checkOut, setCheckOut] = useState<LocalDate>(addDays(start, EXAMPLE_NIGHTS));
  const [guests, setGuests] = useState("2");
  const [typed, setTyped] = useState("");
  const stay = { checkIn, checkOut };
  const found = codes.find((one) => one.code === normalCode(typed));
  const code = found && mayUseCode(found, stay, today) ? found : null;
  const tried = /^[1-9]\d{0,3}$/.test(guests.trim()) ? { stay, guests: Number(guests) } : null;
  const evaluation = tried && evaluateOn(calendar, { ...tried, code });
  return (
    <Section title="Try a stay" about="What a guest would see with the prices in this form. Nothing is booked.">
      <div className="grid grid-cols-2 gap-4">
        <DateInput path="try-check-in" label="Check-in" value={checkIn} onChange={setCheckIn} />
        <DateInput path="try-check-out" label="Check-out" value={checkOut} onChange={setCheckOut} />
        <TextField
          label="Guests"
          id="try-guests"
          inputMode="numeric"
          error={tried ? undefined : "Enter the number of guests, such as 2"}
          value={guests}
          onChange={setGuests}
        />
        <TextField label="Code" id="try-code" value={typed} onChange={setTyped} />
      </div>
      <div role="status" aria-label="The stay" className="mt-4 rounded-xl bg-sunken p-4">
        {typed !== "" && !code ? <p className="mb-2">This code cannot be used for this stay.</p> : null}
        {!tried || !evaluation ? (
          <p>Correct the number of guests to see the price.</p>
        ) : evaluation.ok ? (
          <QuoteLines quote={evaluation.quote} checkIn={checkIn} now={now} />
        ) : (
          <>
            <p className="font-semibold">{refusalText(evaluation.refusal)}</p>
            <ul className="mt-2 list-disc pl-5">
              {offerInstead(calendar, { ...tried, refusal: evaluation.refusal }).map((one) => (
                <li key={`${one.checkIn} ${one.checkOut}`}>
                  {formatSpan(one.checkIn, one.checkOut)}: {moneyText(one.totalCents, prices.currency)}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Section>
  );
}

const EXAMPLE_NIGHTS = 7;
const [FROM_DAYS, UNTIL_DAYS] = [30, 120];

/** At least 30 days ahead if possible, because a refusal would be a poor first example. */
function firstBookable(calendar: SellingCalendar, today: LocalDate): LocalDate {
  for (let days = FROM_DAYS; days < UNTIL_DAYS; days++) {
    const checkIn = addDays(today, days);
    const stay = { checkIn, checkOut: addDays(checkIn, EXAMPLE_NIGHTS) };
    if (evaluateOn(calendar, { stay, guests: 2, code: null }).ok) return checkIn;
  }
  return addDays(today, FROM_DAYS);
}

function QuoteLines({ quote, checkIn, now }: { quote: StayQuote; checkIn: LocalDate; now: Date }) {
  const { checkInTime, timeZone } = usePriceEditor();
  const charges = chargeTimes(checkIn, { checkInTime, timeZone }, quote);
  const money = (cents: number) => moneyText(cents, quote.currency);
  return (
    <>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
        {quote.lines.map((line, place) => (
          <div key={place} className="contents">
            <dt>{lineText(line, quote.currency)}</dt>
            <dd className="text-right tabular-nums">{money(line.amountCents)}</dd>
          </div>
        ))}
        <dt className="font-semibold">Total</dt>
        <dd className="text-right font-semibold tabular-nums">{money(quote.totalCents)}</dd>
        {quote.containedTaxes.map((tax) => (
          <div key={tax.name} className="contents text-ink-soft">
            <dt>of which {tax.name}</dt>
            <dd className="text-right tabular-nums">{money(tax.amountCents)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-sm text-ink-soft">{cancellationText(quote, charges, { now, timeZone })}</p>
    </>
  );
}

/**
 * "Cancelling is free until Mon, Nov 30, 2026, 2:00 PM. After that it costs $787. From Sat, Dec 12, 2026, 2:00 PM, it
 * costs $1,574."
 */
function cancellationText(
  { currency }: StayQuote,
  charges: ReturnType<typeof chargeTimes>,
  { now, timeZone }: { now: Date; timeZone: TimeZone },
) {
  const [first, ...later] = charges;
  if (!first) return "Cancelling is free.";
  if (now > first.from) {
    const highest = Math.max(...charges.map(({ amountCents }) => amountCents));
    return `Cancelling costs at most ${moneyText(highest, currency)}.`;
  }
  const at = (moment: Date) => formatMoment(moment.toISOString(), timeZone, "short");
  const rest = later.map(({ from, amountCents }) => ` From ${at(from)}, it costs ${moneyText(amountCents, currency)}.`);
  return `Cancelling is free until ${at(first.from)}. After that it costs ${moneyText(first.amountCents, currency)}.${rest.join("")}`;
}

import { addDays } from "#domain/calendar/local-date.ts";
import { nightCount } from "#domain/booking/stay.ts";
import { moneyText } from "#domain/money/currency.ts";
import { type Cliff, findCliffs } from "#domain/pricing/cliffs.ts";
import { counted } from "#domain/text/counted.ts";
import { refusalText } from "#domain/pricing/refusal-text.ts";
import type { SellingCalendar } from "#domain/pricing/selling-calendar.ts";
import { type UnsellableNights, unsellableNights } from "#domain/pricing/unsellable-nights.ts";
import { formatDate } from "../../lib/format-date.ts";
import { formatSpan } from "../../lib/format-span.ts";
import { Button } from "../../ui/button.tsx";
import { Section } from "../settings/section.tsx";
import { usePriceEditor } from "./editor.ts";

const MAX_SHOWN = 12;

/** Free nights that nobody can book, and prices that may be mistakes. */
export function Findings({ calendar, empty }: { calendar: SellingCalendar; empty: SellingCalendar }) {
  const { prices, change } = usePriceEditor();
  const unsellable = unsellableNights(calendar);
  const nights = unsellable.reduce((sum, one) => sum + one.nights, 0);
  const gaps = unsellable.flatMap((one) => one.curedByGapsFrom ?? []);
  const cure = gaps.length > 0 ? Math.min(...gaps) : null;
  const cliffs = findCliffs(empty, Math.min(2, prices.guests.sleeps));
  return (
    <Section
      title={nights === 0 ? "Every free night can be booked" : `${counted(nights, "free night")} that nobody can book`}
      about="With the prices in this form and your current bookings."
    >
      <ul className="space-y-1">
        {unsellable.slice(0, MAX_SHOWN).map((one) => (
          <li key={one.from}>
            <strong>{formatSpan(one.from, addDays(one.until, 1))}</strong>: {reasonText(one)}
          </li>
        ))}
        {unsellable.length > MAX_SHOWN ? <li>and {unsellable.length - MAX_SHOWN} more</li> : null}
      </ul>
      {cure !== null ? (
        <Button look="secondary" className="mt-3" onClick={() => change({ smallestGap: cure })}>
          Let guests book gaps of {counted(cure, "night")} or more
        </Button>
      ) : null}
      {cliffs.length > 0 ? (
        <div className="mt-5 space-y-2">
          <h3 className="font-semibold">Please check</h3>
          <ul className="space-y-1">
            {cliffs.map((cliff) => (
              <li key={cliff.nights}>{cliffText(cliff, prices.currency)}</li>
            ))}
          </ul>
        </div>
      ) : null}
    </Section>
  );
}

function reasonText({ refusal, curedByGapsFrom }: UnsellableNights): string {
  const gap = curedByGapsFrom === null ? "" : `a gap of ${counted(curedByGapsFrom, "night")}, `;
  const text = refusalText(refusal);
  // The names of seasons keep their capital letters.
  return `${gap}${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

function cliffText({ nights, shorter, shorterCents, longerCents }: Cliff, currency: string): string {
  const money = (cents: number) => moneyText(cents, currency);
  return `${nights} nights cost less than ${nightCount(shorter)} (${money(longerCents)} compared with ${money(shorterCents)}, from ${formatDate(shorter.checkIn, "short")}). Is this right?`;
}

import { counted } from "#domain/text/counted.ts";
import { scaleLinear } from "d3-scale";
import { Link } from "wouter";
import type { Analytics } from "#contract/analytics.ts";
import { formatCurrency, currencySymbol } from "../../lib/format-money.ts";
import { SOURCE_LABELS } from "../bookings/badges.tsx";
import { bookingsPath } from "./bookings-path.ts";
import { ChartFigure } from "./chart-figure.tsx";
import { partsOf } from "./revenue-parts.ts";

/** SPEC 9: service fees are always zero. */
function linesOf({ madeOf }: Analytics): (readonly [string, number])[] {
  const parts = partsOf(madeOf).filter(([name]) => name !== "Taxes");
  return [...parts, ["Service fees", 0], ["Taxes", madeOf.taxes]];
}

/** SPEC 2 */
export function RevenueBreakdown({ analytics }: { analytics: Analytics }) {
  const { sources, totalRevenue, currency, madeOf, otherCurrencies } = analytics;
  const isMixed = otherCurrencies.length > 0;
  const isOnlyNights = partsOf(madeOf).length === 0;
  const onTop = isOnlyNights ? "No fees or taxes were charged on top." : "The parts below add up to the total.";
  const noPrice = isMixed ? `No price in ${currency}` : "Prices unknown";
  const most = Math.max(1, ...sources.map((row) => row.revenue ?? 0));
  const percent = scaleLinear([0, most], [0, 100]);
  return (
    <ChartFigure
      title="Revenue Breakdown"
      meaning={`Revenue within these dates, by booking source. ${onTop}`}
      rows={sources}
      rowKey={(row) => row.source}
      fileName="revenue-by-source.csv"
      columns={[
        { title: "Source", value: (row) => SOURCE_LABELS[row.source] },
        { title: "Bookings", value: (row) => row.bookings },
        { title: "Nights", value: (row) => row.nights },
        { title: `Revenue ${currencySymbol(currency)}`, value: (row) => row.revenue },
        { title: `Nights without a price in ${currency}`, value: (row) => row.nightsWithoutAmount },
      ]}
    >
      <ul className="space-y-1">
        {sources.map((row) => (
          <li key={row.source}>
            <Link
              href={bookingsPath({ source: row.source, status: "not-cancelled" }, analytics.range)}
              className="-mx-2 block rounded-lg px-2 py-2 hover:bg-sunken"
            >
              <span className="flex flex-wrap justify-between gap-x-3">
                <span className="underline">{SOURCE_LABELS[row.source]}</span>
                <span className="tabular-nums">
                  {row.revenue === null ? noPrice : formatCurrency(row.revenue, currency)}
                </span>
              </span>
              <svg aria-hidden="true" width="100%" height="12" className="mt-1 block">
                <rect width="100%" height="12" rx="6" className="fill-sunken" />
                <rect width={`${percent(row.revenue ?? 0)}%`} height="12" rx="6" className="fill-accent" />
              </svg>
              {row.nightsWithoutAmount > 0 ? (
                <span className="text-sm text-ink-soft">
                  {row.nightsWithoutAmount} of {counted(row.nights, "night")} left out, because the price is{" "}
                  {isMixed ? "unknown or in another currency" : "not known"}
                </span>
              ) : null}
            </Link>
          </li>
        ))}
      </ul>
      <dl className="border-t border-line pt-3">
        {linesOf(analytics).map(([name, amount]) => (
          <div key={name} className="flex justify-between">
            <dt>{name}</dt>
            <dd className="tabular-nums">{formatCurrency(amount, currency)}</dd>
          </div>
        ))}
        <div className="mt-1 flex justify-between font-semibold">
          <dt>Total</dt>
          <dd className="tabular-nums">{formatCurrency(totalRevenue, currency)}</dd>
        </div>
      </dl>
    </ChartFigure>
  );
}

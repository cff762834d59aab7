import { scaleLinear } from "d3-scale";
import { Link } from "wouter";
import type { Analytics } from "#contract/analytics.ts";
import { formatCurrency } from "../../lib/format-money.ts";
import { paths } from "../../lib/paths.ts";
import { SOURCE_LABELS } from "../bookings/badges.tsx";
import { ChartFigure } from "./chart-figure.tsx";

type Row = Analytics["sources"][number];

/** SPEC 2: where the revenue came from. Fees and taxes are in the price and in no row of their own. */
export function RevenueBreakdown({ sources, total }: { sources: Row[]; total: number }) {
  const most = Math.max(1, ...sources.map((row) => row.revenue ?? 0));
  const percent = scaleLinear([0, most], [0, 100]);
  return (
    <ChartFigure
      title="Revenue Breakdown"
      meaning="Revenue of the range by where the stay was sold. Service fees and taxes are included in the price and not recorded apart."
      rows={sources}
      rowKey={(row) => row.source}
      fileName="revenue-by-source.csv"
      columns={[
        { title: "Source", value: (row) => SOURCE_LABELS[row.source] },
        { title: "Bookings", value: (row) => row.bookings },
        { title: "Nights", value: (row) => row.nights },
        { title: "Revenue $", value: (row) => row.revenue },
        { title: "Nights without amount", value: (row) => row.nightsWithoutAmount },
      ]}
    >
      <ul className="space-y-1">
        {sources.map((row) => (
          <li key={row.source}>
            <Link
              href={`${paths.admin.bookings}?source=${row.source}`}
              className="-mx-2 block rounded-lg px-2 py-2 hover:bg-sunken"
            >
              <span className="flex justify-between gap-3">
                <span className="underline">{SOURCE_LABELS[row.source]}</span>
                <span className="tabular-nums">
                  {row.revenue === null ? "No amounts known" : formatCurrency(row.revenue)}
                </span>
              </span>
              <svg aria-hidden="true" width="100%" height="12" className="mt-1 block">
                <rect width="100%" height="12" rx="6" className="fill-sunken" />
                <rect width={`${percent(row.revenue ?? 0)}%`} height="12" rx="6" className="fill-accent" />
              </svg>
              {row.nightsWithoutAmount > 0 ? (
                <span className="text-sm text-ink-soft">
                  {row.nightsWithoutAmount} of {row.nights} nights came without an amount and are left out
                </span>
              ) : null}
            </Link>
          </li>
        ))}
      </ul>
      <p className="flex justify-between border-t border-line pt-3 font-semibold">
        <span>Total</span>
        <span className="tabular-nums">{formatCurrency(total)}</span>
      </p>
    </ChartFigure>
  );
}

import { useState, useId } from "react";
import type { Analytics } from "#contract/analytics.ts";
import { formatCurrency, currencySymbol } from "../../lib/format-money.ts";
import { formatShortMonth } from "../../lib/format-span.ts";
import { BarChart } from "./bar-chart.tsx";
import { ChartFigure } from "./chart-figure.tsx";

type Period = Analytics["periods"][number];
const MEASURES = ["revenue", "occupancy", "nights", "bookings"] as const;
type Measure = (typeof MEASURES)[number];

const DEFINITIONS: Record<
  Measure,
  { label: string; value: (period: Period) => number | null; format: (value: number, currency: string) => string }
> = {
  revenue: { label: "Revenue", value: (period) => period.totalRevenue, format: formatCurrency },
  occupancy: { label: "Occupancy", value: (period) => period.occupancyRate, format: (value) => `${value}%` },
  nights: { label: "Nights sold", value: (period) => period.nightsSold, format: (value) => String(value) },
  bookings: { label: "Bookings", value: (period) => period.totalBookings, format: (value) => String(value) },
};

type Props = { periods: Period[]; hasData: boolean; currency: string };

/** SPEC 2. Shows one measure at a time, because two scales in one chart are misleading. */
export function MonthlyPerformance({ periods, hasData, currency }: Props) {
  const [measure, setMeasure] = useState<Measure>("revenue");
  const { label, value, format: formatIn } = DEFINITIONS[measure];
  const format = (one: number) => formatIn(one, currency);
  const bars = periods.map((period) => ({ label: formatShortMonth(period.label), value: value(period) }));
  const best = bars.reduce((a, b) => ((b.value ?? 0) > (a.value ?? 0) ? b : a), { label: "", value: 0 });
  // Years, if there would be too many months.
  const unit = periods[0]?.label.length === 4 ? "year" : "month";
  const summary = best.label ? `${label} by ${unit}, highest in ${best.label} with ${format(best.value ?? 0)}` : label;
  return (
    <ChartFigure
      title="Monthly Performance"
      meaning={`Revenue and nights are counted in the ${unit} of each night, bookings in the ${unit} of check-in. Only days within these dates count.`}
      rows={hasData ? periods : []}
      rowKey={(period) => period.label}
      fileName="monthly-performance.csv"
      columns={[
        {
          title: unit === "year" ? "Year" : "Month",
          value: (period) => period.label,
          text: (period) => formatShortMonth(period.label),
        },
        { title: "Bookings", value: (period) => period.totalBookings },
        { title: "Nights sold", value: (period) => period.nightsSold },
        { title: "Nights available", value: (period) => period.nightsAvailable },
        { title: "Occupancy %", value: (period) => period.occupancyRate },
        { title: `Average rate ${currencySymbol(currency)}`, value: (period) => period.averageDailyRate },
        { title: `Revenue ${currencySymbol(currency)}`, value: (period) => period.totalRevenue },
      ]}
      controls={<MeasureChoice chosen={measure} onChoose={setMeasure} />}
    >
      <BarChart bars={bars} format={format} summary={summary} />
    </ChartFigure>
  );
}

function MeasureChoice({ chosen, onChoose }: { chosen: Measure; onChoose: (measure: Measure) => void }) {
  const name = useId();
  return (
    <fieldset>
      <legend className="sr-only">Measure</legend>
      <div className="flex flex-wrap gap-1 rounded-xl bg-sunken p-1 sm:inline-flex">
        {MEASURES.map((one) => (
          <label
            key={one}
            className="flex min-h-11 flex-1 cursor-pointer items-center justify-center rounded-lg px-3 text-center font-medium whitespace-nowrap has-checked:bg-accent has-checked:text-accent-ink has-focus-visible:outline-3 has-focus-visible:outline-clay"
          >
            <input
              type="radio"
              className="sr-only"
              name={name}
              checked={one === chosen}
              onChange={() => onChoose(one)}
            />
            {DEFINITIONS[one].label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

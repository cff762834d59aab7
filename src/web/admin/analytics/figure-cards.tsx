import type { Analytics } from "#contract/analytics.ts";
import { type Shown, shownFigures } from "#domain/analytics/figures.ts";
import { addDays, toLocalDate } from "#domain/calendar/local-date.ts";
import { formatCurrency } from "../../lib/format-money.ts";
import { formatSpan } from "../../lib/format-span.ts";
import { otherCurrenciesText } from "./other-currencies.ts";
import { STAYS_COUNTED_ID } from "./stays-counted.tsx";

/** SPEC 2 */
export function FigureCards({ analytics }: { analytics: Analytics }) {
  const { before } = analytics;
  const { revenue, occupancy, rate } = shownFigures(analytics);
  const money = (value: number) => formatCurrency(value, analytics.currency);
  const isMixed = analytics.otherCurrencies.length > 0;
  const nights = `${analytics.nightsSold} of ${analytics.nightsAvailable} nights`;
  return (
    <section aria-labelledby="figures" className="space-y-2">
      <h2 id="figures" className="sr-only">
        Figures
      </h2>
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <FigureCard
          label="Total Bookings"
          shown={{ value: analytics.occupancyRate === null ? null : analytics.totalBookings, estimate: false }}
          format={String}
          before={before?.totalBookings}
          meaning="Bookings with check-in within these dates, excluding cancelled ones."
        />
        <FigureCard
          label="Total Revenue"
          shown={analytics.occupancyRate === null ? { ...revenue, value: null } : revenue}
          format={money}
          before={before?.totalRevenue}
          meaning={`Each booking's total is spread evenly over its nights. Only nights within these dates count, so cancellation fees do not${otherCurrenciesText(analytics.otherCurrencies)}.`}
        />
        <FigureCard
          label="Occupancy Rate"
          shown={occupancy}
          format={percent}
          before={before?.occupancyRate}
          meaning={`Booked nights out of all nights that are not blocked: ${nights}.`}
        />
        <FigureCard
          label="Average Daily Rate"
          shown={rate}
          format={money}
          before={before?.averageDailyRate}
          meaning={`Revenue per booked night, where the price is known${isMixed ? ` in ${analytics.currency}` : ""}.`}
        />
      </ul>
      {before ? (
        <p className="text-sm text-ink-soft">
          Compared with {formatSpan(before.from, addDays(toLocalDate(before.to), -1))}
        </p>
      ) : null}
    </section>
  );
}

const percent = (value: number) => `${value}%`;

type CardProps = {
  label: string;
  shown: Shown;
  format: (value: number) => string;
  before: number | null | undefined;
  meaning: string;
};

function FigureCard({ label, shown: { value, estimate }, format, before, meaning }: CardProps) {
  const change = value === null || estimate ? null : changeText(value, before, format);
  return (
    <li className="flex flex-col rounded-2xl border border-line bg-surface p-5">
      <h3 className="font-medium text-ink-soft">{label}</h3>
      <p className="mt-1 font-serif text-3xl tabular-nums">{value === null ? "No data yet" : format(value)}</p>
      {estimate ? <p className="font-semibold text-clay">Estimate</p> : null}
      {change ? <p className="text-sm font-medium">{change}</p> : null}
      <p className="mt-2 text-sm text-ink-soft">{meaning}</p>
      <a
        href={`#${STAYS_COUNTED_ID}`}
        className="mt-auto inline-flex min-h-11 items-center self-start text-sm font-semibold underline"
      >
        See the stays<span className="sr-only"> behind {label}</span>
      </a>
    </li>
  );
}

/** The change from the previous range, in words; null if there is nothing to compare with. */
function changeText(now: number, before: number | null | undefined, format: (value: number) => string): string | null {
  if (before === null || before === undefined) return null;
  if (now === before) return `Unchanged: ${format(before)}`;
  const sign = now > before ? "▲ up" : "▼ down";
  if (before === 0) return `${sign} from ${format(before)}`;
  return `${sign} ${Math.abs(Math.round(((now - before) / before) * 100))}% from ${format(before)}`;
}

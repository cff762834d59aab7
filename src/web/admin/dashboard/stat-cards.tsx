import { CalendarDays, CalendarRange, CircleDollarSign, Clock, type LucideIcon } from "../../ui/icons.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { Link } from "wouter";
import type { Dashboard } from "#contract/analytics.ts";
import { formatCurrency } from "../../lib/format-money.ts";
import { moneyFigures } from "../analytics/money-figures.ts";
import { otherCurrenciesText } from "../analytics/other-currencies.ts";
import { partsText } from "../analytics/revenue-parts.ts";
import { paths } from "../../lib/paths.ts";

/** SPEC 2 */
export function StatCards({ stats }: { stats: Dashboard["stats"] }) {
  return (
    <section aria-labelledby="stats">
      <h2 id="stats" className="sr-only">
        Figures
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-4 sm:grid-cols-2 xl:grid-cols-[repeat(auto-fit,minmax(min(100%,11rem),1fr))]">
        <Stat
          icon={CalendarRange}
          label="Total Bookings"
          value={String(stats.totalBookings)}
          meaning="All bookings except cancelled ones"
          href={`${paths.admin.bookings}?status=not-cancelled`}
        />
        <Stat
          icon={CalendarDays}
          label="This Month"
          value={String(stats.thisMonth)}
          meaning="Check-ins this month"
          href={`${paths.admin.analytics}?range=this-month`}
        />
        <Stat
          icon={Clock}
          label="Upcoming"
          value={String(stats.upcoming)}
          meaning="Not checked in yet"
          href={`${paths.admin.bookings}?status=expected&sort=upcoming`}
        />
        <Stat
          icon={CircleDollarSign}
          label="Revenue"
          value={formatCurrency(stats.revenue, stats.currency)}
          meaning={`All bookings except cancelled ones${partsText(stats.madeOf, stats.currency)}${otherCurrenciesText(stats.otherCurrencies)}`}
          href={paths.admin.analytics}
        />
      </ul>
      <MoneyLine stats={stats} />
    </section>
  );
}

/** Left out while all amounts are zero. */
function MoneyLine({ stats: { money, currency } }: { stats: Dashboard["stats"] }) {
  const { paid, refunded, fees, due, others } = money;
  if (others.length === 0 && [paid, refunded, fees, due].every((amount) => amount === 0)) return null;
  return (
    <dl className="mt-4 flex flex-wrap items-center gap-x-8 gap-y-2 rounded-2xl border border-line bg-surface px-4 py-1 sm:px-5">
      {moneyFigures(money, currency).map(({ key, name, text }) => (
        <div key={key} className="flex items-baseline gap-2">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="font-semibold tabular-nums">{text}</dd>
        </div>
      ))}
      <div className="ml-auto">
        <dt className="sr-only">Details</dt>
        <dd>
          <TextLink href={`${paths.admin.analytics}?range=all`}>See the payments</TextLink>
        </dd>
      </div>
    </dl>
  );
}

type StatProps = { icon: LucideIcon; label: string; value: string; meaning: string; href: string };

function Stat({ icon: Icon, label, value, meaning, href }: StatProps) {
  return (
    <li>
      <Link
        href={href}
        className="flex h-full flex-col rounded-2xl border border-line bg-surface p-4 hover:border-line-strong sm:p-5"
      >
        <span className="flex items-center justify-between gap-2 text-ink-soft">
          <span className="font-medium">{label}</span>
          <Icon className="size-5 shrink-0" />
        </span>
        <span className="mt-2 font-serif text-2xl tabular-nums wrap-anywhere sm:text-3xl">{value}</span>
        <span className="mt-1 text-sm text-ink-soft">{meaning}</span>
      </Link>
    </li>
  );
}

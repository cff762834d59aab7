import type { BaseNeeds } from "../core/base-needs.ts";
import type { Dashboard } from "#contract/analytics.ts";
import { DASHBOARD_LIST_LENGTH } from "#domain/analytics/countdown.ts";
import { monthAround } from "#domain/analytics/days.ts";
import { centsOfNights } from "#domain/analytics/figures.ts";
import { addDays } from "#domain/calendar/local-date.ts";
import { amountString } from "#domain/money/currency.ts";
import { mapLineSums } from "#domain/pricing/line-sums.ts";
import { addUpByCurrency, currencyView } from "./currency-sums.ts";
import { withAccommodation } from "./line-sums.ts";
import { asDashboardStay, startingIn, mergeByCheckIn } from "./imported-stays.ts";
import type { AlertSource, ImportedStay, SetupSource } from "./ports.ts";
import type { MoneyStore } from "./money-queries.ts";
import type { DashboardStore } from "./dashboard-queries.ts";
import { readMoney } from "./read-money.ts";

export type DashboardNeeds = Pick<BaseNeeds, "today" | "timeZone"> & {
  stays: DashboardStore;
  money: MoneyStore;
  /** The property's currency. */
  currency: () => Promise<string>;
  /** In display order. */
  alerts: AlertSource[];
  setup: SetupSource[];
  imported: () => Promise<ImportedStay[]>;
};

const AHEAD_DAYS = 7;

export async function readDashboard({ stays, money, ...needs }: DashboardNeeds): Promise<Dashboard> {
  const [today, timeZone, currency, imported] = await Promise.all([
    needs.today(),
    needs.timeZone(),
    needs.currency(),
    needs.imported(),
  ]);
  const tomorrow = addDays(today, 1);
  const [totals, extras, others, arrivals, departures, inHouse, nextSevenDays, upcoming, recent, moved, alerts, setup] =
    await Promise.all([
      stays.totals(today, monthAround(today), currency),
      stays.extraSums(currency),
      stays.otherTotals(currency),
      stays.arrivals(today),
      stays.departures(today),
      stays.inHouse(today),
      stays.expected({ from: tomorrow, to: addDays(tomorrow, AHEAD_DAYS) }),
      stays.upcoming(today, DASHBOARD_LIST_LENGTH),
      stays.recent(today, DASHBOARD_LIST_LENGTH),
      readMoney(money, null, currency),
      Promise.all(needs.alerts.map((source) => source(today))),
      Promise.all(needs.setup.map(async (step) => ({ ...step, done: await step.done() }))),
    ]);
  const { bookings, cents, thisMonth, upcoming: expected } = totals;
  const sold = imported.map((stay) => asDashboardStay(stay, today));
  const coming = sold.filter(({ checkIn }) => checkIn >= today);
  const priced = imported.flatMap(({ amountCents, ...one }) =>
    amountCents === null ? [] : [{ ...one, cents: centsOfNights({ ...one, totalCents: amountCents }, one.heldNights) }],
  );
  const known = priced.filter((one) => one.currency === currency).reduce((sum, { cents }) => sum + cents, 0);
  const elsewhere = addUpByCurrency([...others, ...priced.filter((one) => one.currency !== currency)]);
  return {
    today,
    timeZone,
    stats: {
      totalBookings: bookings + sold.length,
      thisMonth: thisMonth + startingIn(sold, monthAround(today)).length,
      upcoming: expected + coming.length,
      revenue: amountString(cents + known, currency),
      madeOf: mapLineSums(withAccommodation(cents + known, extras), (part) => amountString(part, currency)),
      currency,
      otherCurrencies: elsewhere.map(currencyView),
      money: moved,
    },
    arrivals: mergeByCheckIn(arrivals, startingIn(sold, { from: today, to: tomorrow })),
    departures: mergeByCheckIn(
      departures,
      sold.filter(({ checkOut }) => checkOut === today),
    ),
    inHouse: mergeByCheckIn(
      inHouse,
      sold.filter(({ checkIn, checkOut }) => checkIn < today && checkOut > today),
    ),
    nextSevenDays: mergeByCheckIn(
      nextSevenDays,
      startingIn(sold, { from: tomorrow, to: addDays(tomorrow, AHEAD_DAYS) }),
    ),
    upcoming: mergeByCheckIn(upcoming, coming).slice(0, DASHBOARD_LIST_LENGTH),
    recent: [...recent, ...sold.filter(({ checkOut }) => checkOut < today)]
      .sort((a, b) => (a.checkOut === b.checkOut ? 0 : a.checkOut > b.checkOut ? -1 : 1))
      .slice(0, DASHBOARD_LIST_LENGTH),
    alerts: alerts.flat(),
    setup,
  };
}

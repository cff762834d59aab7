import type { Dashboard } from "#contract/analytics.ts";
import { DASHBOARD_LIST_LENGTH } from "#domain/analytics/countdown.ts";
import { monthAround } from "#domain/analytics/days.ts";
import { addDays, type LocalDate } from "#domain/calendar/local-date.ts";
import type { TimeZone } from "#domain/calendar/time-zone.ts";
import { toDollarString } from "#domain/money/money.ts";
import type { AttentionSource, DashboardStore, SetupSource } from "./ports.ts";

export type DashboardNeeds = {
  stays: DashboardStore;
  today: () => Promise<LocalDate>;
  timeZone: () => Promise<TimeZone>;
  /** In the order in which the host should see them. */
  attention: AttentionSource[];
  setup: SetupSource[];
};

const AHEAD_DAYS = 7;

/** What the host sees first: who comes, who goes, what waits. */
export async function readDashboard({ stays, ...needs }: DashboardNeeds): Promise<Dashboard> {
  const [today, timeZone] = await Promise.all([needs.today(), needs.timeZone()]);
  const tomorrow = addDays(today, 1);
  const [totals, arrivals, departures, inHouse, nextSevenDays, upcoming, recent, attention, setup] = await Promise.all([
    stays.totals(today, monthAround(today)),
    stays.arrivals({ from: today, to: tomorrow }),
    stays.departures(today),
    stays.inHouse(today),
    stays.arrivals({ from: tomorrow, to: addDays(tomorrow, AHEAD_DAYS) }),
    stays.upcoming(today, DASHBOARD_LIST_LENGTH),
    stays.recent(today, DASHBOARD_LIST_LENGTH),
    Promise.all(needs.attention.map((source) => source(today))),
    Promise.all(needs.setup.map(async (step) => ({ ...step, done: await step.done() }))),
  ]);
  const { bookings, cents, thisMonth, upcoming: expected } = totals;
  return {
    today,
    timeZone,
    stats: { totalBookings: bookings, thisMonth, upcoming: expected, revenue: toDollarString(cents) },
    arrivals,
    departures,
    inHouse,
    nextSevenDays,
    upcoming,
    recent,
    attention: attention.flat(),
    setup,
  };
}

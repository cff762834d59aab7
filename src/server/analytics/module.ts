import type { Database } from "../database/connect.ts";
import type { Mount } from "../http/mount.ts";
import { createAnalyticsStore } from "./analytics-queries.ts";
import { bookingAlerts } from "./booking-alerts.ts";
import { createDashboardStore } from "./dashboard-queries.ts";
import { createMoneyStore } from "./money-queries.ts";
import type { AlertSource, SetupSource } from "./ports.ts";
import { type AnalyticsNeeds, readAnalytics } from "./read-analytics.ts";
import { type DashboardNeeds, readDashboard } from "./read-dashboard.ts";
import { analytics, analyticsMoney, analyticsStays, dashboard } from "#contract/analytics.ts";
import { Problem } from "../http/problem.ts";
import { listStays } from "./list-stays.ts";
import { listMoney } from "./read-money.ts";

type Needs = Omit<DashboardNeeds, "stays" | "money" | "alerts" | "setup"> & {
  satisfaction: AnalyticsNeeds["satisfaction"];
  database: Database;
  /** Alerts from other features, which are listed after the alerts about bookings. */
  alerts: AlertSource[];
  /** Set-up steps whose state is known to other features; they are listed before the test booking. */
  setup: SetupSource[];
};

export function createAnalyticsModule({ database, alerts, setup, ...needs }: Needs) {
  const stays = createDashboardStore(database.db);
  const sums = createAnalyticsStore(database);
  const money = createMoneyStore(database.db);
  const testBooking = { id: "test-booking", title: "Make a test booking", href: "/book", done: stays.hasBooking };
  const all = { alerts: [bookingAlerts(stays, needs.timeZone), ...alerts], setup: [...setup, testBooking] };
  return {
    mount: (mount: Mount) => mountAnalytics(mount, { ...needs, ...all, stays, sums, money }),
    dashboard: () => readDashboard({ ...needs, ...all, stays, money }),
  };
}

function mountAnalytics(mount: Mount, needs: DashboardNeeds & AnalyticsNeeds): void {
  mount(dashboard, () => readDashboard(needs));

  mount(analytics, ({ query: { from, to } }) => readAnalytics(needs, from && to ? { from, to } : null));

  mount(analyticsMoney, ({ query: { from, to } }) => listMoney(needs, from && to ? { from, to } : null));

  mount(analyticsStays, async ({ query }) => {
    if (query.from >= query.to) return new Problem(400, "The last day must not be before the first.");
    return listStays(needs, query);
  });
}

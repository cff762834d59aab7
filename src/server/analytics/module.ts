import type { Database } from "../database/connect.ts";
import type { Mount } from "../http/mount.ts";
import { createAnalyticsStore } from "./analytics-store.ts";
import { bookingAlerts } from "./booking-alerts.ts";
import { createDashboardStore } from "./dashboard-store.ts";
import { createMoneyStore } from "./money-store.ts";
import type { AlertSource, SetupSource } from "./ports.ts";
import type { AnalyticsNeeds } from "./read-analytics.ts";
import { type DashboardNeeds, readDashboard } from "./read-dashboard.ts";
import { mountAnalytics } from "./routes.ts";

type Needs = Omit<DashboardNeeds, "stays" | "money" | "alerts" | "setup"> & {
  satisfaction: AnalyticsNeeds["satisfaction"];
  database: Database;
  /** Alerts of other features, after the bookings' own. */
  alerts: AlertSource[];
  /** Set-up steps whose state other features know, before the test booking. */
  setup: SetupSource[];
};

export function createAnalyticsModule({ database, alerts, setup, ...needs }: Needs) {
  const stays = createDashboardStore(database.db);
  const sums = createAnalyticsStore(database);
  const money = createMoneyStore(database.db);
  const testBooking = { id: "test-booking", title: "Make a test booking", href: "/book", done: stays.hasBooking };
  const all = { alerts: [bookingAlerts(stays), ...alerts], setup: [...setup, testBooking] };
  return {
    mount: (mount: Mount) => mountAnalytics(mount, { ...needs, ...all, stays, sums, money }),
    dashboard: () => readDashboard({ ...needs, ...all, stays, money }),
  };
}

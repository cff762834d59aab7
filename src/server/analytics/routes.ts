import { analytics, analyticsMoney, analyticsStays, dashboard } from "#contract/analytics.ts";
import type { Mount } from "../http/mount.ts";
import { Problem } from "../http/problem.ts";
import { listStays } from "./list-stays.ts";
import { type AnalyticsNeeds, readAnalytics } from "./read-analytics.ts";
import { type DashboardNeeds, readDashboard } from "./read-dashboard.ts";
import { listMoney } from "./read-money.ts";

export function mountAnalytics(mount: Mount, needs: DashboardNeeds & AnalyticsNeeds): void {
  mount(dashboard, () => readDashboard(needs));

  mount(analytics, ({ query: { from, to } }) => readAnalytics(needs, from && to ? { from, to } : null));

  mount(analyticsMoney, ({ query: { from, to } }) => listMoney(needs, from && to ? { from, to } : null));

  mount(analyticsStays, async ({ query }) => {
    if (query.from >= query.to) return new Problem(400, "The last day must not be before the first.");
    return listStays(needs, query);
  });
}

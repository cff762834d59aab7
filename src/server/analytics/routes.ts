import { dashboard } from "#contract/analytics.ts";
import type { Mount } from "../http/mount.ts";
import { type DashboardNeeds, readDashboard } from "./read-dashboard.ts";

export function mountAnalytics(mount: Mount, needs: DashboardNeeds): void {
  mount(dashboard, () => readDashboard(needs));
}

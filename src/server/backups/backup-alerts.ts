import type { Alert } from "#contract/analytics.ts";
import { type Freshness, needsAlert } from "#domain/backups/freshness.ts";
import { summaryOf } from "./read-backups.ts";

/** The dashboard alert about backups; there is none while all is well. */
export function backupAlerts(freshness: () => Promise<Freshness>): () => Promise<Alert[]> {
  return async () => {
    const found = await freshness();
    if (found.state === "fresh" || found.state === "waiting") return [];
    const title = {
      failed: "The last backup failed",
      incomplete: "The last backup is incomplete",
      stale: "Your last backup is too old",
      off: "Automatic backups are off",
    }[found.state];
    return [
      {
        id: "backups",
        level: needsAlert(found) ? "warning" : "notice",
        title,
        detail: summaryOf(found),
        href: "/admin/settings#backups",
      },
    ];
  };
}

import type { Alert } from "#contract/analytics.ts";
import { needsAlert } from "#domain/backups/freshness.ts";
import { type currentFreshness, summaryOf, undeletedText } from "./read-backups.ts";

const HREF = "/admin/settings#backups";

type State = Awaited<ReturnType<typeof currentFreshness>>;

/** The dashboard alerts about backups; there are none while all is well. */
export function backupAlerts({ freshness: found, kept }: Pick<State, "freshness" | "kept">): Alert[] {
  const undeleted = kept[0]?.proof?.undeleted;
  const alerts: Alert[] = [];
  if (found.state !== "fresh" && found.state !== "waiting") {
    const title = {
      failed: "The last backup failed",
      incomplete: "The last backup is incomplete",
      stale: "Your last backup is too old",
      off: "Automatic backups are off",
    }[found.state];
    const level = needsAlert(found) ? "warning" : "notice";
    alerts.push({ id: "backups", level, title, detail: summaryOf(found), href: HREF });
  }
  if (undeleted) {
    const title = "Old backups cannot be deleted";
    alerts.push({ id: "old-backups", level: "notice", title, detail: undeletedText(undeleted), href: HREF });
  }
  return alerts;
}

import type { Alert } from "#contract/analytics.ts";
import { needsAlert } from "#domain/backups/freshness.ts";
import { counted } from "#domain/text/counted.ts";
import { type currentFreshness, detailOf } from "./read-backups.ts";

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
    alerts.push({ id: "backups", level, title, detail: detailOf(found), href: HREF });
  }
  if (undeleted) {
    const title = `${counted(undeleted.count, "old backup")} could not be deleted`;
    alerts.push({ id: "old-backups", level: "notice", title, detail: undeleted.reason, href: HREF });
  }
  return alerts;
}

import type { Alert } from "#contract/analytics.ts";
import { needsAlert } from "#domain/backups/freshness.ts";
import { type currentFreshness, summaryOf, undeletedText } from "./read-backups.ts";

const HREF = "/admin/settings#backups";

/** The dashboard alerts about backups; there are none while all is well. */
export function backupAlerts(
  current: () => Promise<Pick<Awaited<ReturnType<typeof currentFreshness>>, "freshness" | "kept">>,
): () => Promise<Alert[]> {
  return async () => {
    const { freshness: found, kept } = await current();
    const undeleted = kept[0]?.proof?.undeleted;
    const old: Alert[] = undeleted
      ? [
          {
            id: "old-backups",
            level: "notice",
            title: "Old backups cannot be deleted",
            detail: undeletedText(undeleted),
            href: HREF,
          },
        ]
      : [];
    if (found.state === "fresh" || found.state === "waiting") return old;
    const title = {
      failed: "The last backup failed",
      incomplete: "The last backup is incomplete",
      stale: "Your last backup is too old",
      off: "Automatic backups are off",
    }[found.state];
    const level = needsAlert(found) ? "warning" : "notice";
    return [{ id: "backups", level, title, detail: summaryOf(found), href: HREF }, ...old];
  };
}

import { addDays } from "../calendar/local-date.ts";
import { dayAt, momentOf, type TimeZone } from "../calendar/time-zone.ts";

/** Local time at the property, when the guests and the host are asleep. */
export const BACKUP_TIME = "03:00";
/** Retry interval after a failure: the cause, such as a full disk or a network failure, may be gone by then. */
const TRY_AGAIN_MS = 60 * 60 * 1000;

export type BackupHistory = {
  /**
   * When the newest stored backup started, even if it lacks pictures: trying again every hour would fill the disk. Null
   * if there is none.
   */
  lastMade: Date | null;
  lastTry: Date | null;
  /** No backup is due before the first night after installation. */
  installedAt: Date;
};

/**
 * One backup per night. If the machine was off at that time, the backup is due as soon as the machine runs again. If
 * the clock was ahead during the installation, the first backup is due in the hour after `BACKUP_TIME`.
 */
export function isBackupDue({ lastMade, lastTry, installedAt }: BackupHistory, now: Date, zone: TimeZone): boolean {
  const anHourAgo = new Date(now.getTime() - TRY_AGAIN_MS);
  const since = lastMade ?? (installedAt > now ? anHourAgo : installedAt);
  if (since >= lastNight(now, zone)) return false;
  return lastTry === null || now.getTime() - lastTry.getTime() >= TRY_AGAIN_MS;
}

/** The most recent backup time (`BACKUP_TIME` at the property) that is not after `now`. */
function lastNight(now: Date, zone: TimeZone): Date {
  const today = dayAt(now, zone);
  const tonight = momentOf(today, BACKUP_TIME, zone);
  return tonight <= now ? tonight : momentOf(addDays(today, -1), BACKUP_TIME, zone);
}

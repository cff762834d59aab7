import { addDays } from "../calendar/local-date.ts";
import { dayAt, momentOf, type TimeZone } from "../calendar/time-zone.ts";

/** When guests and host sleep, on the cottage's clock. */
export const BACKUP_TIME = "03:00";
/** After a failure it is tried again so often: a full disk or a network may be well again. */
const TRY_AGAIN_MS = 60 * 60 * 1000;

export type BackupHistory = {
  /** When the newest proven backup began; null when there is none. */
  lastGood: Date | null;
  lastTry: Date | null;
  /** Before its first night an installation owes no backup. */
  installedAt: Date;
};

/** One a night; a night that the machine slept through is made up for when it wakes. */
export function isBackupDue({ lastGood, lastTry, installedAt }: BackupHistory, now: Date, zone: TimeZone): boolean {
  const since = lastGood ?? installedAt;
  if (since >= lastNight(now, zone)) return false;
  return lastTry === null || now.getTime() - lastTry.getTime() >= TRY_AGAIN_MS;
}

/** The last time that the clock at the cottage showed the hour of backups. */
function lastNight(now: Date, zone: TimeZone): Date {
  const today = dayAt(now, zone);
  const tonight = momentOf(today, BACKUP_TIME, zone);
  return tonight <= now ? tonight : momentOf(addDays(today, -1), BACKUP_TIME, zone);
}

const DAY_MS = 86_400_000;

/**
 * The backups that are too old to keep, of all that were proven. The newest one stays however old it is: when backups stop
 * working, the last good one is what the host will need. Age counts up to the backup before the newest, not up to `now`: one
 * backup made while the machine's clock runs years ahead must not delete all the others.
 */
export function outdated<B extends { startedAt: Date }>(proven: B[], keepDays: number, now: Date): B[] {
  const newestFirst = proven.toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime());
  const [, previous] = newestFirst;
  if (!previous) return [];
  const before = Math.min(now.getTime(), previous.startedAt.getTime()) - keepDays * DAY_MS;
  return newestFirst.slice(1).filter((backup) => backup.startedAt.getTime() < before);
}

const DAY_MS = 86_400_000;

/**
 * The backups whose time is over, of all that were proven. The newest one stays however old it is: when backups stop
 * working, the last good one is what the host will need.
 */
export function outdated<B extends { startedAt: Date }>(proven: B[], keepDays: number, now: Date): B[] {
  const newestFirst = proven.toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime());
  const before = now.getTime() - keepDays * DAY_MS;
  return newestFirst.slice(1).filter((backup) => backup.startedAt.getTime() < before);
}

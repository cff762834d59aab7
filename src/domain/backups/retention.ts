const DAY_MS = 86_400_000;

/**
 * The verified backups to delete. The newest one always stays: when backups stop working, the host will need the last
 * good one. Age is measured against the second newest backup, not `now`: one backup made while the machine's clock runs
 * years ahead must not delete all the others.
 */
export function outdated<B extends { startedAt: Date }>(proven: B[], keepDays: number, now: Date): B[] {
  const newestFirst = proven.toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime());
  const [, previous] = newestFirst;
  if (!previous) return [];
  const before = Math.min(now.getTime(), previous.startedAt.getTime()) - keepDays * DAY_MS;
  return newestFirst.slice(1).filter((backup) => backup.startedAt.getTime() < before);
}

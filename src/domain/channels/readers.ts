/** One request to the URL of our calendar. */
export type Read = { at: Date; userAgent: string; network: string };

const HOUR_MS = 3_600_000;
/** How many reads determine the usual interval (S-70). */
const INTERVAL_READS = 20;
const QUIET_MS = 24 * HOUR_MS;
const QUIET_INTERVALS = 4;

/**
 * The median time between the last 20 reads, in ms; null if there are too few reads. `reads` must be sorted newest
 * first.
 */
export function usualGapMs(reads: readonly Pick<Read, "at">[]): number | null {
  const last = reads.slice(0, INTERVAL_READS);
  const gaps = last.slice(1).map(({ at }, i) => (last[i]?.at.getTime() ?? 0) - at.getTime());
  if (gaps.length < 2) return null;
  const sorted = gaps.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : Math.round((upper + (sorted[middle - 1] ?? upper)) / 2);
}

/** Whether a reader has not read the calendar for more than a day and more than four times its usual interval. */
export function isQuiet(lastReadAt: Date, gapMs: number | null, now: Date): boolean {
  return now.getTime() - lastReadAt.getTime() > Math.max(QUIET_MS, QUIET_INTERVALS * (gapMs ?? 0));
}

const UNKNOWN_NETWORKS = 5;

/**
 * Whether others seem to know the secret URL (S-72): programs other than the channel's have read the calendar from many
 * networks. The channel's programs are those that identify themselves as such, and the most frequent reader, because
 * platforms do not publish the user agents of their readers.
 */
export function seemsPublic(reads: readonly Read[], ownName: RegExp): boolean {
  const counts = new Map<string, number>();
  for (const { userAgent } of reads) counts.set(userAgent, (counts.get(userAgent) ?? 0) + 1);
  const [usual] = [...counts].toSorted((a, b) => b[1] - a[1])[0] ?? [];
  const strange = reads.filter(({ userAgent }) => userAgent !== usual && !ownName.test(userAgent));
  return new Set(strange.map(({ network }) => network)).size >= UNKNOWN_NETWORKS;
}

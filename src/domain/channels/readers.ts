/** One request to our calendar's address. */
export type Read = { at: Date; userAgent: string; network: string };

const HOUR_MS = 3_600_000;
/** Reads from which the habit is taken (S-70). */
const HABIT_READS = 20;
const QUIET_MS = 24 * HOUR_MS;
const QUIET_GAPS = 4;

/** How often somebody reads us: the median time between the last 20 reads, in milliseconds. `reads` newest first. */
export function usualGapMs(reads: readonly Pick<Read, "at">[]): number | null {
  const last = reads.slice(0, HABIT_READS);
  const gaps = last.slice(1).map(({ at }, i) => (last[i]?.at.getTime() ?? 0) - at.getTime());
  if (gaps.length < 2) return null;
  const sorted = gaps.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : Math.round((upper + (sorted[middle - 1] ?? upper)) / 2);
}

/** Whether a reader is away for longer than its habit explains: more than a day, and more than four of its usual gaps. */
export function isQuiet(lastReadAt: Date, gapMs: number | null, now: Date): boolean {
  return now.getTime() - lastReadAt.getTime() > Math.max(QUIET_MS, QUIET_GAPS * (gapMs ?? 0));
}

const STRANGE_NETWORKS = 5;

/**
 * Whether the secret address seems to be known to others (S-72): programs that are not the channel's, from many
 * networks. The channel's is whatever names itself so, and the one that reads most: platforms do not publish the names
 * of their readers.
 */
export function seemsPublic(reads: readonly Read[], ownName: RegExp): boolean {
  const counts = new Map<string, number>();
  for (const { userAgent } of reads) counts.set(userAgent, (counts.get(userAgent) ?? 0) + 1);
  const [usual] = [...counts].toSorted((a, b) => b[1] - a[1])[0] ?? [];
  const strange = reads.filter(({ userAgent }) => userAgent !== usual && !ownName.test(userAgent));
  return new Set(strange.map(({ network }) => network)).size >= STRANGE_NETWORKS;
}

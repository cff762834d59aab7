/** How many bodies with pictures are held in memory at once: at most 42 MB each. */
const MOST_AT_ONCE = 3;

/** One body with pictures at a time for each stay, and a few in total. */
export function createPictureTurns() {
  const busy = new Set<string>();
  return {
    /** Null if there is no free slot; otherwise a function that releases it. */
    take: (who: string): (() => void) | null => {
      if (busy.has(who) || busy.size >= MOST_AT_ONCE) return null;
      busy.add(who);
      return () => busy.delete(who);
    },
  };
}
export type PictureTurns = ReturnType<typeof createPictureTurns>;

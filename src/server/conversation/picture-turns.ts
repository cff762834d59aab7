/** So many bodies with pictures are held in memory at once: at most 42 MB each. */
const MOST_AT_ONCE = 3;

/** One body with pictures at a time for each stay, and a few for all. */
export function createPictureTurns() {
  const busy = new Set<string>();
  return {
    /** Null while there is none; otherwise call it to give the turn back. */
    take: (who: string): (() => void) | null => {
      if (busy.has(who) || busy.size >= MOST_AT_ONCE) return null;
      busy.add(who);
      return () => busy.delete(who);
    },
  };
}
export type PictureTurns = ReturnType<typeof createPictureTurns>;

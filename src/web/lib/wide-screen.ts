import { useCallback, useSyncExternalStore } from "react";

/** From here on a table of bookings fits: Tailwind's `md`. */
const WIDE = "(min-width: 48rem)";

/** Whether there is room for tables, or for what `from` asks; phones get cards instead, so that nobody scrolls sideways. Browser only. */
export function useWideScreen(from = WIDE): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const query = matchMedia(from);
      query.addEventListener("change", changed);
      return () => query.removeEventListener("change", changed);
    },
    [from],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(from).matches);
}

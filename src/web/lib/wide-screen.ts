import { useCallback, useSyncExternalStore } from "react";

/** A table of bookings fits from this width: Tailwind's `md`. */
const WIDE = "(min-width: 48rem)";

/**
 * Whether the window is at least `from` wide, by default enough for tables; phones get cards instead, to avoid
 * horizontal scrolling. Browser only.
 */
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

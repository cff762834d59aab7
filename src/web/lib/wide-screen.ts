import { useCallback, useSyncExternalStore } from "react";

/** A table of bookings fits from this viewport width (Tailwind's `md`) upwards. */
const WIDE = "(min-width: 48rem)";

/**
 * Whether the window matches the media query `from`, which by default tests whether it is wide enough for tables.
 * Phones get cards instead, to avoid horizontal scrolling. This hook works only in a browser.
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

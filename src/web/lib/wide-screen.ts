import { useCallback, useSyncExternalStore } from "react";

/** Tailwind's `md`, from which a table of bookings fits. */
const WIDE = "(min-width: 48rem)";

/** Works only in a browser. */
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

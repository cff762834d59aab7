import { useSyncExternalStore } from "react";

/** From here on a table of bookings fits: Tailwind's `md`. */
const WIDE = "(min-width: 48rem)";

/** Whether there is room for tables; phones get cards instead, so that nobody scrolls sideways. Browser only. */
export function useWideScreen(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches);
}

function subscribe(changed: () => void): () => void {
  const query = matchMedia(WIDE);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}

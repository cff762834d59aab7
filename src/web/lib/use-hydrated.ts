import { useSyncExternalStore } from "react";

/** False until hydration. Features that need JavaScript are shown only after hydration. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}

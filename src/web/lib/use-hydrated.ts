import { useSyncExternalStore } from "react";

/** False until hydration: features that need JavaScript are not shown before. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}

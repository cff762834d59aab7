import { useSyncExternalStore } from "react";

/** False until hydration. Until then, features that need JavaScript are hidden or disabled. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}

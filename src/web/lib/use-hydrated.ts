import { useSyncExternalStore } from "react";

/** False on the server and until the script has taken over: what needs a script is not offered before. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}

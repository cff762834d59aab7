import { useEffect } from "react";

export const loadSignedOutDialog = async () => (await import("../sign-in/signed-out-dialog.tsx")).SignedOutDialog;
export const loadReadChange = async () => (await import("./read-change.ts")).readChange;

/** Long before the shortest session ends, and after the first screen is there. */
const FETCH_AFTER_MS = 3000;

/**
 * Fetches what the first screen does without and a later moment cannot wait for: when a session ends or the line is down,
 * the server may have been upgraded and not have these files any more.
 */
export function useFetchedAhead(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const load of [loadReadChange, loadSignedOutDialog]) void load().catch(() => {});
    }, FETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
}

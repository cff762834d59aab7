import { useEffect } from "react";

export const loadSignedOutDialog = async () => (await import("../sign-in/signed-out-dialog.tsx")).SignedOutDialog;
export const loadShowNotice = async () => (await import("./live-notice.tsx")).showNotice;

/** The prefetch begins after the first screen has loaded, and long before the shortest session ends. */
const FETCH_AFTER_MS = 3000;

/**
 * Prefetches code that must be available when a session ends or a notice arrives: by then, the server may have been
 * upgraded and may no longer have these files.
 */
export function usePrefetch(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const load of [loadShowNotice, loadSignedOutDialog]) void load().catch(() => {});
    }, FETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
}

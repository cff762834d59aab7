import { useSyncExternalStore } from "react";
import { paths } from "../lib/paths.ts";
import { portalPaths } from "../lib/portal-paths.ts";

/**
 * Screens that are opened by a link with a secret in its fragment. On all other screens, the fragment names a part of
 * the screen.
 */
const OPENED_BY_LINK: readonly string[] = [paths.admin.login, paths.admin.setup, portalPaths.invitation];

let secret = "";

/**
 * Keeps the secret in memory and removes it from the URL at once, so that it appears neither in the browser history nor
 * on the screen.
 */
function take(): void {
  const token = location.hash.slice(1);
  if (!token || !OPENED_BY_LINK.includes(location.pathname)) return;
  secret = token;
  history.replaceState(history.state, "", location.pathname);
}

take();

/** The secret in the set-up, sign-in or invitation link; empty if the page was opened without one. */
export function useAddressSecret(): string {
  return useSyncExternalStore(
    (changed) => {
      const again = () => {
        take();
        changed();
      };
      addEventListener("hashchange", again);
      return () => removeEventListener("hashchange", again);
    },
    () => secret,
  );
}

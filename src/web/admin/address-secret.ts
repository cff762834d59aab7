import { useSyncExternalStore } from "react";
import { paths } from "../lib/paths.ts";
import { portalPaths } from "../lib/portal-paths.ts";

/** Where links with a secret lead. On any other screen the address names a part of it. */
const OPENED_BY_LINK: readonly string[] = [paths.admin.login, paths.admin.setup, portalPaths.invitation];

let taken = "";

/** Takes the secret out of the address at once, so that neither history nor a look over the shoulder keeps it. */
function take(): void {
  const token = location.hash.slice(1);
  if (!token || !OPENED_BY_LINK.includes(location.pathname)) return;
  taken = token;
  history.replaceState(history.state, "", location.pathname);
}

take();

/** The secret of the set-up or sign-in link that was opened; empty when the page was reached in another way. */
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
    () => taken,
  );
}

import { useLocation } from "wouter";
import { paths } from "../../lib/paths.ts";
import { portalPaths } from "../../lib/portal-paths.ts";

/**
 * The action of the header's back button. It goes back to the previous screen as the host left it, or to the parent
 * screen. Null on /admin.
 */
export function useGoBack(): (() => void) | null {
  const [address, navigate] = useLocation();
  if (address === "/admin") return null;
  return () => {
    if (cameFromThePortal()) history.back();
    else if (TOP.includes(address)) location.assign(paths.home);
    else navigate(address.startsWith(`${paths.admin.bookings}/`) ? paths.admin.bookings : paths.admin.dashboard);
  };
}

/** The parent of these screens is the website. */
const TOP: string[] = [paths.admin.dashboard, paths.admin.login, paths.admin.setup, portalPaths.invitation];

/** Also false if the browser has no Navigation API; the back button then leads to the parent screen. */
function cameFromThePortal(): boolean {
  if (!("navigation" in window)) return false;
  const { currentEntry } = window.navigation;
  const before = currentEntry ? window.navigation.entries()[currentEntry.index - 1]?.url : null;
  if (!before) return false;
  const { pathname } = new URL(before);
  const outside: string[] = [paths.admin.login, paths.admin.setup, portalPaths.invitation];
  return pathname.startsWith("/admin/") && !outside.includes(pathname);
}

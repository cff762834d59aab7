import { useLocation } from "wouter";
import { paths } from "../../lib/paths.ts";
import { portalPaths } from "../../lib/portal-paths.ts";

/** What the header's back button does: back to the screen before, as it was left; else up to where this one belongs. Null on /admin. */
export function useGoBack(): (() => void) | null {
  const [address, navigate] = useLocation();
  if (address === "/admin") return null;
  return () => {
    if (cameFromThePortal()) history.back();
    else if (TOP.includes(address)) location.assign(paths.home);
    else navigate(address.startsWith(`${paths.admin.bookings}/`) ? paths.admin.bookings : paths.admin.dashboard);
  };
}

/** Above these is the website itself. */
const TOP: string[] = [paths.admin.dashboard, paths.admin.login, paths.admin.setup, portalPaths.invitation];

/** Where a browser cannot tell (no Navigation API), the answer is no, and back leads up. */
function cameFromThePortal(): boolean {
  if (!("navigation" in window)) return false;
  const { currentEntry } = window.navigation;
  const before = currentEntry ? window.navigation.entries()[currentEntry.index - 1]?.url : null;
  if (!before) return false;
  const { pathname } = new URL(before);
  const outside: string[] = [paths.admin.login, paths.admin.setup, portalPaths.invitation];
  return pathname.startsWith("/admin/") && !outside.includes(pathname);
}

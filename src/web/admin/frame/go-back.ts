import { useLocation } from "wouter";
import { paths } from "../../lib/paths.ts";

/** What the header's back button does: back to the screen before, as it was left; else up to where this one belongs. Null on /admin. */
export function useGoBack(): (() => void) | null {
  const [address, navigate] = useLocation();
  if (address === "/admin") return null;
  if (address === paths.admin.dashboard || address === paths.admin.login || address === paths.admin.setup) {
    return () => location.assign(paths.home);
  }
  return () => {
    if (cameFromThePortal()) history.back();
    else navigate(address.startsWith(`${paths.admin.bookings}/`) ? paths.admin.bookings : paths.admin.dashboard);
  };
}

/** Where a browser cannot tell (no Navigation API), the answer is no, and back leads up. */
function cameFromThePortal(): boolean {
  if (!("navigation" in window)) return false;
  const { currentEntry } = window.navigation;
  const before = currentEntry ? window.navigation.entries()[currentEntry.index - 1]?.url : null;
  if (!before) return false;
  const { pathname } = new URL(before);
  return pathname.startsWith("/admin/") && pathname !== paths.admin.login && pathname !== paths.admin.setup;
}

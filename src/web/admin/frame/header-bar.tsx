import { ArrowLeft } from "../../ui/icons.tsx";
import type { ReactNode } from "react";
import { Tooltip } from "../../ui/tooltip.tsx";
import { useLocation } from "wouter";
import { paths } from "../../lib/paths.ts";
import { portalPaths } from "../../lib/portal-paths.ts";

export const iconButton = "inline-flex size-11 shrink-0 items-center justify-center rounded-lg hover:bg-sunken";

/** SPEC 2 */
export function HeaderBar({ title, menu, children }: { title: string; menu?: ReactNode; children?: ReactNode }) {
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-surface print:hidden">
      <div className="flex h-16 items-center gap-1 px-2 sm:px-4">
        <BackButton />
        <p className="min-w-0 flex-1 truncate font-serif text-lg">{title}</p>
        {children}
        {menu}
      </div>
    </header>
  );
}

function BackButton() {
  const goBack = useGoBack();
  if (!goBack) return <span className="w-2" />;
  return (
    <Tooltip text="Back">
      <button type="button" onClick={goBack} aria-label="Back" className={iconButton}>
        <ArrowLeft className="size-5" />
      </button>
    </Tooltip>
  );
}

/** Goes back to the previous screen as the host left it, or to the parent screen. Null on /admin. */
function useGoBack(): (() => void) | null {
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

/** Always false if the browser has no Navigation API: the back button then leads to the parent screen. */
function cameFromThePortal(): boolean {
  if (!("navigation" in window)) return false;
  const { currentEntry } = window.navigation;
  const before = currentEntry ? window.navigation.entries()[currentEntry.index - 1]?.url : null;
  if (!before) return false;
  const { pathname } = new URL(before);
  const outside: string[] = [paths.admin.login, paths.admin.setup, portalPaths.invitation];
  return pathname.startsWith("/admin/") && !outside.includes(pathname);
}

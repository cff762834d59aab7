import { useEffect } from "react";
import type { AroundNavHandler } from "wouter";

/** The screen with unsaved changes. */
let guarded: { path: string; href: string } | null = null;

const QUESTION = "You have unsaved changes. Leave without saving them?";

/** While `dirty`, leaving the screen, going back or closing the tab asks first. */
export function useLeaveGuard(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return undefined;
    guarded = { path: location.pathname, href: location.href };
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => {
      guarded = null;
      removeEventListener("beforeunload", ask);
    };
  }, [dirty]);
}

/** Called for every navigation in the portal. */
export const guardNavigation: AroundNavHandler = (navigate, to, options) => {
  if (mayLeaveFor(to)) navigate(to, options);
};

// Added when this module loads, and so before the router's listener: listeners are called in the order in which they
// were added. The browser has already gone back; if the host stays, the screen's address is restored.
addEventListener("popstate", (event) => {
  if (mayLeaveFor(location.href) || !guarded) return;
  event.stopImmediatePropagation();
  history.pushState(null, "", guarded.href);
});

/** Another part of the same screen, such as a tab, keeps what was typed. */
function mayLeaveFor(address: string): boolean {
  const stays = guarded === null || new URL(address, location.href).pathname === guarded.path;
  return stays || confirm(QUESTION);
}

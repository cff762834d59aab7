import { useEffect } from "react";
import type { AroundNavHandler } from "wouter";

/** The screen that has unsaved changes; null if there is none. */
let guarded: { path: string; href: string } | null = null;

const QUESTION = "You have unsaved changes. Leave without saving them?";

/** While `dirty` is true, asks before the host leaves the screen, goes back or closes the tab. */
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

// This listener is added when this module loads, so that it comes before the router's: listeners are called in the
// order in which they were added. The browser has already gone back; if the host stays, the screen's URL is restored.
addEventListener("popstate", (event) => {
  if (mayLeaveFor(location.href) || !guarded) return;
  event.stopImmediatePropagation();
  history.pushState(null, "", guarded.href);
});

/** Navigation to another part of the same screen, such as a tab, is allowed, because typed text is kept. */
function mayLeaveFor(address: string): boolean {
  const stays = guarded === null || new URL(address, location.href).pathname === guarded.path;
  return stays || confirm(QUESTION);
}

import { useEffect } from "react";
import type { AroundNavHandler } from "wouter";

/** The screen on which something is not saved. */
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

/** Every navigation of the portal passes here. */
export const guardNavigation: AroundNavHandler = (navigate, to, options) => {
  if (mayLeaveFor(to)) navigate(to, options);
};

// Listens as soon as the portal's code is there, and so before the router does: a window calls its listeners in the order
// in which they came. The browser has gone back already; who stays gets the address of their screen back.
addEventListener("popstate", (event) => {
  if (mayLeaveFor(location.href) || !guarded) return;
  event.stopImmediatePropagation();
  history.pushState(null, "", guarded.href);
});

/** Another part of the same screen, as a tab, keeps what is typed. */
function mayLeaveFor(address: string): boolean {
  const stays = guarded === null || new URL(address, location.href).pathname === guarded.path;
  return stays || confirm(QUESTION);
}

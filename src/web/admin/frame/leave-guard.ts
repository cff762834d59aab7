import { useEffect } from "react";
import type { AroundNavHandler } from "wouter";

let unsaved = false;

const QUESTION = "Your changes are not saved. Leave this screen without them?";

/** While `dirty`, leaving the screen or closing the tab asks first. */
export function useLeaveGuard(dirty: boolean): void {
  useEffect(() => {
    unsaved = dirty;
    if (!dirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => {
      unsaved = false;
      removeEventListener("beforeunload", ask);
    };
  }, [dirty]);
}

/** Every navigation of the portal passes here. */
export const guardNavigation: AroundNavHandler = (navigate, to, options) => {
  if (!unsaved || confirm(QUESTION)) navigate(to, options);
};

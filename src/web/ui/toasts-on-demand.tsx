import { useToasts } from "./toast-store.ts";
import { type ComponentType, useEffect, useState } from "react";

/** A form requests this code early, because the connection may be down when the form is sent. */
export const loadToaster = async () => (await import("./toaster.tsx")).Toaster;

/** Most visitors to a public page never see a toast. */
export function ToastsOnDemand() {
  return useToasts().length > 0 ? <Toasts /> : null;
}

/**
 * If the code cannot be loaded, no toasts are shown; the booking form also shows its errors on the page. With React's own
 * `lazy`, an error message would replace the whole page. Many browsers remember the failure until the page is reloaded,
 * so a retry would rarely help.
 */
function Toasts() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useEffect(() => {
    loadToaster().then(
      (loaded) => setToaster(() => loaded),
      () => {},
    );
  }, []);
  return Toaster ? <Toaster /> : null;
}

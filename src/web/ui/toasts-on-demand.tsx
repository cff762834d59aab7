import { useToasts } from "./toast-store.ts";
import { useOnDemand } from "./use-on-demand.ts";

/** The code that renders toasts. A form requests it early, because the connection may be down when the form is sent. */
export const loadToaster = async () => (await import("./toaster.tsx")).Toaster;

/**
 * The toaster's code is loaded with the first toast, or when a guest starts to fill in a form, because most visitors to
 * a public page never see a toast.
 */
export function ToastsOnDemand() {
  return useToasts().length > 0 ? <Toasts /> : null;
}

/** If the toaster's code cannot be loaded, no toasts are shown. The booking form also shows its errors on the page. */
function Toasts() {
  const toaster = useOnDemand(loadToaster);
  return toaster.is === "there" ? <toaster.Part /> : null;
}

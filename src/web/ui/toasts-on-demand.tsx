import { useToasts } from "./toast-store.ts";
import { useOnDemand } from "./use-on-demand.ts";

/** The code that renders toasts. A form requests it early, because the connection may be down when the form is sent. */
export const loadToaster = async () => (await import("./toaster.tsx")).Toaster;

/** The toaster's code loads with the first toast, or shortly before: most visits to a public page never see one. */
export function ToastsOnDemand() {
  return useToasts().length > 0 ? <Toasts /> : null;
}

/** Without the toaster's code nothing is lost: errors are also shown on the page. */
function Toasts() {
  const toaster = useOnDemand(loadToaster);
  return toaster.is === "there" ? <toaster.Part /> : null;
}

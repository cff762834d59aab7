import { useToasts } from "./toast-store.ts";
import { type ComponentType, useEffect, useState } from "react";

/** A form requests this code early, because the connection may be down when the form is sent. */
export const loadToaster = async () => (await import("./toaster.tsx")).Toaster;

/** Most visitors to a public page never see a toast. */
export function ToastsOnDemand() {
  return useToasts().length > 0 ? <Toasts /> : null;
}

/** Without the toaster's code, no toasts are shown; the booking form also shows its errors on the page. */
function Toasts() {
  const toaster = useOnDemand(loadToaster);
  return toaster.is === "there" ? <toaster.Part /> : null;
}

type OnDemand<Props> = { is: "loading" | "failed" } | { is: "there"; Part: ComponentType<Props> };

/**
 * If the code cannot be loaded, the page works without this part. With React's own `lazy`, an error message would
 * replace the whole page. Many browsers remember the failure until the page is reloaded, so a retry would rarely help.
 */
function useOnDemand<Props>(load: () => Promise<ComponentType<Props>>): OnDemand<Props> {
  const [part, setPart] = useState<OnDemand<Props>>({ is: "loading" });
  useEffect(() => {
    let gone = false;
    const show = (next: OnDemand<Props>) => {
      if (!gone) setPart(next);
    };
    load().then(
      (Part) => show({ is: "there", Part }),
      () => show({ is: "failed" }),
    );
    return () => {
      gone = true;
    };
  }, [load]);
  return part;
}

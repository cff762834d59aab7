import { useToasts } from "./toast-store.ts";
import { type ComponentType, useEffect, useState } from "react";

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

type OnDemand<Props> = { is: "loading" | "failed" } | { is: "there"; Part: ComponentType<Props> };

/**
 * A part of a page whose code loads when it is first shown. If the code cannot be loaded, because there is no
 * connection or there is a new version, the page works without this part. With React's own `lazy`, an error message
 * would replace the whole page. Many browsers remember the failure until the page is reloaded, so a retry would rarely
 * help.
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

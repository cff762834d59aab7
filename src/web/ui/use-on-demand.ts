import { type ComponentType, useEffect, useState } from "react";

type OnDemand<Props> = { is: "loading" | "failed" } | { is: "there"; Part: ComponentType<Props> };

/**
 * A part of a page whose code loads when it is first shown. If the code cannot be loaded, because there is no
 * connection or there is a new version, the page works without this part. With React's own `lazy`, an error message
 * would replace the whole page. Browsers remember the failure until the page is reloaded, so a retry would be useless.
 */
export function useOnDemand<Props>(load: () => Promise<ComponentType<Props>>): OnDemand<Props> {
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

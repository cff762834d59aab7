import { type ComponentType, useEffect, useState } from "react";

type OnDemand<Props> = { is: "loading" | "failed" } | { is: "there"; Part: ComponentType<Props> };

/**
 * A part of a page whose code comes when it is first shown. Where the code cannot be had (the line is down, a new version
 * is out) the page goes on without it: React's own `lazy` would take the whole page away. Browsers remember the failure
 * until the page is loaded again, so asking twice is of no use.
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

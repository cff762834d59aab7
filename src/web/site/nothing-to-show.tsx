import type { CottageState } from "./cottage.ts";
import { say } from "../lib/say.ts";
import { clsx } from "clsx";

/** SPEC 2 */
export function NothingToShow({ because }: { because: Exclude<CottageState["is"], "loaded"> }) {
  const texts = say.nothing;
  switch (because) {
    case "loading":
      return <LandingSkeleton />;
    case "error":
      return (
        <section role="alert" className="frame grid min-h-[60vh] content-center py-section">
          <h1 className="serif text-title max-w-[20ch]">{texts.error}</h1>
          <p className="text-lead mt-5 max-w-prose text-ink-soft">{texts.tryLater}</p>
        </section>
      );
    case "empty":
      return (
        <section className="frame grid min-h-[60vh] content-center py-section">
          <h1 className="serif text-title max-w-[24ch]">{texts.empty}</h1>
        </section>
      );
  }
}

/** About the landing page's final size, so that the layout hardly shifts when the content appears. */
function LandingSkeleton() {
  return (
    <div aria-busy="true">
      <div role="status" className="sr-only">
        <h1>{say.nothing.loading}</h1>
      </div>
      <Skeleton className="h-[60vh] rounded-none" />
      <div className="frame grid items-center gap-x-16 gap-y-8 pt-12 sm:pt-section lg:grid-cols-[7fr_6fr]">
        <Skeleton className="aspect-4/3 rounded-3xl" />
        <div className="space-y-5">
          <p className="text-lead text-ink-soft" aria-hidden="true">
            {say.nothing.loading}
          </p>
          <Skeleton className="h-14 w-3/4" />
          <Skeleton className="h-6 w-1/2" />
          <Skeleton className="h-40" />
          <Skeleton className="h-20" />
        </div>
      </div>
    </div>
  );
}

function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={clsx("animate-pulse rounded-2xl bg-sunken motion-reduce:animate-none", className)}
    />
  );
}

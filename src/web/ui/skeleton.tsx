import { clsx } from "clsx";

/** A box that keeps the place of what is still loading. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={clsx("animate-pulse rounded-2xl bg-sunken motion-reduce:animate-none", className)}
    />
  );
}

/** Shown only if a screen's code takes a while to load. */
export function ScreenSkeleton() {
  return (
    <div role="status" className="animate-late space-y-6">
      <h1 className="sr-only">Loading...</h1>
      <Bone className="h-9 w-48" />
      <div className="grid gap-4 sm:grid-cols-2">
        <Bone className="h-40" />
        <Bone className="h-40" />
      </div>
    </div>
  );
}

export function Bone({ className }: { className: string }) {
  return (
    <div aria-hidden="true" className={`animate-pulse rounded-xl bg-sunken motion-reduce:animate-none ${className}`} />
  );
}

/** Placeholders for a heading and content, shown while a screen's code loads if loading takes a while. */
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

/** A grey placeholder. */
export function Bone({ className }: { className: string }) {
  return (
    <div aria-hidden="true" className={`animate-pulse rounded-xl bg-sunken motion-reduce:animate-none ${className}`} />
  );
}

import { Bone } from "../frame/screen-skeleton.tsx";

export function AnalyticsSkeleton() {
  return (
    <div role="status" className="animate-late space-y-6">
      <span className="sr-only">Loading...</span>
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {["bookings", "revenue", "occupancy", "rate"].map((box) => (
          <Bone key={box} className="h-48" />
        ))}
      </div>
      <Bone className="h-96" />
      <div className="grid gap-6 lg:grid-cols-2">
        <Bone className="h-72" />
        <Bone className="h-72" />
      </div>
    </div>
  );
}

import { Bone } from "../frame/screen-skeleton.tsx";

/** Reserves the space of the day and the figures. */
export function DashboardSkeleton() {
  return (
    <div role="status" className="animate-late space-y-8">
      <span className="sr-only">Loading...</span>
      <div>
        <Bone className="mb-3 h-7 w-24" />
        <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
          {["arrivals", "departures", "in-house", "next"].map((box) => (
            <Bone key={box} className="h-24" />
          ))}
        </div>
      </div>
      <div className="grid grid-cols-2 gap-4 xl:grid-cols-4">
        {["total", "month", "upcoming", "revenue"].map((box) => (
          <Bone key={box} className="h-36" />
        ))}
      </div>
    </div>
  );
}

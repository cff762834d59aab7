import { useQuery } from "@tanstack/react-query";
import type { Span } from "#domain/analytics/days.ts";
import { toLocalDate } from "#domain/calendar/local-date.ts";
import { analyticsQuery } from "../api/analytics.ts";
import { siteQuery } from "../api/property.ts";
import { paths } from "../lib/paths.ts";
import { FigureCards } from "./analytics/figure-cards.tsx";
import { GuestInsights } from "./analytics/guest-insights.tsx";
import { MonthlyPerformance } from "./analytics/monthly-performance.tsx";
import { MoneyMoved } from "./analytics/money-moved.tsx";
import { RangePicker, useRange } from "./analytics/range-picker.tsx";
import { RevenueBreakdown } from "./analytics/revenue-breakdown.tsx";
import { StatusDistribution } from "./analytics/status-distribution.tsx";
import { StaysCounted } from "./analytics/stays-counted.tsx";
import { LoadError } from "./frame/load-error.tsx";
import { Loaded } from "./frame/loaded.tsx";
import { Bone } from "./frame/screen-skeleton.tsx";
import { TextLink } from "../ui/text-link.tsx";

/** SPEC 2 */
export function AnalyticsPage() {
  const site = useQuery({ ...siteQuery, staleTime: 0 });
  return (
    <div className="space-y-6">
      <div>
        <TextLink href={paths.admin.dashboard}>Back to Dashboard</TextLink>
        <h1 className="font-serif text-3xl">Analytics</h1>
      </div>
      <Loaded query={site} what="the analytics" loading={<AnalyticsSkeleton />}>
        {({ today }) => <ReportWithRange today={today} />}
      </Loaded>
    </div>
  );
}

function ReportWithRange({ today }: { today: string }) {
  const { name, span, choose } = useRange(toLocalDate(today));
  return (
    <>
      <RangePicker name={name} span={span} today={today} onChoose={choose} />
      <Report span={span} />
    </>
  );
}

function Report({ span }: { span: Span | null }) {
  // Shows the previous range until the new one has loaded, so that the page does not jump.
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...analyticsQuery(span),
    placeholderData: (before) => before,
  });
  if (error && !data) return <LoadError error={error} what="the analytics" retry={() => void refetch()} />;
  if (!data) return <AnalyticsSkeleton />;
  return (
    <div aria-busy={isPlaceholderData} className="space-y-6">
      <FigureCards analytics={data} />
      <MonthlyPerformance periods={data.periods} hasData={data.occupancyRate !== null} currency={data.currency} />
      <div className="grid gap-6 lg:grid-cols-2">
        <StatusDistribution statuses={data.statuses} range={data.range} />
        <GuestInsights guests={data.guests} bookings={data.totalBookings} />
      </div>
      <RevenueBreakdown analytics={data} />
      <MoneyMoved money={data.money} currency={data.currency} span={span} />
      <StaysCounted span={{ from: toLocalDate(data.range.from), to: toLocalDate(data.range.to) }} />
    </div>
  );
}

function AnalyticsSkeleton() {
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

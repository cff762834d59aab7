import { useQuery } from "@tanstack/react-query";
import { dashboardQuery } from "../api/analytics.ts";
import { formatDay } from "../lib/format-date.ts";
import { ChannelStatusCard } from "./dashboard/channel-status-card.tsx";
import { DashboardSkeleton } from "./dashboard/dashboard-skeleton.tsx";
import { AlertsCard } from "./dashboard/alerts-card.tsx";
import { QuickActions } from "./dashboard/quick-actions.tsx";
import { SampleContent } from "./dashboard/sample-content.tsx";
import { SetupChecklist } from "./dashboard/setup-checklist.tsx";
import { RecentBookings, UpcomingCheckIns } from "./dashboard/stay-lists.tsx";
import { StatCards } from "./dashboard/stat-cards.tsx";
import { Tonight } from "./dashboard/tonight.tsx";
import { TodayBoard } from "./dashboard/today-board.tsx";
import { LoadError } from "./frame/load-error.tsx";
import { LogOut } from "lucide-react";
import { signOut as signOutOfPortal } from "../api/auth.ts";
import { Button } from "../ui/button.tsx";
import { useSignOut } from "./frame/use-sign-out.ts";

/** SPEC 2, 4 and 9, below the alerts and today's arrivals and departures. */
export function DashboardPage() {
  const { data, error, refetch } = useQuery(dashboardQuery);
  const isNew = data?.stats.totalBookings === 0;
  return (
    <div className="space-y-8">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h1 className="font-serif text-3xl">Dashboard</h1>
          <p className="min-h-6 text-ink-soft">{data ? `${formatDay(data.today)} at the cottage` : null}</p>
          {data ? <Tonight arrivals={data.arrivals} inHouse={data.inHouse} /> : null}
        </div>
        <LogoutButton />
      </header>
      {data ? (
        <>
          <AlertsCard items={data.alerts} />
          {/* Before the first booking, setting up matters more than today. */}
          {isNew ? null : <TodayBoard day={data} />}
          <SetupChecklist steps={data.setup} />
          <SampleContent />
          {isNew ? <TodayBoard day={data} /> : null}
          <StatCards stats={data.stats} />
          <QuickActions />
          <div className="grid gap-6 xl:grid-cols-3">
            <UpcomingCheckIns stays={data.upcoming} today={data.today} />
            <RecentBookings stays={data.recent} today={data.today} />
            <ChannelStatusCard />
          </div>
        </>
      ) : error ? (
        <>
          <LoadError error={error} what="your dashboard" retry={() => void refetch()} />
          <QuickActions />
        </>
      ) : (
        <DashboardSkeleton />
      )}
    </div>
  );
}

/** SPEC 2: in the dashboard's header, in addition to the user menu. */
function LogoutButton() {
  const { signOut, isPending } = useSignOut(signOutOfPortal);
  return (
    <Button look="secondary" className="px-4" onClick={signOut} disabled={isPending}>
      <LogOut aria-hidden="true" className="size-5" />
      Logout
    </Button>
  );
}

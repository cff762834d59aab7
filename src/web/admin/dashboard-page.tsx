import { useQuery } from "@tanstack/react-query";
import { dashboardQuery } from "../api/analytics.ts";
import { formatDay, formatDate } from "../lib/format-date.ts";
import { ChannelStatusCard } from "./dashboard/channel-status-card.tsx";
import { AlertsCard } from "./dashboard/alerts-card.tsx";
import { SampleContent } from "./dashboard/sample-content.tsx";
import { SetupChecklist } from "./dashboard/setup-checklist.tsx";
import { RecentBookings, UpcomingCheckIns } from "./dashboard/stay-lists.tsx";
import { StatCards } from "./dashboard/stat-cards.tsx";
import { TodayBoard } from "./dashboard/today-board.tsx";
import { LoadError } from "./frame/load-error.tsx";
import { LogOut } from "../ui/icons.tsx";
import { signOut as signOutOfPortal } from "../api/auth.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { useSignOut } from "./frame/use-sign-out.ts";
import { Bone } from "./frame/screen-skeleton.tsx";
import { Link } from "wouter";
import type { Dashboard } from "#contract/analytics.ts";
import { stayPath } from "./bookings/stay-path.ts";
import { PRICES, QUICK_ACTIONS } from "./frame/destinations.ts";
import { Card } from "./dashboard/card.tsx";

/** SPEC 2, 4 and 9, with the alerts and today's stays added. */
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
          {/* Before the first booking, the setup matters more than today's stays. */}
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

/** SPEC 2: in addition to the user menu. */
function LogoutButton() {
  const { signOut, isPending } = useSignOut(signOutOfPortal);
  return (
    <Button look="secondary" className="px-4" onClick={signOut} disabled={isPending}>
      <LogOut className="size-5" />
      Logout
    </Button>
  );
}

function DashboardSkeleton() {
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

/** A request or an offer that is not booked yet does not count. */
function Tonight({ arrivals, inHouse }: Pick<Dashboard, "arrivals" | "inHouse">) {
  const stay = [...inHouse, ...arrivals].find(({ waitsFor }) => waitsFor === null);
  if (!stay) return <p>No guests staying tonight</p>;
  return (
    <p>
      Tonight:{" "}
      <Link href={stayPath(stay)} className="inline-flex min-h-11 items-center font-semibold wrap-anywhere underline">
        {stay.guestName}
      </Link>
      , until {formatDate(stay.checkOut, "short")}
    </p>
  );
}

/** SPEC 2, with a link to prices added. */
function QuickActions() {
  return (
    <div>
      <Card title="Quick Actions">
        <ul className="grid grid-cols-2 gap-2 sm:gap-3 md:grid-cols-3 xl:grid-cols-6">
          {QUICK_ACTIONS.map(({ href, label, icon: Icon }) => (
            <li key={href}>
              <Link href={href} className={buttonClass("secondary", "w-full px-2")}>
                <Icon aria-hidden="true" className="size-5 shrink-0 max-[359px]:hidden" />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </Card>
      <Link href={PRICES.href} className="mt-3 inline-flex min-h-11 items-center gap-2 font-semibold underline">
        <PRICES.icon aria-hidden="true" className="size-5 shrink-0" />
        Set prices and stay rules
      </Link>
    </div>
  );
}

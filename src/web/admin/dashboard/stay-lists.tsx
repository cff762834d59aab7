import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { DashboardStay } from "#contract/analytics.ts";
import { countdown, daysAgo } from "#domain/analytics/countdown.ts";
import { toLocalDate } from "#domain/calendar/local-date.ts";
import { formatSpan } from "../../lib/format-span.ts";
import { stayPath } from "../bookings/stay-path.ts";
import { Card } from "./card.tsx";

type Props = { stays: DashboardStay[]; today: string };

/** SPEC 4 and 9 */
export function UpcomingCheckIns({ stays, today }: Props) {
  return (
    <Card title="Upcoming Check-ins">
      <List stays={stays} empty="No upcoming check-ins">
        {(stay) => {
          const remaining = countdown(toLocalDate(stay.checkIn), toLocalDate(today));
          const soon = remaining === "TODAY" || remaining === "TOMORROW";
          return (
            <span className={clsx("shrink-0 text-sm", soon ? "font-bold text-clay" : "text-ink-soft")}>
              {remaining}
            </span>
          );
        }}
      </List>
    </Card>
  );
}

/** SPEC 4 and 9 */
export function RecentBookings({ stays, today }: Props) {
  return (
    <Card title="Recent Bookings">
      <List stays={stays} empty="No stays have ended yet">
        {(stay) => (
          <span className="shrink-0 text-sm text-ink-soft">
            {daysAgo(toLocalDate(stay.checkOut), toLocalDate(today))}
          </span>
        )}
      </List>
    </Card>
  );
}

type ListProps = { stays: DashboardStay[]; empty: string; children: (stay: DashboardStay) => ReactNode };

function List({ stays, empty, children }: ListProps) {
  if (stays.length === 0) return <p className="text-ink-soft">{empty}</p>;
  return (
    <ul className="divide-y divide-line">
      {stays.map((stay) => (
        <li key={stay.id}>
          <Link
            href={stayPath(stay)}
            className="-mx-2 flex min-h-11 flex-wrap items-center justify-between gap-x-3 rounded-lg px-2 py-2 hover:bg-sunken"
          >
            <span className="min-w-0">
              <span className="block font-semibold wrap-anywhere">{stay.guestName}</span>
              <span className="block text-sm text-ink-soft">{formatSpan(stay.checkIn, stay.checkOut)}</span>
            </span>
            {children(stay)}
          </Link>
        </li>
      ))}
    </ul>
  );
}

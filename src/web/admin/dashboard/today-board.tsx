import { counted } from "#domain/text/counted.ts";
import { BedDouble, CalendarClock, LogIn, LogOut, type LucideIcon } from "../../ui/icons.tsx";
import { Link } from "wouter";
import type { Dashboard, DashboardStay } from "#contract/analytics.ts";
import { formatDate } from "../../lib/format-date.ts";
import { SOURCE_LABELS } from "../bookings/badges.tsx";
import { stayPath } from "../bookings/stay-path.ts";

type Day = Pick<Dashboard, "arrivals" | "departures" | "inHouse" | "nextSevenDays">;

export function TodayBoard({ day }: { day: Day }) {
  return (
    <section aria-labelledby="today">
      <h2 id="today" className="mb-3 font-serif text-xl">
        Today
      </h2>
      <div className="grid gap-2 sm:grid-cols-2 sm:gap-4 xl:grid-cols-4">
        <Column icon={LogIn} title="Arrivals" stays={day.arrivals} empty="No arrivals today" note={arriving} />
        <Column icon={LogOut} title="Departures" stays={day.departures} empty="No departures today" note={leaving} />
        <Column icon={BedDouble} title="In house" stays={day.inHouse} empty="No guests staying over" note={staying} />
        <Column
          icon={CalendarClock}
          title="Next 7 days"
          stays={day.nextSevenDays}
          empty="No check-ins in the next 7 days"
          note={coming}
        />
      </div>
    </section>
  );
}

const guests = (stay: DashboardStay) =>
  stay.guestCount === null ? SOURCE_LABELS[stay.source] : counted(stay.guestCount, "guest");
const nights = (stay: DashboardStay) => counted(stay.nights, "night");
const arriving = (stay: DashboardStay) =>
  `${guests(stay)}, ${nights(stay)}${stay.status === "checked-in" ? ", checked in" : ""}`;
const leaving = (stay: DashboardStay) =>
  stay.status === "checked-out" || stay.status === "completed" ? "Checked out" : guests(stay);
const staying = (stay: DashboardStay) => `${guests(stay)}, until ${formatDate(stay.checkOut, "short")}`;
const coming = (stay: DashboardStay) => `${formatDate(stay.checkIn, "short")}, ${guests(stay)}, ${nights(stay)}`;

type ColumnProps = {
  icon: LucideIcon;
  title: string;
  stays: DashboardStay[];
  empty: string;
  note: (stay: DashboardStay) => string;
};

function Column({ icon: Icon, title, stays, empty, note }: ColumnProps) {
  return (
    <div className="rounded-2xl border border-line bg-surface p-3 sm:p-4">
      <h3 className="flex items-center gap-2 font-semibold">
        <Icon className="size-5 text-clay" />
        {title}
        <span className="ml-auto text-ink-soft tabular-nums">{stays.length}</span>
      </h3>
      {stays.length === 0 ? (
        <p className="mt-2 text-sm text-ink-soft max-sm:sr-only">{empty}</p>
      ) : (
        <ul className="mt-1 divide-y divide-line">
          {stays.map((stay) => (
            <li key={stay.id}>
              <Link href={stayPath(stay)} className="-mx-2 block min-h-11 rounded-lg px-2 py-2 hover:bg-sunken">
                <span className="block font-semibold wrap-anywhere underline decoration-line-strong underline-offset-2">
                  {stay.guestName}
                </span>
                <span className="block text-sm text-ink-soft">
                  {note(stay)}
                  {stay.waitsFor ? ", not booked yet" : null}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

import { counted } from "#domain/text/counted.ts";
import { arc, pie } from "d3-shape";
import { Link } from "wouter";
import type { Analytics } from "#contract/analytics.ts";
import type { BookingStatus } from "#domain/booking/status.ts";
import { STATUS_LABELS } from "../bookings/badges.tsx";
import { bookingsPath } from "./bookings-path.ts";
import { ChartFigure } from "./chart-figure.tsx";

type Row = Analytics["statuses"][number];

/** The legend also tells the statuses apart by words and figures. */
const COLOURS = {
  upcoming: "fill-chart-1",
  confirmed: "fill-chart-2",
  pending: "fill-chart-3",
  "checked-in": "fill-chart-4",
  "checked-out": "fill-chart-5",
  completed: "fill-chart-6",
  cancelled: "fill-chart-7",
} satisfies Record<BookingStatus, string>;

const SIZE = 180;
const slices = pie<Row>().value((row) => row.bookings);
const ring = arc<{ startAngle: number; endAngle: number }>()
  .innerRadius(SIZE * 0.3)
  .outerRadius(SIZE * 0.5)
  .padAngle(0.02);

export function StatusDistribution({ statuses, range }: Pick<Analytics, "statuses" | "range">) {
  const total = statuses.reduce((sum, row) => sum + row.bookings, 0);
  const share = (row: Row) => Math.round((row.bookings / total) * 100);
  return (
    <ChartFigure
      title="Booking Status"
      meaning="Bookings with check-in within these dates. Cancelled bookings are included, but not requests and offers that came to nothing, and bookings that were not confirmed or paid in time. A request that the guest withdrew counts as cancelled."
      rows={statuses}
      rowKey={(row) => row.status}
      fileName="booking-status.csv"
      columns={[
        { title: "Status", value: (row) => STATUS_LABELS[row.status] },
        { title: "Bookings", value: (row) => row.bookings },
        { title: "Share %", value: share },
      ]}
    >
      <div className="flex flex-wrap items-center justify-center gap-6">
        <svg
          role="img"
          aria-label={`Chart of ${counted(total, "booking")} by status`}
          viewBox={`${-SIZE / 2} ${-SIZE / 2} ${SIZE} ${SIZE}`}
          width={SIZE}
          height={SIZE}
        >
          {slices(statuses).map((slice) => (
            <path key={slice.data.status} d={ring(slice) ?? ""} className={COLOURS[slice.data.status]} />
          ))}
          <text textAnchor="middle" dy="0.35em" className="fill-ink font-serif text-3xl">
            {total}
          </text>
        </svg>
        <ul className="min-w-[min(100%,13rem)] flex-1">
          {statuses.map((row) => (
            <li key={row.status}>
              <Link
                href={bookingsPath({ status: row.status, dates: "check-in" }, range)}
                className="flex min-h-11 flex-wrap items-center gap-x-3 rounded-lg px-2 hover:bg-sunken"
              >
                <svg aria-hidden="true" width="14" height="14" className="shrink-0">
                  <rect width="14" height="14" rx="3" className={COLOURS[row.status]} />
                </svg>
                <span className="flex-1 underline">{STATUS_LABELS[row.status]}</span>
                <span className="tabular-nums">
                  {row.bookings} ({share(row)}%)
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </ChartFigure>
  );
}

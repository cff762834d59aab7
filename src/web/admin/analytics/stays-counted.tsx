import { counted } from "#domain/text/counted.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import type { AnalyticsStay } from "#contract/analytics.ts";
import { addDays, toLocalDate } from "#domain/calendar/local-date.ts";
import type { Span } from "#domain/analytics/days.ts";
import { analyticsStaysQuery } from "../../api/analytics.ts";
import { formatCurrency } from "../../lib/format-money.ts";
import { formatSpan } from "../../lib/format-span.ts";
import { stayPath } from "../bookings/stay-path.ts";
import { Button } from "../../ui/button.tsx";
import { SOURCE_LABELS, STATUS_LABELS } from "../bookings/badges.tsx";
import { LoadError } from "../frame/load-error.tsx";
import { type Column, DataTable, downloadTable } from "./chart-figure.tsx";

export const STAYS_COUNTED_ID = "stays-counted";
const ROWS_AT_FIRST = 100;

export function StaysCounted({ span }: { span: Span }) {
  const [open, setOpen] = useState(false);
  const summary = useRef<HTMLElement>(null);
  useEffect(() => {
    // "See the stays" links to this fragment.
    const openIfRequested = () => {
      if (location.hash !== `#${STAYS_COUNTED_ID}`) return;
      setOpen(true);
      summary.current?.focus();
      history.replaceState(history.state, "", location.pathname + location.search);
    };
    openIfRequested();
    addEventListener("hashchange", openIfRequested);
    return () => removeEventListener("hashchange", openIfRequested);
  }, []);
  return (
    <details
      id={STAYS_COUNTED_ID}
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="scroll-mt-20 rounded-2xl border border-line bg-surface p-5"
    >
      <summary ref={summary} className="min-h-11 cursor-pointer content-center font-serif text-xl">
        Bookings in these figures
      </summary>
      {open ? <Rows span={span} /> : null}
    </details>
  );
}

const COLUMNS: Column<AnalyticsStay>[] = [
  {
    title: "Guest",
    value: (stay) => stay.guestName,
    text: (stay) => (
      <Link href={stayPath(stay)} className="inline-block py-1 font-semibold underline">
        {stay.guestName}
      </Link>
    ),
  },
  { title: "Reference", value: (stay) => stay.reference },
  { title: "Check-in", value: (stay) => stay.checkIn },
  { title: "Check-out", value: (stay) => stay.checkOut },
  { title: "Status", value: (stay) => STATUS_LABELS[stay.status] },
  { title: "Source", value: (stay) => SOURCE_LABELS[stay.source] },
  { title: "Counts as a booking", value: (stay) => (stay.counted ? "yes" : "no") },
  { title: "Nights in range", value: (stay) => stay.nightsInRange },
  {
    title: "Revenue in range",
    value: (stay) => stay.revenueInRange,
    text: (stay) => (stay.revenueInRange === null ? "Unknown" : formatCurrency(stay.revenueInRange, stay.currency)),
  },
  { title: "Currency", value: (stay) => stay.currency },
];

function Rows({ span }: { span: Span }) {
  const { data, error, refetch } = useQuery(analyticsStaysQuery(span));
  const [all, setAll] = useState(false);
  if (error && !data) return <LoadError error={error} what="the stays" retry={() => void refetch()} />;
  if (!data) return <p role="status">Loading bookings...</p>;
  if (data.length === 0) return <p>No stays in this range</p>;
  const shown = all ? data : data.slice(0, ROWS_AT_FIRST);
  const file = `stays-${span.from}-${addDays(toLocalDate(span.to), -1)}.csv`;
  return (
    <div className="space-y-3">
      <p className="text-ink-soft">
        {counted(data.length, "stay")} with a night in {formatSpan(span.from, addDays(span.to, -1))}. A stay that began
        earlier adds nights and revenue here, but counts as a booking in the period when it began.
      </p>
      <DataTable title="Bookings in these figures" rows={shown} columns={COLUMNS} rowKey={(stay) => stay.id} />
      <div className="flex flex-wrap gap-2">
        {shown.length < data.length ? (
          <Button look="secondary" onClick={() => setAll(true)}>
            Show all {data.length}
          </Button>
        ) : null}
        <Button look="secondary" onClick={() => downloadTable(file, COLUMNS, data)}>
          Download as CSV
        </Button>
      </div>
    </div>
  );
}

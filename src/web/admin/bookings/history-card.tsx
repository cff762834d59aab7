import type { BookingDetail } from "#contract/admin-bookings.ts";
import { formatMoment } from "../../lib/format-date.ts";
import { Card } from "./card.tsx";

/** Everything that happened to the booking: what, who and when, newest first. */
export function HistoryCard({ booking }: { booking: BookingDetail }) {
  return (
    <Card title="History">
      <ol className="space-y-3 border-l-2 border-line pl-4">
        {booking.history.toReversed().map((entry, index) => (
          <li key={index}>
            <p className="wrap-anywhere whitespace-pre-line">{entry.event}</p>
            <p className="text-sm text-ink-soft">
              {entry.actor === "payment" ? "card payments" : entry.actor},{" "}
              <time dateTime={entry.at}>{formatMoment(entry.at, booking.timeZone)}</time>
            </p>
          </li>
        ))}
      </ol>
    </Card>
  );
}

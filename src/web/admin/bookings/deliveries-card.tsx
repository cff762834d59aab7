import { useQuery } from "@tanstack/react-query";
import { CircleCheck, Clock } from "lucide-react";
import type { BookingDetail } from "#contract/desk.ts";
import type { FeedDelivery } from "#contract/feeds.ts";
import { deliveriesQuery } from "../../api/channels.ts";
import { formatMoment } from "../../lib/format-date.ts";
import { SOURCE_LABELS } from "./badges.tsx";
import { Card } from "./card.tsx";

/** S-71: which platforms have read of the booking as it stands. Without a connected platform there is nothing to say. */
export function DeliveriesCard({ booking }: { booking: BookingDetail }) {
  const { data, error } = useQuery(deliveriesQuery("booking", booking.id));
  const over = booking.checkOut < booking.today;
  if (error) {
    return (
      <Card title="Do the platforms know?">
        <p role="alert">This could not be loaded. Open the booking again.</p>
      </Card>
    );
  }
  if (!data || data.length === 0 || over) return null;
  return (
    <Card title="Do the platforms know?">
      <ul className="space-y-3">
        {data.map((delivery) => (
          <li key={delivery.channel} className="flex gap-3">
            <Line delivery={delivery} booking={booking} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Line({ delivery, booking }: { delivery: FeedDelivery; booking: BookingDetail }) {
  const waits = delivery.state === "waiting";
  const Icon = waits ? Clock : CircleCheck;
  const name = SOURCE_LABELS[delivery.platform];
  return (
    <>
      <Icon aria-hidden="true" className={`mt-0.5 size-5 shrink-0 ${waits ? "text-clay" : "text-good"}`} />
      <div>
        <p className="font-semibold">
          {name}: {waits ? "waiting" : delivery.state === "delivered" ? "delivered" : "nothing to tell"}
        </p>
        <p className="text-sm text-ink-soft">{about(delivery, name, booking)}</p>
      </div>
    </>
  );
}

function about({ state, at }: FeedDelivery, name: string, { status, timeZone }: BookingDetail): string {
  const cancelled = status === "cancelled";
  if (state === "never-told") return `${name} never read of these nights.`;
  if (state === "delivered" && at) {
    return `Read ${cancelled ? "that the nights are free again" : "as it stands"} ${formatMoment(at, timeZone, "short")}.`;
  }
  return cancelled
    ? `${name} still keeps the nights closed until it reads our calendar.`
    : `${name} could sell these nights until it reads our calendar.`;
}

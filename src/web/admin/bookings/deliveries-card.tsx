import { useQuery } from "@tanstack/react-query";
import type { BookingDetail } from "#contract/admin-bookings.ts";
import { deliveriesQuery } from "../../api/channels.ts";
import { Card } from "./card.tsx";
import { DeliveryLines } from "./delivery-lines.tsx";

/** Which platforms have read this booking from our calendar. Hidden if no platform is connected. */
export function DeliveriesCard({ booking }: { booking: BookingDetail }) {
  const { data, error } = useQuery(deliveriesQuery("booking", booking.id));
  const over = booking.checkOut < booking.today;
  if (error) {
    return (
      <Card title="Have the platforms been updated?">
        <p role="alert">We couldn't load this. Open the booking again.</p>
      </Card>
    );
  }
  if (!data || data.length === 0 || over) return null;
  return (
    <Card title="Have the platforms been updated?">
      <DeliveryLines deliveries={data} free={booking.status === "cancelled"} timeZone={booking.timeZone} />
    </Card>
  );
}

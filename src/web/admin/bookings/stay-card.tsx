import type { BookingDetail } from "#contract/admin-bookings.ts";
import { formatDay, formatMoment } from "../../lib/format-date.ts";
import { SOURCE_LABELS } from "./badges.tsx";
import { Card, Fact, Facts } from "./card.tsx";

export function StayCard({ booking }: { booking: BookingDetail }) {
  const { property, timeZone } = booking;
  return (
    <Card title="Stay">
      <Facts>
        <Fact name="Check-in">{formatDay(booking.checkInDate)}</Fact>
        <Fact name="Check-out">{formatDay(booking.checkOutDate)}</Fact>
        <Fact name="Nights">{booking.nights}</Fact>
        <Fact name="Guests">{booking.guestCount}</Fact>
        <Fact name="Cottage">
          {property.name}, {property.location}
        </Fact>
        <Fact name="Booked">
          {formatMoment(booking.createdAt, timeZone)}, {SOURCE_LABELS[booking.source]}
        </Fact>
        <Fact name={booking.freeCancellationOver ? "Free cancellation ended" : "Free cancellation until"}>
          {formatMoment(booking.freeCancellationUntil, timeZone)}
        </Fact>
      </Facts>
    </Card>
  );
}

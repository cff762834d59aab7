import { useQuery } from "@tanstack/react-query";
import { useParams } from "wouter";
import type { BookingDetail } from "#contract/admin-bookings.ts";
import { bookingQuery } from "../api/admin-bookings.ts";
import { statusOf } from "../api/client.ts";
import { paths } from "../lib/paths.ts";
import { ActionsCard } from "./bookings/actions-card.tsx";
import { ChangeRequestCard } from "./bookings/change-request-card.tsx";
import { SourceBadge, StatusBadge, SOURCE_LABELS } from "./bookings/badges.tsx";
import { GuestCard } from "./bookings/guest-card.tsx";
import { ConversationCard } from "./messages/conversation-card.tsx";
import { Loaded } from "./frame/loaded.tsx";
import { NotesCard } from "./bookings/notes-card.tsx";
import { PaymentsCard } from "./bookings/payments-card.tsx";
import { PriceCard } from "./bookings/price-card.tsx";
import { deliveriesQuery } from "../api/channels.ts";
import { Card, Fact, Facts } from "./bookings/card.tsx";
import { DeliveryLines } from "./bookings/delivery-lines.tsx";
import { formatMoment, formatDay } from "../lib/format-date.ts";
import { TextLink } from "../ui/text-link.tsx";

export function BookingDetailPage() {
  const { bookingId = "" } = useParams();
  const booking = useQuery(bookingQuery(bookingId));

  return (
    <div className="space-y-5 print:[&_button]:hidden">
      <TextLink href={paths.admin.bookings} className="mb-0 print:hidden">
        Back to Bookings
      </TextLink>
      {!booking.data && statusOf(booking.error) === 404 ? (
        <NotFound />
      ) : (
        <Loaded query={booking} what="the booking" loading="Loading booking..." heading="Booking">
          {/* The key ensures that what the host has typed for one booking does not appear in the forms of another. */}
          {(data) => <Shown key={data.id} booking={data} />}
        </Loaded>
      )}
    </div>
  );
}

function Shown({ booking }: { booking: BookingDetail }) {
  return (
    <>
      <div className="space-y-2">
        <h1 className="font-serif text-3xl wrap-anywhere">{booking.guest.name}</h1>
        <div className="flex flex-wrap items-center gap-2">
          <StatusBadge booking={booking} />
          <SourceBadge source={booking.source} />
          <span className="text-ink-soft">Reference {booking.reference}</span>
        </div>
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-[3fr_2fr]">
        <div className="space-y-5">
          <ChangeRequestCard booking={booking} />
          <ActionsCard booking={booking} />
          <StayCard booking={booking} />
          <GuestCard booking={booking} />
          <ConversationCard booking={booking} />
          <NotesCard booking={booking} />
        </div>
        <div className="space-y-5">
          <PriceCard booking={booking} />
          <DeliveriesCard booking={booking} />
          <PaymentsCard booking={booking} />
          <HistoryCard booking={booking} />
        </div>
      </div>
    </>
  );
}

/** SPEC 8: the same message as on the guest's confirmation page. */
function NotFound() {
  return (
    <section className="space-y-3">
      <h1 className="font-serif text-3xl">Booking Not Found</h1>
      <p>We couldn't find the booking you're looking for.</p>
    </section>
  );
}

/** Hidden if no platform is connected or the stay is over. */
function DeliveriesCard({ booking }: { booking: BookingDetail }) {
  const { data, error } = useQuery(deliveriesQuery("booking", booking.id));
  const over = booking.checkOut < booking.today;
  if (error) {
    return (
      <Card title="Have the platforms been updated?">
        <p role="alert">We couldn't load this. Please reload the page.</p>
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

function HistoryCard({ booking }: { booking: BookingDetail }) {
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

function StayCard({ booking }: { booking: BookingDetail }) {
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

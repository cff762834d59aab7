import { useQuery } from "@tanstack/react-query";
import { useParams } from "wouter";
import { confirmationQuery } from "../api/booking.ts";

export function ConfirmationPage() {
  const { bookingId = "" } = useParams();
  const { data: booking } = useQuery(confirmationQuery(bookingId));
  if (!booking) {
    return (
      <section>
        <h1>Booking Not Found</h1>
        <p>We couldn't find the booking you're looking for.</p>
      </section>
    );
  }
  return (
    <section>
      <h1>{booking.reference}</h1>
      <p>{booking.guest.name}</p>
    </section>
  );
}

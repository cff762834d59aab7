import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "wouter";
import { confirmationQuery } from "../api/booking.ts";
import { AS_RENDERED, statusOf } from "../api/client.ts";
import { siteQuery } from "../api/property.ts";
import { BookingConfirmation } from "../booking/booking-confirmation.tsx";
import { paths } from "../lib/paths.ts";
import { buttonClass } from "../ui/button.tsx";

/** SPEC 2: what a guest keeps of a booking. */
export function ConfirmationPage() {
  const { bookingId = "" } = useParams();
  const { data: booking, error } = useQuery({ ...confirmationQuery(bookingId), ...AS_RENDERED });
  const { data: site, isError: siteFailed } = useQuery({ ...siteQuery, ...AS_RENDERED });
  if (statusOf(error) === 404) return <BookingNotFound />;
  if (error || siteFailed) return <CannotLoad />;
  if (!booking || !site) return <Loading />;
  return <BookingConfirmation booking={booking} site={site} />;
}

/** SPEC 8 gives title and text. */
function BookingNotFound() {
  return (
    <section className="mx-auto max-w-xl space-y-4 px-4 py-16 text-center">
      <h1 className="serif text-title">Booking Not Found</h1>
      <p>We couldn't find the booking you're looking for.</p>
      <p className="text-ink-soft">
        Please check that you've copied the full link. If it still doesn't work, call or email us. You'll find our
        details at the bottom of our home page.
      </p>
      <p className="flex flex-wrap justify-center gap-3">
        <Link href={paths.home} className={buttonClass()}>
          Back to Home
        </Link>
        <Link href={paths.findBooking} className={buttonClass("secondary")}>
          Find your booking
        </Link>
        <Link href={paths.book} className={buttonClass("secondary")}>
          Book a stay
        </Link>
      </p>
    </section>
  );
}

function CannotLoad() {
  return (
    <section className="mx-auto max-w-xl space-y-4 px-4 py-16 text-center">
      <h1 className="serif text-title">We can't show your booking right now</h1>
      <p>Your booking is safe. Please reload this page in a moment.</p>
    </section>
  );
}

function Loading() {
  return (
    <div role="status" className="frame max-w-5xl space-y-6 py-8">
      <span className="sr-only">Loading your booking...</span>
      <div className="h-40 rounded-2xl bg-sunken motion-safe:animate-pulse" />
      <div className="h-96 rounded-2xl bg-sunken motion-safe:animate-pulse" />
    </div>
  );
}

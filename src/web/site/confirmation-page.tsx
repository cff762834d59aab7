import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "wouter";
import { confirmationQuery } from "../api/booking.ts";
import { AS_RENDERED, statusOf } from "../api/client.ts";
import { siteQuery } from "../api/property.ts";
import { BookingConfirmation } from "../booking/booking-confirmation.tsx";
import { inLanguage, paths } from "../lib/paths.ts";
import { say } from "../lib/say.ts";
import { ButtonAnchor, buttonClass } from "../ui/button.tsx";

/** SPEC 2 */
export function ConfirmationPage() {
  const { bookingId = "" } = useParams();
  const { data: booking, error } = useQuery({ ...confirmationQuery(bookingId), ...AS_RENDERED });
  const { data: site, isError: siteFailed } = useQuery({ ...siteQuery, ...AS_RENDERED });
  if (statusOf(error) === 404) return <BookingNotFound />;
  if (error || siteFailed) return <CannotLoad />;
  if (!booking || !site) return <Loading />;
  return <BookingConfirmation booking={booking} site={site} />;
}

/** SPEC 8 */
function BookingNotFound() {
  const { title, text, hint, book } = say.own.notFound;
  return (
    <section className="mx-auto max-w-xl space-y-4 px-4 py-16 text-center">
      <h1 className="serif text-title">{title}</h1>
      <p>{text}</p>
      <p className="text-ink-soft">{hint}</p>
      <p className="flex flex-wrap justify-center gap-3">
        <Link href={paths.home} className={buttonClass()}>
          {say.frame.backHome}
        </Link>
        <ButtonAnchor look="secondary" href={inLanguage(paths.findBooking)}>
          {say.frame.findBooking}
        </ButtonAnchor>
        <Link href={paths.book} className={buttonClass("secondary")}>
          {book}
        </Link>
      </p>
    </section>
  );
}

function CannotLoad() {
  return (
    <section className="mx-auto max-w-xl space-y-4 px-4 py-16 text-center">
      <h1 className="serif text-title">{say.own.cannotLoad.title}</h1>
      <p>{say.own.cannotLoad.text}</p>
    </section>
  );
}

function Loading() {
  return (
    <div role="status" className="frame max-w-5xl space-y-6 py-8">
      <span className="sr-only">{say.own.loading}</span>
      <div className="h-40 rounded-2xl bg-sunken motion-safe:animate-pulse" />
      <div className="h-96 rounded-2xl bg-sunken motion-safe:animate-pulse" />
    </div>
  );
}

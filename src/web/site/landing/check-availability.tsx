import { Link } from "wouter";
import type { PublicSite } from "#contract/property.ts";
import { paths } from "../../lib/paths.ts";
import { buttonClass } from "../../ui/button.tsx";

export function CheckAvailability({ site }: { site: PublicSite }) {
  return (
    <section aria-labelledby="availability" className="frame pt-section text-center">
      <h2 id="availability" className="serif text-title mx-auto max-w-[20ch]">
        When would you like to wake up here?
      </h2>
      <p className="text-lead mx-auto mt-5 max-w-prose text-ink-soft">
        {`${site.nightRate} for the entire cottage and ${site.party}. ${site.extras}. Free cancellation until ${site.freeCancellationUntil}.`}
      </p>
      <Link href={paths.bookings} className={buttonClass("primary", "mt-8 min-h-14 px-10 text-lg")}>
        Check Availability
      </Link>
      <p className="mt-4">
        <Link href={paths.directBooking} className="text-link inline-flex min-h-11 items-center">
          Direct booking form
        </Link>
      </p>
    </section>
  );
}

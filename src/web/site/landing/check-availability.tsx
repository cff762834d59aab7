import { Link } from "wouter";
import type { PublicSite } from "#contract/property.ts";
import { paths } from "../../lib/paths.ts";
import { say } from "../../lib/say.ts";
import { buttonClass } from "../../ui/button.tsx";

export function CheckAvailability({ site }: { site: PublicSite }) {
  const { title, text, check, direct } = say.landing.availability;
  return (
    <section aria-labelledby="availability" className="frame pt-section text-center">
      <h2 id="availability" className="serif text-title mx-auto max-w-[20ch]">
        {title}
      </h2>
      <p className="text-lead mx-auto mt-5 max-w-prose text-ink-soft">
        {text(site.price, site.extras, site.freeCancellation)}
      </p>
      <Link href={paths.bookings} className={buttonClass("primary", "mt-8 min-h-14 px-10 text-lg")}>
        {check}
      </Link>
      <p className="mt-4">
        <Link href={paths.directBooking} className="text-link inline-flex min-h-11 items-center">
          {direct}
        </Link>
      </p>
    </section>
  );
}

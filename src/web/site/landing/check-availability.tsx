import { Link } from "wouter";
import type { PublicProperty, PublicSite } from "#contract/property.ts";
import { paths } from "../../lib/paths.ts";
import { buttonClass } from "../../ui/button.tsx";
import { rateWords } from "./rate-words.ts";

type Props = { property: PublicProperty; site: PublicSite };

export function CheckAvailability({ property, site }: Props) {
  const { nightPrices, mostGuests, freeCancellationUntil } = site;
  return (
    <section aria-labelledby="availability" className="frame pt-section text-center">
      <h2 id="availability" className="serif text-title mx-auto max-w-[20ch]">
        When would you like to wake up here?
      </h2>
      <p className="text-lead mx-auto mt-5 max-w-prose text-ink-soft">
        {rateWords(property, nightPrices)} for the entire cottage and up to{" "}
        {mostGuests === 1 ? "1 guest" : `${mostGuests} guests`}. Taxes and fees included, free cancellation until{" "}
        {freeCancellationUntil}.
      </p>
      <Link href={paths.bookings} className={buttonClass("primary", "mt-8 min-h-14 px-10 text-lg")}>
        Check Availability
      </Link>
    </section>
  );
}

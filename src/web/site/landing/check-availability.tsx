import { Link } from "wouter";
import { HOUSE_CANCELLATION } from "#domain/booking/cancellation.ts";
import type { PublicProperty, PublicSite } from "#contract/property.ts";
import { MAX_GUESTS } from "#domain/booking/limits.ts";
import { paths } from "../../lib/paths.ts";
import { buttonClass } from "../../ui/button.tsx";
import { rateWords } from "./rate-words.ts";

type Props = { property: PublicProperty; nightPrices: PublicSite["nightPrices"] };

export function CheckAvailability({ property, nightPrices }: Props) {
  return (
    <section aria-labelledby="availability" className="frame pt-section text-center">
      <h2 id="availability" className="serif text-title mx-auto max-w-[20ch]">
        When would you like to wake up here?
      </h2>
      <p className="text-lead mx-auto mt-5 max-w-prose text-ink-soft">
        {rateWords(property, nightPrices)} for the entire cottage and up to {MAX_GUESTS} guests. Taxes and fees
        included, free cancellation until {HOUSE_CANCELLATION.freeUntilHoursBefore} hours before check-in.
      </p>
      <Link href={paths.bookings} className={buttonClass("primary", "mt-8 min-h-14 px-10 text-lg")}>
        Check Availability
      </Link>
    </section>
  );
}

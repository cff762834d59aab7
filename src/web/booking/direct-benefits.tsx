import type { PublicSite } from "#contract/property.ts";

/** SPEC 2: beside the direct form. Only what is true of every direct booking, and what the host adds. */
export function DirectBenefits({ site }: { site: PublicSite }) {
  const benefits = [
    "The price you see is the price you pay: no booking fees, no platform commission.",
    ...site.offer.advantages,
    "You deal with your host directly.",
    `Free cancellation until ${site.freeCancellationUntil}.`,
    "You can change or cancel your stay yourself, online.",
  ];
  return (
    <section aria-labelledby="benefits-title" className="space-y-3 rounded-3xl border border-line bg-sunken p-5 sm:p-6">
      <h2 id="benefits-title" className="serif text-xl">
        Why book direct
      </h2>
      <ul className="list-disc space-y-2 pl-5">
        {benefits.map((benefit) => (
          <li key={benefit}>{benefit}</li>
        ))}
      </ul>
    </section>
  );
}

import type { PublicSite } from "#contract/property.ts";
import { hostLang } from "../lib/host-lang.ts";
import { say } from "../lib/say.ts";

/** SPEC 2: beside the direct form. Only what is true of every direct booking, and the host's additions. */
export function DirectBenefits({ site }: { site: PublicSite }) {
  const { title, list } = say.direct.benefits;
  const benefits = list(site.offer.advantages, site.freeCancellation);
  return (
    <section aria-labelledby="benefits-title" className="space-y-3 rounded-3xl border border-line bg-sunken p-5 sm:p-6">
      <h2 id="benefits-title" className="serif text-xl">
        {title}
      </h2>
      <ul className="list-disc space-y-2 ps-5">
        {benefits.map((benefit) => (
          <li key={benefit} lang={hostLang(site, benefit)}>
            {benefit}
          </li>
        ))}
      </ul>
    </section>
  );
}

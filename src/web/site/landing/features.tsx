import { Armchair, CarTaxiFront, Sparkles, Trees } from "../../ui/icons.tsx";
import type { PublicSite } from "#contract/property.ts";
import { hostLang } from "../../lib/host-lang.ts";
import { say } from "../../lib/say.ts";

/** By position, because the host can rename the features. */
const SIGNS = [Armchair, Trees, CarTaxiFront];

export function Features({ site }: { site: PublicSite }) {
  const features = site.highlights;
  if (features.length === 0) return null;
  return (
    <section aria-labelledby="features" className="pt-section">
      <div className="bg-sunken py-section">
        <div className="frame grid gap-x-16 gap-y-10 lg:grid-cols-[1fr_2fr]">
          <h2 id="features" className="serif text-heading">
            {say.landing.features}
          </h2>
          <ul className="divide-y divide-line border-y border-line">
            {features.map((feature, i) => {
              const Sign = SIGNS[i] ?? Sparkles;
              return (
                <li key={feature.title} className="flex gap-6 py-7 sm:gap-8">
                  <Sign strokeWidth={1.5} className="size-9 shrink-0 text-clay sm:size-11" />
                  <div className="min-w-0">
                    <h3 lang={hostLang(site, feature.title)} className="serif text-xl sm:text-2xl">
                      {feature.title}
                    </h3>
                    <p lang={hostLang(site, feature.text)} className="mt-2 max-w-prose text-ink-soft">
                      {feature.text}
                    </p>
                  </div>
                </li>
              );
            })}
          </ul>
        </div>
      </div>
    </section>
  );
}

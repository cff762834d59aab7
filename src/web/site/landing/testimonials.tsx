import type { PublicSite } from "#contract/property.ts";
import { hostLang } from "../../lib/host-lang.ts";
import { say } from "../../lib/say.ts";

export function Testimonials({ site }: { site: PublicSite }) {
  const { testimonials, rating } = site;
  if (testimonials.length === 0 && !rating) return null;
  return (
    <section aria-labelledby="guests" className="frame pt-section">
      <h2 id="guests" className="serif text-heading">
        {say.landing.testimonials}
      </h2>
      {rating ? (
        <p className="text-lead mt-4 text-ink-soft">{say.landing.rating(rating.average, rating.count)}</p>
      ) : null}
      <ul className="mt-10 grid gap-x-16 gap-y-12 lg:grid-cols-2">
        {testimonials.map((testimonial) => (
          <li key={`${testimonial.name} ${testimonial.month}`} className="lg:even:mt-16">
            <figure>
              <blockquote className="serif border-s-2 border-clay ps-6 text-2xl leading-snug sm:ps-8 sm:text-[1.75rem]">
                <p lang={testimonial.language ?? hostLang(site, testimonial.text)}>
                  {say.landing.quote(testimonial.text)}
                </p>
              </blockquote>
              <figcaption className="mt-5 ps-6.5 text-ink-soft sm:ps-8.5">
                <span className="font-semibold text-ink">{testimonial.name}</span>
                <br />
                <span lang={hostLang(site, testimonial.source, testimonial.month)}>
                  {[testimonial.source, testimonial.month].filter(Boolean).join(", ")}
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}

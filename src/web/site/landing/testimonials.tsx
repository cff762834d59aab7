import type { PublicSite } from "#contract/property.ts";

export function Testimonials({ testimonials }: { testimonials: PublicSite["testimonials"] }) {
  if (testimonials.length === 0) return null;
  return (
    <section aria-labelledby="guests" className="frame pt-section">
      <h2 id="guests" className="serif text-heading">
        What Our Guests Say
      </h2>
      <ul className="mt-10 grid gap-x-16 gap-y-12 lg:grid-cols-2">
        {testimonials.map((testimonial) => (
          <li key={`${testimonial.name} ${testimonial.month}`} className="lg:even:mt-16">
            <figure>
              <blockquote className="serif border-l-2 border-clay pl-6 text-2xl leading-snug sm:pl-8 sm:text-[1.75rem]">
                <p>“{testimonial.text}”</p>
              </blockquote>
              <figcaption className="mt-5 pl-6.5 text-ink-soft sm:pl-8.5">
                <span className="font-semibold text-ink">{testimonial.name}</span>
                <br />
                {[testimonial.source, testimonial.month].filter(Boolean).join(", ")}
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}

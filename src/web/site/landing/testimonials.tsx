import type { PublicSite } from "#contract/property.ts";

type Props = Pick<PublicSite, "testimonials" | "rating">;

export function Testimonials({ testimonials, rating }: Props) {
  if (testimonials.length === 0 && !rating) return null;
  return (
    <section aria-labelledby="guests" className="frame pt-section">
      <h2 id="guests" className="serif text-heading">
        What Our Guests Say
      </h2>
      {rating ? (
        <p className="text-lead mt-4 text-ink-soft">
          {`${rating.average} out of 5 stars, from ${rating.count === 1 ? "1 guest" : `${rating.count} guests`} who stayed here`}
        </p>
      ) : null}
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

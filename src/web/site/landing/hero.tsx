import { Link } from "wouter";
import type { PublicSite } from "#contract/property.ts";
import { paths } from "../../lib/paths.ts";
import { buttonClass } from "../../ui/button.tsx";
import { type Photo, PhotoStrip } from "../../ui/photo-strip.tsx";

/** SPEC 9: 60 % of the window, more only where the words need it. The words stand on paper, so that any picture will do. */
export function Hero({ hero, photos }: { hero: PublicSite["hero"]; photos: Photo[] }) {
  return (
    <section aria-labelledby="hero" className="relative isolate grid min-h-[60vh] items-end">
      <div className="mr-5 w-fit min-w-0 rounded-tr-[2.5rem] bg-page pt-7 pr-8 pl-[max(clamp(1.25rem,0.5rem_+_3.2vw,4rem),calc((100vw_-_82rem)/2_+_4rem))] sm:pt-10 sm:pr-14">
        <h1 id="hero" className="serif text-display max-w-[14ch]">
          {hero.title}
        </h1>
        {hero.content ? (
          <p className="text-lead mt-4 hidden max-w-[34ch] text-ink-soft lg:block">{hero.content}</p>
        ) : null}
        <Link href={paths.bookings} className={buttonClass("primary", "mt-5 min-h-13 px-8 text-lg sm:mt-7")}>
          Book Your Stay
        </Link>
      </div>
      <PhotoStrip
        photos={photos}
        label="Pictures of the cottage"
        sizes="(min-width: 64rem) 67vw, 100vw"
        first
        className="absolute inset-x-0 top-0 -z-10 h-[76%] lg:left-104 lg:h-full"
      />
    </section>
  );
}

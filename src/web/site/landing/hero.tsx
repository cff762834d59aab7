import { Link } from "wouter";
import type { PublicSite } from "#contract/property.ts";
import { HERO_SIZE } from "../../lib/picture-sizes.ts";
import { paths } from "../../lib/paths.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Picture } from "../../ui/picture.tsx";

/** SPEC 9: 60 % of the window, more only where the words need it. The words stand on paper, so that any picture will do. */
export function Hero({ hero }: { hero: PublicSite["hero"] }) {
  return (
    <section className="relative isolate grid min-h-[60vh] items-end">
      <Picture
        src={hero.imageUrl}
        alt=""
        {...HERO_SIZE}
        first
        className="absolute inset-x-0 top-0 -z-10 h-[76%] w-full object-[62%_50%] sm:h-full"
      />
      <div className="mr-5 w-fit min-w-0 rounded-tr-[2.5rem] bg-page pt-7 pr-8 pl-[max(clamp(1.25rem,0.5rem_+_3.2vw,4rem),calc((100vw_-_82rem)/2_+_4rem))] sm:pt-10 sm:pr-14">
        <h1 className="serif text-display max-w-[14ch]">{hero.title}</h1>
        {hero.content ? (
          <p className="text-lead mt-4 hidden max-w-[34ch] text-ink-soft sm:block">{hero.content}</p>
        ) : null}
        <Link href={paths.bookings} className={buttonClass("primary", "mt-5 min-h-13 px-8 text-lg sm:mt-7")}>
          Book Your Stay
        </Link>
      </div>
    </section>
  );
}

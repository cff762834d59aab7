import { Link } from "wouter";
import type { PublicSite } from "#contract/property.ts";
import { paths } from "../../lib/paths.ts";
import { hostLang } from "../../lib/host-lang.ts";
import { say } from "../../lib/say.ts";
import { buttonClass } from "../../ui/button.tsx";
import type { Photo } from "../../ui/photo.ts";
import { PhotoStrip } from "../../ui/photo-strip.tsx";

/** SPEC 9: 60% of the window's height, or more if the text needs more room. */
export function Hero({ site, photos }: { site: PublicSite; photos: Photo[] }) {
  const { hero } = site;
  return (
    <section aria-labelledby="hero" className="relative isolate grid min-h-[60vh] items-end">
      <div className="me-5 w-fit min-w-0 rounded-se-[2.5rem] bg-page pt-7 pe-8 ps-[max(clamp(1.25rem,0.5rem_+_3.2vw,4rem),calc((100vw_-_82rem)/2_+_4rem))] sm:pt-10 sm:pe-14">
        <h1 id="hero" lang={hostLang(site, hero.title)} className="serif text-display max-w-[14ch]">
          {hero.title}
        </h1>
        {hero.content ? (
          <p lang={hostLang(site, hero.content)} className="text-lead mt-4 hidden max-w-[34ch] text-ink-soft lg:block">
            {hero.content}
          </p>
        ) : null}
        <Link
          href={paths.bookings}
          className={buttonClass("primary", "mt-5 min-h-13 px-8 text-lg wrap-anywhere sm:mt-7")}
        >
          {say.frame.bookYourStay}
        </Link>
      </div>
      <PhotoStrip
        photos={photos}
        label={say.frame.photos}
        sizes="(min-width: 64rem) 67vw, 100vw"
        first
        className="absolute inset-x-0 top-0 -z-10 h-[76%] lg:left-104 lg:h-full"
      />
    </section>
  );
}
